//! Interrupted undos and redos: the rollback call is recorded, but the completion is not.

use lemmascope_intent::{Call, Failure};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};

use super::reversal::read_reversal;
use super::{Direction, Ledger, Reversal, failure, to_json};

/// An undo or redo that may have been executed, wholly or in part.
#[derive(Debug, Clone)]
pub(crate) struct InterruptedUndo {
    /// The direction.
    pub direction: Direction,
    /// The step, with the call that rolls the undo or redo back.
    pub step: Reversal,
}

impl Ledger {
    /// Records the rollback call of an undo or redo that is about to begin, and waits for the commit.
    pub(crate) async fn promise(
        &self,
        direction: Direction,
        step: &Reversal,
        back: &Call,
    ) -> Result<(), Failure> {
        let mut update = Query::update();
        update
            .table("step")
            .value(direction.other().word(), to_json(back))
            .value("pending", direction.word())
            .and_where(Expr::col("run").eq(step.run.as_str()))
            .and_where(Expr::col("position").eq(step.position.as_str()));
        self.store.execute(update).await.map_err(failure).map(drop)
    }

    /// Records the call that repeats an undo or redo after its rollback, before the rollback begins, so that
    /// an interruption of the rollback is recoverable too.
    pub(crate) async fn promise_again(
        &self,
        direction: Direction,
        step: &Reversal,
        again: &Call,
    ) -> Result<(), Failure> {
        let mut update = Query::update();
        update
            .table("step")
            .value(direction.word(), to_json(again))
            .and_where(Expr::col("run").eq(step.run.as_str()))
            .and_where(Expr::col("position").eq(step.position.as_str()));
        self.store.execute(update).await.map_err(failure).map(drop)
    }

    /// Records that an undo or redo had no effect, or was rolled back. `again` replaces the call that repeats
    /// it.
    pub(crate) async fn withdraw(
        &self,
        direction: Direction,
        step: &Reversal,
        again: Option<&Call>,
    ) -> Result<(), Failure> {
        let mut update = Query::update();
        update
            .table("step")
            .value("pending", None::<String>)
            .and_where(Expr::col("run").eq(step.run.as_str()))
            .and_where(Expr::col("position").eq(step.position.as_str()));
        if let Some(again) = again {
            update.value(direction.word(), to_json(again));
        }
        // Deletes the rollback call, which must not be mistaken for a valid redo.
        if let Direction::Undo = direction {
            update.value("redo", None::<String>);
        }
        self.store.execute(update).await.map_err(failure).map(drop)
    }

    /// Returns the interrupted undos and redos of a session, latest first. Only the process with the
    /// session's lease may call this, because an undo in progress in another process looks the same.
    pub(crate) async fn broken(&self, session: &str) -> Result<Vec<InterruptedUndo>, Failure> {
        let mut select = Query::select();
        select
            .columns(["run", "position", "line", "state", "undo", "redo", "pending"])
            .from("step")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("pending").is_not_null())
            .order_by("number", Order::Desc);
        let mut found = Vec::new();
        for row in self.store.fetch_all(select).await.map_err(failure)? {
            let direction = match row.text("pending").map_err(failure)? {
                "undo" => Direction::Undo,
                _ => Direction::Redo,
            };
            let run = row.text("run").map_err(failure)?;
            let workspace = self.run(run).await?.map(|run| run.workspace).unwrap_or_default();
            let step = read_reversal(&row, direction.other().word(), &workspace).map_err(failure)?;
            found.push(InterruptedUndo { direction, step });
        }
        Ok(found)
    }
}
