#![allow(missing_docs, dead_code)]
mod analysis;
mod cell;
mod fault;
mod request;
mod unit;
pub use analysis::*;
pub use fault::*;
pub use request::*;
pub use unit::Unit;
mod number {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    pub enum Convention {
        Point,
    }
    impl std::str::FromStr for Convention {
        type Err = ();
        fn from_str(_: &str) -> Result<Self, ()> {
            Ok(Self::Point)
        }
    }
}
pub use number::Convention;
mod book;
pub mod chart;
pub mod table;
pub fn analyze(
    _f: std::fs::File,
    _n: &str,
    _r: &Request,
    _p: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    Err(Fault::NoColumn)
}
