//! Reads and summarizes documents of every format.

// The lint exception for test functions does not cover shared helpers.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod abstractive;
mod formats;
mod hostile;
mod pdf;
mod summaries;
