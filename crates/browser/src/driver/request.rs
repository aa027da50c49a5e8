use std::time::Instant;

/// A request that a tab made, and how it went so far.
#[derive(Debug, Clone)]
pub struct RequestRecord {
    pub(crate) id: String,
    /// Which it was in the tab's life, counted from one: for asking what came since.
    pub number: u64,
    /// The address.
    pub url: String,
    /// The HTTP method.
    pub method: String,
    /// `document`, `xhr`, `fetch`, `image`, `websocket`, …
    pub kind: String,
    /// The id of the frame that made it.
    pub frame: Option<String>,
    /// The HTTP status, once the server has answered.
    pub status: Option<u16>,
    pub(crate) mime: Option<String>,
    /// Whether the server asks for a name and a password before it gives anything, and not by a form.
    pub(crate) is_challenged: bool,
    /// The moment at which it began.
    pub started: Instant,
    /// The moment at which it ended, well or not.
    pub finished: Option<Instant>,
    /// Why it failed.
    pub failed: Option<String>,
    /// Whether an action of the user caused it.
    pub has_user_gesture: bool,
    /// Something that is meant to stay open: an event stream or a socket.
    pub is_stream: bool,
}

impl RequestRecord {
    /// Whether a person who waits for the page to come to rest should wait for it.
    pub fn is_pending(&self) -> bool {
        self.finished.is_none() && !self.is_stream
    }
}
