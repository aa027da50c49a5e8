//! The gardening club: pages with boxes over them, several builds of a search, and lists that have to be scrolled.

use std::collections::HashMap;

use axum::Router;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::page::{escaped, page};
use crate::visit::Visit;

const THINGS: &[&str] = &["spade", "small spade", "garden spade", "seed tray", "secateurs", "watering can"];

pub(crate) fn site() -> Router {
    Router::new().route("/results", get(results))
}

/// What the catalogue has. Whoever names a thing by its number is led to it.
async fn results(visit: Visit, Query(query): Query<HashMap<String, String>>) -> Response {
    let wanted = query.get("q").map(|it| it.trim().to_lowercase()).unwrap_or_default();
    if wanted == "no. 7" {
        return Redirect::to("/shelves").into_response();
    }
    let found: Vec<&&str> = THINGS.iter().filter(|it| it.contains(wanted.as_str())).collect();
    let headline = match found.len() {
        0 => format!("Nothing found for “{}”", escaped(&wanted)),
        count => format!("{count} results for “{}”", escaped(&wanted)),
    };
    let item = |it: &&&str| {
        format!("<li><a href=\"/?thing={}\">{it}</a><p>Made to last.</p></li>", it.replace(' ', "-"))
    };
    let list = found.iter().map(item).collect();
    page(
        &visit,
        "overlays/_results.html",
        &[("q", escaped(&wanted)), ("headline", headline), ("results", list)],
    )
}
