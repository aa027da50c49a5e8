//! The town office: forms of all kinds, with all possible responses.

use std::collections::HashMap;

use axum::extract::{Form, Query, RawQuery};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::page::{escaped, page};
use crate::visit::Visit;

pub(crate) fn site() -> Router {
    Router::new()
        .route("/permit/sent", get(sent))
        .route("/complaint/send", post(submit_complaint))
        .route("/failing/send", post(fail))
        .route("/wishes", get(wishes).post(wish))
}

/// Shows the submitted values.
async fn sent(visit: Visit, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let given = query.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| {
        let value = value.replace('+', " ");
        format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(&value))
    });
    page(&visit, "office/_sent.html", &[("given", given.collect())])
}

/// The same form with several ways in which the server handles it: ignores, stores, lists, or refuses it.
async fn wishes(visit: Visit, Query(given): Query<HashMap<String, String>>) -> Response {
    wishes_page(&visit, &given)
}

async fn wish(visit: Visit, Form(given): Form<HashMap<String, String>>) -> Response {
    let way = given.get("way").map_or("", String::as_str);
    let wish = given.get("wish").map_or("", String::as_str);
    match way {
        "stored" | "listed" | "lost" => {
            let wish = if way == "lost" { "" } else { wish };
            Redirect::to(&format!("/wishes?way={way}&wish={wish}&told=yes")).into_response()
        }
        _ => {
            let told = ("told".to_string(), "yes".to_string());
            wishes_page(&visit, &given.into_iter().chain([told]).collect())
        }
    }
}

fn wishes_page(visit: &Visit, given: &HashMap<String, String>) -> Response {
    let of = |name: &str| given.get(name).map(|value| escaped(value)).unwrap_or_default();
    let (way, wish, is_told) = (of("way"), of("wish"), given.contains_key("told"));
    let says = match (way.as_str(), is_told) {
        ("objecting", true) => {
            "<p class=\"error-message\">Come back when you have slept on it.</p>".to_string()
        }
        ("commented", true) | ("listed", true) => format!("<ul><li>{wish}</li></ul>"),
        ("added", true) => "<p>Your wish was added.</p>".to_string(),
        _ => String::new(),
    };
    let kept = if matches!(way.as_str(), "refilled" | "stored" | "objecting") { wish } else { String::new() };
    page(visit, "office/_wishes.html", &[("way", way), ("wish", kept), ("says", says)])
}

async fn submit_complaint(Form(given): Form<Vec<(String, String)>>) -> Json<Value> {
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
