use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_browser::address::refuse_local;
use lemmascope_browser::driver::admit_page;
use lemmascope_browser::files::Files;
use lemmascope_browser::session::{Found, Sessions, Until, WebSession, files_of};
use lemmascope_browser::settings;
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Context, Failure, parse_duration};
use tokio::sync::OwnedMutexGuard;

/// The word for a block of steps that are done in another tab.
pub(crate) const BLOCK: &str = "tab";

/// A call that waits gives up so much earlier than the engine would break it off.
const MARGIN: Duration = Duration::from_millis(250);

/// One call of a verb: on whose behalf, and how long it may take.
pub(crate) struct Visit<'a> {
    pub(crate) sessions: &'a Arc<Sessions>,
    pub(crate) cx: &'a Context,
    began: Instant,
    /// What `--timeout` says.
    given: Option<Duration>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(sessions: &'a Arc<Sessions>, cx: &'a Context, args: &Args) -> Result<Self, Failure> {
        let given = args.optional_text("timeout").map(duration).transpose()?;
        Ok(Self { sessions, cx, began: Instant::now(), given })
    }

    /// How long an action may wait for its element.
    pub(crate) fn patience(&self) -> Duration {
        self.bounded(self.given.unwrap_or_else(|| settings::duration(self.cx, "web.action_timeout")))
    }

    /// How long a page may take to come, or something to happen on it.
    pub(crate) fn limit(&self) -> Duration {
        self.bounded(self.given.unwrap_or(self.cx.limit))
    }

    /// The same as a moment.
    pub(crate) fn until(&self) -> Until {
        Until::within(self.limit())
    }

    /// Whether a target that may be several things is a failure.
    pub(crate) fn is_strict(&self) -> bool {
        let setting = self.cx.setting("intent_engine.resolution.strict_mode");
        setting.and_then(|strict| strict.as_bool()).unwrap_or(false)
    }

    /// How much of the time of the call is left, short of the moment at which the engine breaks it off.
    pub(super) fn left(&self) -> Duration {
        self.cx.limit.saturating_sub(self.began.elapsed() + MARGIN)
    }

    fn bounded(&self, limit: Duration) -> Duration {
        limit.min(self.left())
    }

    /// The session of this call, whatever state it is in: there may be no browser yet.
    pub(crate) async fn session(&self) -> OwnedMutexGuard<WebSession> {
        match self.cx.block(BLOCK) {
            Some(tab) => match self.sessions.beside(&self.cx.session, tab).await {
                Some(session) => session,
                None => self.sessions.enter(&self.cx.session).await,
            },
            None => self.sessions.enter(&self.cx.session).await,
        }
    }

    /// The session with a browser that runs and a tab to work in; both are started when they are not there. A
    /// dialog may be open.
    pub(crate) async fn tab(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let session = self.departure().await?;
        if let Some(sandbox) = &self.cx.sandbox {
            admit_page(sandbox, &session.tab()?.state().url)?;
        }
        Ok(session)
    }

    /// As [`tab`](Self::tab), for a call that leaves the page without looking at it: a pack may go to a separate page
    /// from any other.
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

    /// As [`tab`](Self::tab), and no dialog keeps the page from answering.
    pub(crate) async fn page(&self) -> Result<OwnedMutexGuard<WebSession>, Failure> {
        let session = self.tab().await?;
        session.refuse_dialog()?;
        Ok(session)
    }

    /// The way to the user's files.
    pub(crate) fn files(&self) -> Files {
        files_of(self.sessions, self.cx)
    }

    /// Refuses to open an address of a file that may not be read, or one that a definition is not trusted to open.
    pub(crate) async fn admit(&self, url: &str) -> Result<(), Failure> {
        self.files().admit(url).await?;
        let Some(sandbox) = &self.cx.sandbox else { return Ok(()) };
        refuse_local(url)?;
        admit_page(sandbox, url)
    }

    /// The element that the argument of this name means.
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
        let until = Until::within(self.patience().min(COMING));
        let found = loop {
            match session.find(target, &rules).await {
                // On a page that has just changed it may be about to come.
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

/// How long a target that is not there is waited for, as long as the page goes on to change.
const COMING: Duration = Duration::from_millis(1500);
/// A page that has been at rest for so long does not change by what was done before.
const UNSETTLED: Duration = Duration::from_millis(600);

/// A duration that a person wrote.
pub(crate) fn duration(text: &str) -> Result<Duration, Failure> {
    parse_duration(text).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a duration"))
            .hint("Write it as 500ms, 5s or 2m.")
    })
}
