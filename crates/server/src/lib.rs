//! HTTP, MCP, A2A and the web console, each a projection of the engine's catalog.
//!
//! These interfaces add no verbs; the registered signatures define the possible calls. Every HTTP endpoint is
//! one entry of a table ([`endpoint::Endpoint`]), from which the router, the OpenAPI document, the
//! documentation page, and the checks of bodies and permissions are derived.

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
