//! A tab and its commands, in a file for each area.

mod capture;
mod dialogs;
mod dragging;
mod evaluation;
mod files;
mod frame_owners;
mod highlight;
mod input;
mod listeners;
mod liveness;
mod navigation;
mod shadow_roots;

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use tokio::sync::Notify;

use super::super::frame::{Frame, FrameId};
use super::super::obstacle::{closed, obstacle};
use super::super::screencast::ScreencastReceivers;
use super::super::state::TabState;
use super::connection::{Connection, PROMPTLY};
use super::context::ContextState;
use super::fault::Fault;
use super::protocol::{Command, target};

pub(super) use capture::handle_screencast_frame;
pub(super) use dragging::handle_drag_intercepted;

/// The interval between retries, unless an event arrives earlier.
const BETWEEN: Duration = Duration::from_millis(50);

/// A handle to a tab, cheap to clone.
#[derive(Clone)]
pub struct Tab {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    session: String,
    connection: Arc<Connection>,
    context_state: Arc<ContextState>,
    state: Mutex<TabState>,
    /// Notified on every change of the state.
    changed: Notify,
    held: Mutex<input::PressedInput>,
    drag: Mutex<Option<dragging::DragData>>,
    screencast_receivers: Mutex<ScreencastReceivers>,
    highlights: Mutex<Vec<highlight::Highlight>>,
    /// The sessions that did not answer in time and are being recovered.
    silent: Mutex<HashSet<String>>,
    /// The document that was last unresponsive, and how many times it was.
    hung: Mutex<Option<(String, u32)>>,
    /// Held while a script is being terminated. No commands are sent to the page meanwhile, because their
    /// scripts could be terminated too.
    ending: tokio::sync::Mutex<()>,
    /// The number of terminated scripts.
    endings: AtomicU64,
    /// The number of the last call in the isolated world.
    calls: AtomicU64,
}

impl Tab {
    pub(super) fn new(
        id: String,
        session: String,
        connection: Arc<Connection>,
        context_state: Arc<ContextState>,
    ) -> Self {
        let inner = Inner {
            id,
            session,
            connection,
            context_state,
            state: Mutex::default(),
            changed: Notify::new(),
            held: Mutex::default(),
            drag: Mutex::default(),
            screencast_receivers: Mutex::default(),
            highlights: Mutex::default(),
            silent: Mutex::default(),
            hung: Mutex::default(),
            ending: tokio::sync::Mutex::default(),
            endings: AtomicU64::default(),
            calls: AtomicU64::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The protocol's id of the tab.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// Locks the state that events have reported. The guard must not be held across an await.
    pub fn state(&self) -> MutexGuard<'_, TabState> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the state satisfies a condition, which is checked after every event. Returns whether it
    /// was satisfied within the limit.
    pub async fn wait(&self, limit: Duration, mut until: impl FnMut(&TabState) -> bool + Send) -> bool {
        let end = Instant::now().checked_add(limit);
        loop {
            let changed = self.inner.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if until(&self.state()) {
                return true;
            }
            match end {
                None => changed.await,
                Some(end) => {
                    if tokio::time::timeout_at(end.into(), changed).await.is_err() {
                        return until(&self.state());
                    }
                }
            }
        }
    }

    /// The current frames, with the main frame first and each frame after its parent. While an untrusted
    /// definition runs, frames of other sites are left out.
    pub fn frames(&self) -> Vec<Frame> {
        let confinement = self.context_state().rules().confinement();
        self.state().visible_frames(confinement.as_ref())
    }

    /// Returns the main frame, or a failure when the tab has lost it.
    pub fn main_frame(&self) -> Result<FrameId, Failure> {
        self.state().main_frame().ok_or_else(closed)
    }

    /// Queries the current title, because the browser reports only some of its changes. The browser answers
    /// even if the page hangs.
    pub async fn title(&self) -> Result<String, Failure> {
        let ask = target::GetTargetInfo { target_id: self.id() };
        let title = self.inner.connection.call(None, &ask, PROMPTLY).await?.target_info.title;
        self.change(|state| state.title.clone_from(&title));
        Ok(title)
    }

    /// Closes the tab without a `beforeunload` dialog.
    pub async fn close(&self) -> Result<(), Failure> {
        let close = target::CloseTarget { target_id: self.id() };
        self.inner.connection.call(None, &close, PROMPTLY).await?;
        self.wait(PROMPTLY, |state| state.closed).await;
        Ok(())
    }

    /// Brings the tab to the front.
    pub async fn activate(&self) -> Result<(), Failure> {
        let activate = target::ActivateTarget { target_id: self.id() };
        self.inner.connection.call(None, &activate, PROMPTLY).await?;
        Ok(())
    }

    pub(super) fn session(&self) -> &str {
        &self.inner.session
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.inner.connection
    }

    pub(super) fn context_state(&self) -> &Arc<ContextState> {
        &self.inner.context_state
    }

    pub(super) fn has_frame(&self, id: &str) -> bool {
        self.state().frames.iter().any(|frame| frame.id.as_str() == id)
    }

    /// Changes the state and wakes all waiting tasks.
    pub(super) fn change(&self, change: impl FnOnce(&mut TabState)) {
        change(&mut self.state());
        self.inner.changed.notify_waiters();
    }

    /// Sends a command through one of the tab's sessions. Fails at once when the tab is closed or has
    /// crashed, or when a dialog is open, even if that happens while waiting.
    async fn ask<C: Command>(
        &self,
        session: &str,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Failure> {
        if let Some(obstacle) = obstacle(&self.state()) {
            return Err(obstacle);
        }
        let begun = Instant::now();
        // The browser answers only after the script was terminated, so the limit includes that time.
        let ended = tokio::time::timeout(limit, self.inner.ending.lock()).await;
        drop(ended.map_err(|_| Fault::TimedOut { method: C::METHOD })?);
        let limit = limit.saturating_sub(begun.elapsed());
        let mut met = None;
        let hindered = self.wait(Duration::MAX, |state| {
            met = obstacle(state);
            met.is_some()
        });
        tokio::select! {
            biased;
            answer = self.retry_between_documents(session, command, limit) => {
                if matches!(answer, Err(Fault::TimedOut { .. })) {
                    self.recover_frame(session, begun);
                }
                return Ok(answer?);
            }
            _ = hindered => {}
        }
        Err(met.unwrap_or_else(closed))
    }

    /// Retries a command while the browser reports that it is between two documents, since the command was
    /// not executed then.
    async fn retry_between_documents<C: Command>(
        &self,
        session: &str,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Fault> {
        let end = Instant::now().checked_add(limit);
        loop {
            let left = end.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            match self.inner.connection.call(Some(session), command, left).await {
                Err(fault) if fault.is_transient() && left > BETWEEN => {
                    let mut told = 0;
                    self.wait(BETWEEN, |_| {
                        told += 1;
                        told > 1
                    })
                    .await;
                }
                answer => return answer,
            }
        }
    }

    async fn send_to_main_session<C: Command>(
        &self,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Failure> {
        self.ask(self.session(), command, limit).await
    }
}
