//! Durable acceptance of intents. Concurrent intents share a transaction, which keeps a database with a
//! single writer fast.

use std::sync::Arc;

use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query, Value as Bound};
use lemmascope_store::{Store as Database, Transaction};
use serde_json::Value as Json;
use tokio::sync::{mpsc, oneshot};

use super::failure::GatewayFailure;
use super::journal::Event;
use super::schema::{EVENT, INTENT, KEY, TASK, WORKFLOW};
use super::status::Status;
use super::submission::{Accepted, Trace};
use super::task::Kind;
use super::validation::NewIntent;
use super::webhooks::{self, Notice};
use crate::fault::{Fault, Step};
use crate::store::{now, written};

/// The endpoint in the scope of idempotency keys.
const ENDPOINT: &str = "POST /v1/intents";
/// The maximum number of intents in a transaction.
const GROUP: usize = 64;
/// The maximum number of queued intents; further callers wait for room in the queue.
const QUEUE: usize = 1024;

type Answer = Result<Accepted, GatewayFailure>;

/// Accepts intents durably.
pub(crate) struct IntentAcceptor {
    queue: mpsc::Sender<Waiting>,
}

struct Waiting {
    intent: NewIntent,
    answer: oneshot::Sender<Answer>,
}

impl IntentAcceptor {
    /// Starts to accept intents. Must be called within a runtime.
    pub(crate) fn begin(database: Database, fault: Fault) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(work(database, waiting, fault));
        Self { queue }
    }

    /// Accepts an intent durably. Returns the earlier intent if its key was already used.
    pub(super) async fn accept(&self, intent: NewIntent) -> Answer {
        let stopped = || GatewayFailure::new(503, "STOPPING", "the gateway is stopping");
        let (answer, answered) = oneshot::channel();
        self.queue.send(Waiting { intent, answer }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| stopped())?
    }
}

async fn work(database: Database, mut queue: mpsc::Receiver<Waiting>, fault: Fault) {
    let mut group = Vec::with_capacity(GROUP);
    while queue.recv_many(&mut group, GROUP).await > 0 {
        let (intents, senders): (Vec<_>, Vec<_>) =
            group.drain(..).map(|it| (Arc::new(it.intent), it.answer)).unzip();
        let answers = match write(&database, &intents, &fault).await {
            Ok(answers) => answers,
            // Retried one by one, so that a rejected intent does not affect the others.
            Err(_) if intents.len() > 1 => {
                let mut answers = Vec::with_capacity(intents.len());
                for intent in intents.chunks(1) {
                    answers.push(match write(&database, intent, &fault).await {
                        Ok(mut answers) => answers.pop().unwrap_or_else(|| Err(lost())),
                        Err(failure) => Err(failure),
                    });
                }
                answers
            }
            Err(failure) => vec![Err(failure)],
        };
        for (sender, answer) in senders.into_iter().zip(answers) {
            // The caller may have disconnected; the intent is accepted anyway.
            let _gone = sender.send(answer);
        }
    }
}

/// Writes a group in one transaction. Returns the results in the order of the intents.
async fn write(
    database: &Database,
    intents: &[Arc<NewIntent>],
    fault: &Fault,
) -> Result<Vec<Answer>, GatewayFailure> {
    let mut transaction = database.begin().await?;
    let mut answers: Vec<Option<Answer>> = intents.iter().map(|_| None).collect();
    let first = claim(&mut transaction, intents).await?;
    let mut new = Vec::with_capacity(intents.len());
    for (answer, intent) in answers.iter_mut().zip(intents) {
        match &intent.key {
            Some(_) if !first.contains(&intent.id) => {}
            _ => {
                *answer = Some(Ok(accepted(intent)));
                new.push(Arc::clone(intent));
            }
        }
    }
    if !new.is_empty() {
        insert(&mut transaction, &new).await?;
    }
    for (answer, intent) in answers.iter_mut().zip(intents) {
        if answer.is_none() {
            *answer = Some(earlier(&mut transaction, intent).await);
        }
    }
    fault.at(Step::BeforeAccepting);
    transaction.commit().await?;
    fault.at(Step::AfterAccepting);
    Ok(answers.into_iter().map(|answer| answer.unwrap_or_else(|| Err(lost()))).collect())
}

