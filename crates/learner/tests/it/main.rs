//! The learner's tests.
#![allow(clippy::unwrap_used, reason = "the whole program is a test")]

mod lessons;
mod properties;
mod trace;
