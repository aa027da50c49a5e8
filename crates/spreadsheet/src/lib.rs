//! Spreadsheets of all formats into tables, and tables into figures.
#![allow(missing_docs, dead_code)]
mod analysis;
mod book;
mod cell;
pub mod chart;
mod currency;
mod day;
mod decimal;
mod fault;
mod folding;
mod layout;
mod lookup;
mod number;
mod request;
mod sum;
pub mod table;
mod unit;
mod value;
pub use analysis::*;
pub use fault::*;
pub use number::Convention;
pub use request::*;
pub use unit::Unit;
pub fn analyze(
    _f: std::fs::File,
    _n: &str,
    _r: &Request,
    _p: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    Err(Fault::NoColumn)
}
