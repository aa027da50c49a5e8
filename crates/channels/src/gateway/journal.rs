//! Stored intents, and their events. Every change of an intent is an event with the next number, written in
//! the same transaction as the change and its consequences.

use lemmascope_store::query::{
    Expr, ExprTrait, Order, Query, SelectStatement, UpdateStatement, Value as Bound,
};
use lemmascope_store::{Row, Store as Database, Transaction};
use serde_json::{Value as Json, json};

use super::failure::GatewayFailure;
use super::schema::{APPROVAL, CHANGE, EVENT, INTENT};
use super::status::Status;
use super::submission::Trace;
use super::webhooks::{self, Notice};
use crate::address::Address;
use crate::store::{now, written};

/// A stored intent.
#[derive(Debug, Clone)]
pub(super) struct Intent {
    pub(super) id: String,
    pub(super) intent_type: String,
    pub(super) correlation_id: String,
    pub(super) from: String,
    pub(super) to: String,
    /// The agent that must act.
    pub(super) owner: String,
    pub(super) status: Status,
    pub(super) payload: Json,
    pub(super) metadata: Json,
    pub(super) permissions: String,
    pub(super) seq: i64,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) reply_to: Option<String>,
    pub(super) deadline_at: Option<i64>,
    pub(super) result: Option<Json>,
    pub(super) reason: Option<String>,
    pub(super) trace: Trace,
    /// The run of the engine that executes it.
    pub(super) run: Option<String>,
    pub(super) answered: bool,
}

/// A change of an intent.
#[derive(Debug, Default)]
pub(super) struct NewEvent<'a> {
    /// The type, such as `intent.delivered`.
    pub(super) event_type: &'a str,
    /// The agent that causes it.
    pub(super) actor: &'a str,
    /// The new status, if it changes.
    pub(super) status: Option<Status>,
    pub(super) data: Option<Json>,
    pub(super) result: Option<Json>,
    pub(super) reason: Option<String>,
    /// The agent that must act from now on, if it changes.
    pub(super) owner: Option<Address>,
    /// Whether it answers the sender.
    pub(super) answers: bool,
}

const COLUMNS: [&str; 21] = [
    "id",
    "intent_type",
    "correlation_id",
    "from_agent",
    "to_agent",
    "owner_agent",
    "status",
    "waiting_reason",
    "payload",
    "metadata",
    "permissions",
    "seq",
    "created_at",
    "updated_at",
    "reply_to",
    "deadline_at",
    "result",
    "reason",
    "trace_id",
    "traceparent",
    "run",
];

pub(super) fn select() -> SelectStatement {
    Query::select().columns(COLUMNS).column("answered").from(INTENT).take()
}

/// Returns the intent with an id.
pub(super) async fn find(database: &Database, id: &str) -> Result<Intent, GatewayFailure> {
    let row = database.fetch_optional(select().and_where(Expr::col("id").eq(id)).take()).await?;
    read(&row.ok_or_else(|| unknown(id))?)
}

/// Locks the intent with an id until the end of the transaction, and returns it.
pub(super) async fn hold(transaction: &mut Transaction, id: &str) -> Result<Intent, GatewayFailure> {
    lock_all(transaction, &[id]).await?.pop().ok_or_else(|| unknown(id))
}

