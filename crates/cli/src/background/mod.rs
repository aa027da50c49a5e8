//! The background engine: one process for each home folder, which keeps sessions between commands.
//!
//! It starts itself with the first command, listens on a Unix socket that only its user can open, and
//! leaves when nobody has asked for anything for a while.

mod client;
mod message;
mod server;
mod socket;

pub(crate) use client::{Client, connect_or_start, running};
pub(crate) use server::{Host, serve};
pub(crate) use socket::{Right, claim};
