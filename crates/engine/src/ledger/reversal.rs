//! Undo and redo: the reversible and irreversible steps.

use lemmascope_intent::{Call, Failure, Value};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query, SimpleExpr};
use lemmascope_store::{Row, Statement, StoreError};

use super::{Ledger, StepState, failure, to_json};

/// A step that can be undone or redone, and the call for it.
#[derive(Debug, Clone)]
pub(crate) struct Reversal {
    /// The run of the step.
    pub run: String,
    /// The position in the plan.
    pub position: String,
    /// The line in the action log.
    pub line: String,
    /// The working directory of the run.
    pub workspace: String,
    /// The call to make.
    pub call: Call,
    /// Whether the step may never have been executed: its undo call was recorded, but not its completion.
    pub unsettled: bool,
}

/// The direction of a reversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
}

impl Direction {
    /// Returns the name, which is also the name of the column with the call.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }

    /// Returns the opposite direction.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Undo => Self::Redo,
            Self::Redo => Self::Undo,
        }
    }
}

/// An executed step without an undo call.
#[derive(Debug, Clone)]
pub(crate) struct Lasting {
    /// The run of the step.
    pub run: String,
    /// The verb.
    pub capability: String,
    /// The line in the action log.
    pub line: String,
    position: String,
}

/// The maximum number of steps without an undo call that are examined.
const MOST_LASTING: u64 = 200;

impl Ledger {
    /// Returns the undoable steps of the last run of a session, last step first.
    pub(crate) async fn undoable(&self, session: &str) -> Result<Vec<Reversal>, Failure> {
        self.reversals(session, Direction::Undo, Order::Desc).await
    }

    /// Returns the redoable steps of the last undone run, first step first.
    pub(crate) async fn redoable(&self, session: &str) -> Result<Vec<Reversal>, Failure> {
        self.reversals(session, Direction::Redo, Order::Asc).await
    }

    async fn reversals(
        &self,
        session: &str,
        direction: Direction,
        order: Order,
    ) -> Result<Vec<Reversal>, Failure> {
        let undone = Expr::col("undone");
        let which = direction.word();
        let (state, latest) = match direction {
            Direction::Undo => (undone.is_null(), "number"),
            Direction::Redo => (undone.gt(0), "undone"),
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
            .columns(["run", "position", "line", "state", which])
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

    /// Returns the steps of a session without an undo call that follow the last one with it, last first.
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

    /// Returns the steps of a run without an undo call, first to last.
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

    /// Records that the person was informed that these steps are irreversible, so that the next undo
    /// continues before them.
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

    /// Records that a step was undone, and the call that redoes it.
    pub(crate) async fn mark_undone(&self, step: &Reversal, redo: Option<&Call>) -> Result<(), Failure> {
        self.mark(step, Direction::Redo, redo, Expr::value(self.tick())).await
    }

    /// Records that a step was redone, and the call that undoes it.
    pub(crate) async fn mark_redone(&self, step: &Reversal, undo: Option<&Call>) -> Result<(), Failure> {
        self.mark(step, Direction::Undo, undo, Expr::value(None::<i64>)).await
    }

    async fn mark(
        &self,
        step: &Reversal,
        way_back: Direction,
        call: Option<&Call>,
        undone: SimpleExpr,
    ) -> Result<(), Failure> {
        let call = call.map(to_json);
        let mut update = Query::update();
        update
            .table("step")
            .value(way_back.word(), call)
            .value("undone", undone)
            .value("pending", None::<String>)
            // The step's state is now certain.
            .value("state", StepState::Done.as_str())
            .and_where(Expr::col("run").eq(step.run.as_str()))
            .and_where(Expr::col("position").eq(step.position.as_str()));
        self.store.execute(update).await.map_err(failure).map(drop)
    }
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

pub(super) fn read_reversal(row: &Row, which: &str, workspace: &str) -> Result<Reversal, StoreError> {
    let call = Value::from(row.json(which)?);
    let field = |name: &str| call.as_object().and_then(|fields| fields.get(name));
    Ok(Reversal {
        run: row.text("run")?.to_string(),
        position: row.text("position")?.to_string(),
        line: row.text("line")?.to_string(),
        workspace: workspace.to_string(),
        unsettled: row.text("state")? == StepState::Started.as_str(),
        call: Call {
            capability: field("capability").and_then(Value::as_text).unwrap_or_default().to_string(),
            arguments: field("arguments").and_then(Value::as_object).cloned().unwrap_or_default(),
        },
    })
}
