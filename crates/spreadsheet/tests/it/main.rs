//! Answers about realistic files.

// The lint exception for test functions does not cover shared helpers.
#![allow(clippy::unwrap_used, clippy::panic)]

mod columns;
mod delimited;
mod golden;
mod hostile;
mod workbooks;
