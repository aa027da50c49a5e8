//! The work on a task: the requests of its messages, carried out one after the other by the engine.

use std::collections::VecDeque;
use std::sync::Arc;

use lemmascope_engine::{Grant, Input, Reply, Request};
use lemmascope_intent::{Cancellation, Event, EventSink, Status};
use serde_json::{Value, json};

use super::fault::Fault;
use super::task::{Message, Part, State, Task, Waiting};
use crate::call;
use crate::reply;
use crate::service::Service;
use crate::telemetry::{RequestSpan, observed};

/// The requests of a message: texts that follow one another are a sentence, an object is a call of the intent that it names.
pub(super) fn requests(parts: &[Part]) -> Result<Vec<Input>, Fault> {
    let mut requests = Vec::new();
    let mut sentence = String::new();
    for part in parts {
        match part {
            Part::Text(text) if sentence.is_empty() => sentence.push_str(text),
            Part::Text(text) => {
                sentence.push('\n');
                sentence.push_str(text);
            }
            Part::Data(data) => {
                flush(&mut sentence, &mut requests);
                let name = data["intent"].as_str().ok_or_else(|| {
                    Fault::invalid("a data part calls an intent: {\"intent\": NAME, \"parameters\": {…}}")
                })?;
                requests.push(call::named(name, data).into());
            }
        }
    }
    flush(&mut sentence, &mut requests);
    match requests.is_empty() {
        true => Err(Fault::invalid("the message has no text and calls no intent")),
        false => Ok(requests),
    }
}

fn flush(sentence: &mut String, requests: &mut Vec<Input>) {
    let text = std::mem::take(sentence);
    if !text.trim().is_empty() {
        requests.push(call::sentence(text.trim(), &Value::Null).into());
    }
}

/// The requests with which a task goes on after the answer to its question.
pub(super) fn answered(waiting: &Waiting, parts: &[Part]) -> Result<Vec<Input>, Fault> {
    let confirmed = parts.iter().find_map(|part| match part {
        Part::Data(data) => data["confirm"].as_str(),
        Part::Text(_) => None,
    });
    let first = match (confirmed, &waiting.digest) {
        (Some(digest), _) => vec![waiting.asked.confirmed(digest)],
        // A sentence asks in words, and is answered in words.
        (None, _) if waiting.asked.is_sentence() => requests(parts)?,
        (None, Some(digest)) => {
            let how = json!({"confirm": digest});
            return Err(Fault::invalid(format!("answer with the data part {how} to agree")));
        }
        (None, None) => requests(parts)?,
    };
    Ok(first.into_iter().chain(waiting.rest.iter().cloned()).collect())
}

/// Carries out the requests of a task until one does not end well.
pub(super) async fn carry_out(
    service: Arc<Service>,
    grant: Grant,
    task: Arc<Task>,
    requests: Vec<Input>,
    cancellation: Cancellation,
    span: Option<RequestSpan>,
) {
    let session = task.snapshot().context;
    let mut rest = VecDeque::from(requests);
    let mut replies = Vec::new();
    while let Some(input) = rest.pop_front() {
        let mut request = Request::new(input.clone(), &grant, &session, &service.workspace);
        request.cancellation = cancellation.clone();
        request.events = observed(span.as_ref(), Arc::new(Steps(Arc::clone(&task))));
        let reply = service.engine.submit(request).await;
        if cancellation.is_cancelled() {
            return task.change(State::Canceled, Some(spoken(&[reply])));
        }
        let status = reply::status(&reply);
        if status == Status::Ask {
            let digest = reply.report().and_then(|report| report.digest.clone());
            let waiting = Waiting { asked: input, digest, rest: rest.into() };
            return task.ask(spoken(&[reply]), waiting);
        }
        replies.push(reply);
        if status != Status::Ok {
            break;
        }
    }
    task.answer(replies.iter().flat_map(parts).collect());
    let state = match replies.last().map(reply::status) {
        Some(Status::Error) => State::Failed,
        _ => State::Completed,
    };
    task.change(state, Some(spoken(&replies)));
}

fn parts(reply: &Reply) -> [Part; 2] {
    [Part::Text(reply::text(reply)), Part::Data(reply::document(reply))]
}

/// A message of this agent with the last reply.
fn spoken(replies: &[Reply]) -> Message {
    let last = replies.last();
    let parts = last.map(|reply| vec![Part::Text(reply::text(reply)), Part::Data(reply::summary(reply))]);
    message(parts.unwrap_or_default())
}

fn message(parts: Vec<Part>) -> Message {
    Message { id: super::new_id(), is_ours: true, parts }
}

/// Reports the steps of a run as changes of its task.
struct Steps(Arc<Task>);

impl EventSink for Steps {
    fn emit(&self, event: Event) {
        let parts = match event {
            Event::RunStarted { run, intent, .. } => {
                vec![Part::Text(intent), Part::Data(json!({"run": run}))]
            }
            Event::StepFinished { line, .. } => vec![Part::Text(line)],
            _ => return,
        };
        self.0.change(State::Working, Some(message(parts)));
    }
}
