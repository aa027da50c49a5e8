//! HTTP, MCP, A2A and the web console, each a projection of the engine's catalog.
//!
//! A surface adds no verbs: what can be asked for here is what the registered signatures say. Every HTTP endpoint is one entry of a
//! table ([`endpoint::Endpoint`]): the router, the OpenAPI document, the readable page, the checks of bodies and permissions
//! are made from it.

mod a2a;
mod answer;
mod api;
mod body;
mod call;
mod connection;
mod console;
mod dispatch;
mod domain_routes;
mod endpoint;
mod gate;
mod idempotency;
mod json_rpc;
mod mcp;
mod metrics;
mod openapi;
mod picture;
mod problem;
mod problem_codes;
mod reference_page;
mod reply;
mod schema;
mod service;
mod settings;
mod telemetry;

pub use connection::serve;
pub use gate::Token;
pub use mcp::{McpServer, Profile};
pub use service::{Service, Setup};
pub use settings::{Limits, settings};
