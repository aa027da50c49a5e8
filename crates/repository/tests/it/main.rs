//! Repositories in all three kinds of locations, and attacks by their operators.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

mod archives;
mod attacks;
mod indexes;
mod mutations;
mod publishing;
mod server;
mod world;
