use std::time::Instant;

/// A request that a tab made, and how it went so far.
#[derive(Debug, Clone)]
pub(crate) struct RequestRecord {
    pub(crate) id: String,
    /// Which it was in the tab's life, counted from one: for asking what came since.
    pub(crate) number: u64,
    pub(crate) url: String,
    pub(crate) method: String,
    /// `document`, `xhr`, `fetch`, `image`, `websocket`, …
    pub(crate) kind: String,
    pub(crate) frame: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) mime: Option<String>,
    /// Whether the server asks for a name and a password before it gives anything, and not by a form.
    pub(crate) is_challenged: bool,
    pub(crate) started: Instant,
    pub(crate) finished: Option<Instant>,
    /// Why it failed.
    pub(crate) failed: Option<String>,
    pub(crate) has_user_gesture: bool,
    /// Something that is meant to stay open: an event stream or a socket.
    pub(crate) is_stream: bool,
}

impl RequestRecord {
    /// Whether somebody who waits for the page to come to rest should wait for it.
    pub(crate) fn is_pending(&self) -> bool {
        self.finished.is_none() && !self.is_stream
    }
}
