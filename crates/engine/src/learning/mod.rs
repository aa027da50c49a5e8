//! What is learned from the commands of sessions, as a value: traces, proposals, drafts. The rooms above observe commands
//! (`pipeline`), and show, test and save proposals (`commands/learn`).

mod draft;
mod observation;
mod policy;
mod student;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

pub(crate) use draft::{Draft, Place};
pub(crate) use observation::{Discretion, Observed, failed_intent, observed};
pub(crate) use policy::{Policy, Reach};
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
}

impl Learning {
    /// The learner of a scope: an owner, or all owners.
    pub(crate) fn student(&self, scope: &str) -> Arc<tokio::sync::Mutex<Student>> {
        Arc::clone(lock(&self.students).entry(scope.into()).or_default())
    }

    /// A proposal was shown in a session; the next line may answer it.
    pub(crate) fn offer(&self, session: &str, name: &str) {
        lock(&self.sessions).entry(session.into()).or_default().offered = Some(name.into());
    }

    /// A session refines a definition.
    pub(crate) fn open(&self, session: &str, draft: Draft) {
        let dialogue = Dialogue { draft: Some(draft), ..Dialogue::default() };
        lock(&self.sessions).insert(session.into(), dialogue);
    }

    /// The definition that a session refines.
    pub(crate) fn draft(&self, session: &str) -> Option<Draft> {
        lock(&self.sessions).get(session).and_then(|dialogue| dialogue.draft.clone())
    }

    /// The definition that a session refines is this one from now on.
    pub(crate) fn put(&self, session: &str, draft: Draft) {
        if let Some(dialogue) = lock(&self.sessions).get_mut(session) {
            dialogue.draft = Some(draft);
            dialogue.awaiting = None;
        }
    }

    /// The next line of a session is a step for this place.
    pub(crate) fn await_step(&self, session: &str, place: Place) {
        if let Some(dialogue) = lock(&self.sessions).get_mut(session) {
            dialogue.awaiting = Some(place);
        }
    }

    /// A session refines nothing any more.
    pub(crate) fn close(&self, session: &str) -> Option<Draft> {
        lock(&self.sessions).remove(session).and_then(|dialogue| dialogue.draft)
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
        draft::command(line, &draft.name, awaiting)
    }
}
