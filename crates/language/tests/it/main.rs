//! Tests of the public interface.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail like the test itself")]

mod keeping;
mod literals;
mod models;
mod opposites;
mod reading;
mod sentences;
mod values;
mod words;
