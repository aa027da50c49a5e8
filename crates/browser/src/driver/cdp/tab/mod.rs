//! A tab, and what it can be told and asked, in a file for each kind of thing.

mod capture;
mod dialogs;
mod dragging;
mod evaluation;
mod files;
mod hanging;
mod highlight;
mod input;
mod listeners;
mod navigation;
mod owners;
mod shadows;

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use tokio::sync::Notify;

use super::super::frame::{Frame, FrameId};
use super::super::obstacle::{closed, obstacle};
use super::super::screencast::Takers;
use super::super::state::TabState;
use super::connection::{Connection, PROMPTLY};
use super::context::Household;
use super::fault::Fault;
use super::protocol::{Command, target};

pub(super) use capture::screencast_frame;
pub(super) use dragging::drag_begun;

/// How long until one asks again, unless something happens before.
const BETWEEN: Duration = Duration::from_millis(50);

/// A tab. Cheap to clone.
#[derive(Clone)]
pub struct Tab {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    session: String,
    connection: Arc<Connection>,
    household: Arc<Household>,
    state: Mutex<TabState>,
    /// Rung with every change of the state.
    changed: Notify,
    held: Mutex<input::Held>,
    drag: Mutex<Option<dragging::Carried>>,
    takers: Mutex<Takers>,
    highlights: Mutex<Vec<highlight::Highlight>>,
    /// The sessions whose page has not answered in time and is seen to.
    silent: Mutex<HashSet<String>>,
    /// The document that was last found unresponsive, and how often it was.
    hung: Mutex<Option<(String, u32)>>,
    /// Held while a script is being ended. Nothing is asked of the page meanwhile, lest it be ended as well.
    ending: tokio::sync::Mutex<()>,
    /// How many scripts were ended.
    endings: AtomicU64,
    /// The number of the last call in our world.
    calls: AtomicU64,
}

impl Tab {
    pub(super) fn new(
        id: String,
        session: String,
        connection: Arc<Connection>,
        household: Arc<Household>,
    ) -> Self {
        let inner = Inner {
            id,
            session,
            connection,
            household,
            state: Mutex::default(),
            changed: Notify::new(),
            held: Mutex::default(),
            drag: Mutex::default(),
            takers: Mutex::default(),
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

    /// What events have told so far. Not to be held while waiting for anything.
    pub fn state(&self) -> MutexGuard<'_, TabState> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the state is as it should be, looking again after every event. Says whether it came to that.
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

    /// The frames as they are now, the main one first and each after the one that it is in.
    /// While a person acts who is not trusted, frames of other sites are not among them.
    pub fn frames(&self) -> Vec<Frame> {
        let confinement = self.household().rules().confinement();
        self.state().visible_frames(confinement.as_ref())
    }

    /// The main frame; a failure when the tab has lost it.
    pub fn main_frame(&self) -> Result<FrameId, Failure> {
        self.state().main_frame().ok_or_else(closed)
    }

    /// The title as it is now. The browser tells of some changes of it only, so it is asked; a page that hangs does not
    /// keep it from answering.
    pub async fn title(&self) -> Result<String, Failure> {
        let ask = target::GetTargetInfo { target_id: self.id() };
        let title = self.inner.connection.call(None, &ask, PROMPTLY).await?.target_info.title;
        self.change(|state| state.title.clone_from(&title));
        Ok(title)
    }

    /// Closes the tab, without asking the page whether it wants to.
    pub async fn close(&self) -> Result<(), Failure> {
        let close = target::CloseTarget { target_id: self.id() };
        self.inner.connection.call(None, &close, PROMPTLY).await?;
        self.wait(PROMPTLY, |state| state.closed).await;
        Ok(())
    }

    /// Brings it to the front.
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

    pub(super) fn household(&self) -> &Arc<Household> {
        &self.inner.household
    }

    pub(super) fn has_frame(&self, id: &str) -> bool {
        self.state().frames.iter().any(|frame| frame.id.as_str() == id)
    }

    /// Changes the state and wakes all who wait for it to change.
    pub(super) fn change(&self, change: impl FnOnce(&mut TabState)) {
        change(&mut self.state());
        self.inner.changed.notify_waiters();
    }

    /// Asks through one of the tab's sessions. Fails at once when the tab cannot answer, or when it comes to that: it
    /// is gone, it has crashed, or a dialog stands open.
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
        // The browser answers nothing before the script has ended, so the limit holds for both.
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
            answer = self.insist(session, command, limit) => {
                if matches!(answer, Err(Fault::TimedOut { .. })) {
                    self.bring_back(session, begun);
                }
                return Ok(answer?);
            }
            _ = hindered => {}
        }
        Err(met.unwrap_or_else(closed))
    }

    /// Asks again while the browser says that it is just changing one document for the next: then it has not done
    /// what it was asked.
    async fn insist<C: Command>(
        &self,
        session: &str,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Fault> {
        let end = Instant::now().checked_add(limit);
        loop {
            let left = end.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            match self.inner.connection.call(Some(session), command, left).await {
                Err(fault) if fault.is_passing() && left > BETWEEN => {
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

    async fn ask_main<C: Command>(&self, command: &C, limit: Duration) -> Result<C::Answer, Failure> {
        self.ask(self.session(), command, limit).await
    }
}
