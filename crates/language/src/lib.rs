//! Text into readings: the command language, and the words and values of sentences. A language model helps where one is
//! configured.

pub mod command;
pub mod literal;
pub mod model;
pub mod words;
