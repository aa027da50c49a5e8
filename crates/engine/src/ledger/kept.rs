use std::time::Duration;

use lemmascope_intent::Failure;
use lemmascope_store::Statement;
use lemmascope_store::query::{Expr, ExprTrait, Query};

use super::{Ledger, failure, insert};

/// The open state of a domain at a checkpoint, sealed.
#[derive(Debug, Clone)]
pub(crate) struct KeptState {
    /// The domain.
    pub domain: String,
    /// The sealed state.
    pub sealed: Vec<u8>,
}

/// The open state of a domain, as read from the store.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// The run that created the checkpoint.
    pub run: String,
    /// The name of the checkpoint.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The sealed state.
    pub sealed: Vec<u8>,
}

impl Ledger {
    /// Returns the state that was stored with a checkpoint of a run.
    pub(crate) async fn kept(&self, run: &str, name: &str) -> Result<Vec<Kept>, Failure> {
        let mut select = Query::select();
        select
            .columns(["domain", "sealed"])
            .from("kept")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col("name").eq(name));
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        let read = |row: &lemmascope_store::Row| {
            Ok(Kept {
                run: run.to_string(),
                name: name.to_string(),
                domain: row.text("domain")?.to_string(),
                sealed: row.bytes("sealed")?.to_vec(),
            })
        };
        rows.iter().map(read).collect::<Result<_, _>>().map_err(failure)
    }

    /// Returns the statements that replace the state stored with a checkpoint.
    pub(super) fn keep(&self, run: &str, name: &str, kept: Vec<KeptState>) -> Vec<Statement> {
        let mut delete = Query::delete();
        delete.from_table("kept").and_where(Expr::col("run").eq(run)).and_where(Expr::col("name").eq(name));
        let mut statements = vec![Statement::from(delete)];
        for KeptState { domain, sealed } in kept {
            statements.push(Statement::from(insert(
                "kept",
                [
                    ("run", run.into()),
                    ("name", name.into()),
                    ("domain", domain.into()),
                    ("sealed", sealed.into()),
                    ("made", self.tick().into()),
                ],
            )));
        }
        statements
    }

    /// Deletes the state that was stored for a run that succeeded and for those that it resumed. The state is
    /// no longer needed, and grants access to the signed-in pages.
    pub(crate) async fn forget_kept(&self, run: &str) -> Result<(), Failure> {
        let mut next = Some(run.to_string());
        while let Some(run) = next {
            let mut delete = Query::delete();
            delete.from_table("kept").and_where(Expr::col("run").eq(run.as_str()));
            self.store.execute(delete).await.map_err(failure)?;
            next = self.run(&run).await?.and_then(|run| run.continues);
        }
        Ok(())
    }

    /// Returns the statements that delete checkpoints older than this age, with their state.
    pub(crate) fn purge(&self, age: Duration) -> Vec<Statement> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
        // Uses the clock, because the ledger's counter may be ahead of it.
        let oldest = jiff::Timestamp::now().as_microsecond().saturating_sub(age);
        let statement = |table: &'static str| {
            let mut delete = Query::delete();
            delete.from_table(table).and_where(Expr::col("made").lt(oldest));
            Statement::from(delete)
        };
        vec![statement("kept"), statement("checkpoint")]
    }

    /// Deletes checkpoints older than this age immediately.
    pub(crate) async fn purge_now(&self, age: Duration) -> Result<(), Failure> {
        self.store.transaction(self.purge(age)).await.map_err(failure)
    }
}
