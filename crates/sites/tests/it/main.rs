//! Tests of the sites over HTTP.

// The lints exempt test functions, but not their shared helpers.
#![allow(clippy::expect_used)]

mod client;
mod files;
mod journeys;
mod links;
