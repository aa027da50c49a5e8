//! The work on a task: the engine executes the requests of its messages one by one.

use std::collections::VecDeque;
use std::sync::Arc;

use lemmascope_engine::{Grant, Input, Reply, Request};
use lemmascope_intent::{Cancellation, Code, Event, EventSink, Owner, Status};
use serde_json::{Value, json};

use super::fault::Fault;
use super::task::{Message, Part, State, Task, TaskOutcome, Waiting};
use super::tasks::Tasks;
use crate::call;
use crate::reply;
use crate::service::Service;
use crate::telemetry::{RequestSpan, observed};

/// Returns the requests in a message: consecutive texts form a sentence, and an object is a call of the
/// intent that it names.
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

/// Returns the requests with which a task continues after the answer to its question.
pub(super) fn answered(waiting: &Waiting, parts: &[Part]) -> Result<Vec<Input>, Fault> {
    let confirmed = parts.iter().find_map(|part| match part {
        Part::Data(data) => data["confirm"].as_str(),
        Part::Text(_) => None,
    });
    let first = match (confirmed, &waiting.digest) {
        (Some(digest), _) => vec![waiting.asked.confirmed(digest)],
        // A question about a sentence is answered in words.
        (None, _) if waiting.asked.is_sentence() => requests(parts)?,
        (None, Some(digest)) => {
            let how = json!({"confirm": digest});
            return Err(Fault::invalid(format!("answer with the data part {how} to agree")));
        }
        (None, None) => requests(parts)?,
    };
    Ok(first.into_iter().chain(waiting.rest.iter().cloned()).collect())
}

/// The work on a task.
pub(super) struct Work {
    pub(super) service: Arc<Service>,
    pub(super) tasks: Arc<Tasks>,
    pub(super) grant: Grant,
    pub(super) task: Arc<Task>,
    pub(super) cancellation: Cancellation,
    pub(super) span: Option<RequestSpan>,
}

impl Work {
    /// Executes the requests of a task until one fails.
    pub(super) async fn carry_out(self, requests: Vec<Input>) {
        let ending = self.ending(requests).await;
        self.tasks.end(&self.grant.owner, &self.task, ending).await;
    }

    async fn ending(&self, requests: Vec<Input>) -> TaskOutcome {
        let session = self.task.snapshot().context;
        let mut rest = VecDeque::from(requests);
        let mut replies = Vec::new();
        while let Some(input) = rest.pop_front() {
            let mut request = Request::new(input.clone(), &self.grant, &session, &self.service.workspace);
            request.cancellation = self.cancellation.clone();
            request.events = observed(self.span.as_ref(), Arc::new(self.steps()));
            let reply = self.service.engine.submit(request).await;
            // Another process cancelled the run.
            let is_cancelled = reply.report().is_some_and(|report| report.code == Some(Code::Cancelled));
            if self.cancellation.is_cancelled() || is_cancelled {
                return TaskOutcome::new(State::Canceled, Some(self.spoken(Some(&reply))));
            }
            let status = reply::status(&reply);
            if status == Status::Ask {
                let digest = reply.report().and_then(|report| report.digest.clone());
                let waiting = Some(Waiting { asked: input, digest, rest: rest.into() });
                return TaskOutcome {
                    waiting,
                    ..TaskOutcome::new(State::InputRequired, Some(self.spoken(Some(&reply))))
                };
            }
            replies.push(reply);
            if status != Status::Ok {
                break;
            }
        }
        let state = match replies.last().map(reply::status) {
            Some(Status::Error) => State::Failed,
            _ => State::Completed,
        };
        let artifact = Some(replies.iter().flat_map(parts).collect());
        TaskOutcome { artifact, ..TaskOutcome::new(state, Some(self.spoken(replies.last()))) }
    }

    /// Returns a message of this agent with a reply.
    fn spoken(&self, reply: Option<&Reply>) -> Message {
        let parts =
            reply.map(|reply| vec![Part::Text(reply::text(reply)), Part::Data(reply::summary(reply))]);
        self.task.message(parts.unwrap_or_default())
    }

    fn steps(&self) -> Steps {
        Steps {
            tasks: Arc::clone(&self.tasks),
            owner: self.grant.owner.clone(),
            task: Arc::clone(&self.task),
        }
    }
}

fn parts(reply: &Reply) -> [Part; 2] {
    [Part::Text(reply::text(reply)), Part::Data(reply::document(reply))]
}

/// Reports the steps of a run as changes of its task.
struct Steps {
    tasks: Arc<Tasks>,
    owner: Owner,
    task: Arc<Task>,
}

impl EventSink for Steps {
    fn emit(&self, event: Event) {
        let parts = match event {
            Event::RunStarted { run, intent, .. } => {
                self.task.set_current_run(run.clone());
                let (tasks, owner, task) =
                    (Arc::clone(&self.tasks), self.owner.clone(), Arc::clone(&self.task));
                // Stored, so that other processes can find the run and cancel it.
                tokio::spawn(async move { tasks.store_active_task(&owner, &task).await });
                vec![Part::Text(intent), Part::Data(json!({"run": run}))]
            }
            Event::StepFinished { line, .. } => vec![Part::Text(line)],
            _ => return,
        };
        self.task.work(Some(self.task.message(parts)));
    }
}
