//! Spreadsheets of all formats into tables, and tables into figures.
//!
//! A [`Request`] names operations and columns; [`analyze`] reads the file in one pass, in bounded memory, and answers with
//! an [`Analysis`] that says what went into the figures and what did not, or with a [`Fault`] that says what to do. How a
//! file is written is found out and not assumed: where the names of the columns stand, what separates the cells, whether
//! decimals follow a point or a comma. Where a column turns out to be written otherwise than its first rows, it is read again.

mod analysis;
mod analyze;
mod answer;
mod best;
mod book;
mod cell;
pub mod chart;
mod columns;
mod conclusion;
mod condition;
mod currency;
mod day;
mod decimal;
mod delimited;
mod distinct;
mod evidence;
mod fault;
mod field;
mod folding;
mod grouping;
mod kind;
mod layout;
mod lookup;
mod measured;
mod median;
mod nature;
mod number;
mod operation;
mod period;
mod plan;
mod request;
mod shape;
mod spread;
mod sum;
mod suspect;
pub mod table;
mod tally;
mod things;
mod totals;
mod unit;
mod units;
mod value;
mod witness;
mod workbook;

pub use analysis::{
    Analysis, Answer, Column, Example, Figure, Found, Group, Match, Occurrence, Other, Progress, Skipped,
};
pub use analyze::analyze;
pub use columns::{Columns, Named, columns};
pub use fault::Fault;
pub use number::{Convention, NoConvention};
pub use operation::{Operation, Operations, Percent, Rank};
pub use request::Request;
pub use unit::Unit;
