//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod asking;
mod extracting;
mod looking;
mod verdicts;
