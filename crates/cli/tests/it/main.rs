//! The `lemmascope` command as its users meet it: real processes, real files, real background engines.

// The configured exception for tests does not reach helper functions of a test binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod background;
mod canary;
mod desk;
mod repl;
mod state;
mod transcripts;
