//! What was interrupted: an undo or a redo whose way back is written down, and whose end is not.

use lemmascope_intent::{Call, Failure};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};

use super::reversal::read_reversal;
use super::{Direction, Ledger, Reversal, failure, to_json};

/// An undo or a redo that may have been executed, wholly or in part.
#[derive(Debug, Clone)]
pub(crate) struct Broken {
    /// Which of the two.
    pub direction: Direction,
    /// The step, with the call that takes the undo or the redo back.
    pub step: Reversal,
}

impl Ledger {
    /// Notes how an undo or a redo that is about to begin is undone, and waits until that is certain.
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

    /// Notes how an undo or a redo is done the next time whose taking back is about to begin: should that be interrupted too,
    /// it is known.
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

    /// Notes that an undo or a redo came to nothing, or was undone itself. The call by which it is done
    /// the next time may be another by now.
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
        // The call that was promised is of no use any more; it must not be taken for one that is.
        if let Direction::Undo = direction {
            update.value("redo", None::<String>);
        }
        self.store.execute(update).await.map_err(failure).map(drop)
    }

    /// What was interrupted in a session, the last first. Only the process with the lease of the session asks: what another
    /// process does there at the moment looks the same.
    pub(crate) async fn broken(&self, session: &str) -> Result<Vec<Broken>, Failure> {
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
            found.push(Broken { direction, step });
        }
        Ok(found)
    }
}
