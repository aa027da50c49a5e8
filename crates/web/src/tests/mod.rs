//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod acting;
mod aiming;
mod asking;
mod debugging;
mod extracting;
mod looking;
mod patterns;
mod state;
mod verdicts;
mod viewport;
mod waiting;
mod windows;
