//! Tests of the desktop domains, through the interface that the engine uses.

// The lints exempt test functions, but not their shared helpers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod confinement;
mod devices;
mod faults;
mod histories;
mod nowhere_else;
mod opening;
mod protection;
mod purge;
mod reach;
mod repeated;
mod scanner;
mod seat;
mod trash;
mod undo;
mod verbs;
mod windows;
mod world;
