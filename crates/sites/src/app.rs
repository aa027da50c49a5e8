//! A task list: a single-page app with a component framework, client-side routing, and saves by requests.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch};
use axum::{Json, Router};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::page::page;
use crate::visit::{Visit, Visitors};

/// The tasks of one user.
#[derive(Debug)]
struct Desk {
    tasks: Vec<Task>,
    last: u32,
}

#[derive(Debug, Clone, Serialize)]
struct Task {
    id: u32,
    title: String,
    done: bool,
}

type Desks = State<Arc<Visitors<Desk>>>;

/// The delay of a save, during which the page is ahead of the server.
const LATENCY: Duration = Duration::from_millis(250);

pub(crate) fn site() -> Router {
    let shell = get(async |visit: Visit| page(&visit, "app/_shell.html", &[]));
    Router::new()
        .route("/", shell.clone())
        .route("/board", shell.clone())
        .route("/people", shell.clone())
        .route("/live", shell.clone())
        .route("/settings", shell)
        .route("/api/tasks", get(list).post(add))
        .route("/api/tasks/{id}", patch(change).delete(remove))
        .with_state(Arc::new(Visitors::new("slate")))
}

async fn list(State(desks): Desks, visit: Visit) -> Response {
    let (cookie, tasks) = desks.with(&visit, |desk| json!(desk.tasks));
    (cookie, Json(tasks)).into_response()
}

/// Adds a task. A title that contains "fail" is refused with an error.
async fn add(State(desks): Desks, visit: Visit, Json(given): Json<Value>) -> Response {
    sleep(LATENCY).await;
    let title = given.get("title").and_then(Value::as_str).unwrap_or_default().to_string();
    if title.to_lowercase().contains("fail") {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let (cookie, task) = desks.with(&visit, |desk| {
        desk.last += 1;
        let task = Task { id: desk.last, title, done: false };
        desk.tasks.push(task.clone());
        task
    });
    (StatusCode::CREATED, cookie, Json(task)).into_response()
}

async fn change(
    State(desks): Desks,
    visit: Visit,
    Path(id): Path<u32>,
    Json(given): Json<Value>,
) -> Response {
    sleep(LATENCY).await;
    let done = given.get("done").and_then(Value::as_bool);
    let (cookie, found) = desks.with(&visit, |desk| {
        let task = desk.tasks.iter_mut().find(|task| task.id == id)?;
        task.done = done.unwrap_or(task.done);
        Some(task.clone())
    });
    match found {
        Some(task) => (cookie, Json(task)).into_response(),
        None => (cookie, StatusCode::NOT_FOUND).into_response(),
    }
}

async fn remove(State(desks): Desks, visit: Visit, Path(id): Path<u32>) -> Response {
    sleep(LATENCY).await;
    let (cookie, ()) = desks.with(&visit, |desk| desk.tasks.retain(|task| task.id != id));
    (cookie, StatusCode::NO_CONTENT).into_response()
}

impl Default for Desk {
    fn default() -> Self {
        let titles = ["Water the ferns", "Answer Ines", "Book the ferry", "Fire the bowls"];
        let tasks =
            (1u32..).zip(titles).map(|(id, title)| Task { id, title: title.to_string(), done: id == 2 });
        Self { tasks: tasks.collect(), last: 4 }
    }
}
