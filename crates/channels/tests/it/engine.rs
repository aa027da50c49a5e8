//! A substitute for the engine in tests of the gateway. It records its executions in a file, so that
//! duplicates are detected. The tests of the program cover the real engine.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use lemmascope_intent::{
    BoxFuture, Cause, Event, Failure, Owner, RecordedRun, Seals, Secret, Submission, Submit,
    SubmittedRequest, Value,
};
use serde_json::{Value as Json, json};

/// Records its executions.
pub(crate) struct Recorder {
    journal: PathBuf,
    runs: AtomicUsize,
    settings: HashMap<&'static str, Value>,
}

impl Recorder {
    pub(crate) fn new(journal: &Path) -> Self {
        Self { journal: journal.into(), runs: AtomicUsize::new(1), settings: HashMap::new() }
    }

    /// Adds a setting.
    pub(crate) fn with(mut self, key: &'static str, value: &str) -> Self {
        self.settings.insert(key, value.into());
        self
    }

    /// Returns the recorded executions.
    pub(crate) fn done(journal: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(journal).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    /// Returns the path of a run's report.
    fn record(&self, run: &str) -> PathBuf {
        self.journal.with_file_name(run)
    }

    fn carry_out(&self, submission: &Submission) -> Result<Json, Failure> {
        let text = match &submission.request {
            SubmittedRequest::Sentence(text) | SubmittedRequest::Line(text) => text.clone(),
            SubmittedRequest::Call { name, parameters, .. } => {
                format!("{name} {}", json!(Value::Object(parameters.clone())))
            }
        };
        let confirmed = submission.confirm.as_deref() == Some("digest-1");
        match text.as_str() {
            it if it.starts_with("dangerous") && !confirmed => {
                return Ok(
                    json!({"status": "ask", "summary": format!("Really {it}?"), "digest": "digest-1"}),
                );
            }
            "unclear" => return Ok(json!({"status": "ask", "summary": "Which one?"})),
            it if it.starts_with("broken") => {
                return Ok(
                    json!({"status": "error", "code": "TARGET_NOT_FOUND", "summary": "there is no such card"}),
                );
            }
            "unreadable" => return Err(Failure::new(Cause::InvalidParameter, "that cannot be read")),
            _ => {}
        }
        let run = format!("run-{}-{}", std::process::id(), self.runs.fetch_add(1, Ordering::Relaxed));
        submission.events.emit(Event::RunStarted { run: run.clone(), intent: "test".into(), steps: 1 });
        if submission.cancellation.is_cancelled() {
            return Err(Failure::new(Cause::Cancelled, "the run was cancelled"));
        }
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.journal).unwrap();
        // Written in one call, so that lines of concurrent runs are not mixed.
        let line = format!("{} {} {text}\n", submission.owner, submission.session);
        file.write_all(line.as_bytes()).unwrap();
        let report = json!({"status": "ok", "summary": format!("did {text}"), "run": run});
        std::fs::write(self.record(&run), report.to_string()).unwrap();
        Ok(report)
    }
}

impl Submit for Recorder {
    fn submit(&self, submission: Submission) -> BoxFuture<'static, Result<Json, Failure>> {
        let report = self.carry_out(&submission);
        Box::pin(async move { report })
    }

    fn recorded(&self, _owner: &Owner, run: &str) -> BoxFuture<'static, Result<RecordedRun, Failure>> {
        let report = std::fs::read_to_string(self.record(run)).ok();
        let recorded = report.map(|it| RecordedRun::Ended(serde_json::from_str(&it).unwrap()));
        Box::pin(async move { Ok(recorded.unwrap_or(RecordedRun::Unknown)) })
    }

    fn setting(&self, key: &str) -> Option<Value> {
        self.settings.get(key).cloned()
    }

    fn seals(&self, owner: &Owner) -> Option<Seals> {
        let (one, other) = (owner.to_string(), owner.to_string());
        Some(Seals::new(
            move |name, secret| Ok(format!("{one}/{name}/{}", secret.expose()).into_bytes()),
            move |name, sealed| {
                let text = String::from_utf8(sealed.to_vec()).unwrap();
                let secret = text.strip_prefix(&format!("{other}/{name}/"));
                secret
                    .map(|secret| Secret::new(secret.into()))
                    .ok_or_else(|| Failure::new(Cause::Failed, "sealed for somebody else"))
            },
        ))
    }
}
