//! The engine as a recipient: it executes an intent to `agent://lemmascope/SESSION` in that session of the
//! sender, with the permissions that the sender had, and replies.
//!
//! The intent is executed once. Before its first step, the engine announces its run, which is recorded with
//! the task. A worker that takes over a task with a run does not start another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lemmascope_intent::{
    Cancellation, Event, EventSink, Failure, Owner, Permissions, RecordedRun, Submission, Submit,
    SubmittedRequest, Value,
};
use serde_json::{Value as Json, json};
use tokio::runtime::{Handle, RuntimeFlavor};

use super::Gateway;
use super::actions::{ASK, REPLIED, REPLY};
use super::approvals::{self, ApprovalKind};
use super::failure::GatewayFailure;
use super::journal::{self, Intent, NewEvent};
use super::status::{Status, WaitingReason};
use super::task::{self, Task};
use crate::Address;
use crate::fault::Step;
use crate::store::{now, written};

/// The maximum length of an answer, in characters.
const LONGEST_ANSWER: usize = 5000;

/// Executes the intent of a task.
pub(super) async fn execute(
    gateway: &Arc<Gateway>,
    engine: &Arc<dyn Submit>,
    task: &Task,
    cancellation: &Cancellation,
) -> Result<(), GatewayFailure> {
    let intent = journal::find(&gateway.database, &task.intent).await?;
    if intent.status.is_terminal() {
        return end(gateway, task).await;
    }
    if let Some(run) = task.data["run"].as_str() {
        let outcome = recorded(engine, &intent, run).await?;
        return answer(gateway, task, outcome).await;
    }
    let request = match request(&intent, &task.data) {
        Ok(request) => request,
        Err(reason) => {
            return answer(gateway, task, Outcome::Failed { code: "INVALID_INPUT".into(), reason }).await;
        }
    };
    begin(gateway, &intent).await?;
    gateway.fault.at(Step::BeforeExecuting);
    let confirm = task.data["confirm"].as_str().map(str::to_string);
    let report = submit(gateway, engine, task, &intent, request, confirm, cancellation).await?;
    gateway.fault.at(Step::AfterExecuting);
    answer(gateway, task, Outcome::of(report)).await
}

/// Returns the recorded outcome of a run whose worker was lost. The run is not repeated.
pub(super) async fn recorded(
    engine: &Arc<dyn Submit>,
    intent: &Intent,
    run: &str,
) -> Result<Outcome, GatewayFailure> {
    let later = |reason: String| GatewayFailure::new(503, "RUN_UNDER_WAY", reason);
    let owner = Owner::new(intent.from.strip_prefix("agent://").unwrap_or(&intent.from));
    let recorded = match owner {
        Ok(owner) => engine.recorded(&owner, run).await.map_err(|failure| later(failure.message))?,
        Err(_) => RecordedRun::Unknown,
    };
    match recorded {
        RecordedRun::Ended(report) => Ok(Outcome::of(Ok(report))),
        // A suspended worker has lost its task, but continues its run.
        RecordedRun::UnderWay => Err(later(format!("run {run} is still under way"))),
        RecordedRun::Unknown => Ok(Outcome::Failed {
            code: "OUTCOME_UNKNOWN".into(),
            reason: format!(
                "the worker was lost while run {run} was under way, and the run is not repeated; look it up to see how far it came"
            ),
        }),
    }
}

/// Submits the request of an intent to the engine.
pub(super) async fn submit(
    gateway: &Arc<Gateway>,
    engine: &Arc<dyn Submit>,
    task: &Task,
    intent: &Intent,
    request: SubmittedRequest,
    confirm: Option<String>,
    cancellation: &Cancellation,
) -> Result<Result<Json, Failure>, GatewayFailure> {
    let name = intent.from.strip_prefix("agent://").unwrap_or(&intent.from);
    let to = Address::parse(&intent.to).ok();
    let session = to.as_ref().and_then(Address::engine_session).unwrap_or(DEFAULT_SESSION);
    let own = Cancellation::default();
    let (owner, permissions) = match (Owner::new(name), Permissions::parse(&intent.permissions)) {
        (Ok(owner), Ok(permissions)) => (owner, permissions),
        (Err(failure), _) | (_, Err(failure)) => return Ok(Err(failure)),
    };
    let unwritten = Arc::new(AtomicBool::new(false));
    let submission = Submission {
        owner,
        permissions,
        session: session.into(),
        request,
        confirm,
        events: run_recorder(gateway, task, own.clone(), Arc::clone(&unwritten)),
        cancellation: own.clone(),
    };
    let submitted = engine.submit(submission);
    tokio::pin!(submitted);
    let report = tokio::select! {
        report = &mut submitted => report,
        () = cancellation.cancelled() => {
            own.cancel();
            submitted.await
        }
    };
    match unwritten.load(Ordering::SeqCst) {
        // Nothing was executed; this or another worker retries it.
        true => Err(GatewayFailure::new(503, "STORE_UNAVAILABLE", "the run could not be written down")),
        false => Ok(report),
    }
}

