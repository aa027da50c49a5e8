use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{Failure, History, Owner, RunEvent};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};
use lemmascope_store::{Statement, Writer};

use crate::lock::lock;

use super::{KeptState, Ledger, RunRecord, StepRecord, StepState, failure, insert, to_json};

/// What one run writes down. Records are written behind the run's back, in order; what must be certain
/// before the run goes on is waited for. Each run has a queue of its own, so that what goes wrong in
/// writing is told to the run that wanted it written, and to no other.
pub(crate) struct Journal {
    ledger: Ledger,
    writer: Writer,
    /// Events that found the queue full.
    waiting: Mutex<VecDeque<Statement>>,
    /// The run.
    pub run: RunRecord,
}

impl Journal {
    pub(super) fn new(ledger: Ledger, writer: Writer, run: RunRecord) -> Self {
        Self { ledger, writer, waiting: Mutex::default(), run }
    }

    /// What was done before in the session of the run.
    pub(crate) fn history(&self) -> History {
        let (ledger, session) = (self.ledger.clone(), self.run.session.clone());
        Arc::new(move |since| {
            let (ledger, session) = (ledger.clone(), session.clone());
            Box::pin(async move { ledger.deeds(&session, since).await })
        })
    }

    /// Notes that a run begins.
    pub(crate) async fn begin(&self) {
        let run = &self.run;
        self.ledger.under_way().insert(run.id.clone());
        let insert = insert(
            "run",
            [
                ("id", run.id.clone().into()),
                ("session", run.session.clone().into()),
                ("intent", run.intent.clone().into()),
                ("version", run.version.clone().into()),
                ("parameters", to_json(&run.parameters).into()),
                ("workspace", run.workspace.clone().into()),
                ("continues", run.continues.clone().into()),
                ("status", "running".into()),
                ("owner", Owner::of_session(&run.session).as_str().into()),
                ("process", self.ledger.process.id().into()),
                ("started", self.ledger.tick().into()),
            ],
        );
        self.writer.enqueue(insert).await;
    }

    /// Notes an event of the run. It does not wait: an event that finds the queue full is noted with the next one, or when
    /// the run settles.
    pub(crate) fn note(&self, event: &RunEvent) {
        let mut waiting = lock(&self.waiting);
        waiting.push_back(self.ledger.event_record(event));
        while let Some(statement) = waiting.pop_front() {
            if let Err(statement) = self.writer.try_enqueue(statement) {
                waiting.push_front(*statement);
                return;
            }
        }
    }

    /// Notes how a run ended, with its sealed report.
    pub(crate) async fn finish(&self, status: &str, report: Option<Vec<u8>>) {
        self.ledger.under_way().remove(&self.run.id);
        let mut update = Query::update();
        update
            .table("run")
            .value("status", status)
            .value("report", report)
            .value("finished", self.ledger.tick())
            .and_where(Expr::col("id").eq(self.run.id.as_str()));
        self.writer.enqueue(update).await;
    }

    /// Notes that a step which must not be repeated is about to begin, and waits until that is certain.
    pub(crate) async fn announce(&self, step: &StepRecord) -> Result<(), Failure> {
        self.record(step, StepState::Started).await;
        self.settle().await
    }

    /// Notes how far a step came.
    pub(crate) async fn record(&self, step: &StepRecord, state: StepState) {
        let mut insert = insert(
            "step",
            [
                ("run", self.run.id.clone().into()),
                ("position", step.position.clone().into()),
                ("session", self.run.session.clone().into()),
                ("capability", step.capability.clone().into()),
                ("state", state.as_str().into()),
                ("line", step.line.clone().into()),
                ("arguments", step.arguments.as_ref().map(to_json).into()),
                ("number", self.ledger.tick().into()),
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

    /// Stores a checkpoint with what is open there, and waits until it is certain, with everything before it. Those
    /// that have become too old go.
    pub(crate) async fn checkpoint(
        &self,
        name: &str,
        position: &str,
        kept: Vec<KeptState>,
        retention: Duration,
    ) -> Result<(), Failure> {
        let run = &self.run;
        for statement in self.ledger.purge(retention).into_iter().chain(self.ledger.keep(&run.id, name, kept))
        {
            self.writer.enqueue(statement).await;
        }
        let mut insert = insert(
            "checkpoint",
            [
                ("run", run.id.clone().into()),
                ("position", position.into()),
                ("session", run.session.clone().into()),
                ("intent", run.intent.clone().into()),
                ("name", name.into()),
                ("owner", Owner::of_session(&run.session).as_str().into()),
                ("made", self.ledger.tick().into()),
            ],
        );
        insert.on_conflict(
            OnConflict::columns(["run", "name"]).update_columns(["position", "made"]).to_owned(),
        );
        self.writer.enqueue(insert).await;
        self.settle().await
    }

    /// Notes that something new was done: what had been undone before cannot be redone any more.
    pub(crate) async fn forget_redo(&self) {
        let mut update = Query::update();
        update
            .table("step")
            .value("redo", None::<String>)
            .and_where(Expr::col("session").eq(self.run.session.as_str()))
            .and_where(Expr::col("redo").is_not_null())
            .and_where(Expr::col("pending").is_null())
            // A comparison, which an index answers, and not a question for null, which it does not.
            .and_where(Expr::col("undone").gt(0));
        self.writer.enqueue(update).await;
    }

    /// How far the same call at the same place came in the runs that this one continues.
    pub(crate) async fn earlier(&self, step: &StepRecord) -> Result<Option<StepState>, Failure> {
        match &self.run.continues {
            Some(run) => self.ledger.state_of(run, step).await,
            None => Ok(None),
        }
    }

    /// Waits until everything that was noted here is certain.
    pub(crate) async fn settle(&self) -> Result<(), Failure> {
        let waiting = std::mem::take(&mut *lock(&self.waiting));
        for statement in waiting {
            self.writer.enqueue(statement).await;
        }
        self.writer.flush().await.map_err(failure)
    }
}
