use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_browser::address::refuse_local;
use lemmascope_browser::driver::admit_page;
use lemmascope_browser::files::Files;
use lemmascope_browser::session::{Deadline, Found, Sessions, WebSession, files_of};
use lemmascope_browser::settings;
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Context, Failure, parse_duration};
use tokio::sync::OwnedMutexGuard;

/// The name of a block of steps that run in another tab.
pub(crate) const BLOCK: &str = "tab";

/// The margin by which a waiting call gives up before the engine's timeout.
const MARGIN: Duration = Duration::from_millis(250);

/// A call of a verb: its context and its time limit.
pub(crate) struct Visit<'a> {
    pub(crate) sessions: &'a Arc<Sessions>,
    pub(crate) cx: &'a Context,
    began: Instant,
    /// The `--timeout` value.
    given: Option<Duration>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(sessions: &'a Arc<Sessions>, cx: &'a Context, args: &Args) -> Result<Self, Failure> {
        let given = args.optional_text("timeout").map(duration).transpose()?;
        Ok(Self { sessions, cx, began: Instant::now(), given })
    }

    /// The timeout of an action for its element.
    pub(crate) fn patience(&self) -> Duration {
        self.bounded(self.given.unwrap_or_else(|| settings::duration(self.cx, "web.action_timeout")))
    }

    /// The timeout for loading a page, or for an event on it.
    pub(crate) fn limit(&self) -> Duration {
        self.bounded(self.given.unwrap_or(self.cx.limit))
    }

    /// The timeout as a deadline.
    pub(crate) fn until(&self) -> Deadline {
        Deadline::within(self.limit())
    }

    /// Whether an ambiguous target is a failure.
    pub(crate) fn is_strict(&self) -> bool {
        let setting = self.cx.setting("intent_engine.resolution.strict_mode");
        setting.and_then(|strict| strict.as_bool()).unwrap_or(false)
    }

    /// The remaining time of the call, up to shortly before the engine's timeout.
    pub(super) fn left(&self) -> Duration {
        self.cx.limit.saturating_sub(self.began.elapsed() + MARGIN)
    }

    fn bounded(&self, limit: Duration) -> Duration {
        limit.min(self.left())
    }

    /// Locks the session of this call in any state, possibly without a browser.
    pub(crate) async fn session(&self) -> OwnedMutexGuard<WebSession> {
        match self.cx.block(BLOCK) {
            Some(tab) => match self.sessions.beside(&self.cx.session, tab).await {
                Some(session) => session,
                None => self.sessions.enter(&self.cx.session).await,
            },
            None => self.sessions.enter(&self.cx.session).await,
        }
    }

    /// Locks the session with a running browser and an open tab, starting both if necessary. A dialog may be
    /// open.
    pub(crate) async fn tab(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let session = self.departure().await?;
        if let Some(sandbox) = &self.cx.sandbox {
            admit_page(sandbox, &session.tab()?.state().url)?;
        }
        Ok(session)
    }

    /// Works as [`tab`](Self::tab), for a call that leaves the page without reading it: a pack may navigate
    /// to its own pages from any other.
    pub(crate) async fn departure(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let name = &self.cx.session;
        let tab = self.cx.block(BLOCK);
        if let Some(tab) = tab
            && let Some(mut session) = self.sessions.beside(name, tab).await
        {
            session.confine(self.cx.sandbox.as_ref()).await?;
            session.guard_files(self.sessions, self.cx)?;
            return Ok(session);
        }
        let mut session = self.sessions.enter(name).await;
        session.start(self.sessions, self.cx).await?;
        session.confine(self.cx.sandbox.as_ref()).await?;
        session.guard_files(self.sessions, self.cx)?;
        match tab {
            Some(tab) => Ok(self.sessions.put_beside(name, tab, session.beside(tab).await?).await),
            None => Ok(session),
        }
    }

    /// Works as [`tab`](Self::tab), and fails if a dialog blocks the page.
    pub(crate) async fn page(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let session = self.tab().await?;
        session.refuse_dialog()?;
        Ok(session)
    }

    /// The file access of the call.
    pub(crate) fn files(&self) -> Files {
        files_of(self.sessions, self.cx)
    }

    /// Refuses to open a file that may not be read, or an address that an untrusted definition may not open.
    pub(crate) async fn admit(&self, url: &str) -> Result<(), Failure> {
        self.files().admit(url).await?;
        let Some(sandbox) = &self.cx.sandbox else { return Ok(()) };
        refuse_local(url)?;
        admit_page(sandbox, url)
    }

    /// Resolves the target in the argument with this name.
    pub(crate) async fn target(
        &self,
        session: &mut WebSession,
        args: &Args,
        name: &str,
        rules: &Rules<'_>,
    ) -> Result<Found, Failure> {
        let target = args.get(name).ok_or_else(|| {
            Failure::new(Cause::MissingParameter, format!("parameter \"{name}\" is missing"))
        })?;
        let rules = Rules { strict: self.is_strict(), ..*rules };
        let until = Deadline::within(self.patience().min(COMING));
        let found = loop {
            match session.find(target, &rules).await {
                // On a page that has just changed, the target may be about to appear.
                Err(failure)
                    if matches!(failure.cause, Cause::TargetNotFound | Cause::ElementNotVisible)
                        && !until.is_over()
                        && session.is_unsettled(UNSETTLED).await =>
                {
                    session.wait_for_change(until).await?;
                }
                Err(failure) if failure.asks => return Err(failure.about(name)),
                other => break other?,
            }
        };
        session.notice(&found.notes);
        self.cx.logbook.acts_on(session.subject(&found, name).await);
        Ok(found)
    }
}

/// How long a missing target is waited for while the page keeps changing.
const COMING: Duration = Duration::from_millis(1500);
/// The time without changes after which a page counts as settled.
const UNSETTLED: Duration = Duration::from_millis(600);

/// Parses a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, Failure> {
    parse_duration(text).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a duration"))
            .hint("Write it as 500ms, 5s or 2m.")
    })
}