/// Locks several intents until the end of the transaction, in the order of their ids, which prevents
/// deadlocks.
pub(super) async fn lock_all(
    transaction: &mut Transaction,
    ids: &[&str],
) -> Result<Vec<Intent>, GatewayFailure> {
    let select = select()
        .and_where(Expr::col("id").is_in(ids.iter().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive()
        .take();
    let intents: Vec<Intent> =
        transaction.fetch_all(select).await?.iter().map(read).collect::<Result<_, _>>()?;
    match ids.iter().find(|id| !intents.iter().any(|intent| intent.id == **id)) {
        Some(id) => Err(unknown(id)),
        None => Ok(intents),
    }
}

fn unknown(id: &str) -> GatewayFailure {
    GatewayFailure::not_found(format!("there is no intent {id}"))
}

pub(super) fn read(row: &Row) -> Result<Intent, GatewayFailure> {
    let text = |name| row.text(name).map(str::to_string);
    let optional = |name| row.optional_text(name).map(|it| it.map(str::to_string));
    let status = Status::parse(row.text("status")?, row.optional_text("waiting_reason")?);
    Ok(Intent {
        id: text("id")?,
        intent_type: text("intent_type")?,
        correlation_id: text("correlation_id")?,
        from: text("from_agent")?,
        to: text("to_agent")?,
        owner: text("owner_agent")?,
        status: status
            .ok_or_else(|| GatewayFailure::new(500, "STORE_FAILED", "a stored status cannot be read"))?,
        payload: row.json("payload")?,
        metadata: row.json("metadata")?,
        permissions: text("permissions")?,
        seq: row.integer("seq")?,
        created_at: row.integer("created_at")?,
        updated_at: row.integer("updated_at")?,
        reply_to: optional("reply_to")?,
        deadline_at: row.optional_integer("deadline_at")?,
        result: row.optional_json("result")?,
        reason: optional("reason")?,
        trace: Trace { trace_id: optional("trace_id")?, traceparent: optional("traceparent")? },
        run: optional("run")?,
        answered: row.boolean("answered")?,
    })
}

/// Records a change of a locked intent.
pub(super) async fn record(
    transaction: &mut Transaction,
    intent: &mut Intent,
    new_event: NewEvent<'_>,
) -> Result<Json, GatewayFailure> {
    let mut shown = record_all(transaction, vec![(intent, new_event)]).await?;
    Ok(shown.pop().unwrap_or_default())
}

/// Records changes of several locked intents, with a constant number of statements.
pub(super) async fn record_all(
    transaction: &mut Transaction,
    new_events: Vec<(&mut Intent, NewEvent<'_>)>,
) -> Result<Vec<Json>, GatewayFailure> {
    if new_events.is_empty() {
        return Ok(Vec::new());
    }
    let at = now();
    let mut events = Query::insert();
    events.into_table(EVENT).columns([
        "intent",
        "seq",
        "event_type",
        "status",
        "waiting_reason",
        "actor",
        "at",
        "data",
    ]);
    let mut recorded = Vec::with_capacity(new_events.len());
    let mut changes: Vec<(Change, Vec<String>)> = Vec::new();
    for (intent, new_event) in new_events {
        let mut participants = participants(intent);
        let (change, event) = Change::of(intent, new_event, at)?;
        participants.extend(self::participants(intent));
        events.values_panic([
            intent.id.as_str().into(),
            event.seq.into(),
            event.event_type.as_str().into(),
            event.status.as_str().into(),
            text(event.waiting_reason.clone()),
            event.actor.as_str().into(),
            at.into(),
            text(event.data.as_ref().map(Json::to_string)),
        ]);
        match changes.iter_mut().find(|(known, _)| *known == change) {
            Some((_, ids)) => ids.push(intent.id.clone()),
            None => changes.push((change, vec![intent.id.clone()])),
        }
        recorded.push((&*intent, event, participants));
    }
    transaction.execute(events).await?;
    for (change, ids) in changes {
        transaction.execute(change.update(&ids, at)).await?;
    }
    // An intent without a worker has no approvals.
    let worked_on: Vec<&str> =
        recorded.iter().filter(|(it, ..)| !it.status.is_new()).map(|(it, ..)| it.id.as_str()).collect();
    if !worked_on.is_empty() {
        let approvers = approvers().column("intent").and_where(Expr::col("intent").is_in(worked_on)).take();
        for row in transaction.fetch_all(approvers).await? {
            let (intent, agent) = (row.text("intent")?, row.text("agent")?);
            for (_, _, participants) in recorded.iter_mut().filter(|(it, ..)| it.id == intent) {
                participants.push(agent.into());
            }
        }
    }
    let mut insert = Query::insert();
    insert.into_table(CHANGE).columns(["agent", "intent"]);
    for (intent, _, participants) in &mut recorded {
        participants.sort();
        participants.dedup();
        for agent in participants {
            insert.values_panic([agent.as_str().into(), intent.id.as_str().into()]);
        }
    }
    transaction.execute(insert).await?;
    let notices: Vec<Notice<'_>> = recorded
        .iter()
        .map(|(intent, event, participants)| Notice {
            intent: &intent.id,
            intent_type: &intent.intent_type,
            correlation_id: &intent.correlation_id,
            from: &intent.from,
            to: &intent.to,
            participants,
            event,
        })
        .collect();
    webhooks::notify(transaction, &notices).await?;
    Ok(recorded.iter().map(|(_, event, _)| event.to_json()).collect())
}

/// The changed columns of an intent's row, besides number and time. Equal changes are written by one
/// statement.
#[derive(PartialEq)]
struct Change {
    status: Status,
    owner: Option<String>,
    result: Option<Json>,
    reason: Option<String>,
    answers: bool,
}

impl Change {
    /// Applies a change to the intent, and returns the changed columns and the event.
    fn of(intent: &mut Intent, new_event: NewEvent<'_>, at: i64) -> Result<(Self, Event), GatewayFailure> {
        let status = new_event.status.unwrap_or(intent.status);
        if new_event.status.is_some() && !intent.status.can_transition_to(status) {
            let reason = format!("the intent is {} and cannot become {status}", intent.status);
            let code = if intent.status.is_terminal() { "INTENT_TERMINAL" } else { "INVALID_TRANSITION" };
            return Err(GatewayFailure::conflict(code, reason).about("status"));
        }
        let change = Self {
            status,
            owner: new_event.owner.map(|owner| owner.as_str().into()),
            result: new_event.result,
            reason: new_event.reason,
            answers: new_event.answers,
        };
        intent.seq += 1;
        intent.status = status;
        intent.updated_at = at;
        intent.answered |= change.answers;
        if let Some(owner) = &change.owner {
            intent.owner.clone_from(owner);
        }
        intent.result = change.result.clone().or(intent.result.take());
        intent.reason = change.reason.clone().or(intent.reason.take());
        let event = Event {
            seq: intent.seq,
            event_type: new_event.event_type.into(),
            status: status.as_str().into(),
            waiting_reason: status.waiting_reason().map(str::to_string),
            actor: new_event.actor.into(),
            at,
            data: new_event.data,
        };
        Ok((change, event))
    }

    /// Returns the statement that updates locked intents.
    fn update(self, ids: &[String], at: i64) -> UpdateStatement {
        let mut update = Query::update();
        update
            .table(INTENT)
            .value("status", self.status.as_str())
            .value("waiting_reason", text(self.status.waiting_reason().map(str::to_string)))
            .value("seq", Expr::col("seq").add(1))
            .value("updated_at", at)
            .and_where(Expr::col("id").is_in(ids.iter().map(String::as_str)));
        if let Some(owner) = self.owner {
            update.value("owner_agent", owner);
        }
        if let Some(result) = self.result {
            update.value("result", result.to_string());
        }
        if let Some(reason) = self.reason {
            update.value("reason", reason);
        }
        if self.answers {
            update.value("answered", true);
        }
        update
    }
}

/// Records the run of the engine that executes an intent.
pub(super) async fn record_run(
    transaction: &mut Transaction,
    intent: &str,
    run: &str,
) -> Result<(), GatewayFailure> {
    let update = Query::update().table(INTENT).value("run", run).and_where(Expr::col("id").eq(intent)).take();
    transaction.execute(update).await?;
    Ok(())
}

/// Returns the agents that may see an intent.
pub(super) fn participants(intent: &Intent) -> Vec<String> {
    let mut agents = vec![intent.from.clone(), intent.to.clone(), intent.owner.clone()];
    agents.extend(intent.reply_to.clone());
    agents.sort();
    agents.dedup();
    agents
}

/// Selects the agents that decide approvals of intents, or have decided them.
fn approvers() -> SelectStatement {
    Query::select().distinct().column("agent").from(APPROVAL).take()
}

/// Whether an agent decides an approval of an intent, or has decided one.
pub(super) async fn is_approver(
    database: &Database,
    intent: &str,
    agent: &str,
) -> Result<bool, GatewayFailure> {
    let select =
        approvers().and_where(Expr::col("intent").eq(intent)).and_where(Expr::col("agent").eq(agent)).take();
    Ok(database.fetch_optional(select).await?.is_some())
}

fn text(text: Option<String>) -> Expr {
    Expr::value(Bound::String(text))
}

/// An event of an intent.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) seq: i64,
    pub(super) event_type: String,
    pub(super) status: String,
    pub(super) waiting_reason: Option<String>,
    pub(super) actor: String,
    pub(super) at: i64,
    pub(super) data: Option<Json>,
}

impl Event {
    /// Returns the event in the format of the protocol.
    pub(super) fn to_json(&self) -> Json {
        let mut event = json!({
            "seq": self.seq,
            "event_type": self.event_type,
            "status": self.status,
            "at": written(self.at),
            "actor": self.actor,
        });
        if let Some(reason) = &self.waiting_reason {
            event["waiting_reason"] = json!(reason);
        }
        if let Some(data) = &self.data {
            event["data"] = data.clone();
        }
        event
    }
}

/// The maximum number of events that are read at once.
const MOST: u64 = 1000;

/// Returns the events of an intent after a number, without those that are hidden from the viewer.
pub(super) async fn events(
    database: &Database,
    intent: &str,
    after: i64,
    viewer: &str,
) -> Result<Vec<Event>, GatewayFailure> {
    let select = Query::select()
        .columns(["seq", "event_type", "status", "waiting_reason", "actor", "at", "data", "hidden_from"])
        .from(EVENT)
        .and_where(Expr::col("intent").eq(intent))
        .and_where(Expr::col("seq").gt(after))
        .order_by("seq", Order::Asc)
        .limit(MOST)
        .take();
    let rows = database.fetch_all(select).await?;
    rows.iter()
        .map(|row| {
            let hidden = row.optional_json("hidden_from")?.unwrap_or_default();
            let is_hidden = hidden.as_array().is_some_and(|agents| agents.contains(&json!(viewer)));
            Ok(Event {
                seq: row.integer("seq")?,
                event_type: row.text("event_type")?.into(),
                status: row.text("status")?.into(),
                waiting_reason: row.optional_text("waiting_reason")?.map(str::to_string),
                actor: row.text("actor")?.into(),
                at: row.integer("at")?,
                data: match is_hidden {
                    // The number is kept, so that clients do not miss an event.
                    true => Some(json!({"deleted": true})),
                    false => row.optional_json("data")?,
                },
            })
        })
        .collect()
}

/// Returns an intent in the format of the protocol.
pub(super) fn shown(intent: &Intent) -> Json {
    let mut shown = json!({
        "intent_id": intent.id,
        "intent_type": intent.intent_type,
        "correlation_id": intent.correlation_id,
        "from_agent": intent.from,
        "to_agent": intent.to,
        "owner_agent": intent.owner,
        "status": intent.status.as_str(),
        "delivery_status": intent.status.receipt(),
        "payload": intent.payload,
        "metadata": intent.metadata,
        "created_at": written(intent.created_at),
        "updated_at": written(intent.updated_at),
        "last_seq": intent.seq,
    });
    let Some(members) = shown.as_object_mut() else { return shown };
    let mut put = |name: &str, value: Option<Json>| {
        members.extend(value.map(|value| (name.to_string(), value)));
    };
    put("waiting_reason", intent.status.waiting_reason().map(Json::from));
    put("reply_to", intent.reply_to.clone().map(Json::from));
    put("deadline_at", intent.deadline_at.map(|at| written(at).into()));
    put("result", intent.result.clone());
    put("reason", intent.reason.clone().map(Json::from));
    put("trace_id", intent.trace.trace_id.clone().map(Json::from));
    put("traceparent", intent.trace.traceparent.clone().map(Json::from));
    put("run", intent.run.clone().map(Json::from));
    shown
}
