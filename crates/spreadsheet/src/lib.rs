//! Reads spreadsheets of all formats as tables, and calculates figures from tables.
//!
//! A [`Request`] names operations and columns; [`analyze`] reads the file in one pass, in bounded memory, and
//! returns an [`Analysis`] that lists which cells were used and which were skipped, or a [`Fault`] with a
//! remedy. The format of a file is detected and not assumed: the position of the header, the delimiter, the
//! decimal separator. If a column turns out to have other conventions than its first rows, the file is read
//! again.

mod accumulator;
mod analysis;
mod analyze;
mod answer;
mod book;
mod cell;
pub mod chart;
mod code_detection;
mod columns;
mod conclusion;
mod condition;
mod counting;
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
mod nature;
mod number;
mod operation;
mod percentile;
mod period;
mod plan;
mod ranking;
mod request;
mod sum;
mod suspected_total;
pub mod table;
mod tally;
mod totals;
mod unit;
mod units;
mod value;
mod variance;
mod witness;
mod workbook;

pub use analysis::{
    Analysis, Answer, Column, Example, Figure, Found, Group, Match, Occurrence, Other, Progress, Skipped,
};
pub use analyze::analyze;
pub use columns::{Columns, Named, columns};
pub use fault::Fault;
pub use number::{Convention, ParseConventionError};
pub use operation::{Operation, Operations, Percent, Rank};
pub use request::Request;
pub use unit::Unit;
