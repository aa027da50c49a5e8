//! The persistent state of the engine: runs, undoable steps, checkpoints, and runtime settings. This is the
//! only module of the engine that accesses the store.

mod checkpoint;
mod credentials;
mod events;
mod history;
mod idempotency;
mod interrupted_undo;
mod journal;
mod kept;
mod keys;
mod lease;
mod process;
mod pruning;
mod recorder;
mod reversal;
mod runs;
mod schema;
mod sealed_record;
mod session_state;
mod waiting_plan;

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_intent::{Call, Cause, Failure, Object, Value};
use lemmascope_store::query::{Expr, ExprTrait, InsertStatement, OnConflict, Order, Query, SimpleExpr};
use lemmascope_store::{Row, Statement, Store, StoreError};
use serde::Serialize;

use self::process::Process;
use self::recorder::Recorder;

pub(crate) use checkpoint::{RunFate, SavedCheckpoint};
pub(crate) use credentials::SealedCredential;
pub(crate) use idempotency::Begun;
pub(crate) use interrupted_undo::InterruptedUndo;
pub(crate) use journal::Journal;
pub(crate) use kept::{Kept, KeptState};
pub(crate) use keys::StoredKey;
pub(crate) use lease::{LIFETIME, Taken};
pub(crate) use pruning::REMEMBERED;
pub(crate) use recorder::{Receipt, Record};
pub(crate) use reversal::{Direction, Lasting, Reversal};
pub use runs::RunSummary;
pub(crate) use schema::MIGRATIONS;
pub(crate) use sealed_record::{RecordKind, SealedRecord};
pub(crate) use session_state::SessionState;
pub(crate) use waiting_plan::WaitingPlan;

/// The access to the persistent state.
#[derive(Clone)]
pub(crate) struct Ledger {
    store: Store,
    process: Arc<Process>,
    last: Arc<AtomicI64>,
    /// The runs in progress.
    under_way: Arc<Mutex<HashSet<String>>>,
    /// The number of runs that have ended since the store was opened.
    ended: Arc<AtomicU64>,
    recorder: Arc<Recorder>,
}

/// The record of a run.
#[derive(Debug, Clone)]
pub(crate) struct RunRecord {
    /// The id of the run.
    pub id: String,
    /// The session, whose id names the owner.
    pub session: String,
    /// The name of the intent or verb.
    pub intent: String,
    /// The version of the definition.
    pub version: String,
    /// The parameters, with secrets masked.
    pub parameters: Object,
    /// The working directory.
    pub workspace: String,
    /// The run that it resumes.
    pub continues: Option<String>,
}

/// The record of an executed step.
#[derive(Debug, Clone)]
pub(crate) struct StepRecord {
    /// The position in the plan.
    pub position: String,
    /// The verb.
    pub capability: String,
    /// The line in the action log.
    pub line: String,
    /// The arguments, with secrets masked, or their digest. Stored only for steps that must not be repeated,
    /// to identify the call.
    pub arguments: Option<Value>,
    /// The call that undoes the step.
    pub undo: Option<Call>,
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepState {
    /// Announced before it began.
    Started,
    /// Executed.
    Done,
    /// Failed, and known to have had no effect.
    Failed,
}

impl StepState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Started, Self::Done, Self::Failed].into_iter().find(|state| state.as_str() == text)
    }
}

