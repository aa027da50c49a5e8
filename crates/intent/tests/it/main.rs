//! The guarantees of the definition language, checked on files and on arbitrary input.

// The lint exception for tests does not cover helper functions of a test binary.
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
