use std::sync::Arc;

use lemmascope_intent::{Context, Failure};

use super::Sessions;

/// What one engine session has of the web.
pub(crate) struct WebSession {
    name: String,
}

impl WebSession {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.into() }
    }

    /// Sees to it that a browser runs and that there is a tab to work in.
    pub(crate) async fn start(&mut self, sessions: &Arc<Sessions>, cx: &Context) -> Result<(), Failure> {
        let _ = (sessions, cx);
        Ok(())
    }

    /// Fails when a dialog keeps the page from answering.
    pub(crate) fn refuse_dialog(&self) -> Result<(), Failure> {
        Ok(())
    }
}
