//! Tasks: work that is recorded in the transaction that made it necessary. Workers of all processes lease
//! tasks; the tasks of a dead worker are leased again. A task that fails too often becomes a dead letter.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use lemmascope_store::query::{Expr, ExprTrait, LockBehavior, LockType, Order, Query, Value as Bound};
use lemmascope_store::{Row, Store as Database, StoreError, Transaction};
use serde_json::Value as Json;
use uuid::Uuid;

use super::schema::TASK;
use crate::store::now;

/// The kind of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Deliver an intent to its recipient.
    Deliver,
    /// Execute an intent with the engine.
    Execute,
    /// Call a webhook.
    Callback,
    /// Check the deadline of an intent.
    Deadline,
    /// Remind the recipient.
    Reminder,
    /// Execute the next step of a workflow.
    Workflow,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Deliver, "deliver"),
    (Kind::Execute, "execute"),
    (Kind::Callback, "callback"),
    (Kind::Deadline, "deadline"),
    (Kind::Reminder, "reminder"),
    (Kind::Workflow, "workflow"),
];

impl Kind {
    pub(super) fn as_str(self) -> &'static str {
        KINDS.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, text)| text)
    }

    fn parse(text: &str) -> Option<Self> {
        KINDS.into_iter().find(|(_, it)| *it == text).map(|(kind, _)| kind)
    }
}

/// A leased task.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) intent: String,
    /// The number of leases, including this one.
    pub(super) attempts: i64,
    pub(super) data: Json,
    lease: String,
}

/// The timing of tasks.
#[derive(Debug, Clone, Copy)]
pub struct TaskTiming {
    /// The duration of a lease, after which another worker can take the task.
    pub lease: Duration,
    /// The delay before the second attempt, which doubles with each further one.
    pub first_pause: Duration,
    /// The maximum delay.
    pub longest_pause: Duration,
    /// The number of attempts after which a task becomes a dead letter.
    pub attempts: i64,
    /// The polling interval for tasks of other processes.
    pub poll: Duration,
    /// The lifetime of idempotency keys.
    pub keys: Duration,
    /// The interval at which expired data is deleted.
    pub tidying: Duration,
}

impl Default for TaskTiming {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(30),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(300),
            attempts: 10,
            poll: Duration::from_millis(500),
            keys: Duration::from_secs(48 * 3600),
            tidying: Duration::from_secs(3600),
        }
    }
}

impl TaskTiming {
    /// Returns the delay after a number of attempts: exponential, half of it random, so that tasks that
    /// failed together are not retried together.
    fn pause(&self, attempts: i64) -> i64 {
        let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(0).clamp(0, 20);
        let pause = self.first_pause.saturating_mul(1 << doublings).min(self.longest_pause);
        let pause = milliseconds(pause).clamp(1, i64::MAX);
        let chance = i64::try_from(RandomState::new().hash_one(attempts) % 1024).unwrap_or(0);
        pause / 2 + pause * chance / 2048
    }
}

pub(super) fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Whether a task of these kinds is due. Takes no lock.
pub(super) async fn has_due_task(database: &Database, kinds: &[Kind]) -> Result<bool, StoreError> {
    let select = Query::select()
        .column("id")
        .from(TASK)
        .and_where(Expr::col("due_at").lte(now()))
        .and_where(Expr::col("kind").is_in(kinds.iter().map(|kind| kind.as_str())))
        .limit(1)
        .take();
    Ok(database.fetch_optional(select).await?.is_some())
}

/// Leases due tasks of these kinds, oldest first.
pub(super) async fn lease(
    database: &Database,
    kinds: &[Kind],
    most: u64,
    pace: &TaskTiming,
) -> Result<Vec<Task>, StoreError> {
    let lease = Uuid::new_v4().to_string();
    let now = now();
    let due = Query::select()
        .column("id")
        .from(TASK)
        .and_where(Expr::col("due_at").lte(now))
        .and_where(Expr::col("kind").is_in(kinds.iter().map(|kind| kind.as_str())))
        .order_by("due_at", Order::Asc)
        .limit(most)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .take();
    let update = Query::update()
        .table(TASK)
        .value("due_at", now + milliseconds(pace.lease))
        .value("lease", lease.as_str())
        .value("attempts", Expr::col("attempts").add(1))
        .and_where(Expr::col("id").in_subquery(due))
        .and_where(Expr::col("due_at").lte(now))
        .returning(Query::returning().columns(["id", "kind", "intent", "attempts", "data", "lease"]))
        .take();
    let mut tasks = Vec::new();
    for row in database.fetch_all(update).await? {
        tasks.extend(task(&row)?);
    }
    tasks.sort_by_key(|task| task.id);
    Ok(tasks)
}

fn task(row: &Row) -> Result<Option<Task>, StoreError> {
    // A newer version may have written unknown kinds, which are left to that version.
    let Some(kind) = Kind::parse(row.text("kind")?) else { return Ok(None) };
    Ok(Some(Task {
        id: row.integer("id")?,
        kind,
        intent: row.text("intent")?.into(),
        attempts: row.integer("attempts")?,
        data: row.optional_json("data")?.unwrap_or_default(),
        lease: row.text("lease")?.into(),
    }))
}

