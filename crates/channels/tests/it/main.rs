//! The tests of channels. Everything that the database must do is written once and run on SQLite and PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

mod names;
