//! What is learned from the commands of sessions, as a value: traces, proposals, drafts. The rooms above observe commands
//! (`pipeline`), and show, test and save proposals (`commands/learn`).

mod draft;
mod observation;
mod policy;
mod recording;
mod student;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

pub(crate) use draft::{Draft, Place};
pub(crate) use observation::{Discretion, Observed, failed_intent, observed};
pub(crate) use policy::{Policy, Reach};
pub(crate) use recording::{MOST_RECORDED, Recording};
use serde::{Deserialize, Serialize};
pub(crate) use student::{Chunk, Sample, Student, Verdict};

use crate::lock::lock;

/// The tag of definitions that were learned.
pub(crate) const LEARNED: &str = "learned";
/// The beginning of the names of sessions in which proposals are tested. Nothing is learned from these.
pub(crate) const TESTING: &str = "learn-test-";

/// The learners of all owners, and what sessions are doing with proposals.
#[derive(Default)]
pub(crate) struct Learning {
    students: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Student>>>>,
    sessions: Mutex<HashMap<String, Dialogue>>,
}

/// What a session is doing with a proposal.
#[derive(Debug, Default)]
struct Dialogue {
    /// The proposal that was shown by the command before.
    offered: Option<String>,
    /// The definition that is refined.
    draft: Option<Draft>,
    /// The place of the draft where the next line is a step.
    awaiting: Option<Place>,
    /// Whether the store has an earlier draft, or none although there is one.
    is_changed: bool,
    /// What is done while it is recorded.
    recording: Option<Recording>,
}

/// A definition that is refined, as the store has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredDraft {
    draft: Draft,
    awaiting: Option<Place>,
}

impl Learning {
    /// The learner of a scope: an owner, or all owners.
    pub(crate) fn student(&self, scope: &str) -> Arc<tokio::sync::Mutex<Student>> {
        Arc::clone(lock(&self.students).entry(scope.into()).or_default())
    }

    /// Whether nothing was known of a session so far. From now on something is.
    pub(crate) fn begins(&self, session: &str) -> bool {
        let mut sessions = lock(&self.sessions);
        let is_new = !sessions.contains_key(session);
        if is_new {
            sessions.insert(session.into(), Dialogue::default());
        }
        is_new
    }

    /// A proposal was shown in a session; the next line may answer it.
    pub(crate) fn offer(&self, session: &str, name: &str) {
        self.change(session, |dialogue| dialogue.offered = Some(name.into()));
    }

    /// A session refines a definition.
    pub(crate) fn open(&self, session: &str, draft: Draft) {
        self.change(session, |dialogue| {
            (dialogue.draft, dialogue.awaiting) = (Some(draft), None);
            dialogue.is_changed = true;
        });
    }

    /// The definition that a session refines.
    pub(crate) fn draft(&self, session: &str) -> Option<Draft> {
        lock(&self.sessions).get(session).and_then(|dialogue| dialogue.draft.clone())
    }

    /// The definition that a session refines is this one from now on.
    pub(crate) fn put(&self, session: &str, draft: Draft) {
        self.open(session, draft);
    }

    /// The next line of a session is a step for this place.
    pub(crate) fn await_step(&self, session: &str, place: Place) {
        self.change(session, |dialogue| {
            dialogue.awaiting = Some(place);
            dialogue.is_changed = true;
        });
    }

    /// A session refines nothing any more.
    pub(crate) fn close(&self, session: &str) {
        self.change(session, |dialogue| {
            dialogue.is_changed |= dialogue.draft.is_some();
            (dialogue.draft, dialogue.awaiting) = (None, None);
        });
    }

    fn change<T>(&self, session: &str, change: impl FnOnce(&mut Dialogue) -> T) -> T {
        change(lock(&self.sessions).entry(session.into()).or_default())
    }

    /// What a session refines, where the store does not have it yet.
    pub(crate) fn unstored(&self, session: &str) -> Option<Option<StoredDraft>> {
        let mut sessions = lock(&self.sessions);
        let dialogue = sessions.get_mut(session).filter(|dialogue| dialogue.is_changed)?;
        dialogue.is_changed = false;
        let awaiting = dialogue.awaiting;
        Some(dialogue.draft.clone().map(|draft| StoredDraft { draft, awaiting }))
    }

    /// What a session refines, as it was found in the store.
    pub(crate) fn restore(&self, session: &str, stored: Option<StoredDraft>) {
        self.change(session, |dialogue| {
            let (draft, awaiting) = stored.map_or((None, None), |it| (Some(it.draft), it.awaiting));
            (dialogue.draft, dialogue.awaiting, dialogue.is_changed) = (draft, awaiting, false);
        });
    }

    /// A session is recorded from now on. False where it is already.
    pub(crate) fn record(&self, session: &str) -> bool {
        self.change(session, |dialogue| {
            let is_new = dialogue.recording.is_none();
            dialogue.recording.get_or_insert_default();
            is_new
        })
    }

    /// What was recorded of a session so far; nothing where it is not recorded.
    pub(crate) fn recording(&self, session: &str) -> Option<Recording> {
        lock(&self.sessions).get(session).and_then(|dialogue| dialogue.recording.clone())
    }

    /// Whether a session is recorded.
    pub(crate) fn is_recorded(&self, session: &str) -> bool {
        lock(&self.sessions).get(session).is_some_and(|dialogue| dialogue.recording.is_some())
    }

    /// Adds to what is recorded of a session.
    pub(crate) fn add_to_recording(&self, session: &str, add: impl FnOnce(&mut Recording)) {
        if let Some(recording) =
            lock(&self.sessions).get_mut(session).and_then(|dialogue| dialogue.recording.as_mut())
        {
            add(recording);
        }
    }

    /// A session is recorded no longer.
    pub(crate) fn end_recording(&self, session: &str) -> Option<Recording> {
        lock(&self.sessions).get_mut(session).and_then(|dialogue| dialogue.recording.take())
    }

    /// A session is over.
    pub(crate) async fn forget(&self, session: &str) {
        lock(&self.sessions).remove(session);
        let students: Vec<_> = lock(&self.students).values().cloned().collect();
        for student in students {
            student.lock().await.end(session);
        }
    }

    /// A line as the command that it means: an answer to a proposal, or a command of the dialogue about a draft. Nothing
    /// where it means itself.
    pub(crate) fn reworded(&self, session: &str, line: &str) -> Option<String> {
        let mut sessions = lock(&self.sessions);
        let dialogue = sessions.get_mut(session)?;
        let offered = dialogue.offered.take();
        if let Some(name) = offered {
            return draft::answer(line, &name);
        }
        let draft = dialogue.draft.as_ref()?;
        let awaiting = dialogue.awaiting.take();
        dialogue.is_changed |= awaiting.is_some();
        draft::command(line, &draft.name, awaiting)
    }
}