impl Ledger {
    /// Creates a ledger on a store.
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            process: Arc::new(Process::new()),
            last: Arc::default(),
            under_way: Arc::default(),
            ended: Arc::default(),
            recorder: Arc::default(),
        }
    }

    /// Creates the journal of a run.
    pub(crate) fn journal(&self, run: RunRecord) -> Journal {
        Journal::new(self.clone(), run, false)
    }

    /// Creates the journal of a read-only run.
    pub(crate) fn journal_of_look(&self, run: RunRecord) -> Journal {
        Journal::new(self.clone(), run, true)
    }

    /// Commits a record in a group with those of concurrent requests.
    pub(crate) fn commit(&self, record: Record) -> Receipt {
        self.recorder.commit(&self.store, record)
    }

    /// Returns the current time in microseconds, or a later one than any in the store. The value defines an
    /// order, and is not an exact time.
    pub(crate) fn tick(&self) -> i64 {
        let now = jiff::Timestamp::now().as_microsecond();
        let later = |last: i64| Ord::max(now, last + 1);
        let before = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
        before.map_or(now, later)
    }

    /// Advances the counter past a value.
    fn advance(&self, moment: i64) {
        self.last.fetch_max(moment, Ordering::Relaxed);
    }

    /// Returns the state of the same call at the same position in an earlier run, or in one that it resumed.
    async fn state_of(&self, run: &str, step: &StepRecord) -> Result<Option<StepState>, Failure> {
        let arguments = step.arguments.as_ref().map(to_json);
        let mut earlier = Some(run.to_string());
        while let Some(run) = earlier {
            let mut select = Query::select();
            select
                .columns(["state", "arguments", "undone"])
                .from("step")
                .and_where(Expr::col("run").eq(run.as_str()))
                .and_where(Expr::col("position").eq(step.position.as_str()))
                .and_where(Expr::col("capability").eq(step.capability.as_str()));
            if let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? {
                let same = row.optional_text("arguments").map_err(failure)? == arguments.as_deref();
                let is_undone = row.optional_integer("undone").map_err(failure)?.is_some();
                let state = StepState::parse(row.text("state").map_err(failure)?);
                return Ok(state.filter(|_| same && !is_undone));
            }
            earlier = self.run(&run).await?.and_then(|run| run.continues);
        }
        Ok(None)
    }

    fn under_way(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Advances the counter past all values in the store, so that new values are later, whatever the clock
    /// says.
    pub(crate) async fn resume_count(&self) -> Result<(), Failure> {
        let columns = [("step", "number"), ("step", "undone"), ("run", "started"), ("checkpoint", "made")];
        for (table, column) in columns {
            let mut select = Query::select();
            select.column(column).from(table).and_where(Expr::col(column).is_not_null());
            select.order_by(column, Order::Desc).limit(1);
            let row = self.store.fetch_optional(select).await.map_err(failure)?;
            if let Some(row) = row {
                self.advance(row.integer(column).map_err(failure)?);
            }
        }
        Ok(())
    }

    async fn run(&self, id: &str) -> Result<Option<RunRecord>, Failure> {
        let mut select = Query::select();
        select
            .columns(["id", "session", "intent", "version", "parameters", "workspace", "continues"])
            .from("run")
            .and_where(Expr::col("id").eq(id));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| read_run(&row)).transpose().map_err(failure)
    }

    /// Returns the first run in a chain of resumed runs.
    pub(crate) async fn origin(&self, run: &str) -> Result<String, Failure> {
        let mut origin = run.to_string();
        while let Some(earlier) = self.run(&origin).await?.and_then(|run| run.continues) {
            origin = earlier;
        }
        Ok(origin)
    }

    /// Stores a setting.
    pub(crate) async fn keep_setting(&self, key: &str, value: &Value) -> Result<(), Failure> {
        let mut insert = insert("setting", [("key", key.into()), ("value", to_json(value).into())]);
        insert.on_conflict(OnConflict::column("key").update_column("value").to_owned());
        self.store.execute(insert).await.map_err(failure).map(drop)
    }

    /// Deletes settings.
    pub(crate) async fn drop_settings(&self, keys: &[&'static str]) -> Result<(), Failure> {
        let statements = keys
            .iter()
            .map(|key| {
                let mut delete = Query::delete();
                delete.from_table("setting").and_where(Expr::col("key").eq(*key));
                Statement::from(delete)
            })
            .collect();
        self.store.transaction(statements).await.map_err(failure)
    }

    /// Returns all stored settings.
    pub(crate) async fn settings(&self) -> Result<Vec<(String, Value)>, Failure> {
        let mut select = Query::select();
        select.columns(["key", "value"]).from("setting");
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter()
            .map(|row| Ok((row.text("key")?.to_string(), Value::from(row.json("value")?))))
            .collect::<Result<_, StoreError>>()
            .map_err(failure)
    }

    /// Waits until all records are written, and closes the store.
    pub(crate) async fn close(&self) {
        self.store.close().await;
    }
}

