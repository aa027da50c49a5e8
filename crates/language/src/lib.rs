//! Text into readings. Today the command language; sentences follow.

pub mod command;
