//! The tests of the command and of the workspace as a whole.

// The lints make an exception for test functions, but not for what these share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod architecture;
mod examples;
mod reference;
