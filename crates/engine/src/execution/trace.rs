use std::collections::HashSet;

use lemmascope_intent::{ActionLine, Change, Failure, Object, Section, Subject, Value, View};

/// What a run has done so far.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// The action log.
    pub actions: Vec<ActionLine>,
    /// What is different now.
    pub changes: Vec<Change>,
    /// Failures that the run went on after.
    pub tolerated: Vec<(String, Failure)>,
    /// Data that was taken on the way.
    pub extracted: Object,
    /// The last checkpoint that was passed.
    pub checkpoint: Option<String>,
    /// The one before that.
    pub before_checkpoint: Option<String>,
    /// Blocks of lines that calls have told of themselves.
    pub sections: Vec<Section>,
    /// What the last call that said so wants told as the result.
    pub result: Value,
    /// What the last call returned.
    pub value: Value,
    /// What became of the last call, in a word.
    pub verdict: Option<&'static str>,
    /// What the last call that did something was refused with, if it was.
    pub complaint: Option<String>,
    /// Whether something was done of which it can be seen what came of it.
    pub is_judged: bool,
    /// The things that the first call acted on.
    pub subjects: Vec<Subject>,
    /// The messages that appeared.
    pub said: Vec<String>,
    /// What there is to see.
    pub view: Option<View>,
    /// Whether anything was changed or sent.
    pub changed: bool,
    /// Whether any of that can be undone.
    pub undoable: bool,
    /// Hooks that failed.
    pub hook_failures: Vec<String>,
    told: HashSet<String>,
}

/// What the last call has told, which a hook after it does not take the place of.
pub(super) struct ToldOfCalls {
    result: Value,
    value: Value,
    verdict: Option<&'static str>,
    complaint: Option<String>,
    is_judged: bool,
    view: Option<View>,
}

impl Trace {
    /// What the last call has told so far.
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

    /// Tells that again.
    pub(super) fn tell_of_calls(&mut self, told: ToldOfCalls) {
        let ToldOfCalls { result, value, verdict, complaint, is_judged, view } = told;
        (self.result, self.value, self.verdict) = (result, value, verdict);
        (self.complaint, self.is_judged, self.view) = (complaint, is_judged, view);
    }

    /// A checkpoint is passed; a loop may pass the same one again.
    pub(super) fn pass(&mut self, name: &str) {
        let last = self.checkpoint.replace(name.into());
        if let Some(last) = last.filter(|last| last != name) {
            self.before_checkpoint = Some(last);
        }
    }

    /// A block of lines; what has the same heading stands together.
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

    /// A block of lines in the place of what was said before under the same heading.
    pub(super) fn replace_section(&mut self, section: Section) {
        self.sections.retain(|known| known.name != section.name);
        if !section.lines.is_empty() {
            self.sections.push(section);
        }
    }

    /// An action that succeeded.
    pub(super) fn done(&mut self, line: impl Into<String>) {
        self.actions.push(ActionLine { line: line.into(), ok: true });
    }

    /// An action that failed.
    pub(crate) fn failed(&mut self, line: impl Into<String>) {
        self.actions.push(ActionLine { line: line.into(), ok: false });
    }

    /// Changes, each told once.
    pub(super) fn note_changes(&mut self, changes: Vec<Change>) {
        for change in changes {
            if self.told.insert(change.to_string()) {
                self.changes.push(change);
            }
        }
    }
}
