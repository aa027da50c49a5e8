//! Adapters: they convert requests of ChatGPT, of Gemini and in plain JSON into envelopes, and send them to
//! the recipient that the user means.
//!
//! A [`Connector`] defines the field names. They are used to parse a [`Request`](request::Request), which is
//! the same for all connectors and becomes a payload. The recipient is resolved with the contacts, and the
//! envelope is submitted to the gateway.

mod connector;
mod conversion;
mod functions;
mod idempotency;
mod openapi;
mod request;
mod routes;

pub use connector::Connector;
pub(crate) use conversion::RequestContext;
pub use functions::functions;
pub(crate) use idempotency::MIGRATIONS;
pub use openapi::openapi;
pub use request::read as read_request;
pub use routes::routes;
