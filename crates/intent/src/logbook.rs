use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::change::Change;
use crate::gesture::Gesture;
use crate::report::ActionLine;
use crate::section::Section;
use crate::subject::Subject;
use crate::value::Value;

/// Where a call that does several things tells of them as it goes: signing in types, types again and clicks. What was
/// told stands whichever way the call ends, also when it is interrupted.
#[derive(Debug, Clone, Default)]
pub struct Logbook(Arc<Mutex<Entries>>);

/// What was told in a logbook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entries {
    /// What was done, a line each. They are in the action log in place of the call's own line.
    pub actions: Vec<ActionLine>,
    /// Blocks of lines that the answer has besides.
    pub sections: Vec<Section>,
    /// Blocks of lines that say how things stand after the call; they take the place of what an earlier call said.
    pub standing: Vec<Section>,
    /// What is different now.
    pub changes: Vec<Change>,
    /// What the answer tells as the result, whether or not the call succeeds.
    pub result: Value,
    /// The things that the call acted on.
    pub subjects: Vec<Subject>,
    /// The inputs of a person that it passed on.
    pub gestures: Vec<Gesture>,
}

impl Logbook {
    /// Something was done.
    pub fn did(&self, line: impl Into<String>) {
        self.entries().actions.push(ActionLine { line: line.into(), ok: true });
    }

    /// Something was tried in vain.
    pub fn failed(&self, line: impl Into<String>) {
        self.entries().actions.push(ActionLine { line: line.into(), ok: false });
    }

    /// Something is different now.
    pub fn changed(&self, changes: impl IntoIterator<Item = Change>) {
        self.entries().changes.extend(changes);
    }

    /// The answer has a block of lines under this heading.
    pub fn section(&self, name: &str, lines: Vec<String>, data: Value) {
        self.entries().sections.push(Section { name: name.into(), lines, data });
    }

    /// So things stand now, under this heading. No lines: there is nothing any more to say under it.
    pub fn stands(&self, name: &str, lines: Vec<String>, data: Value) {
        self.entries().standing.push(Section { name: name.into(), lines, data });
    }

    /// The answer has this result.
    pub fn result(&self, value: impl Into<Value>) {
        self.entries().result = value.into();
    }

    /// The call acts on this thing.
    pub fn acts_on(&self, subject: Subject) {
        self.entries().subjects.push(subject);
    }

    /// The call passed on an input of a person.
    pub fn gesture(&self, gesture: Gesture) {
        self.entries().gestures.push(gesture);
    }

    /// Everything that was told since the last time.
    pub fn take(&self) -> Entries {
        std::mem::take(&mut *self.entries())
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // Each entry is made in one go, so that a panic elsewhere leaves them whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
