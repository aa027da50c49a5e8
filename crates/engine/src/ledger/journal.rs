use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use lemmascope_intent::{Failure, History, Owner, RunEvent};
use lemmascope_store::query::{Expr, ExprTrait, InsertStatement, OnConflict, Query};
use lemmascope_store::{Statement, Writer};

use crate::lock::lock;

use super::recorder::{Ended, Look, Receipt, Record};
use super::{KeptState, Ledger, RunRecord, StepRecord, StepState, failure, insert, to_json};

/// The records of one run.
pub(crate) struct Journal {
    ledger: Ledger,
    recording: Mutex<Recording>,
    /// The run.
    pub run: RunRecord,
}

/// The way in which the records of a run are written.
enum Recording {
    /// A read-only run is recorded as a whole when it has ended, in a group with concurrent ones.
    Whole(Box<Look>),
    /// Every record is queued immediately and written asynchronously, in order. The run waits only for
    /// records that must be committed before it continues. Each run has a separate queue, so that a write
    /// error is reported to its own run only. Events wait while the queue is full.
    Stepwise { writer: Writer, waiting: VecDeque<Statement> },
}

impl Journal {
    pub(super) fn new(ledger: Ledger, run: RunRecord, only_looks: bool) -> Self {
        let recording = match only_looks {
            true => Recording::Whole(Box::new(Look {
                run: run.clone(),
                process: ledger.process.id().into(),
                started: ledger.tick(),
                ended: None,
                events: Vec::new(),
            })),
            false => Recording::Stepwise { writer: ledger.store.writer(), waiting: VecDeque::new() },
        };
        Self { ledger, recording: Mutex::new(recording), run }
    }

    /// Returns access to the history of the run's session.
    pub(crate) fn history(&self) -> History {
        let (ledger, session) = (self.ledger.clone(), self.run.session.clone());
        Arc::new(move |since| {
            let (ledger, session) = (ledger.clone(), session.clone());
            Box::pin(async move { ledger.deeds(&session, since).await })
        })
    }

    /// Records the start of the run.
    pub(crate) async fn begin(&self) {
        self.ledger.under_way().insert(self.run.id.clone());
        if !self.is_whole() {
            self.write(self.begun(self.ledger.tick())).await;
        }
    }

    fn is_whole(&self) -> bool {
        matches!(*lock(&self.recording), Recording::Whole(_))
    }

