//! Text into readings: the command language, and sentences in a person's own words. A language model helps where one is
//! configured.
//!
//! Reading order for sentences: words, literals, what is learnt from examples, whether a sentence is a request at all, the
//! reader that puts these together, and the goals of sentences that want several things.

pub mod command;

pub mod words;

pub mod literal;

pub mod stance;

pub mod reader;

pub mod goal;

pub mod scene;

pub mod message;

pub mod model;
