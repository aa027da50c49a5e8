//! Adapters: requests of ChatGPT, of Gemini and in plain JSON as envelopes, sent to the recipient whom the user means.
//!
//! A [`Connector`] has the names of the fields. With them a [`Request`](request::Request) is read, which is the same for all, and
//! becomes a payload; the recipient is looked up in the contacts; and the envelope goes to the gateway.

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
