//! The Agent2Agent protocol: a message becomes a task, texts are sentences, objects are calls.

mod card;
mod fault;
mod task;
mod wire;
mod work;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::stream;
use lemmascope_engine::{Grant, random_token};
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::body;
use crate::problem::Problem;
use crate::schema;
use crate::service::Service;
use crate::telemetry::RequestSpan;
pub(crate) use card::card;
use fault::Fault;
use task::{Message, Snapshot, Task, Tasks, Update};
use wire::Version;

/// The interval of the comments that keep an idle stream open.
const BEAT: Duration = Duration::from_secs(15);
/// The most tasks on a page of a list.
const PAGE: usize = 100;

/// The route of the protocol.
pub(crate) fn route(service: &Arc<Service>) -> Router {
    let (service, tasks) = (Arc::clone(service), Arc::new(Tasks::default()));
    let handle = move |request: Request| {
        let door = Door { service: Arc::clone(&service), tasks: Arc::clone(&tasks) };
        async move {
            match door.converse(request).await {
                Ok(response) => response,
                Err(problem) => problem.into_response(),
            }
        }
    };
    Router::new().route(card::PATH, post(handle))
}

/// An answer: one result, or a stream of them.
enum Answered {
    Result(Value),
    Stream(Snapshot, Receiver<Update>),
}

/// The rights of a client, and the span of its request where it is traced.
struct Caller {
    grant: Grant,
    span: Option<RequestSpan>,
}

struct Door {
    service: Arc<Service>,
    tasks: Arc<Tasks>,
}

