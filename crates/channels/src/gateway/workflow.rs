//! Workflows: the steps of a macro, executed one at a time. A step, its outcome and its successor are
//! committed in one transaction, so a workflow resumes where it was when a process ends.

use std::sync::Arc;

use lemmascope_intent::{Cancellation, Submit, SubmittedRequest, Value};
use lemmascope_store::Transaction;
use lemmascope_store::query::{Expr, ExprTrait, Query};
use serde_json::{Value as Json, json};

use super::approvals::{self, ApprovalKind};
use super::execution::{self, Outcome};
use super::failure::GatewayFailure;
use super::journal::{self, Intent, NewEvent};
use super::schema::WORKFLOW;
use super::status::{Status, WaitingReason};
use super::task::{self, Kind, Task};
use super::validation::NewIntent;
use super::{Gateway, acceptance, submission::Submission};
use crate::fault::Step as Point;
use crate::store::now;

/// The actor of the steps.
const ACTOR: &str = "gateway";
/// The intent type of a notification.
const NOTIFICATION: &str = "intent.notification.v1";

/// The result of a step.
enum Taken {
    Done(Json),
    Failed(String),
    /// A person must confirm first.
    Asks {
        agent: String,
        question: String,
        digest: Option<String>,
    },
    /// The workflow continues at this time.
    Waits(i64),
    /// An intent is sent in the transaction of the step.
    Sends(Box<NewIntent>),
}

impl Taken {
    /// Converts the outcome of the engine.
    fn of(outcome: Outcome, intent: &Intent) -> Self {
        match outcome {
            Outcome::Done { answer, .. } => Self::Done(json!(answer)),
            Outcome::NeedsConfirmation { question, digest } => {
                Self::Asks { agent: intent.from.clone(), question, digest: Some(digest) }
            }
            Outcome::NeedsClarification { question } => Self::Failed(question),
            Outcome::Failed { code, reason } => Self::Failed(format!("{code}: {reason}")),
        }
    }
}

/// Executes the next step of a workflow.
pub(super) async fn advance(
    gateway: &Arc<Gateway>,
    engine: &Arc<dyn Submit>,
    task: &Task,
    cancellation: &Cancellation,
) -> Result<(), GatewayFailure> {
    let select = Query::select()
        .columns(["steps", "state"])
        .from(WORKFLOW)
        .and_where(Expr::col("intent").eq(task.intent.as_str()))
        .take();
    let row = gateway.database.fetch_optional(select).await?;
    let row =
        row.ok_or_else(|| GatewayFailure::new(500, "STORE_FAILED", "the workflow of a task is not stored"))?;
    let (workflow, state) = (row.json("steps")?, row.json("state")?);
    let intent = journal::find(&gateway.database, &task.intent).await?;
    let position = usize::try_from(state["position"].as_u64().unwrap_or(0)).unwrap_or(usize::MAX);
    let step = &workflow["steps"][position];
    let taken = match intent.status.is_terminal() || step.is_null() {
        true => None,
        false => Some(take(gateway, engine, task, &intent, step, cancellation).await?),
    };
    gateway.fault.at(Point::AfterWorkflowStep);
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !task::end(&mut transaction, task).await? {
        return Ok(transaction.rollback().await?);
    }
    if let Some(taken) = taken.filter(|_| !intent.status.is_terminal()) {
        let place = Place { workflow: &workflow, state: &state, position };
        conclude(&mut transaction, &mut intent, &place, taken).await?;
    }
    transaction.commit().await?;
    gateway.announce();
    gateway.wake();
    Ok(())
}

