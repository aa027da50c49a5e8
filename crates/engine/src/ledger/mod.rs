//! What the engine remembers: runs, the steps that can be undone, checkpoints, and what was set at run
//! time. The one part of the engine that speaks to the store.

mod broken;
mod credentials;
mod deeds;
mod journal;
mod kept;
mod reversal;
mod schema;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use lemmascope_intent::{Call, Cause, Failure, Object, Value};
use lemmascope_store::query::{Expr, ExprTrait, InsertStatement, OnConflict, Order, Query, SimpleExpr};
use lemmascope_store::{Row, Statement, Store, StoreError};
use serde::Serialize;

pub(crate) use broken::Broken;
pub(crate) use credentials::SealedCredential;
pub(crate) use journal::Journal;
pub(crate) use kept::{Kept, KeptState};
pub(crate) use reversal::{Direction, Lasting, Reversal};
pub(crate) use schema::MIGRATIONS;

/// Remembers.
#[derive(Clone)]
pub(crate) struct Ledger {
    store: Store,
    last: Arc<AtomicI64>,
    /// Whether something may have been broken off that is not put in order.
    has_broken: Arc<AtomicBool>,
}

/// A run as it is remembered.
#[derive(Debug, Clone)]
pub(crate) struct RunRecord {
    /// Which run.
    pub id: String,
    /// On whose behalf.
    pub session: String,
    /// What was asked for.
    pub intent: String,
    /// The version of the definition.
    pub version: String,
    /// With what, secrets masked.
    pub parameters: Object,
    /// Where.
    pub workspace: String,
    /// The run that it continues.
    pub continues: Option<String>,
}

/// A step that was carried out.
#[derive(Debug, Clone)]
pub(crate) struct StepRecord {
    /// Where in the plan.
    pub position: String,
    /// The verb.
    pub capability: String,
    /// As the action log tells it.
    pub line: String,
    /// With what, secrets masked; only kept of what must not be repeated, to tell it from another call.
    pub arguments: Option<Value>,
    /// How it is taken back.
    pub undo: Option<Call>,
}

/// How far a step came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepState {
    /// It was about to begin.
    Started,
    /// It was carried out.
    Done,
    /// It failed, and is known to have had no effect.
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

/// A checkpoint that was found.
#[derive(Debug, Clone)]
pub(crate) struct SavedCheckpoint {
    /// Its name.
    pub name: String,
    /// The run that passed it.
    pub run: RunRecord,
    /// Where in the plan it stands.
    pub position: String,
}

impl Ledger {
    /// A ledger in this store.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, last: Arc::default(), has_broken: Arc::default() }
    }

    /// A journal for one run.
    pub(crate) fn journal(&self, run: RunRecord) -> Journal {
        Journal::new(self.clone(), self.store.writer(), run)
    }

    /// The present moment in microseconds, later than any this ledger has given before.
    pub(crate) fn tick(&self) -> i64 {
        let now = jiff::Timestamp::now().as_microsecond();
        let later = |last: i64| Ord::max(now, last + 1);
        let before = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
        before.map_or(now, later)
    }

    /// How far the same call at the same place came in an earlier run, or in one that that one continued.
    async fn state_of(&self, run: &str, step: &StepRecord) -> Result<Option<StepState>, Failure> {
        let arguments = step.arguments.as_ref().map(to_json);
        let mut earlier = Some(run.to_string());
        while let Some(run) = earlier {
            let mut select = Query::select();
            select
                .columns(["state", "arguments"])
                .from("step")
                .and_where(Expr::col("run").eq(run.as_str()))
                .and_where(Expr::col("position").eq(step.position.as_str()))
                .and_where(Expr::col("capability").eq(step.capability.as_str()));
            if let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? {
                let same = row.optional_text("arguments").map_err(failure)? == arguments.as_deref();
                return Ok(StepState::parse(row.text("state").map_err(failure)?).filter(|_| same));
            }
            earlier = self.run(&run).await?.and_then(|run| run.continues);
        }
        Ok(None)
    }

    /// The last time an intent passed a checkpoint of that name, in this session or else in any.
    pub(crate) async fn find_checkpoint(
        &self,
        intent: &str,
        session: &str,
        name: &str,
    ) -> Result<Option<SavedCheckpoint>, Failure> {
        let mut select = Query::select();
        select
            .columns(["run", "position"])
            .from("checkpoint")
            .and_where(Expr::col("intent").eq(intent))
            .and_where(Expr::col("name").eq(name))
            .order_by_expr(Expr::col("session").eq(session), Order::Desc)
            .order_by("made", Order::Desc)
            .limit(1);
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(None) };
        let run = self.run(row.text("run").map_err(failure)?).await?;
        let position = row.text("position").map_err(failure)?.to_string();
        Ok(run.map(|run| SavedCheckpoint { name: name.into(), run, position }))
    }

    /// The names of the checkpoints that an intent has passed, newest first.
    pub(crate) async fn checkpoint_names(&self, intent: &str) -> Result<Vec<String>, Failure> {
        let mut select = Query::select();
        select
            .columns(["name"])
            .from("checkpoint")
            .and_where(Expr::col("intent").eq(intent))
            .order_by("made", Order::Desc)
            .limit(100);
        let mut names: Vec<String> = Vec::new();
        for row in self.store.fetch_all(select).await.map_err(failure)? {
            let name = row.text("name").map_err(failure)?;
            if !names.iter().any(|known| known == name) {
                names.push(name.to_string());
            }
        }
        Ok(names)
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

    /// The run that a chain of continued runs began with.
    pub(crate) async fn origin(&self, run: &str) -> Result<String, Failure> {
        let mut origin = run.to_string();
        while let Some(earlier) = self.run(&origin).await?.and_then(|run| run.continues) {
            origin = earlier;
        }
        Ok(origin)
    }

    /// Keeps a setting.
    pub(crate) async fn keep_setting(&self, key: &str, value: &Value) -> Result<(), Failure> {
        let mut insert = insert("setting", [("key", key.into()), ("value", to_json(value).into())]);
        insert.on_conflict(OnConflict::column("key").update_column("value").to_owned());
        self.store.execute(insert).await.map_err(failure).map(drop)
    }

    /// Forgets settings.
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

    /// All settings that were kept.
    pub(crate) async fn settings(&self) -> Result<Vec<(String, Value)>, Failure> {
        let mut select = Query::select();
        select.columns(["key", "value"]).from("setting");
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter()
            .map(|row| Ok((row.text("key")?.to_string(), Value::from(row.json("value")?))))
            .collect::<Result<_, StoreError>>()
            .map_err(failure)
    }

    /// Waits until everything that was noted is written, and ends.
    pub(crate) async fn close(&self) {
        self.store.close().await;
    }
}

/// What a failing store means for the request at hand.
pub(crate) fn failure(error: StoreError) -> Failure {
    let cause = match &error {
        StoreError::DiskFull { .. } => Cause::DiskFull,
        StoreError::ReadOnly { .. } | StoreError::PermissionDenied { .. } => Cause::PermissionDenied,
        _ => Cause::Failed,
    };
    let failure = Failure::new(cause, format!("the state could not be kept: {error}"));
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

fn insert<const N: usize>(table: &'static str, fields: [(&'static str, SimpleExpr); N]) -> InsertStatement {
    let (columns, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
    let mut insert = Query::insert();
    // There are as many values as columns, which is all that this could panic over.
    insert.into_table(table).columns(columns).values_panic(values);
    insert
}

/// What is kept is made of texts, numbers and maps with text keys, which JSON can always hold.
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
