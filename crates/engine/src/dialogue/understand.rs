use std::sync::Arc;

use jiff::civil::DateTime;
use lemmascope_intent::{Report, Value, View};
use lemmascope_language::reader::{Reader, Reading};

use super::speakables::speakables;
use crate::engine::Engine;
use crate::lock::lock;
use crate::report::mask_report;
use crate::request::Request;

impl Engine {
    /// Reads a sentence without executing it.
    pub(crate) async fn understand(&self, sentence: &str, why: bool, request: &Request) -> Report {
        let reading = self.read_one(sentence, why, request).await;
        let mut secrets = lock(&self.conversations.of(&request.session)).secrets.clone();
        secrets.learn_by_look(&Value::from(sentence));
        let sensitive = self.sensitive();
        for (name, value) in &reading.parameters {
            secrets.learn_from(&value.clone().guarded(name, &sensitive));
        }
        mask_report(shown(&reading, why), &secrets)
    }

    /// Returns the sentence reader of a session. It is created for the first sentence, and again after the
    /// registered intents have changed.
    pub(super) fn reader(&self, session: &str) -> Arc<Reader> {
        let (made, speakables) = self.read(|state| {
            let registry = state.registry(session);
            let caller = state.caller(session);
            let made = registry.reader(&caller);
            let speakables = made
                .get()
                .is_none()
                .then(|| speakables(registry, &caller, state.priority(), &self.catalog, &self.sentences));
            (made, speakables)
        });
        Arc::clone(made.get_or_init(|| {
            let (speakables, things) = (speakables.unwrap_or_default(), Arc::clone(self.catalog.kinds()));
            Arc::new(Reader::kept_in(&self.home, &self.program, speakables, things))
        }))
    }
}

/// Returns the current local time.
pub(super) fn now() -> DateTime {
    jiff::Zoned::now().datetime()
}

/// Returns a report that contains only the reading.
fn shown(reading: &Reading, why: bool) -> Report {
    let mut json = reading.to_json();
    if why {
        json["why"] = serde_json::json!(reading.why);
    }
    let mut report = Report::ok("understand");
    report.view = Some(View {
        alone: true,
        head: reading.head(),
        lines: reading.lines(why),
        data: Value::from(json).into(),
        ..View::default()
    });
    report
}
