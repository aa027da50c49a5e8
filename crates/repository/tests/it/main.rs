//! Repositories in all three places, and the attacks of whoever keeps one.
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
