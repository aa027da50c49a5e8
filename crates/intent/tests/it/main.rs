//! What the definition language promises, checked on files and on whatever else comes in.

// The configured exception for tests does not reach helper functions of a test binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod checks;
mod definition;
mod docs;
mod expression;
mod pages;
mod patterns;
mod robust;
mod schema;
mod yaml;
