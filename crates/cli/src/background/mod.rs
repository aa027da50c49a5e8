//! The background engine: one process for each home folder, which keeps sessions alive between commands.
//!
//! The first command starts it. It listens on a Unix socket that only its user can open, and exits after an
//! idle timeout.

mod client;
mod message;
mod server;
mod socket;

pub(crate) use client::{Client, connect_or_start, running};
pub(crate) use server::{Host, serve};
pub(crate) use socket::{Right, claim};