/// The session for intents that name none.
const DEFAULT_SESSION: &str = "default";

/// Returns an event sink that records the run before its first step, because the engine waits for the sink.
/// If the run cannot be recorded because another worker has the task, cancels it before its first step.
fn run_recorder(
    gateway: &Arc<Gateway>,
    task: &Task,
    cancellation: Cancellation,
    unwritten: Arc<AtomicBool>,
) -> Arc<dyn EventSink> {
    let (gateway, task) = (Arc::clone(gateway), task.clone());
    Arc::new(move |event: Event| {
        let Event::RunStarted { run, .. } = event else { return };
        let record = async {
            let noted = record_run(&gateway, &task, &run).await;
            if let Err(failure) = &noted {
                tracing::error!(reason = %failure.reason, run, "a run could not be written down");
            }
            if !matches!(noted, Ok(true)) {
                unwritten.store(true, Ordering::SeqCst);
                cancellation.cancel();
            }
        };
        let handle = Handle::current();
        match handle.runtime_flavor() {
            RuntimeFlavor::CurrentThread => {
                tracing::warn!(
                    run,
                    "a run cannot be written down before it begins on a runtime with one thread"
                );
            }
            _ => tokio::task::block_in_place(|| handle.block_on(record)),
        }
        gateway.fault.at(Step::AfterRunStarted);
    })
}

async fn record_run(gateway: &Gateway, task: &Task, run: &str) -> Result<bool, GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    if !task::note(&mut transaction, task, "run", run).await? {
        return Ok(false);
    }
    journal::record_run(&mut transaction, &task.intent, run).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Marks the intent as in progress.
async fn begin(gateway: &Gateway, intent: &Intent) -> Result<(), GatewayFailure> {
    if intent.status == Status::InProgress {
        return Ok(());
    }
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &intent.id).await?;
    let actor = intent.to.clone();
    let new_event = NewEvent {
        event_type: "intent.in_progress",
        actor: &actor,
        status: Some(Status::InProgress),
        ..NewEvent::default()
    };
    journal::record(&mut transaction, &mut intent, new_event).await?;
    transaction.commit().await?;
    gateway.announce();
    Ok(())
}

/// Returns the request to the engine.
fn request(intent: &Intent, data: &Json) -> Result<SubmittedRequest, String> {
    if let Some(sentence) = data["sentence"].as_str() {
        return Ok(SubmittedRequest::Sentence(sentence.into()));
    }
    requested(&intent.intent_type, &intent.payload)
}

/// Parses the request in a payload: a question or a sentence, a line of the command language, or a call by
/// name.
fn requested(intent_type: &str, payload: &Json) -> Result<SubmittedRequest, String> {
    let text = |name: &str| payload[name].as_str().filter(|text| !text.trim().is_empty());
    if let Some(question) = text("question").filter(|_| intent_type == ASK).or(text("sentence")) {
        return Ok(SubmittedRequest::Sentence(question.into()));
    }
    if let Some(line) = text("line") {
        return Ok(SubmittedRequest::Line(line.into()));
    }
    let Some(name) = text("intent") else {
        return Err("the payload has no question, sentence, line or intent to execute".into());
    };
    let parameters = match &payload["parameters"] {
        Json::Null => json!({}),
        given @ Json::Object(_) => given.clone(),
        _ => return Err("payload.parameters is not an object".into()),
    };
    let Value::Object(parameters) = Value::from(parameters) else {
        return Err("payload.parameters is not an object".into());
    };
    Ok(SubmittedRequest::Call { name: name.into(), parameters, dry_run: payload["dry_run"] == json!(true) })
}

/// The outcome of a request to the engine.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// Success.
    Done { answer: String, report: Json },
    /// A plan that a person must confirm, with its digest.
    NeedsConfirmation { question: String, digest: String },
    /// A question that the sender must answer.
    NeedsClarification { question: String },
    /// Failure.
    Failed { code: String, reason: String },
}

impl Outcome {
    pub(super) fn of(report: Result<Json, Failure>) -> Self {
        let report = match report {
            Ok(report) => report,
            Err(failure) => {
                return Self::Failed { code: failure.code().as_str().into(), reason: failure.message };
            }
        };
        let said = said(&report);
        match report["status"].as_str() {
            Some("ok" | "partial") => Self::Done { answer: said, report },
            Some("ask") => match report["digest"].as_str() {
                Some(digest) => Self::NeedsConfirmation { question: said, digest: digest.into() },
                None => Self::NeedsClarification { question: said },
            },
            _ => Self::Failed { code: report["code"].as_str().unwrap_or("STEP_FAILED").into(), reason: said },
        }
    }
}