/// Converts an error of the store into a failure of the request.
pub(crate) fn failure(error: StoreError) -> Failure {
    let cause = match &error {
        StoreError::DiskFull { .. } => Cause::DiskFull,
        StoreError::ReadOnly { .. } | StoreError::PermissionDenied { .. } => Cause::PermissionDenied,
        _ => Cause::Failed,
    };
    let failure = Failure::new(cause, format!("the state could not be stored: {error}"));
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

fn insert<const N: usize>(table: &'static str, fields: [(&'static str, SimpleExpr); N]) -> InsertStatement {
    let (columns, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    let mut insert = Query::insert();
    // The only possible panic is a mismatch between the numbers of values and columns, and they are equal
    // here.
    insert.into_table(table).columns(columns).values_panic(values);
    insert
}

/// Serializes a value. Cannot fail, because the values consist of texts, numbers, and maps with text keys.
fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn read_run(row: &Row) -> Result<RunRecord, StoreError> {
    let text = |column: &str| row.text(column).map(str::to_string);
    let parameters = match Value::from(row.json("parameters")?) {
        Value::Object(parameters) => parameters,
        _ => Object::new(),
    };
    Ok(RunRecord {
        id: text("id")?,
        session: text("session")?,
        intent: text("intent")?,
        version: text("version")?,
        parameters,
        workspace: text("workspace")?,
        continues: row.optional_text("continues")?.map(str::to_string),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: &str) -> RunRecord {
        RunRecord {
            id: id.into(),
            session: "main".into(),
            intent: "change".into(),
            version: "1".into(),
            parameters: Object::new(),
            workspace: "/".into(),
            continues: None,
        }
    }

    #[tokio::test]
    async fn deletes_oldest_runs_with_their_steps() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("state.db").display());
        let store = Store::open(&url, MIGRATIONS).await.unwrap().store;
        for id in ["broken", "resumable", "old", "new"] {
            change(&store, id, 0).await;
        }
        let ledger = Ledger::new(store.clone());
        for id in ["broken", "resumable", "old", "new"] {
            let journal = ledger.journal(run(id));
            journal.finish("error", None).await;
            if id == "resumable" {
                journal
                    .checkpoint("there", "0", Vec::new(), std::time::Duration::from_secs(60))
                    .await
                    .unwrap();
            }
            if id == "broken" {
                let step = StepRecord {
                    position: "1".into(),
                    capability: "lab.change".into(),
                    line: id.into(),
                    arguments: None,
                    undo: None,
                };
                journal.announce(&step).await.unwrap();
            }
            journal.settle().await.unwrap();
        }
        ledger.prune(1).await.unwrap();
        for (id, stays) in [("broken", true), ("resumable", true), ("old", false), ("new", true)] {
            assert_eq!(ledger.run(id).await.unwrap().is_some(), stays, "{id}");
            let mut steps = Query::select();
            steps.column("position").from("step").and_where(Expr::col("run").eq(id));
            assert_eq!(store.fetch_all(steps).await.unwrap().is_empty(), !stays, "{id}");
        }
    }

    /// Records an undoable change, as a process does that opened the store with this clock.
    async fn change(store: &Store, id: &str, clock: i64) {
        let ledger = Ledger::new(store.clone());
        ledger.resume_count().await.unwrap();
        // Simulates a clock that is ahead.
        ledger.last.fetch_max(clock, Ordering::Relaxed);
        let journal = ledger.journal(run(id));
        journal.begin().await;
        let undo = Call { capability: "lab.unchange".into(), arguments: Object::new() };
        let step = StepRecord {
            position: "0".into(),
            capability: "lab.change".into(),
            line: id.into(),
            arguments: None,
            undo: Some(undo),
        };
        journal.record(&step, StepState::Done).await;
        journal.settle().await.unwrap();
    }

    #[tokio::test]
    async fn undo_order_is_independent_of_the_clock() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("state.db").display());
        let store = Store::open(&url, MIGRATIONS).await.unwrap().store;
        let far = jiff::Timestamp::now().as_microsecond() + 3_600_000_000;
        for (id, clock) in [("first", far), ("second", 0), ("third", far - 1_000)] {
            change(&store, id, clock).await;
        }
        let ledger = Ledger::new(store);
        let mut order = Vec::new();
        while let Some(step) = ledger.undoable("main").await.unwrap().into_iter().next() {
            order.push(step.run.clone());
            ledger.mark_undone(&step, None).await.unwrap();
        }
        assert_eq!(order, ["third", "second", "first"]);
    }
}
