//! The server from a client's perspective: over a real socket, with a real engine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod cluster;

#[path = "../support/refusals.rs"]
mod refusals;

mod a2a;
mod domain_routes;
mod hostile;
mod http;
mod lab;
mod mcp;
mod openapi;
mod pictures;
mod telemetry;
mod world;
