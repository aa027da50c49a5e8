use std::time::Duration;

use lemmascope_intent::Failure;
use lemmascope_store::Statement;
use lemmascope_store::query::{Expr, ExprTrait, Query};

use super::{Ledger, failure, insert};

/// What one domain has open at a checkpoint, sealed.
#[derive(Debug, Clone)]
pub(crate) struct KeptState {
    /// The domain.
    pub domain: String,
    /// What it keeps.
    pub sealed: Vec<u8>,
}

/// The same as it is found again.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// The run that passed the checkpoint.
    pub run: String,
    /// The checkpoint.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// What it keeps.
    pub sealed: Vec<u8>,
}

impl Ledger {
    /// What was kept when a run passed a checkpoint.
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

    /// Puts what is kept with a checkpoint in the place of what was kept when the run passed it before.
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

    /// Forgets what was kept for a run that has ended well, and for those that it continued: nobody goes back to it, and
    /// it lets in whoever has it.
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

    /// Forgets checkpoints that are older than that, and what was kept with them.
    pub(crate) fn purge(&self, age: Duration) -> Vec<Statement> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
        // By the clock: what is counted may be ahead of it.
        let oldest = jiff::Timestamp::now().as_microsecond().saturating_sub(age);
        let statement = |table: &'static str| {
            let mut delete = Query::delete();
            delete.from_table(table).and_where(Expr::col("made").lt(oldest));
            Statement::from(delete)
        };
        vec![statement("kept"), statement("checkpoint")]
    }

    /// The same, at once.
    pub(crate) async fn purge_now(&self, age: Duration) -> Result<(), Failure> {
        self.store.transaction(self.purge(age)).await.map_err(failure)
    }
}
