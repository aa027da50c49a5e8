//! Documents of every kind, read and summarized.

// The lints make an exception for test functions, but not for what these share.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod abstractive;
mod formats;
mod hostile;
mod pdf;
mod summaries;
