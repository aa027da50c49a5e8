//! What the engine remembers: runs, the steps that can be undone, checkpoints, and what was set at run
//! time. The one part of the engine that speaks to the store.

mod credentials;
mod journal;
mod kept;
mod schema;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use lemmascope_intent::{Call, Cause, Failure, Object, Value};
use lemmascope_store::query::{Expr, ExprTrait, InsertStatement, OnConflict, Order, Query, SimpleExpr};
use lemmascope_store::{Row, Statement, Store, StoreError};
use serde::Serialize;

pub(crate) use credentials::SealedCredential;
pub(crate) use journal::Journal;
pub(crate) use kept::{Kept, KeptState};
pub(crate) use schema::MIGRATIONS;

/// Remembers.
#[derive(Clone)]
pub(crate) struct Ledger {
    store: Store,
    last: Arc<AtomicI64>,
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

/// A step that can be undone or redone: where it is, and the call that does it.
#[derive(Debug, Clone)]
pub(crate) struct Reversal {
    /// Of which run.
    pub run: String,
    /// Where in the plan.
    pub position: String,
    /// As the action log told it.
    pub line: String,
    /// Where it was done.
    pub workspace: String,
    /// The call to make.
    pub call: Call,
}

/// A step that was carried out and says no way back.
#[derive(Debug, Clone)]
pub(crate) struct Lasting {
    /// Of which run.
    pub run: String,
    /// The verb.
    pub capability: String,
    /// As the action log told it.
    pub line: String,
    position: String,
}

/// How many steps without a way back are looked through.
const MOST_LASTING: u64 = 200;

impl Ledger {
    /// A ledger in this store.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, last: Arc::default() }
    }

    /// A journal for one run.
    pub(crate) fn journal(&self, run: RunRecord) -> Journal {
        Journal::new(self.clone(), self.store.writer(), run)
    }