fn lost() -> GatewayFailure {
    GatewayFailure::new(500, "STORE_FAILED", "the database gave no answer for the intent")
}

/// Claims the keys of a group. Returns the ids of the intents whose key was new. The database waits for an
/// uncommitted claim of another process.
async fn claim(
    transaction: &mut Transaction,
    intents: &[Arc<NewIntent>],
) -> Result<Vec<String>, GatewayFailure> {
    let mut keyed: Vec<_> = intents.iter().filter_map(|it| Some((it, it.key.as_ref()?))).collect();
    if keyed.is_empty() {
        return Ok(Vec::new());
    }
    // All processes use the same order, which prevents deadlocks.
    keyed.sort_by(|(a, x), (b, y)| (a.from.as_str(), &x.name).cmp(&(b.from.as_str(), &y.name)));
    let mut insert = Query::insert();
    insert.into_table(KEY).columns(["sender", "endpoint", "name", "fingerprint", "intent", "created_at"]);
    for (intent, key) in keyed {
        insert.values_panic([
            intent.from.as_str().into(),
            ENDPOINT.into(),
            key.name.as_str().into(),
            key.fingerprint.as_str().into(),
            intent.id.as_str().into(),
            intent.created_at.into(),
        ]);
    }
    insert
        .on_conflict(OnConflict::columns(["sender", "endpoint", "name"]).do_nothing().to_owned())
        .returning(Query::returning().column("intent"));
    let rows = transaction.fetch_all(insert).await?;
    Ok(rows.iter().map(|row| row.text("intent").map(str::to_string)).collect::<Result<_, _>>()?)
}

/// Returns the earlier intent with the key of this one.
async fn earlier(transaction: &mut Transaction, intent: &NewIntent) -> Answer {
    let Some(key) = &intent.key else { return Err(lost()) };
    let select = Query::select()
        .columns(["fingerprint", "intent"])
        .from(KEY)
        .and_where(Expr::col("sender").eq(intent.from.as_str()))
        .and_where(Expr::col("endpoint").eq(ENDPOINT))
        .and_where(Expr::col("name").eq(key.name.as_str()))
        .take();
    let row = transaction.fetch_optional(select).await?.ok_or_else(lost)?;
    if row.text("fingerprint")? != key.fingerprint {
        let reason = "another intent was sent with the same idempotency key";
        return Err(GatewayFailure::conflict("IDEMPOTENCY_CONFLICT", reason)
            .about("idempotency_key")
            .hint("Use a new key for another intent."));
    }
    let select = Query::select()
        .columns(["id", "correlation_id", "status", "created_at", "trace_id", "traceparent"])
        .from(INTENT)
        .and_where(Expr::col("id").eq(row.text("intent")?))
        .take();
    let row = transaction.fetch_optional(select).await?.ok_or_else(lost)?;
    Ok(Accepted {
        intent_id: row.text("id")?.into(),
        correlation_id: row.text("correlation_id")?.into(),
        status: row.text("status")?.into(),
        created_at: written(row.integer("created_at")?),
        repeated: true,
        trace: Trace {
            trace_id: row.optional_text("trace_id")?.map(str::to_string),
            traceparent: row.optional_text("traceparent")?.map(str::to_string),
        },
    })
}

fn accepted(intent: &NewIntent) -> Accepted {
    Accepted {
        intent_id: intent.id.clone(),
        correlation_id: intent.correlation_id.clone(),
        status: Status::Submitted.as_str().into(),
        created_at: written(intent.created_at),
        repeated: false,
        trace: intent.trace.clone(),
    }
}

