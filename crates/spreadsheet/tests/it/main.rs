//! Files as people have them, and what is answered about them.

// The lints make an exception for test functions, but not for what these share.
#![allow(clippy::unwrap_used, clippy::panic)]

mod columns;
mod delimited;
mod golden;
mod hostile;
mod workbooks;
