//! Learning from the commands of sessions, as pure data: traces, proposals, drafts. Other modules feed it
//! with commands (`pipeline`), and show, test and save proposals (`commands/learn`).

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

/// The tag of learned definitions.
pub(crate) const LEARNED: &str = "learned";
/// The prefix of session names in which proposals are tested. The learner ignores these sessions.
pub(crate) const TESTING: &str = "learn-test-";

/// The learners of all owners, and the dialogues of sessions about proposals.
#[derive(Default)]
pub(crate) struct Learning {
    students: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Student>>>>,
    sessions: Mutex<HashMap<String, Dialogue>>,
}

/// The dialogue of a session about a proposal.
#[derive(Debug, Default)]
struct Dialogue {
    /// The proposal that the previous command has shown.
    offered: Option<String>,
    /// The draft under refinement.
    draft: Option<Draft>,
    /// The position in the draft for which the next line is the step.
    awaiting: Option<Place>,
    /// Whether the stored draft is outdated or missing.
    is_changed: bool,
    /// The recording in progress.
    recording: Option<Recording>,
}

/// The stored form of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredDraft {
    draft: Draft,
    awaiting: Option<Place>,
}

impl Learning {
    /// Returns the learner of a scope: an owner, or all owners.
    pub(crate) fn student(&self, scope: &str) -> Arc<tokio::sync::Mutex<Student>> {
        Arc::clone(lock(&self.students).entry(scope.into()).or_default())
    }

    /// Whether the session is new to the learner. Registers it as known.
    pub(crate) fn begins(&self, session: &str) -> bool {
        let mut sessions = lock(&self.sessions);
        let is_new = !sessions.contains_key(session);
        if is_new {
            sessions.insert(session.into(), Dialogue::default());
        }
        is_new
    }

    /// Records that a proposal was shown in a session, so that the next line may answer it.
    pub(crate) fn offer(&self, session: &str, name: &str) {
        self.change(session, |dialogue| dialogue.offered = Some(name.into()));
    }

    /// Starts the refinement of a draft in a session.
    pub(crate) fn open(&self, session: &str, draft: Draft) {
        self.change(session, |dialogue| {
            (dialogue.draft, dialogue.awaiting) = (Some(draft), None);
            dialogue.is_changed = true;
        });
    }

    /// Returns the draft of a session.
    pub(crate) fn draft(&self, session: &str) -> Option<Draft> {
        lock(&self.sessions).get(session).and_then(|dialogue| dialogue.draft.clone())
    }

    /// Replaces the draft of a session.
    pub(crate) fn put(&self, session: &str, draft: Draft) {
        self.open(session, draft);
    }

    /// Records that the next line of a session is the step for this position.
    pub(crate) fn await_step(&self, session: &str, place: Place) {
        self.change(session, |dialogue| {
            dialogue.awaiting = Some(place);
            dialogue.is_changed = true;
        });
    }

    /// Ends the refinement in a session.
    pub(crate) fn close(&self, session: &str) {
        self.change(session, |dialogue| {
            dialogue.is_changed |= dialogue.draft.is_some();
            (dialogue.draft, dialogue.awaiting) = (None, None);
        });
    }

    fn change<T>(&self, session: &str, change: impl FnOnce(&mut Dialogue) -> T) -> T {
        change(lock(&self.sessions).entry(session.into()).or_default())
    }

    /// Returns the draft of a session if its stored form is outdated. The inner value is `None` if there is
    /// no draft.
    pub(crate) fn unstored(&self, session: &str) -> Option<Option<StoredDraft>> {
        let mut sessions = lock(&self.sessions);
        let dialogue = sessions.get_mut(session).filter(|dialogue| dialogue.is_changed)?;
        dialogue.is_changed = false;
        let awaiting = dialogue.awaiting;
        Some(dialogue.draft.clone().map(|draft| StoredDraft { draft, awaiting }))
    }

    /// Restores the stored draft of a session.
    pub(crate) fn restore(&self, session: &str, stored: Option<StoredDraft>) {
        self.change(session, |dialogue| {
            let (draft, awaiting) = stored.map_or((None, None), |it| (Some(it.draft), it.awaiting));
            (dialogue.draft, dialogue.awaiting, dialogue.is_changed) = (draft, awaiting, false);
        });
    }

    /// Starts to record a session. Returns `false` if it is already being recorded.
    pub(crate) fn record(&self, session: &str) -> bool {
        self.change(session, |dialogue| {
            let is_new = dialogue.recording.is_none();
            dialogue.recording.get_or_insert_default();
            is_new
        })
    }

    /// Returns the recording of a session, or `None` if it is not being recorded.
    pub(crate) fn recording(&self, session: &str) -> Option<Recording> {
        lock(&self.sessions).get(session).and_then(|dialogue| dialogue.recording.clone())
    }

    /// Whether a session is being recorded.
    pub(crate) fn is_recorded(&self, session: &str) -> bool {
        lock(&self.sessions).get(session).is_some_and(|dialogue| dialogue.recording.is_some())
    }

    /// Adds to the recording of a session.
    pub(crate) fn add_to_recording(&self, session: &str, add: impl FnOnce(&mut Recording)) {
        if let Some(recording) =
            lock(&self.sessions).get_mut(session).and_then(|dialogue| dialogue.recording.as_mut())
        {
            add(recording);
        }
    }

    /// Ends the recording of a session, and returns it.
    pub(crate) fn end_recording(&self, session: &str) -> Option<Recording> {
        lock(&self.sessions).get_mut(session).and_then(|dialogue| dialogue.recording.take())
    }

    /// Forgets a session that has ended.
    pub(crate) async fn forget(&self, session: &str) {
        lock(&self.sessions).remove(session);
        let students: Vec<_> = lock(&self.students).values().cloned().collect();
        for student in students {
            student.lock().await.end(session);
        }
    }

    /// Translates a line into the command that it stands for: an answer to a proposal, or a command of the
    /// dialogue about a draft. Returns `None` for any other line.
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
