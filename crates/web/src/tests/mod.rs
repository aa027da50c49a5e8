//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod looking;
mod patterns;
mod verdicts;
