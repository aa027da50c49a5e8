//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod acting;
mod aiming;
mod arriving;
mod asking;
mod consent;
mod debugging;
mod drawn;
mod effects;
mod extracting;
mod forms;
mod looking;
mod patterns;
mod popups;
mod reading;
mod rescanning;
mod scrolling;
mod searching;
mod state;
mod verdicts;
mod viewport;
mod waiting;
mod windows;
