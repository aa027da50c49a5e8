//! The domain against a real browser and the sites.
#![allow(clippy::unwrap_used, clippy::panic)]

mod acting;
mod aiming;
mod arriving;
mod asking;
mod collecting;
mod debugging;
mod drawn;
mod effects;
mod extracting;
mod fill_form;
mod filling;
mod forms;
mod login;
mod looking;
mod patterns;
mod reading;
mod rescanning;
mod state;
mod submit_form;
mod verdicts;
mod viewport;
mod waiting;
mod windows;