/// Inserts the rows of new intents: the intents, their first two events, and their tasks.
pub(super) async fn insert(
    transaction: &mut Transaction,
    intents: &[Arc<NewIntent>],
) -> Result<(), GatewayFailure> {
    let mut rows = Query::insert();
    rows.into_table(INTENT).columns([
        "id",
        "intent_type",
        "correlation_id",
        "from_agent",
        "to_agent",
        "owner_agent",
        "status",
        "payload",
        "metadata",
        "permissions",
        "seq",
        "created_at",
        "updated_at",
        "reply_to",
        "deadline_at",
        "trace_id",
        "traceparent",
        "answered",
    ]);
    let mut events = Query::insert();
    events.into_table(EVENT).columns(["intent", "seq", "event_type", "status", "actor", "at"]);
    let mut tasks = Query::insert();
    tasks.into_table(TASK).columns(["kind", "intent", "owner", "attempts", "created_at", "due_at"]);
    let mut workflows = Query::insert();
    workflows.into_table(WORKFLOW).columns(["intent", "steps", "state"]);
    let mut has_workflows = false;
    for intent in intents {
        let id = || intent.id.as_str().into();
        rows.values_panic([
            id(),
            intent.intent_type.as_str().into(),
            intent.correlation_id.as_str().into(),
            intent.from.as_str().into(),
            intent.to.as_str().into(),
            intent.to.as_str().into(),
            Status::Submitted.as_str().into(),
            intent.payload.to_string().into(),
            Json::Object(intent.metadata.clone()).to_string().into(),
            intent.permissions.to_string().into(),
            2_i64.into(),
            intent.created_at.into(),
            intent.created_at.into(),
            optional(intent.reply_to.as_ref().map(|it| it.as_str().to_string())),
            Expr::value(Bound::BigInt(intent.deadline_at)),
            optional(intent.trace.trace_id.clone()),
            optional(intent.trace.traceparent.clone()),
            false.into(),
        ]);
        for event in initial_events(intent) {
            events.values_panic([
                id(),
                event.seq.into(),
                event.event_type.into(),
                event.status.into(),
                event.actor.into(),
                event.at.into(),
            ]);
        }
        let mut task = |kind: Kind, due: i64| {
            tasks.values_panic([
                kind.as_str().into(),
                id(),
                intent.from.as_str().into(),
                0_i64.into(),
                intent.created_at.into(),
                due.into(),
            ]);
        };
        task(Kind::Deliver, now());
        if let Some(at) = intent.deadline_at {
            task(Kind::Deadline, at);
        }
        if let Some(at) = intent.remind_at {
            task(Kind::Reminder, at);
        }
        if let Some(steps) = &intent.workflow {
            has_workflows = true;
            workflows.values_panic([id(), steps.to_string().into(), "{}".into()]);
        }
    }
    transaction.execute(rows).await?;
    transaction.execute(events).await?;
    transaction.execute(tasks).await?;
    if has_workflows {
        transaction.execute(workflows).await?;
    }
    notify(transaction, intents).await
}

/// Returns the events of an accepted intent.
fn initial_events(intent: &NewIntent) -> [Event; 2] {
    [(1, Status::Created), (2, Status::Submitted)].map(|(seq, status)| Event {
        seq,
        event_type: format!("intent.{}", status.as_str().to_lowercase()),
        status: status.as_str().into(),
        waiting_reason: None,
        actor: intent.from.as_str().into(),
        at: intent.created_at,
        data: None,
    })
}

/// Notifies the subscribers of the first events of new intents.
async fn notify(transaction: &mut Transaction, intents: &[Arc<NewIntent>]) -> Result<(), GatewayFailure> {
    let participants: Vec<Vec<String>> = intents
        .iter()
        .map(|intent| {
            let addresses = [Some(&intent.from), Some(&intent.to), intent.reply_to.as_ref()];
            addresses.into_iter().flatten().map(|address| address.as_str().to_string()).collect()
        })
        .collect();
    let events: Vec<[Event; 2]> = intents.iter().map(|intent| initial_events(intent)).collect();
    let mut notices = Vec::with_capacity(intents.len() * 2);
    for ((intent, participants), events) in intents.iter().zip(&participants).zip(&events) {
        notices.extend(events.iter().map(|event| Notice {
            intent: &intent.id,
            intent_type: &intent.intent_type,
            correlation_id: &intent.correlation_id,
            from: intent.from.as_str(),
            to: intent.to.as_str(),
            participants,
            event,
        }));
    }
    webhooks::notify(transaction, &notices).await
}

fn optional(text: Option<String>) -> Expr {
    Expr::value(Bound::String(text))
}
