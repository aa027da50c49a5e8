//! A tab and its commands, in a file for each area.

mod capture;
mod dialogs;
mod dragging;
mod evaluation;
mod files;
mod frame_owners;
mod hit_testing;
mod input;
mod listeners;
mod liveness;
mod navigation;
mod shadow_roots;
mod worlds;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::super::frame::{Frame, FrameId};
use super::super::obstacle::{closed, obstacle};
use super::super::screencast::ScreencastReceivers;
use super::super::state::TabState;
use super::connection::{Connection, PROMPTLY};
use super::context::ContextState;

/// A handle to a tab, cheap to clone.
#[derive(Clone)]
pub struct Tab {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    connection: Arc<Connection>,
    context_state: Arc<ContextState>,
    state: Mutex<TabState>,
    /// Notified on every change of the state.
    changed: Notify,
    held: Mutex<input::PressedInput>,
    screencast_receivers: Mutex<ScreencastReceivers>,
    /// The realm of the document and the handle of the function that lists its elements with listeners, by
    /// frame.
    listeners: Mutex<HashMap<FrameId, (String, String)>>,
    /// The realm of the sandbox at the start of the last navigation, by frame.
    departing_realms: Mutex<HashMap<FrameId, String>>,
}

impl Tab {
    pub(super) fn new(id: String, connection: Arc<Connection>, context_state: Arc<ContextState>) -> Self {
        let inner = Inner {
            id,
            connection,
            context_state,
            state: Mutex::default(),
            changed: Notify::new(),
            held: Mutex::default(),
            screencast_receivers: Mutex::default(),
            listeners: Mutex::default(),
            departing_realms: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The protocol's id of the tab, which is that of its main frame.
    pub(in super::super) fn id(&self) -> &str {
        &self.inner.id
    }

    pub(in super::super) fn state(&self) -> MutexGuard<'_, TabState> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in super::super) async fn wait(
        &self,
        limit: Duration,
        mut until: impl FnMut(&TabState) -> bool + Send,
    ) -> bool {
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

    pub(in super::super) fn frames(&self) -> Vec<Frame> {
        let confinement = self.context_state().rules().confinement();
        self.state().visible_frames(confinement.as_ref())
    }

    pub(in super::super) fn main_frame(&self) -> Result<FrameId, Failure> {
        self.state().main_frame().ok_or_else(closed)
    }

    /// Queries the current title. For a hanging page, returns the last known one.
    pub(in super::super) async fn title(&self) -> Result<String, Failure> {
        let main = self.main_frame()?;
        let title = match self.call(&main, "() => document.title", json!([]), PROMPTLY).await {
            Ok(title) => title.as_str().unwrap_or_default().to_string(),
            Err(failure) if self.state().closed => return Err(failure),
            Err(_) => self.state().title.clone(),
        };
        self.change(|state| state.title.clone_from(&title));
        Ok(title)
    }

    /// Queries the title, because the browser sends no event for it.
    pub(super) fn query_title(&self) {
        let tab = self.clone();
        tokio::spawn(async move {
            if let Err(failure) = tab.title().await {
                tracing::debug!(%failure, "a title could not be learned");
            }
        });
    }

    pub(in super::super) async fn close(&self) -> Result<(), Failure> {
        let close = json!({"context": self.id(), "promptUnload": false});
        self.inner.connection.call("browsingContext.close", close, PROMPTLY).await?;
        self.wait(PROMPTLY, |state| state.closed).await;
        Ok(())
    }

    pub(in super::super) async fn activate(&self) -> Result<(), Failure> {
        let activate = json!({"context": self.id()});
        self.inner.connection.call("browsingContext.activate", activate, PROMPTLY).await?;
        Ok(())
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.inner.connection
    }

    pub(super) fn context_state(&self) -> &Arc<ContextState> {
        &self.inner.context_state
    }

    /// Changes the state and wakes all waiting tasks.
    pub(super) fn change(&self, change: impl FnOnce(&mut TabState)) {
        change(&mut self.state());
        self.inner.changed.notify_waiters();
    }

    /// Sends a command about the tab. Fails at once when the tab is closed or a dialog is open, even if that
    /// happens while waiting.
    async fn ask(&self, method: &'static str, params: Value, limit: Duration) -> Result<Value, Failure> {
        if let Some(obstacle) = obstacle(&self.state()) {
            return Err(obstacle);
        }
        let mut met = None;
        let hindered = self.wait(Duration::MAX, |state| {
            met = obstacle(state);
            met.is_some()
        });
        tokio::select! {
            biased;
            answer = self.inner.connection.call(method, params, limit) => return Ok(answer?),
            _ = hindered => {}
        }
        Err(met.unwrap_or_else(closed))
    }
}
