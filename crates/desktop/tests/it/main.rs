//! The files domain against a real file system, through the seam that the engine uses.

// The lints make an exception for test functions, but not for what these share.
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
