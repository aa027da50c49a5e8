//! The sites as a browser gets them.

// The lints make an exception for test functions, but not for what these share.
#![allow(clippy::expect_used)]

mod client;
mod files;
mod journeys;
mod links;
