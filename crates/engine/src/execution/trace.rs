use std::collections::HashSet;

use lemmascope_intent::{ActionLine, Change, Failure, Object, Section, Subject, Value, View};

/// The results of a run so far.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// The action log.
    pub actions: Vec<ActionLine>,
    /// The changes.
    pub changes: Vec<Change>,
    /// The failures after which the run continued.
    pub tolerated: Vec<(String, Failure)>,
    /// The extracted data.
    pub extracted: Object,
    /// The last checkpoint.
    pub checkpoint: Option<String>,
    /// The checkpoint before the last one.
    pub before_checkpoint: Option<String>,
    /// The sections that calls have reported.
    pub sections: Vec<Section>,
    /// The result that the last call with a result has reported.
    pub result: Value,
    /// The value that the last call returned.
    pub value: Value,
    /// The verdict of the last call.
    pub verdict: Option<&'static str>,
    /// The error message with which the page rejected the last call with an effect, if it did.
    pub complaint: Option<String>,
    /// Whether a call had an effect that can be judged by the page.
    pub is_judged: bool,
    /// The things that the first call acted on.
    pub subjects: Vec<Subject>,
    /// The messages that appeared.
    pub said: Vec<String>,
    /// The current view.
    pub view: Option<View>,
    /// Whether any data was changed or sent.
    pub changed: bool,
    /// Whether any of these effects can be undone.
    pub undoable: bool,
    /// The messages of failed hooks.
    pub hook_failures: Vec<String>,
    told: HashSet<String>,
}

/// The results of the last call, which a subsequent hook must not replace.
pub(super) struct ToldOfCalls {
    result: Value,
    value: Value,
    verdict: Option<&'static str>,
    complaint: Option<String>,
    is_judged: bool,
    view: Option<View>,
}

impl Trace {
    /// Returns the results of the last call.
    pub(super) fn told_of_calls(&mut self) -> ToldOfCalls {
        ToldOfCalls {
            result: self.result.clone(),
            value: self.value.clone(),
            verdict: self.verdict,
            complaint: self.complaint.clone(),
            is_judged: self.is_judged,
            view: self.view.take(),
        }
    }

    /// Restores the results of the last call.
    pub(super) fn tell_of_calls(&mut self, told: ToldOfCalls) {
        let ToldOfCalls { result, value, verdict, complaint, is_judged, view } = told;
        (self.result, self.value, self.verdict) = (result, value, verdict);
        (self.complaint, self.is_judged, self.view) = (complaint, is_judged, view);
    }

    /// Records that a checkpoint was passed. A loop may pass the same one again.
    pub(super) fn pass(&mut self, name: &str) {
        let last = self.checkpoint.replace(name.into());
        if let Some(last) = last.filter(|last| last != name) {
            self.before_checkpoint = Some(last);
        }
    }

    /// Adds a section, and merges it with an existing one of the same heading.
    pub(super) fn add_section(&mut self, section: Section) {
        let Some(known) = self.sections.iter_mut().find(|known| known.name == section.name) else {
            self.sections.push(section);
            return;
        };
        known.lines.extend(section.lines);
        match (&mut known.data, section.data) {
            (Value::List(known), Value::List(more)) => known.extend(more),
            (Value::Object(known), Value::Object(more)) => known.extend(more),
            (known, more) => *known = more,
        }
    }

    /// Adds a section, and replaces existing ones with the same heading.
    pub(super) fn replace_section(&mut self, section: Section) {
        self.sections.retain(|known| known.name != section.name);
        if !section.lines.is_empty() {
            self.sections.push(section);
        }
    }

    /// Records an action that succeeded.
    pub(super) fn done(&mut self, line: impl Into<String>) {
        self.actions.push(ActionLine { line: line.into(), ok: true });
    }

    /// Records an action that failed.
    pub(crate) fn failed(&mut self, line: impl Into<String>) {
        self.actions.push(ActionLine { line: line.into(), ok: false });
    }

    /// Records changes, each only once.
    pub(super) fn note_changes(&mut self, changes: Vec<Change>) {
        for change in changes {
            if self.told.insert(change.to_string()) {
                self.changes.push(change);
            }
        }
    }
}
