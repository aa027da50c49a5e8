//! Spans of runs and steps, created from their events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_intent::{Event, EventSink, Status};

use super::Span;
use super::exporter::Exporter;

/// Creates spans from the events of a request, and passes the events on.
pub(super) struct RunSpans {
    request: Arc<Span>,
    exporter: Arc<Exporter>,
    events: Arc<dyn EventSink>,
    open: Mutex<Open>,
}

/// The spans in progress.
#[derive(Default)]
struct Open {
    run: Option<Span>,
    steps: HashMap<String, Span>,
}

impl RunSpans {
    pub(super) fn new(request: Arc<Span>, exporter: Arc<Exporter>, events: Arc<dyn EventSink>) -> Self {
        Self { request, exporter, events, open: Mutex::default() }
    }

    fn record(&self, event: &Event) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::RunStarted { run, intent, .. } => {
                let mut span = self.request.child(intent.clone());
                span.attributes.push(("lemmascope.run", run.as_str().into()));
                open.run = Some(span);
            }
            Event::StepStarted { step, capability } => {
                let parent = open.run.as_ref().unwrap_or(&self.request);
                let mut span = parent.child(capability.clone());
                span.attributes.push(("lemmascope.step", step.as_str().into()));
                open.steps.insert(step.clone(), span);
            }
            Event::StepFinished { step, ok, .. } => {
                let ended = open.steps.remove(step);
                ended.into_iter().for_each(|span| self.exporter.send(span.ended(*ok)));
            }
            Event::RunFinished { status, .. } => {
                if let Some(mut span) = open.run.take() {
                    span.attributes.push(("lemmascope.status", status.as_str().into()));
                    self.exporter.send(span.ended(*status != Status::Error));
                }
            }
            _ => {}
        }
    }
}

impl EventSink for RunSpans {
    fn emit(&self, event: Event) {
        self.record(&event);
        self.events.emit(event);
    }
}
