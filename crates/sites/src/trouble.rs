//! A site with failures: each page has one way in which a click, a load or a text can be misleading.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use futures_util::{Stream, StreamExt, stream};
use serde_json::{Value, json};
use tokio::time::{interval, sleep};

use crate::page::{missing, page};
use crate::visit::Visit;

pub(crate) fn site() -> Router {
    Router::new()
        .route("/slow/report", get(slow_report))
        .route("/api/route", get(route))
        .route("/api/ping", post(async || StatusCode::NO_CONTENT))
        .route("/api/position", get(position))
        .route("/events", get(events))
        .route("/desk", any(desk))
        .route("/endless/picture", get(never))
        .route("/endless/document", get(endless_document))
        .route("/redirect/{step}", get(redirect))
        .route("/broken", get(broken))
        .route("/files/{name}", get(download))
        .route("/heavy", get(heavy))
        .route("/countries", get(countries))
        .with_state(Arc::new(AtomicU64::new(0)))
}

/// The delay of a slow response.
const SLOW: Duration = Duration::from_secs(2);

async fn slow_report(visit: Visit) -> Response {
    sleep(SLOW).await;
    page(&visit, "trouble/arrived.html", &[])
}

async fn route() -> Json<Value> {
    sleep(SLOW).await;
    Json(json!({"stops": 14, "kilometres": 212}))
}

async fn position(State(readings): State<Arc<AtomicU64>>) -> Json<Value> {
    const TOWNS: &[&str] = &["Aveiro", "Ovar", "Espinho", "Gaia", "Porto"];
    let reading = readings.fetch_add(1, Ordering::Relaxed);
    let town = TOWNS.iter().cycle().nth((reading % 5) as usize);
    Json(json!({"reading": reading, "town": town}))
}

async fn events() -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let ticks = stream::unfold((interval(Duration::from_millis(500)), 0), |(mut clock, count)| async move {
        clock.tick().await;
        Some((Ok(Event::default().data(format!("Scan {count} at gate {}", count % 12))), (clock, count + 1)))
    });
    Sse::new(ticks)
}

async fn desk(upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(talk)
}

async fn talk(mut socket: WebSocket) {
    let mut clock = interval(Duration::from_millis(500));
    let mut count = 0;
    loop {
        let line = tokio::select! {
            _ = clock.tick() => { count += 1; format!("Driver {} reports in", count % 7) }
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => format!("All drivers: {text}"),
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return,
            }
        };
        if socket.send(Message::Text(line.into())).await.is_err() {
            return;
        }
    }
}

/// Sends the headers of a picture, and never the content.
async fn never() -> Response {
    let nothing = stream::pending::<Result<Vec<u8>, Infallible>>();
    ([(CONTENT_TYPE, "image/png")], Body::from_stream(nothing)).into_response()
}

/// Sends a document that never ends, although its relevant content is complete.
async fn endless_document() -> Response {
    const START: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Yard log – Parcelwise</title>\
        <link rel=stylesheet href=/style.css><main><h1>Yard log</h1><p>The log is still being written.</p>\
        <button type=button onclick=\"this.textContent='Following'\">Follow the log</button>";
    let start = stream::once(async { Ok::<_, Infallible>(START) });
    let body = Body::from_stream(start.chain(stream::pending()));
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response()
}

/// A chain of four redirects of different types; the third one changes the origin.
async fn redirect(visit: Visit, Path(step): Path<u32>) -> Response {
    match step {
        1 => Redirect::temporary("/redirect/2").into_response(),
        2 => (StatusCode::FOUND, [("location", "/redirect/3")]).into_response(),
        3 => Redirect::to(&format!("{}/redirect/4", visit.other())).into_response(),
        4 => Redirect::to("/arrived?via=redirect").into_response(),
        _ => missing(&visit, "trouble"),
    }
}

async fn broken(visit: Visit) -> Response {
    let mut answer = page(&visit, "trouble/_broken.html", &[]);
    *answer.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    answer
}

async fn download(visit: Visit, Path(name): Path<String>) -> Response {
    let attachment = |name: &str| (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    match name.as_str() {
        "shipments.csv" => {
            let rows = "parcel,to,state\nPW-2291-07,Lisbon,in transit\nPW-2291-08,Hamburg,delivered\n";
            ([(CONTENT_TYPE, "text/csv".to_string()), attachment("shipments.csv")], rows).into_response()
        }
        "rates.txt" => "Up to 2 kg: 4.90\nUp to 10 kg: 8.50\nUp to 20 kg: 14.20\n".into_response(),
        "archive.bin" => {
            let bytes: Vec<u8> = (0u32..2 << 20).map(|at| (at % 251) as u8).collect();
            let kind = (CONTENT_TYPE, "application/octet-stream".to_string());
            ([kind, attachment("archive-2026.bin")], bytes).into_response()
        }
        _ => missing(&visit, "trouble"),
    }
}

async fn heavy(visit: Visit) -> Response {
    let manifest: String = (0u32..).map(|at| format!("PW-{at:07};")).take((1 << 20) / 11).collect();
    page(&visit, "trouble/heavy.html", &[("manifest", manifest)])
}

async fn countries(visit: Visit) -> Response {
    const TOWNS: &[&str] =
        &["Alden", "Brook", "Carr", "Dunmore", "Eston", "Fairview", "Glen", "Harrow", "Ives", "Kirby"];
    let offices: String = (0u32..)
        .zip(TOWNS.iter().cycle())
        .take(5000)
        .map(|(at, town)| format!("<option value=\"{at}\">{town} {:04}</option>", 1000 + at))
        .collect();
    page(&visit, "trouble/countries.html", &[("offices", offices)])
}
