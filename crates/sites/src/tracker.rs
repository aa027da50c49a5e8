//! A bicycle workshop: an issue tracker, a page with every kind of control, a counter for spare parts, and a
//! registration over several pages.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use crate::page::{escaped, missing, page};
use crate::visit::Visit;

/// The number of the first new issue; earlier ones are on the first page.
const FIRST: usize = 17;

type Issues = Arc<Mutex<Vec<Vec<(String, String)>>>>;

pub(crate) fn site() -> Router {
    Router::new()
        .route("/issues", post(create))
        .route("/issues/{number}", get(show))
        .route("/issues/new", get(async |visit: Visit| page(&visit, "tracker/issues/new.html", &[])))
        .with_state(Issues::default())
}

async fn create(
    visit: Visit,
    State(issues): State<Issues>,
    Form(given): Form<Vec<(String, String)>>,
) -> Response {
    if field(&given, "title").trim().is_empty() {
        return page(&visit, "tracker/_refused.html", &[]);
    }
    let mut issues = issues.lock().unwrap_or_else(PoisonError::into_inner);
    issues.push(given);
    Redirect::to(&format!("/issues/{}", FIRST + issues.len() - 1)).into_response()
}

async fn show(visit: Visit, State(issues): State<Issues>, Path(number): Path<usize>) -> Response {
    let issues = issues.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(issue) = number.checked_sub(FIRST).and_then(|at| issues.get(at)) else {
        return missing(&visit, "tracker");
    };
    let fills = ["title", "body", "labels", "assignees"].map(|name| (name, escaped(field(issue, name))));
    page(&visit, "tracker/_issue.html", &fills)
}

fn field<'g>(given: &'g [(String, String)], name: &str) -> &'g str {
    given.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value.as_str())
}
