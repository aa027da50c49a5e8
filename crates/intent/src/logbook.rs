use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::change::Change;
use crate::gesture::Gesture;
use crate::report::ActionLine;
use crate::section::Section;
use crate::subject::Subject;
use crate::value::Value;

/// The log in which a call with several actions reports them as it proceeds: signing in types, types again
/// and clicks. Entries are kept however the call ends, also when it is interrupted.
#[derive(Debug, Clone, Default)]
pub struct Logbook(Arc<Mutex<Entries>>);

/// The entries of a logbook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries {
    /// The actions, a line each. They replace the call's own line in the action log.
    pub actions: Vec<ActionLine>,
    /// Additional sections of the response.
    pub sections: Vec<Section>,
    /// Sections that describe the state after the call; they replace those of an earlier call.
    pub standing: Vec<Section>,
    /// The changes.
    pub changes: Vec<Change>,
    /// The result in the response, whether or not the call succeeds.
    pub result: Value,
    /// The things that the call acted on.
    pub subjects: Vec<Subject>,
    /// The user inputs that the call forwarded.
    pub gestures: Vec<Gesture>,
}

impl Logbook {
    /// Records an action that succeeded.
    pub fn did(&self, line: impl Into<String>) {
        self.entries().actions.push(ActionLine { line: line.into(), ok: true });
    }

    /// Records an action that failed.
    pub fn failed(&self, line: impl Into<String>) {
        self.entries().actions.push(ActionLine { line: line.into(), ok: false });
    }

    /// Records changes.
    pub fn changed(&self, changes: impl IntoIterator<Item = Change>) {
        self.entries().changes.extend(changes);
    }

    /// Adds a section to the response.
    pub fn section(&self, name: &str, lines: Vec<String>, data: Value) {
        self.entries().sections.push(Section { name: name.into(), lines, data });
    }

    /// Adds a section about the current state. A section without lines removes the previous one of that name.
    pub fn stands(&self, name: &str, lines: Vec<String>, data: Value) {
        self.entries().standing.push(Section { name: name.into(), lines, data });
    }

    /// Sets the result in the response.
    pub fn result(&self, value: impl Into<Value>) {
        self.entries().result = value.into();
    }

    /// Records the object of the call.
    pub fn acts_on(&self, subject: Subject) {
        self.entries().subjects.push(subject);
    }

    /// Records a user input that the call forwarded.
    pub fn gesture(&self, gesture: Gesture) {
        self.entries().gestures.push(gesture);
    }

    /// Returns all entries since the last call.
    pub fn take(&self) -> Entries {
        std::mem::take(&mut *self.entries())
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Each entry is pushed in a single operation, so that a panic elsewhere leaves the log consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
