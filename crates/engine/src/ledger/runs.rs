use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, StoreError};
use serde_json::Value as Json;

use super::{Ledger, failure};

/// A run, in the form that doors show.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    /// The id of the run.
    pub id: String,
    /// The session, by the name that its owner uses.
    pub session: String,
    /// The intent or verb.
    pub intent: String,
    /// `running`, `ok`, `partial`, `error`, `ask`, `cancelled`, or `interrupted` if its process ended before
    /// the run did.
    pub status: String,
    /// The parameters, with secrets masked.
    pub parameters: Json,
    /// The run that it resumes.
    pub continues: Option<String>,
    /// The start time, in milliseconds since 1970.
    pub started: i64,
    /// The end time, in milliseconds since 1970.
    pub finished: Option<i64>,
    /// The report, if the run has ended.
    pub report: Option<Json>,
}

/// A run with its sealed report.
pub(crate) type Sealed = (RunSummary, Option<Vec<u8>>);

const COLUMNS: [&str; 8] =
    ["id", "session", "intent", "status", "parameters", "continues", "started", "finished"];

impl Ledger {
    /// Returns the runs of an owner, latest first: of one session or of all. With `before`, only earlier
    /// ones.
    pub(crate) async fn runs(
        &self,
        owner: &Owner,
        session: Option<&str>,
        before: Option<i64>,
        most: u64,
    ) -> Result<Vec<RunSummary>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("run")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .order_by("started", Order::Desc)
            .limit(most);
        if let Some(session) = session {
            select.and_where(Expr::col("session").eq(session));
        }
        if let Some(before) = before {
            select.and_where(Expr::col("started").lt(before.saturating_mul(MICROS)));
        }
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        let runs: Vec<RunSummary> =
            rows.iter().map(|row| read(row, owner)).collect::<Result<_, _>>().map_err(failure)?;
        let mut checked = Vec::with_capacity(runs.len());
        for run in runs {
            match run.status == "running" {
                true => checked.extend(self.summary(owner, &run.id).await?.map(|(run, _)| run)),
                false => checked.push(run),
            }
        }
        Ok(checked)
    }

    /// Returns a run of an owner, with its sealed report.
    pub(crate) async fn summary(&self, owner: &Owner, id: &str) -> Result<Option<Sealed>, Failure> {
        let Some((run, report)) = self.recorded(owner, id).await? else { return Ok(None) };
        if run.status != "running" || self.is_under_way(id, owner).await? != Some(false) {
            return Ok(Some((run, report)));
        }
        // Either its process ended before it did, or the run ended since it was read. A run is recorded as
        // ended before it stops being in progress, so reading it again distinguishes the two.
        let Some((mut run, report)) = self.recorded(owner, id).await? else { return Ok(None) };
        if run.status == "running" {
            run.status = "interrupted".into();
        }
        Ok(Some((run, report)))
    }

    /// Returns a run as it is recorded.
    async fn recorded(&self, owner: &Owner, id: &str) -> Result<Option<Sealed>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .column("report")
            .from("run")
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("owner").eq(owner.as_str()));
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(None) };
        let report = row.optional_bytes("report").map_err(failure)?.map(<[u8]>::to_vec);
        Ok(Some((read(&row, owner).map_err(failure)?, report)))
    }

    /// Requests the process that executes a run of an owner to stop it. Returns whether the run is in
    /// progress.
    pub(crate) async fn request_cancel(&self, owner: &Owner, id: &str) -> Result<bool, Failure> {
        let mut update = Query::update();
        update
            .table("run")
            .value("cancelled", self.tick())
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("status").eq("running"));
        Ok(self.store.execute(update).await.map_err(failure)? > 0)
    }

    /// Returns the runs of this process for which any process has requested a cancellation.
    pub(crate) async fn cancelled_runs(&self) -> Result<Vec<String>, Failure> {
        let mut select = Query::select();
        select
            .column("id")
            .from("run")
            .and_where(Expr::col("process").eq(self.process.id()))
            .and_where(Expr::col("status").eq("running"))
            .and_where(Expr::col("cancelled").is_not_null());
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(|row| row.text("id").map(str::to_string)).collect::<Result<_, _>>().map_err(failure)
    }
}

/// Microseconds per millisecond: the ledger's clock counts microseconds, summaries milliseconds.
const MICROS: i64 = 1000;

fn read(row: &Row, owner: &Owner) -> Result<RunSummary, StoreError> {
    let session = row.text("session")?;
    Ok(RunSummary {
        id: row.text("id")?.to_string(),
        session: owner.session_name(session).unwrap_or(session).to_string(),
        intent: row.text("intent")?.to_string(),
        status: row.text("status")?.to_string(),
        parameters: row.json("parameters")?,
        continues: row.optional_text("continues")?.map(str::to_string),
        started: row.integer("started")? / MICROS,
        finished: row.optional_integer("finished")?.map(|finished| finished / MICROS),
        report: None,
    })
}