async fn take(
    gateway: &Arc<Gateway>,
    engine: &Arc<dyn Submit>,
    task: &Task,
    intent: &Intent,
    step: &Json,
    cancellation: &Cancellation,
) -> Result<Taken, GatewayFailure> {
    let text = |name: &str| step[name].as_str().unwrap_or_default().to_string();
    Ok(match step["kind"].as_str().unwrap_or_default() {
        "tool" => {
            if let Some(run) = task.data["run"].as_str() {
                return Ok(Taken::of(execution::recorded(engine, intent, run).await?, intent));
            }
            if task.data["decision"] == json!("reject") {
                return Ok(Taken::Failed("rejected".into()));
            }
            let request = match step["sentence"].as_str() {
                Some(sentence) => SubmittedRequest::Sentence(sentence.into()),
                None => {
                    let Value::Object(parameters) = Value::from(step["parameters"].clone()) else {
                        return Ok(Taken::Failed("the parameters of the step are not an object".into()));
                    };
                    SubmittedRequest::Call { name: text("intent"), parameters, dry_run: false }
                }
            };
            let confirm = task.data["confirm"].as_str().map(str::to_string);
            gateway.fault.at(Point::BeforeExecuting);
            let report =
                execution::submit(gateway, engine, task, intent, request, confirm, cancellation).await?;
            gateway.fault.at(Point::AfterExecuting);
            Taken::of(Outcome::of(report), intent)
        }
        "approval" => match task.data["decision"].as_str() {
            Some("approve") => Taken::Done(json!("approved")),
            Some(_) => Taken::Failed("rejected".into()),
            None => {
                let agent = step["by"].as_str().unwrap_or(&intent.from).to_string();
                Taken::Asks { agent, question: text("question"), digest: None }
            }
        },
        "delay" => match task.data["waited"] == json!(true) {
            true => Taken::Done(step["seconds"].clone()),
            false => {
                // The compiler limits it to a year.
                #[allow(clippy::cast_possible_truncation, reason = "bounded")]
                let pause = (step["seconds"].as_f64().unwrap_or(0.0) * 1000.0) as i64;
                Taken::Waits(now() + pause)
            }
        },
        "notification" => {
            let permissions = lemmascope_intent::Permissions::from_iter([]);
            let payload = json!({"message": step["message"], "workflow_intent_id": intent.id});
            let mut submission = Submission::new(NOTIFICATION, text("to"), payload, permissions);
            submission.correlation_id = Some(intent.correlation_id.clone());
            submission.trace = intent.trace.clone();
            let sender = intent.from.strip_prefix("agent://").unwrap_or(&intent.from);
            match NewIntent::of(sender, submission, gateway.payload_limit) {
                Ok(new) => Taken::Sends(Box::new(new)),
                Err(failure) => Taken::Failed(failure.reason),
            }
        }
        other => Taken::Failed(format!("this program knows no step of the kind {other}")),
    })
}

/// A position in a workflow.
struct Place<'a> {
    workflow: &'a Json,
    state: &'a Json,
    position: usize,
}

async fn conclude(
    transaction: &mut Transaction,
    intent: &mut Intent,
    place: &Place<'_>,
    taken: Taken,
) -> Result<(), GatewayFailure> {
    let step = &place.workflow["steps"][place.position];
    let (outcome, is_done) = match taken {
        Taken::Asks { agent, question, digest } => {
            let kind = ApprovalKind::Step;
            return approvals::ask(transaction, intent, &agent, kind, &question, digest.as_deref(), ACTOR)
                .await;
        }
        Taken::Waits(until) => {
            let new_event = NewEvent {
                event_type: "intent.waiting",
                actor: ACTOR,
                status: Some(Status::Waiting(WaitingReason::Time)),
                data: Some(json!({"step": place.position, "until": crate::store::written(until)})),
                ..NewEvent::default()
            };
            journal::record(transaction, intent, new_event).await?;
            let data = json!({"waited": true});
            return Ok(
                task::add(transaction, Kind::Workflow, &intent.id, &intent.from, until, Some(&data)).await?
            );
        }
        Taken::Sends(new) => {
            let id = new.id.clone();
            acceptance::insert(transaction, &[Arc::from(new)]).await?;
            (json!({"intent_id": id}), true)
        }
        Taken::Done(outcome) => (outcome, true),
        Taken::Failed(reason) => (json!(reason), false),
    };
    let mut state = match place.state {
        state @ Json::Object(_) => state.clone(),
        _ => json!({}),
    };
    if !state["outcomes"].is_array() {
        state["outcomes"] = json!([]);
    }
    let told = json!({"step": place.position, "id": step["id"], "kind": step["kind"], "ok": is_done, "outcome": outcome});
    if let Some(outcomes) = state["outcomes"].as_array_mut() {
        outcomes.push(told.clone());
    }
    let new_event = NewEvent {
        event_type: if is_done { "intent.step_completed" } else { "intent.step_failed" },
        actor: ACTOR,
        status: Some(Status::InProgress),
        data: Some(told),
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await?;
    let next = match is_done {
        true => step["on_success"].as_u64(),
        false => step["on_failure"].as_u64(),
    };
    let count = place.workflow["steps"].as_array().map_or(0, Vec::len);
    let end = match next.and_then(|next| usize::try_from(next).ok()) {
        Some(next) if next < count => {
            state["position"] = json!(next);
            task::add(transaction, Kind::Workflow, &intent.id, &intent.from, now(), None).await?;
            None
        }
        Some(_) => Some(Status::Completed),
        // The step failed, and has no successor for failures.
        None => Some(Status::Failed),
    };
    let update = Query::update()
        .table(WORKFLOW)
        .value("state", state.to_string())
        .and_where(Expr::col("intent").eq(intent.id.as_str()))
        .take();
    transaction.execute(update).await?;
    let Some(status) = end else { return Ok(()) };
    let result = json!({
        "macro_id": place.workflow["macro_id"],
        "version": place.workflow["version"],
        "steps": state["outcomes"],
    });
    let new_event = NewEvent {
        event_type: &format!("intent.{}", status.as_str().to_lowercase()),
        actor: ACTOR,
        status: Some(status),
        reason: (status == Status::Failed).then(|| format!("step {} failed", place.position)),
        result: Some(result),
        answers: true,
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await.map(drop)
}