impl Door {
    async fn converse(&self, request: Request) -> Result<Response, Problem> {
        let (service, (parts, body)) = (&self.service, request.into_parts());
        let grant = service.gate.authenticate(&service.engine, &parts.headers).await?;
        service.gate.throttle(&grant)?;
        let bytes = body::read(&service.limits, &parts.headers, body).await?;
        let request: Value = match serde_json::from_slice(&bytes) {
            Ok(request) => request,
            Err(error) => return Ok(single(&Fault::unreadable(&error).to_json(&Value::Null))),
        };
        let id = request.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
        let answered = match version_of(&request, &parts.headers) {
            Ok((version, method)) => {
                let caller = Caller { grant, span: parts.extensions.get().cloned() };
                let answered = self.answer(version, method, &request["params"], caller).await;
                answered.map(|answered| (version, answered))
            }
            Err(fault) => Err(fault),
        };
        Ok(match answered {
            Ok((_, Answered::Result(result))) => {
                single(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
            }
            Ok((version, Answered::Stream(task, updates))) => streamed(version, id, task, updates),
            Err(fault) => single(&fault.to_json(&id)),
        })
    }

    async fn answer(
        &self,
        version: Version,
        method: &str,
        params: &Value,
        caller: Caller,
    ) -> Result<Answered, Fault> {
        let grant = &caller.grant;
        let most =
            |value: &Value| value["historyLength"].as_u64().and_then(|most| usize::try_from(most).ok());
        match method {
            "message/send" | "SendMessage" => {
                let configuration = &params["configuration"];
                let task = self.send(params, caller)?;
                let is_awaited = configuration["blocking"] != json!(false)
                    && configuration["returnImmediately"] != json!(true);
                let snapshot = if is_awaited { task.rest().await } else { task.snapshot() };
                Ok(Answered::Result(version.answer(&snapshot, most(configuration))))
            }
            "message/stream" | "SendStreamingMessage" => {
                let (snapshot, updates) = self.send(params, caller)?.follow();
                Ok(Answered::Stream(snapshot, updates))
            }
            "tasks/get" | "GetTask" => {
                let task = self.find(params, grant)?;
                Ok(Answered::Result(version.task(&task.snapshot(), most(params))))
            }
            "tasks/cancel" | "CancelTask" => {
                let task = self.find(params, grant)?;
                if !task.cancel() {
                    return Err(Fault::not_cancelable(&task.snapshot().id));
                }
                Ok(Answered::Result(version.task(&task.rest().await, None)))
            }
            "tasks/resubscribe" | "SubscribeToTask" => {
                let (snapshot, updates) = self.find(params, grant)?.follow();
                if snapshot.state.is_over() {
                    return Err(Fault::unsupported("the task is over; get it instead"));
                }
                Ok(Answered::Stream(snapshot, updates))
            }
            "ListTasks" => Ok(Answered::Result(self.list(params, grant))),
            "agent/getAuthenticatedExtendedCard" | "GetExtendedAgentCard" => Err(Fault::no_extended_card()),
            method if method.contains("ushNotificationConfig") => Err(Fault::no_push()),
            method => Err(Fault::no_method(method)),
        }
    }

    /// Takes a message: for a new task, or as the answer to the question of one.
    fn send(&self, params: &Value, caller: Caller) -> Result<Arc<Task>, Fault> {
        let Caller { grant, span } = caller;
        if self.service.is_draining() {
            return Err(Fault::internal("the server is stopping"));
        }
        let message = &params["message"];
        let parts = message["parts"].as_array().filter(|parts| !parts.is_empty());
        let parts = parts.ok_or_else(|| Fault::invalid("the message has no parts"))?;
        let parts: Option<Vec<_>> = parts.iter().map(wire::read_part).collect();
        let parts = parts.ok_or_else(Fault::content)?;
        let text = |name: &str| message[name].as_str().filter(|text| !text.is_empty());
        let (task, requests) = match text("taskId") {
            Some(id) => {
                let task = self.tasks.find(&grant, id).ok_or_else(|| Fault::no_task(id))?;
                if text("contextId").is_some_and(|context| context != task.snapshot().context) {
                    return Err(Fault::invalid("the task belongs to another context"));
                }
                let waiting = task.take_waiting();
                let waiting = waiting
                    .ok_or_else(|| Fault::unsupported(format!("the task \"{id}\" waits for no message")))?;
                match work::answered(&waiting, &parts) {
                    Ok(requests) => (task, requests),
                    Err(fault) => {
                        task.wait_again(waiting);
                        return Err(fault);
                    }
                }
            }
            None => {
                let requests = work::requests(&parts)?;
                let context = text("contextId").map_or_else(new_id, str::to_string);
                if !jsonschema::is_valid(&schema::session(), &json!(context)) {
                    return Err(Fault::invalid("contextId: letters, digits and . _ @ + -, at most 100"));
                }
                let task = self.tasks.add(&grant, new_id(), context);
                (task.ok_or_else(|| Fault::internal("there are too many tasks that are not over"))?, requests)
            }
        };
        let id = text("messageId").map_or_else(new_id, str::to_string);
        let cancellation = task.begin(Message { id, is_ours: false, parts });
        let service = Arc::clone(&self.service);
        tokio::spawn(work::carry_out(service, grant, Arc::clone(&task), requests, cancellation, span));
        Ok(task)
    }

    fn find(&self, params: &Value, grant: &Grant) -> Result<Arc<Task>, Fault> {
        let id = params["id"].as_str().ok_or_else(|| Fault::invalid("the id of a task is missing"))?;
        self.tasks.find(grant, id).ok_or_else(|| Fault::no_task(id))
    }

    /// The tasks of a client, the latest first; the token of a page is the number of tasks before it.
    fn list(&self, params: &Value, grant: &Grant) -> Value {
        let wanted = |name: &str| params[name].as_str().filter(|text| !text.is_empty());
        let number = |value: Option<u64>| value.and_then(|number| usize::try_from(number).ok());
        let found: Vec<Snapshot> = self
            .tasks
            .list(grant)
            .into_iter()
            .filter(|task| wanted("contextId").is_none_or(|context| task.context == context))
            .filter(|task| wanted("status").is_none_or(|state| Version::V1.is_state(task.state, state)))
            .collect();
        let size = number(params["pageSize"].as_u64())
            .filter(|size| *size > 0)
            .map_or(PAGE / 2, |size| size.min(PAGE));
        let before = number(wanted("pageToken").and_then(|token| token.parse().ok())).unwrap_or(0);
        let page: Vec<Value> =
            found.iter().skip(before).take(size).map(|task| Version::V1.task(task, Some(0))).collect();
        let next = before + page.len();
        let token = if next < found.len() { next.to_string() } else { String::new() };
        json!({"tasks": page, "totalSize": found.len(), "pageSize": size, "nextPageToken": token})
    }
}

/// The version of the protocol that a request is written in, and its method.
fn version_of<'a>(request: &'a Value, headers: &HeaderMap) -> Result<(Version, &'a str), Fault> {
    let method =
        request["method"].as_str().filter(|_| request["jsonrpc"] == "2.0").ok_or_else(Fault::no_request)?;
    let named = headers.get("a2a-version").and_then(|version| version.to_str().ok()).unwrap_or_default();
    if !["", "1.0", "0.3"].iter().any(|known| named == *known || named.starts_with(&format!("{known}."))) {
        return Err(Fault::version(named));
    }
    Ok((if method.contains('/') { Version::V03 } else { Version::V1 }, method))
}

fn single(answer: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

/// The task, and its changes until it rests.
fn streamed(version: Version, id: Value, task: Snapshot, updates: Receiver<Update>) -> Response {
    let wrap = move |result: Value| {
        Ok::<_, Infallible>(
            Event::default().data(json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()),
        )
    };
    let is_resting = task.state.is_resting();
    let first = version.answer(&task, None);
    let rest = stream::unfold((updates, is_resting), move |(mut updates, is_resting)| async move {
        if is_resting {
            return None;
        }
        loop {
            match updates.recv().await {
                Ok(update) => {
                    let is_resting = matches!(&update, Update::Status(task) if task.state.is_resting());
                    return Some((version.update(&update), (updates, is_resting)));
                }
                // The changes that follow say how it goes on.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    let all = futures_util::StreamExt::chain(stream::once(async { first }), rest);
    let events = futures_util::StreamExt::map(all, wrap);
    Sse::new(events).keep_alive(KeepAlive::new().interval(BEAT)).into_response()
}

/// An id that nobody guesses.
fn new_id() -> String {
    // Without random numbers no key could have been made either.
    random_token().map(|token| token.expose().to_string()).unwrap_or_default()
}
