//! Masking of a run's secrets in its report and events.

use std::sync::{Arc, Mutex};

use lemmascope_intent::{Change, Event, EventSink, Redactor, Report};

use crate::lock::lock;

/// Masks all known secrets in a report.
pub(crate) fn mask_report(mut report: Report, redactor: &Redactor) -> Report {
    let mask = |text: &mut String| *text = redactor.mask(text).into_owned();
    report.summary.iter_mut().for_each(mask);
    report.actions.iter_mut().for_each(|action| mask(&mut action.line));
    report.context.iter_mut().for_each(mask);
    report.hints.iter_mut().for_each(mask);
    report.instead.iter_mut().for_each(mask);
    for section in &mut report.sections {
        section.lines.iter_mut().for_each(mask);
        section.data = redactor.mask_value(&section.data);
    }
    report.result = redactor.mask_value(&report.result);
    if let Some(view) = &mut report.view {
        mask(&mut view.head);
        view.lines.iter_mut().for_each(mask);
        view.sections.iter_mut().flat_map(|section| &mut section.lines).for_each(mask);
        let redactor = redactor.clone();
        view.data = std::mem::take(&mut view.data).then(move |data| redactor.mask_value(data));
    }
    for change in &mut report.changes {
        match change {
            Change::Added(what) | Change::Removed(what) => mask(what),
            Change::Refused { what, says } => {
                mask(what);
                mask(says);
            }
            Change::Altered { what, before, after } => {
                [what, before, after].into_iter().for_each(mask);
            }
        }
    }
    report
}

/// Passes events on, with the run's secrets masked. The progress messages of a capability come from outside,
/// and may contain text that was typed into it.
pub(crate) struct Masked {
    pub(crate) listener: Arc<dyn EventSink>,
    pub(crate) redactor: Arc<Mutex<Redactor>>,
}

impl EventSink for Masked {
    fn emit(&self, mut event: Event) {
        let redactor = lock(&self.redactor);
        let text = match &mut event {
            Event::StepFinished { line: text, .. }
            | Event::Retrying { reason: text, .. }
            | Event::Progress { what: text, .. }
            | Event::Warning { message: text } => Some(text),
            _ => None,
        };
        if let Some(text) = text {
            *text = redactor.mask(text).into_owned();
        }
        drop(redactor);
        self.listener.emit(event);
    }
}
