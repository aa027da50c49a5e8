//! The language, tested from outside.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail like the test itself")]

mod keeping;
mod literals;
mod models;
mod opposites;
mod reading;
mod sentences;
mod values;
mod words;