    /// The present moment in microseconds, later than any this ledger has given before.
    fn tick(&self) -> i64 {
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

    /// The steps of the last run of a session that can be undone, last step first.
    pub(crate) async fn undoable(&self, session: &str) -> Result<Vec<Reversal>, Failure> {
        self.reversals(session, "undo", Order::Desc).await
    }

    /// The steps of the run that was undone last and can be redone, first step first.
    pub(crate) async fn redoable(&self, session: &str) -> Result<Vec<Reversal>, Failure> {
        self.reversals(session, "redo", Order::Asc).await
    }

    async fn reversals(
        &self,
        session: &str,
        which: &'static str,
        order: Order,
    ) -> Result<Vec<Reversal>, Failure> {
        let undone = Expr::col("undone");
        let (state, latest) = match which {
            "undo" => (undone.is_null(), "number"),
            _ => (undone.gt(0), "undone"),
        };
        let mut newest = Query::select();
        newest
            .column("run")
            .from("step")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col(which).is_not_null())
            .and_where(state.clone())
            .order_by(latest, Order::Desc)
            .limit(1);
        let Some(row) = self.store.fetch_optional(newest).await.map_err(failure)? else {
            return Ok(Vec::new());
        };
        let run = row.text("run").map_err(failure)?.to_string();
        let workspace = self.run(&run).await?.map(|run| run.workspace).unwrap_or_default();
        let mut select = Query::select();
        select
            .columns(["run", "position", "line", which])
            .from("step")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col(which).is_not_null())
            .and_where(state)
            .order_by("number", order);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter()
            .map(|row| read_reversal(row, which, &workspace))
            .collect::<Result<_, _>>()
            .map_err(failure)
    }

    /// The steps of a session that say no way back and that came after the last one that does, last first.
    pub(crate) async fn without_undo(&self, session: &str) -> Result<Vec<Lasting>, Failure> {
        let of_session = Expr::col("session").eq(session).and(Expr::col("undone").is_null());
        let mut newest = Query::select();
        newest
            .column("number")
            .from("step")
            .and_where(of_session.clone())
            .and_where(Expr::col("undo").is_not_null())
            .order_by("number", Order::Desc)
            .limit(1);
        let newest = self.store.fetch_optional(newest).await.map_err(failure)?;
        let after = newest.map(|row| row.integer("number")).transpose().map_err(failure)?.unwrap_or_default();
        let mut select = Query::select();
        select
            .columns(["run", "position", "capability", "line"])
            .from("step")
            .and_where(of_session)
            .and_where(Expr::col("undo").is_null())
            .and_where(Expr::col("state").eq(StepState::Done.as_str()))
            .and_where(Expr::col("number").gt(after))
            .order_by("number", Order::Desc)
            .limit(MOST_LASTING);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(read_lasting).collect::<Result<_, _>>().map_err(failure)
    }

    /// The steps of a run that say no way back, first to last.
    pub(crate) async fn without_undo_in(&self, run: &str) -> Result<Vec<Lasting>, Failure> {
        let mut select = Query::select();
        select
            .columns(["run", "position", "capability", "line"])
            .from("step")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col("undo").is_null())
            .and_where(Expr::col("undone").is_null())
            .and_where(Expr::col("state").eq(StepState::Done.as_str()))
            .order_by("number", Order::Asc)
            .limit(MOST_LASTING);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(read_lasting).collect::<Result<_, _>>().map_err(failure)
    }

    /// Notes that the person knows that a step cannot be taken back, so that undo goes on before it.
    pub(crate) async fn pass_over(&self, steps: &[Lasting]) -> Result<(), Failure> {
        let now = self.tick();
        let statements = steps.iter().map(|step| {
            let mut update = Query::update();
            update
                .table("step")
                .value("undone", now)
                .and_where(Expr::col("run").eq(step.run.as_str()))
                .and_where(Expr::col("position").eq(step.position.as_str()));
            Statement::from(update)
        });
        self.store.transaction(statements.collect()).await.map_err(failure)
    }

    /// Notes that a step was undone, and how it is done again.
    pub(crate) async fn mark_undone(&self, step: &Reversal, redo: Option<&Call>) -> Result<(), Failure> {
        self.mark(step, "redo", redo, Expr::value(self.tick())).await
    }

    /// Notes that a step was done again, and how it is undone.
    pub(crate) async fn mark_redone(&self, step: &Reversal, undo: Option<&Call>) -> Result<(), Failure> {
        self.mark(step, "undo", undo, Expr::value(None::<i64>)).await
    }

    async fn mark(
        &self,
        step: &Reversal,
        which: &'static str,
        call: Option<&Call>,
        undone: SimpleExpr,
    ) -> Result<(), Failure> {
        let call = call.map(to_json);
        let mut update = Query::update();
        update
            .table("step")
            .value(which, call)
            .value("undone", undone)
            .and_where(Expr::col("run").eq(step.run.as_str()))
            .and_where(Expr::col("position").eq(step.position.as_str()));
        self.store.execute(update).await.map_err(failure).map(drop)
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

fn read_lasting(row: &Row) -> Result<Lasting, StoreError> {
    let text = |column: &str| row.text(column).map(str::to_string);
    Ok(Lasting {
        run: text("run")?,
        capability: text("capability")?,
        line: text("line")?,
        position: text("position")?,
    })
}

fn read_reversal(row: &Row, which: &str, workspace: &str) -> Result<Reversal, StoreError> {
    let call = Value::from(row.json(which)?);
    let field = |name: &str| call.as_object().and_then(|fields| fields.get(name));
    Ok(Reversal {
        run: row.text("run")?.to_string(),
        position: row.text("position")?.to_string(),
        line: row.text("line")?.to_string(),
        workspace: workspace.to_string(),
        call: Call {
            capability: field("capability").and_then(Value::as_text).unwrap_or_default().to_string(),
            arguments: field("arguments").and_then(Value::as_object).cloned().unwrap_or_default(),
        },
    })
}
