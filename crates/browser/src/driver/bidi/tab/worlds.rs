use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::connection::PROMPTLY;
use super::super::preload;
use super::Tab;

impl Tab {
    /// Records the realm of a frame at the start of a navigation.
    pub(in super::super) fn record_departing_realm(&self, frame: &FrameId) {
        let realm = self.state().frame(frame).and_then(|frame| frame.isolated.clone());
        let mut departing_realms = self.departing_realms();
        match realm {
            Some(world) => departing_realms.insert(frame.clone(), world.unique),
            None => departing_realms.remove(frame),
        };
    }

    /// Handles a new document in a frame. If it reuses the window of the initial empty document, the engine's
    /// scripts have run for that document only, so they run again before the next call.
    pub(in super::super) fn reinject_scripts(&self, frame: &FrameId) {
        let before = self.departing_realms().remove(frame);
        let world = {
            let mut state = self.state();
            let Some(record) = state.frame_mut(frame) else { return };
            let is_same =
                record.isolated.as_ref().is_some_and(|world| Some(&world.unique) == before.as_ref());
            if !is_same {
                return;
            }
            record.isolated.take()
        };
        let Some(world) = world else { return };
        let (tab, frame) = (self.clone(), frame.clone());
        tokio::spawn(async move {
            let call = json!({
                "functionDeclaration": preload::again(&tab.context_state().options.script),
                "awaitPromise": false,
                "target": {"realm": world.unique},
                "serializationOptions": {"maxObjectDepth": 0},
            });
            match tab.connection().call("script.callFunction", call, PROMPTLY).await {
                Ok(_) => tab.change(|state| {
                    if let Some(record) = state.frame_mut(&frame) {
                        record.isolated.get_or_insert(world);
                    }
                }),
                Err(fault) => tracing::debug!(%fault, "a document is left without our scripts"),
            }
        });
    }

    /// Queries the name of a frame, which the protocol does not report.
    pub(in super::super) fn query_frame_name(&self, frame: &FrameId) {
        let (tab, frame) = (self.clone(), frame.clone());
        tokio::spawn(async move {
            let name = tab.call(&frame, "() => globalThis.name", json!([]), PROMPTLY).await;
            let Ok(Value::String(name)) = name else { return };
            tab.change(|state| {
                if let Some(record) = state.frame_mut(&frame) {
                    record.name = name;
                }
            });
        });
    }

    fn departing_realms(&self) -> MutexGuard<'_, HashMap<FrameId, String>> {
        self.inner.departing_realms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
