//! Group commits: all records that arrive during a commit share the next one.

use std::collections::HashMap;
use std::sync::OnceLock;

use lemmascope_intent::{Failure, Owner, RunEvent};
use lemmascope_store::query::{OnConflict, Query, SimpleExpr};
use lemmascope_store::{Statement, Store};
use tokio::sync::{mpsc, oneshot};

use super::{RunRecord, SessionState, failure, to_json};

/// The maximum number of records in a commit, so that other processes can get the lock in between.
const GROUP: usize = 256;

/// A record for which a request waits.
pub(crate) enum Record {
    /// A complete read-only run.
    Look(Box<Look>),
    /// The state of a session, which replaces an earlier one.
    State {
        /// The session.
        session: String,
        /// The state.
        state: SessionState,
        /// The time of the change.
        changed: i64,
    },
}

/// A read-only run.
pub(crate) struct Look {
    /// The run.
    pub run: RunRecord,
    /// The process that executed it.
    pub process: String,
    /// The start time.
    pub started: i64,
    /// The status, the sealed report and the end time, if it has ended.
    pub ended: Option<Ended>,
    /// Its events.
    pub events: Vec<RunEvent>,
}

/// The end of a run.
pub(crate) struct Ended {
    pub status: String,
    pub report: Option<Vec<u8>>,
    pub finished: i64,
}

/// A receipt that resolves when a record is committed.
pub(crate) struct Receipt(oneshot::Receiver<Result<(), Failure>>);

impl Receipt {
    /// Waits until the record is committed.
    pub(crate) async fn wait(self) -> Result<(), Failure> {
        // The task ends only with its runtime, and then no caller waits any more.
        self.0.await.unwrap_or(Ok(()))
    }
}

struct Entry {
    record: Record,
    done: oneshot::Sender<Result<(), Failure>>,
}

/// Commits records in groups.
#[derive(Default)]
pub(super) struct Recorder(OnceLock<mpsc::UnboundedSender<Entry>>);

impl Recorder {
    /// Commits a record together with concurrent ones. The queue is unbounded, but callers wait for their
    /// receipts, which keeps it short.
    pub(super) fn commit(&self, store: &Store, record: Record) -> Receipt {
        let queue = self.0.get_or_init(|| {
            let (queue, entries) = mpsc::unbounded_channel();
            tokio::spawn(work(store.clone(), entries));
            queue
        });
        let (done, receipt) = oneshot::channel();
        let _ended_with_its_runtime = queue.send(Entry { record, done });
        Receipt(receipt)
    }
}

async fn work(store: Store, mut entries: mpsc::UnboundedReceiver<Entry>) {
    let mut group = Vec::new();
    while entries.recv_many(&mut group, GROUP).await > 0 {
        let (records, waiting): (Vec<Record>, Vec<_>) =
            group.drain(..).map(|entry| (entry.record, entry.done)).unzip();
        let written = store.persist(&statements(&records)).await.map_err(failure);
        for (record, done) in records.into_iter().zip(waiting) {
            let ended = match &written {
                Ok(()) => Ok(()),
                // Retried one by one, so that a record that the database rejects does not affect the others.
                Err(_) => store.persist(&statements(&[record])).await.map_err(failure),
            };
            // The caller may have stopped waiting.
            let _gone = done.send(ended);
        }
    }
}

/// Returns the statements that write records, as few as possible.
fn statements(records: &[Record]) -> Vec<Statement> {
    let mut looks = Vec::new();
    let mut states = HashMap::new();
    for record in records {
        match record {
            Record::Look(look) => looks.push(look_row(look)),
            Record::State { session, state, changed } => {
                let row: [SimpleExpr; 4] = [
                    session.as_str().into(),
                    state.state.to_string().into(),
                    state.version.into(),
                    (*changed).into(),
                ];
                // The latest state wins.
                states.insert(session.as_str(), row);
            }
        }
    }
    let mut statements: Vec<Statement> = Vec::new();
    for rows in chunks(&looks) {
        let mut insert = Query::insert();
        insert.into_table("run").columns(LOOK_COLUMNS);
        // The only possible panic is a mismatch between the numbers of values and columns, and they are equal
        // here.
        for row in rows {
            insert.values_panic(row.clone());
        }
        // A retried statement finds its rows already inserted.
        insert.on_conflict(OnConflict::column("id").do_nothing().to_owned());
        statements.push(insert.into());
    }
    for row in states.into_values() {
        let mut insert = Query::insert();
        insert
            .into_table("session_state")
            .columns(["session", "state", "version", "changed"])
            .values_panic(row);
        insert.on_conflict(
            OnConflict::column("session").update_columns(["state", "version", "changed"]).to_owned(),
        );
        statements.push(insert.into());
    }
    statements
}

const LOOK_COLUMNS: [&str; 14] = [
    "id",
    "session",
    "intent",
    "version",
    "parameters",
    "workspace",
    "continues",
    "status",
    "owner",
    "process",
    "started",
    "finished",
    "report",
    "events",
];

fn look_row(look: &Look) -> [SimpleExpr; 14] {
    let run = &look.run;
    let (status, report, finished) = match &look.ended {
        Some(ended) => (ended.status.as_str(), ended.report.clone(), Some(ended.finished)),
        None => ("running", None, None),
    };
    [
        run.id.as_str().into(),
        run.session.as_str().into(),
        run.intent.as_str().into(),
        run.version.as_str().into(),
        to_json(&run.parameters).into(),
        run.workspace.as_str().into(),
        run.continues.clone().into(),
        status.into(),
        Owner::of_session(&run.session).as_str().into(),
        look.process.as_str().into(),
        look.started.into(),
        finished.into(),
        report.into(),
        to_json(&look.events).into(),
    ]
}

