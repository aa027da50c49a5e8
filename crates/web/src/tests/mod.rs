//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod debugging;
mod looking;
mod state;
mod verdicts;
mod viewport;
mod windows;
