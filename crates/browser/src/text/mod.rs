//! Texts of pages: quoting for responses, splitting into words, and comparison.

mod comparison;
mod quoting;
mod words;

pub use comparison::comparable;
pub(crate) use quoting::quote_name;
pub use quoting::{quote, tame};
pub use words::words_of_identifier;
pub(crate) use words::{fold, is_unspaced, words_of};
