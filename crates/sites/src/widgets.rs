//! The studio: a page for each kind of custom control.

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

pub(crate) fn site() -> Router {
    Router::new()
        .route("/handout", get(handout))
        .route("/api/upload", post(receive))
        .layer(DefaultBodyLimit::max(64 << 20))
}

async fn handout() -> Response {
    let chart = "hour,degrees\n0,20\n4,600\n8,1000\n10,1240\n";
    ([(CONTENT_DISPOSITION, "attachment; filename=\"firing chart.csv\"")], chart).into_response()
}

async fn receive(body: Bytes) -> Json<Value> {
    Json(json!({"received": body.len()}))
}