    fn begun(&self, started: i64) -> InsertStatement {
        let run = &self.run;
        insert(
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
                ("started", started.into()),
            ],
        )
    }

    /// Records the current state of a read-only run, and all further records immediately, so that others can
    /// see a run that takes longer.
    pub(crate) fn surface(&self) {
        drop(self.stepwise());
    }

    /// Switches to stepwise recording, and returns it.
    fn stepwise(&self) -> MutexGuard<'_, Recording> {
        let mut recording = lock(&self.recording);
        if let Recording::Whole(look) = &mut *recording {
            let mut waiting = VecDeque::from([Statement::from(self.begun(look.started))]);
            waiting.extend(look.events.iter().map(|event| self.ledger.event_record(event)));
            *recording = Recording::Stepwise { writer: self.ledger.store.writer(), waiting };
            recording.drain();
        }
        recording
    }

    /// Queues a statement. Waits only while the queue is full.
    async fn write(&self, statement: impl Into<Statement>) {
        let (writer, left) = {
            let mut recording = self.stepwise();
            recording.push(statement.into());
            recording.drain();
            recording.take_waiting()
        };
        let Some(writer) = writer else { return };
        for statement in left {
            writer.enqueue(statement).await;
        }
    }

    /// Records an event of the run without waiting. If the queue is full, the event is queued with the next
    /// one, or when the run settles.
    pub(crate) fn note(&self, event: &RunEvent) {
        let mut recording = lock(&self.recording);
        match &mut *recording {
            Recording::Whole(look) => look.events.push(event.clone()),
            Recording::Stepwise { waiting, .. } => {
                waiting.push_back(self.ledger.event_record(event));
                recording.drain();
            }
        }
    }

    /// Records the end of the run, with its sealed report.
    pub(crate) async fn finish(&self, status: &str, report: Option<Vec<u8>>) {
        let finished = self.ledger.tick();
        if let Recording::Whole(look) = &mut *lock(&self.recording) {
            look.ended = Some(Ended { status: status.into(), report, finished });
            return;
        }
        let mut update = Query::update();
        update
            .table("run")
            .value("status", status)
            .value("report", report)
            .value("finished", finished)
            .and_where(Expr::col("id").eq(self.run.id.as_str()));
        self.write(update).await;
    }

    /// Records that a step which must not be repeated is about to begin, and waits for the commit.
    pub(crate) async fn announce(&self, step: &StepRecord) -> Result<(), Failure> {
        self.record(step, StepState::Started).await;
        self.settle().await
    }

    /// Records the state of a step.
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
        self.write(insert).await;
    }

    /// Stores a checkpoint with the open state, and waits for the commit of this and all earlier records.
    /// Deletes expired checkpoints.
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
            self.write(statement).await;
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
        self.write(insert).await;
        self.settle().await
    }

    /// Deletes the redo calls of the session, because after a new action the undone steps can no longer be
    /// redone.
    pub(crate) async fn forget_redo(&self) {
        let mut update = Query::update();
        update
            .table("step")
            .value("redo", None::<String>)
            .and_where(Expr::col("session").eq(self.run.session.as_str()))
            .and_where(Expr::col("redo").is_not_null())
            .and_where(Expr::col("pending").is_null())
            // A comparison can use an index; a test for null cannot.
            .and_where(Expr::col("undone").gt(0));
        self.write(update).await;
    }

    /// Returns the state of the same call at the same position in the runs that this one resumes.
    pub(crate) async fn earlier(&self, step: &StepRecord) -> Result<Option<StepState>, Failure> {
        match &self.run.continues {
            Some(run) => self.ledger.state_of(run, step).await,
            None => Ok(None),
        }
    }

    /// Waits until all records are committed.
    pub(crate) async fn settle(&self) -> Result<(), Failure> {
        let (writer, left) = self.stepwise().take_waiting();
        let Some(writer) = writer else { return Ok(()) };
        for statement in left {
            writer.enqueue(statement).await;
        }
        writer.flush().await.map_err(failure)
    }

    /// Finishes the records of the run. Waits for their commit, or returns a receipt for it if the run was
    /// read-only.
    pub(crate) async fn conclude(&self) -> Result<Option<Receipt>, Failure> {
        let look = {
            let mut recording = lock(&self.recording);
            match &mut *recording {
                Recording::Whole(look) => {
                    let events = std::mem::take(&mut look.events);
                    let (run, process) = (look.run.clone(), look.process.clone());
                    Some(Look { run, process, started: look.started, ended: look.ended.take(), events })
                }
                Recording::Stepwise { .. } => None,
            }
        };
        let concluded = match look {
            Some(look) => Ok(Some(self.ledger.commit(Record::Look(Box::new(look))))),
            None => self.settle().await.map(|()| None),
        };
        // Removed only after the end is recorded: a run that is recorded as running but not in progress
        // counts as interrupted.
        self.ledger.under_way().remove(&self.run.id);
        concluded
    }
}

impl Recording {
    fn push(&mut self, statement: Statement) {
        if let Self::Stepwise { waiting, .. } = self {
            waiting.push_back(statement);
        }
    }

    /// Queues the waiting statements, as far as the queue has room.
    fn drain(&mut self) {
        let Self::Stepwise { writer, waiting } = self else { return };
        while let Some(statement) = waiting.pop_front() {
            if let Err(statement) = writer.try_enqueue(statement) {
                waiting.push_front(*statement);
                return;
            }
        }
    }

    /// Returns the queue, and the statements for which it had no room.
    fn take_waiting(&mut self) -> (Option<Writer>, VecDeque<Statement>) {
        match self {
            Self::Stepwise { writer, waiting } => (Some(writer.clone()), std::mem::take(waiting)),
            Self::Whole(_) => (None, VecDeque::new()),
        }
    }
}
