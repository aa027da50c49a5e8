//! Checkpoints of runs, and whether a run can be resumed from one.

use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};

use super::{Ledger, RunRecord, failure};

/// A stored checkpoint.
#[derive(Debug, Clone)]
pub(crate) struct SavedCheckpoint {
    /// Its name.
    pub name: String,
    /// The run that created it.
    pub run: RunRecord,
    /// Its position in the plan.
    pub position: String,
    /// The last run that resumed from it, or the run itself. The steps of this run count as executed.
    pub latest: String,
    /// The state of the run, or of one that resumed from it, if it prevents another resumption.
    pub fate: Option<RunFate>,
}

/// The reason why a run cannot be resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunFate {
    /// It was completed.
    Ended,
    /// It is in progress.
    UnderWay,
}

impl Ledger {
    /// Returns the latest checkpoint of an intent with this name, in this session or else in another session
    /// of its owner.
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
            .and_where(Expr::col("owner").eq(Owner::of_session(session).as_str()))
            .and_where(Expr::col("intent").eq(intent))
            .and_where(Expr::col("name").eq(name))
            .order_by_expr(Expr::col("session").eq(session), Order::Desc)
            .order_by("made", Order::Desc)
            .limit(1);
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(None) };
        let run = self.run(row.text("run").map_err(failure)?).await?;
        let position = row.text("position").map_err(failure)?.to_string();
        let Some(run) = run else { return Ok(None) };
        let (latest, fate) = self.follow(&run.id).await?;
        Ok(Some(SavedCheckpoint { name: name.into(), run, position, latest, fate }))
    }

    /// Returns the last run in the chain that resumed from a run, and the reason that prevents another
    /// resumption.
    async fn follow(&self, run: &str) -> Result<(String, Option<RunFate>), Failure> {
        let mut chain = vec![run.to_string()];
        let mut fate = None;
        let mut at = 0;
        while let Some(run) = chain.get(at).cloned() {
            at += 1;
            fate = match (fate, self.fate(&run).await?) {
                (Some(RunFate::UnderWay), _) | (_, Some(RunFate::UnderWay)) => Some(RunFate::UnderWay),
                (before, now) => before.or(now),
            };
            let mut select = Query::select();
            select
                .columns(["id"])
                .from("run")
                .and_where(Expr::col("continues").eq(run.as_str()))
                .order_by("started", Order::Asc);
            for row in self.store.fetch_all(select).await.map_err(failure)? {
                let heir = row.text("id").map_err(failure)?.to_string();
                if !chain.contains(&heir) {
                    chain.push(heir);
                }
            }
        }
        Ok((chain.pop().unwrap_or_else(|| run.to_string()), fate))
    }

    async fn fate(&self, run: &str) -> Result<Option<RunFate>, Failure> {
        if self.under_way().contains(run) {
            return Ok(Some(RunFate::UnderWay));
        }
        let mut select = Query::select();
        select.columns(["status", "session", "process"]).from("run").and_where(Expr::col("id").eq(run));
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(None) };
        let process = row.optional_text("process").map_err(failure)?.map(str::to_string);
        let session = row.text("session").map_err(failure)?.to_string();
        Ok(match row.text("status").map_err(failure)? {
            // A partial run is completed too: everything that it could execute was executed.
            "ok" | "partial" => Some(RunFate::Ended),
            "running" if process.is_some() && self.leased_elsewhere(&session).await? == process => {
                Some(RunFate::UnderWay)
            }
            _ => None,
        })
    }

    /// Returns the names of the checkpoints of an intent in the sessions of an owner, newest first.
    pub(crate) async fn checkpoint_names(&self, intent: &str, owner: &Owner) -> Result<Vec<String>, Failure> {
        let mut select = Query::select();
        select
            .columns(["name"])
            .from("checkpoint")
            .and_where(Expr::col("owner").eq(owner.as_str()))
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
}
