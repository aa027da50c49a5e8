//! Texts of pages: quoted for a response, taken apart into words, and compared.

mod comparison;
mod quoting;
mod words;

pub(crate) use comparison::comparable;
pub(crate) use quoting::{quote, quote_name, tame};
pub(crate) use words::{fold, is_unspaced, words_of, words_of_identifier};
