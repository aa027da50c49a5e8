//! Replay of a learned definition in a fresh session, from the address of its last observation.

use lemmascope_intent::definition::{ConditionKind, Template};
use lemmascope_intent::{Cause, Definition, Failure, Object, Operation, Report, Status, Value};
use lemmascope_language::command::Command;

use crate::commands::define::refused;
use crate::engine::Engine;
use crate::learning::{LEARNED, Sample, TESTING};
use crate::plan::Invocation;
use crate::request::Request;

impl Engine {
    /// Replays a draft, a proposal, or a learned intent.
    pub(super) async fn learn_test(
        &self,
        command: &Command,
        name: &str,
        request: &Request,
    ) -> Result<Report, Failure> {
        let policy = self.learning_policy();
        let draft = self.learning.draft(&request.session).filter(|draft| draft.name == name);
        let saved = self.read(|state| {
            let entry = state.resolve(name, &request.session)?;
            entry.definition.tags.iter().any(|tag| tag == LEARNED).then(|| entry.source.to_string())
        });
        let source = match (draft, saved) {
            (Some(draft), _) => self.learned_entry(&draft, &request.session)?.source.to_string(),
            (None, Some(source)) => source,
            (None, None) => {
                let draft = self.draft_of(&self.proposal(&policy, name, request).await?);
                self.learned_entry(&draft, &request.session)?.source.to_string()
            }
        };
        let sample = self.student(&policy, &request.owner).await.sample(name);
        let given = given(command)?;
        let session = match command.has("here") {
            true => None,
            false => Some(request.owner.session(&format!("{TESTING}{}", unique()))),
        };
        let report = self.replay(name, &source, &sample, &given, session.as_deref(), request).await?;
        if report.status == Status::Ok && session.is_some() {
            let mut student = self.student(&policy, &request.owner).await;
            student.note_replayed(&source);
            self.store_decisions(&policy, &request.owner, &student).await?;
        }
        Ok(report)
    }

    async fn replay(
        &self,
        name: &str,
        source: &str,
        sample: &Sample,
        given: &Object,
        fresh: Option<&str>,
        request: &Request,
    ) -> Result<Report, Failure> {
        let session = fresh.unwrap_or(&request.session);
        let entry = self.session_entry(source.to_string())?;
        let parameters = entry.parameters();
        let success = expected_text(&entry.definition);
        let own = request.beside(session);
        let mut prologue = None;
        if fresh.is_some()
            && let (Some(place), Some(verb)) = (&sample.place, self.catalog.operation(Operation::Visit))
        {
            let visit = Invocation {
                name: verb.into(),
                said: verb.into(),
                options: vec![("url".into(), Some(place.as_str().into()))],
                ..Invocation::default()
            };
            prologue = Some(self.invoke(visit, &own).await).filter(|report| report.status != Status::Ok);
        }
        let report = match prologue {
            Some(failed) => failed,
            None => {
                let before = self.read(|state| state.resolve(name, session).map(|it| it.source.to_string()));
                let defined = self.write(|state| state.define(session, entry));
                defined.map_err(|fault| refused(&fault.diagnostics))?;
                let seen = |name: &str| {
                    let (_, value) = sample.values.iter().find(|(known, _)| known == name)?;
                    Some(Value::from(value.clone()))
                };
                let values = parameters.iter().filter_map(|parameter| {
                    let value = given.get(&parameter.name).cloned().or_else(|| seen(&parameter.name))?;
                    Some((parameter.name.clone(), Some(value)))
                });
                let invocation = Invocation {
                    name: name.into(),
                    said: name.into(),
                    options: values.collect(),
                    ..Invocation::default()
                };
                let report = Box::pin(self.invoke(invocation, &own)).await;
                if fresh.is_none() && before.is_none() {
                    self.write(|state| state.undefine(session, Some(name)));
                }
                report
            }
        };
        // The records of the replay are committed before its report is returned.
        let settled = own.unsettled.settle().await;
        if fresh.is_some() {
            self.close_test(session, request).await?;
        }
        settled.map(|()| told(name, success.as_deref(), report))
    }

    /// Closes the resources of a test.
    async fn close_test(&self, session: &str, request: &Request) -> Result<(), Failure> {
        let arguments = [("name", Some(session.into()))];
        // If no page was opened, there is nothing to close.
        let _closed = self.tell_domain(Operation::CloseSession, session, &arguments, request).await;
        self.forget_session(session).await
    }
}

/// Returns the text that proves the success of a learned definition.
fn expected_text(definition: &Definition) -> Option<String> {
    definition.success.conditions.iter().find_map(|condition| match &condition.kind {
        ConditionKind::TextContains { texts, .. } => match texts.first()? {
            Template::Literal(Value::Text(text)) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// Parses the given values.
fn given(command: &Command) -> Result<Object, Failure> {
    let Some(text) = command.option("values").and_then(|value| value.as_str()) else {
        return Ok(Object::new());
    };
    let read = serde_json::from_str::<serde_json::Value>(text).ok().map(Value::from);
    read.as_ref().and_then(Value::as_object).cloned().ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, "the values are no JSON object")
            .hint("Write them as in --values '{\"rating\": 5}'.")
    })
}

/// Returns the report of a replay, with a line for each step.
fn told(name: &str, success: Option<&str>, report: Report) -> Report {
    let mark = |ok: bool| if ok { '✓' } else { '✗' };
    let mut lines: Vec<String> = report
        .actions
        .iter()
        .enumerate()
        .map(|(at, action)| format!("{} Step {}: {}", mark(action.ok), at + 1, action.line))
        .collect();
    if report.status == Status::Ok {
        lines.push(match success {
            Some(text) => format!("✓ Success: text {} found", serde_json::Value::from(text)),
            None => "✓ Every step was executed.".into(),
        });
    } else if let Some(message) = &report.summary {
        lines.push(format!("✗ {message}"));
    }
    let mut told = Report { intent: "learn test".into(), actions: Vec::new(), ..report };
    let summary = if told.status == Status::Ok { Some(name.to_string()) } else { told.summary.take() };
    told.summary = summary;
    // Its last page belongs to a session that is already closed.
    told.view = None;
    told.section("test", lines)
}

/// Returns a unique name.
fn unique() -> String {
    format!("{:x}", jiff::Timestamp::now().as_microsecond())
}