/// Formats a report as text.
fn said(report: &Json) -> String {
    let lines = |name: &str| -> Vec<String> {
        let items = report[name].as_array().into_iter().flatten();
        items.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_string)).collect()
    };
    // The reply of a verb is better than the summary of its call.
    let reply = report.pointer("/result/reply").or(report.get("summary")).and_then(Json::as_str);
    let mut parts: Vec<String> = reply.map(str::to_string).into_iter().collect();
    let is_question = report["status"] == json!("ask");
    if parts.is_empty() || is_question {
        parts.extend(lines("context"));
    }
    if parts.is_empty() {
        match &report["result"] {
            Json::Null => parts.extend(lines("changes")),
            Json::String(text) => parts.push(text.clone()),
            result => parts.push(result.to_string()),
        }
    }
    if parts.is_empty() {
        parts.push(report["status"].as_str().unwrap_or("done").to_string());
    }
    parts.join("\n").chars().take(LONGEST_ANSWER).collect()
}

/// Records the outcome and ends the task, in one transaction.
async fn answer(gateway: &Gateway, task: &Task, outcome: Outcome) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !task::end(&mut transaction, task).await? {
        return Ok(transaction.rollback().await?);
    }
    if !intent.status.is_terminal() {
        record(&mut transaction, &mut intent, outcome).await?;
    }
    gateway.fault.at(Step::BeforeAnswering);
    transaction.commit().await?;
    gateway.fault.at(Step::AfterAnswering);
    gateway.announce();
    Ok(())
}

async fn record(
    transaction: &mut lemmascope_store::Transaction,
    intent: &mut Intent,
    outcome: Outcome,
) -> Result<(), GatewayFailure> {
    let actor = intent.to.clone();
    let reply = |answer: &str, status: &str| {
        json!({
            "answer": answer.chars().take(LONGEST_ANSWER).collect::<String>(),
            "status": status,
            "responded_by": actor,
            "responded_at": written(now()),
        })
    };
    let (status, payload, extra, reason) = match outcome {
        Outcome::NeedsConfirmation { question, digest } => {
            let sender = intent.from.clone();
            return approvals::ask(
                transaction,
                intent,
                &sender,
                ApprovalKind::Plan,
                &question,
                Some(&digest),
                &actor,
            )
            .await;
        }
        Outcome::NeedsClarification { question } => {
            let mut payload = reply(&question, "needs_clarification");
            payload["clarification_question"] = json!(question.chars().take(2000).collect::<String>());
            (Status::Waiting(WaitingReason::Agent), payload, Json::Null, None)
        }
        Outcome::Done { answer, report } => (Status::Completed, reply(&answer, "answered"), report, None),
        Outcome::Failed { code, reason } => {
            let payload = reply(&reason, "declined");
            (Status::Failed, payload, json!({"code": code}), Some(format!("{code}: {reason}")))
        }
    };
    let message = payload["answer"].clone();
    let new_event = NewEvent {
        event_type: REPLIED,
        actor: &actor,
        data: Some(json!({"message": message, "intent_type": REPLY, "payload": payload, "report": extra})),
        answers: true,
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await?;
    let new_event = NewEvent {
        event_type: &format!("intent.{}", status.as_str().to_lowercase()),
        actor: &actor,
        status: Some(status),
        result: status.is_terminal().then_some(payload),
        reason,
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await.map(drop)
}

async fn end(gateway: &Gateway, task: &Task) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    task::end(&mut transaction, task).await?;
    Ok(transaction.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_request_from_payload() {
        let of = |kind: &str, payload: Json| requested(kind, &payload);
        assert_eq!(
            of(ASK, json!({"question": "what is new?"})),
            Ok(SubmittedRequest::Sentence("what is new?".into()))
        );
        assert_eq!(
            of("board.do.v1", json!({"line": "board list"})),
            Ok(SubmittedRequest::Line("board list".into()))
        );
        let call = of(
            "board.do.v1",
            json!({"intent": "files.exists", "parameters": {"path": "a"}, "dry_run": true}),
        );
        assert!(
            matches!(&call, Ok(SubmittedRequest::Call { name, parameters, dry_run: true })
                if name == "files.exists" && parameters.len() == 1),
            "{call:?}"
        );
        for bad in [
            json!({}),
            json!({"question": "x"}),
            json!({"intent": "a", "parameters": 1}),
            json!({"line": " "}),
        ] {
            assert!(of("board.do.v1", bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn converts_report_to_outcome() {
        let outcome = |report: Json| Outcome::of(Ok(report));
        assert!(
            matches!(outcome(json!({"status": "ok", "summary": "done"})), Outcome::Done { answer, .. } if answer == "done")
        );
        let replied = json!({"status": "ok", "summary": "x", "result": {"reply": "Moved 'x' to Done."}});
        assert!(matches!(outcome(replied), Outcome::Done { answer, .. } if answer == "Moved 'x' to Done."));
        assert!(matches!(
            outcome(json!({"status": "ask", "summary": "sure?", "digest": "abc"})),
            Outcome::NeedsConfirmation { digest, .. } if digest == "abc"
        ));
        assert!(matches!(
            outcome(json!({"status": "ask", "summary": "which?"})),
            Outcome::NeedsClarification { .. }
        ));
        assert!(
            matches!(outcome(json!({"status": "error", "code": "X"})), Outcome::Failed { code, .. } if code == "X")
        );
    }
}