/// Splits the rows into groups whose sizes are powers of two, so that the database prepares few different
/// statements.
fn chunks<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let size = 1 << rest.len().checked_ilog2()?;
        let (chunk, others) = rest.split_at(size);
        rest = others;
        Some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::{Event, Object, Status};

    use super::*;
    use crate::ledger::{Ledger, MIGRATIONS, StepRecord, StepState};

    async fn ledger() -> (tempfile::TempDir, Ledger) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("state.db").display());
        let store = Store::open(&url, MIGRATIONS).await.unwrap().store;
        (folder, Ledger::new(store))
    }

    fn run(id: &str) -> RunRecord {
        RunRecord {
            id: id.into(),
            session: "main".into(),
            intent: "lab.look".into(),
            version: String::new(),
            parameters: Object::new(),
            workspace: String::new(),
            continues: None,
        }
    }

    /// Records a complete read-only run.
    async fn look(ledger: &Ledger, id: &str) -> Receipt {
        let journal = ledger.journal_of_look(run(id));
        journal.begin().await;
        let event = Event::RunFinished { run: id.into(), status: Status::Ok };
        journal.note(&RunEvent { run: id.into(), number: 1, at: 0, event });
        journal.finish("ok", None).await;
        journal.conclude().await.unwrap().unwrap()
    }

    #[test]
    fn splits_rows_into_power_of_two_chunks() {
        for (count, sizes) in
            [(0, vec![]), (1, vec![1]), (6, vec![4, 2]), (255, vec![128, 64, 32, 16, 8, 4, 2, 1])]
        {
            let rows: Vec<usize> = (0..count).collect();
            let chunks: Vec<&[usize]> = chunks(&rows).collect();
            assert_eq!(chunks.iter().map(|chunk| chunk.len()).collect::<Vec<_>>(), sizes);
            assert_eq!(chunks.concat(), rows);
        }
    }

    #[tokio::test]
    async fn records_read_only_runs_with_their_events() {
        let (_folder, ledger) = ledger().await;
        let mut receipts = Vec::new();
        for number in 0..100 {
            receipts.push(look(&ledger, &format!("look-{number}")).await);
        }
        for receipt in receipts {
            receipt.wait().await.unwrap();
        }
        let owner = Owner::of_session("main");
        assert_eq!(ledger.runs(&owner, None, None, 200).await.unwrap().len(), 100);
        let (summary, _) = ledger.summary(&owner, "look-7").await.unwrap().unwrap();
        assert_eq!(summary.status, "ok");
        assert_eq!(ledger.events("look-7", 0).await.unwrap().len(), 1);
        assert!(ledger.events("look-7", 1).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn keeps_latest_session_state() {
        let (_folder, ledger) = ledger().await;
        let state = |version| SessionState { state: serde_json::json!({"number": version}), version };
        let receipts: Vec<Receipt> =
            (1..10).map(|version| ledger.keep_session_state("main", state(version))).collect();
        for receipt in receipts {
            receipt.wait().await.unwrap();
        }
        assert_eq!(ledger.session_state("main", 0).await.unwrap(), Some(state(9)));
        assert_eq!(ledger.session_state("main", 9).await.unwrap(), None);
    }

    #[tokio::test]
    async fn read_only_runs_do_not_evict_changing_runs() {
        let (_folder, ledger) = ledger().await;
        let journal = ledger.journal(run("change"));
        journal.begin().await;
        let step = StepRecord {
            position: "0".into(),
            capability: "lab.change".into(),
            line: String::new(),
            arguments: None,
            undo: None,
        };
        journal.record(&step, StepState::Done).await;
        journal.finish("ok", None).await;
        assert!(journal.conclude().await.unwrap().is_none());
        for id in ["one", "two", "three"] {
            look(&ledger, id).await.wait().await.unwrap();
        }
        ledger.prune(1).await.unwrap();
        for (id, stays) in [("change", true), ("one", false), ("two", false), ("three", true)] {
            assert_eq!(ledger.run(id).await.unwrap().is_some(), stays, "{id}");
        }
    }

    #[tokio::test]
    async fn long_read_only_run_is_recorded_while_running() {
        let (_folder, ledger) = ledger().await;
        let journal = ledger.journal_of_look(run("long"));
        journal.begin().await;
        let event = |number| RunEvent {
            run: "long".into(),
            number,
            at: 0,
            event: Event::Warning { message: number.to_string() },
        };
        journal.note(&event(1));
        journal.surface();
        journal.settle().await.unwrap();
        let owner = Owner::of_session("main");
        let status = async || ledger.summary(&owner, "long").await.unwrap().unwrap().0.status;
        assert_eq!(status().await, "running");
        journal.note(&event(2));
        journal.finish("ok", None).await;
        assert!(journal.conclude().await.unwrap().is_none());
        assert_eq!(status().await, "ok");
        assert_eq!(ledger.events("long", 0).await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn ending_run_never_appears_interrupted() {
        let (_folder, ledger) = ledger().await;
        let owner = Owner::of_session("main");
        for number in 0..50 {
            let id = format!("run-{number}");
            let journal = ledger.journal(run(&id));
            journal.begin().await;
            journal.settle().await.unwrap();
            journal.finish("ok", None).await;
            // The record of its end is still being written.
            let ended = async {
                loop {
                    let status = ledger.summary(&owner, &id).await.unwrap().unwrap().0.status;
                    assert_ne!(status, "interrupted");
                    if status == "ok" {
                        break;
                    }
                }
            };
            let (_concluded, ()) = tokio::join!(journal.conclude(), ended);
        }
    }
}
