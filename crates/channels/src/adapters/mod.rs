//! Adapters: they convert requests of ChatGPT, of Gemini and in plain JSON into envelopes, and send them to
//! the recipient that the user means.
//!
//! A [`Connector`] defines the field names. They are used to parse a [`Request`](request::Request), which is
//! the same for all connectors and becomes a payload. The recipient is resolved with the contacts, and the
//! envelope is submitted to the gateway.

mod adapting;
mod connector;
mod functions;
mod kept;
mod openapi;
mod request;
mod routes;

pub(crate) use adapting::Door;
pub use connector::Connector;
pub use functions::functions;
pub(crate) use kept::MIGRATIONS;
pub use openapi::openapi;
pub use request::read as read_request;
pub use routes::routes;
