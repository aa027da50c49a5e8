//! The command language, tested from outside.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail like the test itself")]

mod calls;
mod golden;
mod keeping;
mod literals;
mod models;
mod opposites;
mod properties;
mod reading;
mod reference;
mod sentences;
mod surface;
mod values;
mod words;
