//! What one engine session has of the web: its browser context, its tabs, what it was last shown.

mod sessions;
mod web_session;

pub(crate) use sessions::Sessions;
pub(crate) use web_session::WebSession;
