//! The Agent2Agent protocol: a message becomes a task, its texts are sentences, and its objects are calls.

mod card;
mod fault;
mod task;
mod tasks;
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
use lemmascope_engine::{Grant, Input, random_token};
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
use task::{Message, Snapshot, State, Task, TaskOutcome, Update, Waiting};
use tasks::{Found, Stored, Tasks};
use wire::Version;

/// The interval of keep-alive comments in an idle stream.
const BEAT: Duration = Duration::from_secs(15);
/// The maximum number of tasks on a page.
const PAGE: usize = 100;

/// Returns the route of the protocol.
pub(crate) fn route(service: &Arc<Service>) -> Router {
    let (service, tasks) = (Arc::clone(service), Arc::new(Tasks::new(Arc::clone(&service.engine))));
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

/// A response: a single result, or a stream.
enum Answered {
    Result(Value),
    Stream(Snapshot, Receiver<Update>),
}

/// The grant of a client, and the span of its request if it is traced.
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
        let answered = match protocol_version_and_method(&request, &parts.headers) {
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
                let task = self.send(params, caller).await?;
                let is_awaited = configuration["blocking"] != json!(false)
                    && configuration["returnImmediately"] != json!(true);
                let snapshot = if is_awaited { task.rest().await } else { task.snapshot() };
                Ok(Answered::Result(version.answer(&snapshot, most(configuration))))
            }
            "message/stream" | "SendStreamingMessage" => {
                let (snapshot, updates) = self.send(params, caller).await?.follow();
                Ok(Answered::Stream(snapshot, updates))
            }
            "tasks/get" | "GetTask" => {
                let task = self.find(params, grant).await?;
                Ok(Answered::Result(version.task(&task.snapshot(), most(params))))
            }
            "tasks/cancel" | "CancelTask" => {
                let task = self.find(params, grant).await?;
                Ok(Answered::Result(version.task(&self.cancel(task, grant).await?, None)))
            }
            "tasks/resubscribe" | "SubscribeToTask" => {
                let (snapshot, updates) = match self.find(params, grant).await? {
                    Found::Live(task) => task.follow(),
                    Found::Stored(stored) => self.tasks.follow_stored(grant.owner.clone(), *stored),
                };
                if snapshot.state.is_over() {
                    return Err(Fault::unsupported("the task is over; get it instead"));
                }
                Ok(Answered::Stream(snapshot, updates))
            }
            "ListTasks" => Ok(Answered::Result(self.list(params, grant).await?)),
            "agent/getAuthenticatedExtendedCard" | "GetExtendedAgentCard" => {
                Err(Fault::extended_card_unsupported())
            }
            method if method.contains("ushNotificationConfig") => {
                Err(Fault::push_notifications_unsupported())
            }
            method => Err(Fault::method_not_found(method)),
        }
    }

    /// Handles a message: for a new task, or as the answer to the question of an existing one.
    async fn send(&self, params: &Value, caller: Caller) -> Result<Arc<Task>, Fault> {
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
        let id = text("messageId").map_or_else(new_id, |id| Ok(id.to_string()))?;
        let (task, requests) = match text("taskId") {
            Some(task) => self.answer_question(task, text("contextId"), &parts, &grant).await?,
            None => {
                let requests = work::requests(&parts)?;
                let context = text("contextId").map_or_else(new_id, |context| Ok(context.to_string()))?;
                if !jsonschema::is_valid(&schema::session(), &json!(context)) {
                    return Err(Fault::invalid("contextId: letters, digits and . _ @ + -, at most 100"));
                }
                // Tasks that could not be deleted are deleted the next time.
                let _stay = self.service.engine.forget_old_tasks().await;
                let task = Arc::new(Task::new(new_id()?, context));
                self.take_up(&task, &grant)?;
                (task, requests)
            }
        };
        let cancellation = task.begin(Message { id, is_ours: false, parts });
        self.tasks.store_active_task(&grant.owner, &task).await;
        let work = work::Work {
            service: Arc::clone(&self.service),
            tasks: Arc::clone(&self.tasks),
            grant,
            task: Arc::clone(&task),
            cancellation,
            span,
        };
        tokio::spawn(work.carry_out(requests));
        Ok(task)
    }

    /// Handles the answer to the question of a task. Returns the task, which this process now owns, and its
    /// requests.
    async fn answer_question(
        &self,
        id: &str,
        context: Option<&str>,
        parts: &[task::Part],
        grant: &Grant,
    ) -> Result<(Arc<Task>, Vec<Input>), Fault> {
        let found =
            self.tasks.find(grant, id).await.map_err(Fault::of)?.ok_or_else(|| Fault::task_not_found(id))?;
        if context.is_some_and(|context| context != found.snapshot().context) {
            return Err(Fault::invalid("the task belongs to another context"));
        }
        let waits_not = || Fault::unsupported(format!("the task \"{id}\" waits for no message"));
        match found {
            Found::Live(task) => {
                let waiting = task.take_waiting().ok_or_else(waits_not)?;
                match work::answered(&waiting, parts) {
                    Ok(requests) => Ok((task, requests)),
                    Err(fault) => {
                        task.keep_waiting(waiting);
                        Err(fault)
                    }
                }
            }
            Found::Stored(stored) => {
                let waiting = self.stored_waiting_request(&stored).ok_or_else(waits_not)?;
                let requests = work::answered(waiting, parts)?;
                // Of several answers, in any process, the first one wins.
                if !self.tasks.claim(&grant.owner, &stored).await.map_err(Fault::of)? {
                    return Err(waits_not());
                }
                let task = Arc::new(Task::resumed(stored.snapshot));
                self.take_up(&task, grant)?;
                Ok((task, requests))
            }
        }
    }

    fn stored_waiting_request<'a>(&self, stored: &'a Stored) -> Option<&'a Waiting> {
        stored.waiting.as_ref().filter(|_| stored.snapshot.state == State::InputRequired)
    }

    fn take_up(&self, task: &Arc<Task>, grant: &Grant) -> Result<(), Fault> {
        match self.tasks.take_up(&grant.owner, task) {
            true => Ok(()),
            false => Err(Fault::internal("there are too many tasks that are not over")),
        }
    }

    /// Cancels a task, and returns its state afterwards.
    async fn cancel(&self, found: Found, grant: &Grant) -> Result<Snapshot, Fault> {
        let id = found.snapshot().id;
        let ended = match found {
            Found::Live(task) if task.cancel() => {
                // A task that waits for an answer has no worker.
                if task.take_waiting().is_some() {
                    self.tasks.end(&grant.owner, &task, TaskOutcome::new(State::Canceled, None)).await;
                }
                Some(task.rest().await)
            }
            Found::Live(_) => None,
            Found::Stored(stored) => {
                self.tasks.cancel_stored(&grant.owner, *stored).await.map_err(Fault::of)?
            }
        };
        ended.ok_or_else(|| Fault::task_not_cancelable(&id))
    }

    async fn find(&self, params: &Value, grant: &Grant) -> Result<Found, Fault> {
        let id = params["id"].as_str().ok_or_else(|| Fault::invalid("the id of a task is missing"))?;
        self.tasks.find(grant, id).await.map_err(Fault::of)?.ok_or_else(|| Fault::task_not_found(id))
    }

    /// Returns the tasks of a client, latest first. A page token is the number of preceding tasks.
    async fn list(&self, params: &Value, grant: &Grant) -> Result<Value, Fault> {
        let wanted = |name: &str| params[name].as_str().filter(|text| !text.is_empty());
        let number = |value: Option<u64>| value.and_then(|number| usize::try_from(number).ok());
        let found: Vec<Snapshot> = self
            .tasks
            .list(grant)
            .await
            .map_err(Fault::of)?
            .into_iter()
            .filter(|task| wanted("contextId").is_none_or(|context| task.context == context))
            .filter(|task| wanted("status").is_none_or(|state| Version::V1.is_state_name(task.state, state)))
            .collect();
        let size = number(params["pageSize"].as_u64())
            .filter(|size| *size > 0)
            .map_or(PAGE / 2, |size| size.min(PAGE));
        let before = number(wanted("pageToken").and_then(|token| token.parse().ok())).unwrap_or(0);
        let page: Vec<Value> =
            found.iter().skip(before).take(size).map(|task| Version::V1.task(task, Some(0))).collect();
        let next = before + page.len();
        let token = if next < found.len() { next.to_string() } else { String::new() };
        Ok(json!({"tasks": page, "totalSize": found.len(), "pageSize": size, "nextPageToken": token}))
    }
}

/// Returns the protocol version and the method of a request.
fn protocol_version_and_method<'a>(
    request: &'a Value,
    headers: &HeaderMap,
) -> Result<(Version, &'a str), Fault> {
    let method = request["method"]
        .as_str()
        .filter(|_| request["jsonrpc"] == "2.0")
        .ok_or_else(Fault::malformed_request)?;
    let named = headers.get("a2a-version").and_then(|version| version.to_str().ok()).unwrap_or_default();
    if !["", "1.0", "0.3"].iter().any(|known| named == *known || named.starts_with(&format!("{known}."))) {
        return Err(Fault::version(named));
    }
    Ok((if method.contains('/') { Version::V03 } else { Version::V1 }, method))
}

fn single(answer: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

/// Returns a stream with the task and its changes, until it rests.
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
                // The subsequent changes contain the current state.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    let all = futures_util::StreamExt::chain(stream::once(async { first }), rest);
    let events = futures_util::StreamExt::map(all, wrap);
    Sse::new(events).keep_alive(KeepAlive::new().interval(BEAT)).into_response()
}

/// Returns an unguessable id.
fn new_id() -> Result<String, Fault> {
    random_token().map(|token| token.expose().to_string()).map_err(Fault::of)
}
