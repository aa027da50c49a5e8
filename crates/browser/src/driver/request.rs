use std::time::Instant;

/// A request of a tab, and its progress.
#[derive(Debug, Clone)]
pub struct RequestRecord {
    pub(crate) id: String,
    /// The sequence number in the tab, counted from 1. Callers use it to find newer requests.
    pub number: u64,
    /// The address.
    pub url: String,
    /// The HTTP method.
    pub method: String,
    /// The resource type: `document`, `xhr`, `fetch`, `image`, `websocket`, …
    pub kind: String,
    /// The id of the frame that sent it.
    pub frame: Option<String>,
    /// The HTTP status, once the server has responded.
    pub status: Option<u16>,
    pub(crate) mime: Option<String>,
    /// Whether the server requires HTTP authentication.
    pub(crate) is_challenged: bool,
    /// The time at which it began.
    pub started: Instant,
    /// The time at which it succeeded or failed.
    pub finished: Option<Instant>,
    /// The error, if it failed.
    pub failed: Option<String>,
    /// Whether a user action caused it.
    pub has_user_gesture: bool,
    /// Whether it is meant to stay open: an event stream or a WebSocket.
    pub is_stream: bool,
}

impl RequestRecord {
    /// Whether waiting for the page to become idle includes this request.
    pub fn is_pending(&self) -> bool {
        self.finished.is_none() && !self.is_stream
    }
}
