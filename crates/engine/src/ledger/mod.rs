//! What the engine remembers: runs, the steps that can be undone, checkpoints, and what was set at run
//! time. The one file of the engine that speaks to the store.

mod schema;

use std::sync::atomic::{AtomicI64, Ordering};

use lemmascope_intent::{Call, Cause, Failure, Object, Value};
use lemmascope_store::query::{Expr, ExprTrait, InsertStatement, OnConflict, Order, Query, SimpleExpr};
use lemmascope_store::{Row, Statement, Store, StoreError, Writer};
use serde::Serialize;

pub(crate) use schema::MIGRATIONS;

/// Remembers. Records are written behind the run's back, in order; what must be certain before the run
/// goes on is waited for.
pub(crate) struct Ledger {
    store: Store,
    writer: Writer,
    last: AtomicI64,
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
}

/// A step that was carried out.
#[derive(Debug, Clone)]
pub(crate) struct StepRecord {
    /// Of which run.
    pub run: String,
    /// Where in the plan.
    pub position: String,
    /// On whose behalf.
    pub session: String,
    /// The verb.
    pub capability: String,
    /// As the action log tells it.
    pub line: String,
    /// How it is taken back.
    pub undo: Option<Call>,
}

/// A checkpoint that was found.
#[derive(Debug, Clone)]
pub(crate) struct SavedCheckpoint {
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
    /// The call to make.
    pub call: Call,
}

impl Ledger {
    /// A ledger in this store.
    pub(crate) fn new(store: Store) -> Self {
        let writer = store.writer();
        Self { store, writer, last: AtomicI64::new(0) }
    }

    /// The present moment in microseconds, later than any this ledger has given before.
    fn tick(&self) -> i64 {
        let now = jiff::Timestamp::now().as_microsecond();
        let later = |last: i64| Ord::max(now, last + 1);
        let before = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
        before.map_or(now, later)
    }

    /// Notes that a run begins.
    pub(crate) async fn begin(&self, run: &RunRecord) {
        let insert = insert(
            "run",
            [
                ("id", run.id.clone().into()),
                ("session", run.session.clone().into()),
                ("intent", run.intent.clone().into()),
                ("version", run.version.clone().into()),
                ("parameters", to_json(&run.parameters).into()),
                ("workspace", run.workspace.clone().into()),
                ("status", "running".into()),
                ("started", self.tick().into()),
            ],
        );
        self.writer.enqueue(insert).await;
    }

    /// Notes how a run ended.
    pub(crate) async fn finish(&self, run: &str, status: &str) {
        let mut update = Query::update();
        update
            .table("run")
            .value("status", status)
            .value("finished", self.tick())
            .and_where(Expr::col("id").eq(run));
        self.writer.enqueue(update).await;
    }

    /// Notes that a step which must not be repeated is about to begin, and waits until that is certain.
    pub(crate) async fn announce(&self, step: &StepRecord) -> Result<(), Failure> {
        self.insert_step(step, "started").await;
        self.settle().await
    }

    /// Notes a step that was carried out.
    pub(crate) async fn record(&self, step: &StepRecord) {
        self.insert_step(step, "done").await;
    }

    async fn insert_step(&self, step: &StepRecord, state: &str) {
        let mut insert = insert(
            "step",
            [
                ("run", step.run.clone().into()),
                ("position", step.position.clone().into()),
                ("session", step.session.clone().into()),
                ("capability", step.capability.clone().into()),
                ("state", state.into()),
                ("line", step.line.clone().into()),
                ("number", self.tick().into()),
                ("undo", step.undo.as_ref().map(to_json).into()),
            ],
        );
        insert.on_conflict(
            OnConflict::columns(["run", "position"])
                .update_columns(["state", "line", "number", "undo"])
                .to_owned(),
        );
        self.writer.enqueue(insert).await;
    }

    /// The state of a step of an earlier run: `started`, `done`, or nothing.
    pub(crate) async fn state_of(&self, run: &str, position: &str) -> Result<Option<String>, Failure> {
        let mut select = Query::select();
        select
            .column("state")
            .from("step")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col("position").eq(position));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| row.text("state").map(str::to_string)).transpose().map_err(failure)
    }

    /// Stores a checkpoint and waits until it is certain, with everything before it.
    pub(crate) async fn checkpoint(
        &self,
        run: &RunRecord,
        name: &str,
        position: &str,
    ) -> Result<(), Failure> {
        let mut insert = insert(
            "checkpoint",
            [
                ("run", run.id.clone().into()),
                ("position", position.into()),
                ("session", run.session.clone().into()),
                ("intent", run.intent.clone().into()),
                ("name", name.into()),
                ("made", self.tick().into()),
            ],
        );
        insert.on_conflict(OnConflict::columns(["run", "position"]).update_column("made").to_owned());
        self.writer.enqueue(insert).await;
        self.settle().await
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
        Ok(run.map(|run| SavedCheckpoint { run, position }))
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
            .columns(["id", "session", "intent", "version", "parameters", "workspace"])
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
            _ => (undone.is_not_null(), "undone"),
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
        let mut select = Query::select();
        select
            .columns(["run", "position", "line", which])
            .from("step")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col(which).is_not_null())
            .and_where(state)
            .order_by("number", order);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(|row| read_reversal(row, which)).collect::<Result<_, _>>().map_err(failure)
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

    /// Notes that something new was done: what had been undone before cannot be redone any more.
    pub(crate) async fn forget_redo(&self, session: &str) {
        let mut update = Query::update();
        update
            .table("step")
            .value("redo", None::<String>)
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("redo").is_not_null())
            .and_where(Expr::col("undone").is_not_null());
        self.writer.enqueue(update).await;
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

    /// Waits until everything that was noted is certain.
    pub(crate) async fn settle(&self) -> Result<(), Failure> {
        self.writer.flush().await.map_err(failure)
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
    })
}

fn read_reversal(row: &Row, which: &str) -> Result<Reversal, StoreError> {
    let call = Value::from(row.json(which)?);
    let field = |name: &str| call.as_object().and_then(|fields| fields.get(name));
    Ok(Reversal {
        run: row.text("run")?.to_string(),
        position: row.text("position")?.to_string(),
        line: row.text("line")?.to_string(),
        call: Call {
            capability: field("capability").and_then(Value::as_text).unwrap_or_default().to_string(),
            arguments: field("arguments").and_then(Value::as_object).cloned().unwrap_or_default(),
        },
    })
}
