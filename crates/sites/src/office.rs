//! The town office: forms of all kinds, and all the answers that a form can get.

use axum::extract::{Form, RawQuery};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::page::{escaped, page};
use crate::visit::Visit;

pub(crate) fn site() -> Router {
    Router::new()
        .route("/permit/sent", get(sent))
        .route("/complaint/send", post(complain))
        .route("/failing/send", post(fail))
}

/// What was given, as the office understood it.
async fn sent(visit: Visit, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let given = query.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| {
        let value = value.replace('+', " ");
        format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(&value))
    });
    page(&visit, "office/_sent.html", &[("given", given.collect())])
}

async fn complain(Form(given): Form<Vec<(String, String)>>) -> Json<Value> {
    let of = |name: &str| given.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value.as_str());
    let mut problems = serde_json::Map::new();
    if of("name").is_empty() {
        problems.insert("name".into(), json!("Please tell us your name."));
    }
    if !of("email").contains('@') {
        problems.insert("email".into(), json!("Enter a valid address"));
    }
    if problems.is_empty() {
        Json(json!({"says": "Thank you, your complaint has been sent."}))
    } else {
        Json(json!({"problems": problems}))
    }
}

async fn fail() -> Response {
    let text = "<!doctype html><title>Error</title><h1>Internal error</h1><p>The counter has collapsed.</p>";
    (StatusCode::INTERNAL_SERVER_ERROR, Html(text)).into_response()
}
