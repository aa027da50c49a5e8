use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_intent::{Args, Cause, Context, Failure, parse_duration};
use tokio::sync::OwnedMutexGuard;

use crate::session::{Sessions, WebSession};

/// How long an action may take when nobody says.
const DEFAULT_LIMIT: Duration = Duration::from_secs(5);

/// One call of a verb: on whose behalf, and how long it may take.
pub(crate) struct Visit<'a> {
    pub(crate) sessions: &'a Arc<Sessions>,
    pub(crate) cx: &'a Context,
    /// When it has to be over.
    pub(crate) deadline: Instant,
}

impl<'a> Visit<'a> {
    pub(super) fn new(sessions: &'a Arc<Sessions>, cx: &'a Context, args: &Args) -> Result<Self, Failure> {
        let limit = match args.optional_text("timeout") {
            None => DEFAULT_LIMIT,
            Some(text) => parse_duration(text).ok_or_else(|| {
                Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a duration"))
                    .hint("Write it as 500ms, 5s or 2m.")
            })?,
        };
        Ok(Self { sessions, cx, deadline: Instant::now() + limit })
    }

    /// What is left of the time.
    pub(crate) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The session of this call, whatever state it is in: there may be no browser yet.
    pub(crate) async fn session(&self) -> OwnedMutexGuard<WebSession> {
        self.sessions.enter(&self.cx.session).await
    }

    /// The session with a browser that runs and a tab to work in; both are started when they are not there. A
    /// dialog may be open.
    pub(crate) async fn tab(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let mut session = self.session().await;
        session.start(self.sessions, self.cx).await?;
        Ok(session)
    }

    /// As [`tab`](Self::tab), and no dialog keeps the page from answering.
    pub(crate) async fn page(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let session = self.tab().await?;
        session.refuse_dialog()?;
        Ok(session)
    }
}