/// Adds a task in the transaction that makes it necessary.
pub(super) async fn add(
    transaction: &mut Transaction,
    kind: Kind,
    intent: &str,
    owner: &str,
    due_at: i64,
    data: Option<&Json>,
) -> Result<(), StoreError> {
    let insert = Query::insert()
        .into_table(TASK)
        .columns(["kind", "intent", "owner", "attempts", "created_at", "due_at", "data"])
        .values_panic([
            kind.as_str().into(),
            intent.into(),
            owner.into(),
            0_i64.into(),
            now().into(),
            due_at.into(),
            Expr::value(Bound::String(data.map(Json::to_string))),
        ])
        .take();
    transaction.execute(insert).await.map(drop)
}

/// Ends a task in the transaction of its effect. Returns whether the lease is still valid: otherwise another
/// worker has the task, and the transaction must be rolled back.
pub(super) async fn end(transaction: &mut Transaction, task: &Task) -> Result<bool, StoreError> {
    let delete = Query::delete()
        .from_table(TASK)
        .and_where(Expr::col("id").eq(task.id))
        .and_where(Expr::col("lease").eq(task.lease.as_str()))
        .take();
    Ok(transaction.execute(delete).await? == 1)
}

/// Ends several tasks of one lease. Returns whether the lease is still valid for all of them.
pub(super) async fn end_tasks(transaction: &mut Transaction, tasks: &[Task]) -> Result<bool, StoreError> {
    let Some(first) = tasks.first() else { return Ok(true) };
    let delete = Query::delete()
        .from_table(TASK)
        .and_where(Expr::col("id").is_in(tasks.iter().map(|task| task.id)))
        .and_where(Expr::col("lease").eq(first.lease.as_str()))
        .take();
    Ok(usize::try_from(transaction.execute(delete).await?).unwrap_or(0) == tasks.len())
}

/// Ends the tasks of a kind for these intents, regardless of leases.
pub(super) async fn end_tasks_of_kind(
    transaction: &mut Transaction,
    kind: Kind,
    intents: &[String],
) -> Result<(), StoreError> {
    let delete = Query::delete()
        .from_table(TASK)
        .and_where(Expr::col("intent").is_in(intents.iter().map(String::as_str)))
        .and_where(Expr::col("kind").eq(kind.as_str()))
        .take();
    transaction.execute(delete).await.map(drop)
}

/// Releases the tasks of a lease, due at a later time.
pub(super) async fn give_back(database: &Database, tasks: &[Task], due_at: i64) -> Result<(), StoreError> {
    let Some(first) = tasks.first() else { return Ok(()) };
    let update = Query::update()
        .table(TASK)
        .value("due_at", due_at)
        .value("lease", Bound::String(None))
        .and_where(Expr::col("id").is_in(tasks.iter().map(|task| task.id)))
        .and_where(Expr::col("lease").eq(first.lease.as_str()))
        .take();
    database.execute(update).await.map(drop)
}

/// Extends the lease of a task. Returns whether it was still valid.
pub(super) async fn renew(database: &Database, task: &Task, pace: &TaskTiming) -> Result<bool, StoreError> {
    let update = held(task).value("due_at", now() + milliseconds(pace.lease)).take();
    Ok(database.execute(update).await? == 1)
}

/// Records data with a task for a worker that takes it over. Returns whether the lease is still valid.
pub(super) async fn note(
    transaction: &mut Transaction,
    task: &Task,
    name: &str,
    value: &str,
) -> Result<bool, StoreError> {
    let mut data = match &task.data {
        data @ Json::Object(_) => data.clone(),
        _ => Json::Object(serde_json::Map::new()),
    };
    data[name] = Json::from(value);
    let update = held(task).value("data", data.to_string()).take();
    Ok(transaction.execute(update).await? == 1)
}

/// Records a transient failure. The task is retried, however many attempts it has had.
pub(super) async fn retry(
    database: &Database,
    task: &Task,
    error: &str,
    pace: &TaskTiming,
) -> Result<(), StoreError> {
    let update = held(task)
        .value("due_at", now() + pace.pause(task.attempts))
        .value("error", error)
        .value("lease", Bound::String(None))
        .take();
    database.execute(update).await.map(drop)
}

/// Records a failed attempt. Returns whether the task became a dead letter.
pub(super) async fn fail(
    transaction: &mut Transaction,
    task: &Task,
    error: &str,
    pace: &TaskTiming,
) -> Result<bool, StoreError> {
    let is_dead = task.attempts >= pace.attempts;
    let due = (!is_dead).then(|| now() + pace.pause(task.attempts));
    let update = held(task)
        .value("due_at", Bound::BigInt(due))
        .value("error", error)
        .value("lease", Bound::String(None))
        .take();
    transaction.execute(update).await?;
    Ok(is_dead)
}

fn held(task: &Task) -> lemmascope_store::query::UpdateStatement {
    Query::update()
        .table(TASK)
        .and_where(Expr::col("id").eq(task.id))
        .and_where(Expr::col("lease").eq(task.lease.as_str()))
        .take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_grow_up_to_a_limit() {
        let pace = TaskTiming::default();
        for attempts in 1..40 {
            let whole = 1000_i64.saturating_mul(1 << (attempts - 1).clamp(0, 20)).clamp(0, 300_000);
            let pause = pace.pause(attempts);
            assert!(pause >= whole / 2 && pause <= whole, "{attempts}: {pause}");
        }
    }
}
