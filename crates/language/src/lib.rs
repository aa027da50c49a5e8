//! Text into readings. Today the command language; sentences follow. A language model helps where one is configured.

pub mod command;
pub mod model;
pub mod statistics;
