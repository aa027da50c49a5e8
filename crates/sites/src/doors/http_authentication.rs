//! Pages whose server requires HTTP authentication.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::Path;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::credentials::{Answer, PASSWORD, check};
use crate::visit::Visit;

const NONCE: &str = "oak-leaf-1974";

/// Counts the credentials sent where they must not be, and the reported keystrokes. Subresources of other
/// sites have no cookie, so the counters are global.
static TOLD: AtomicUsize = AtomicUsize::new(0);
static HEARD: AtomicUsize = AtomicUsize::new(0);

pub(super) async fn show(visit: Visit, Path(room): Path<String>, headers: HeaderMap, uri: Uri) -> Response {
    let given = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok()).unwrap_or_default();
    match room.as_str() {
        "told" => counted("told", &TOLD),
        "heard" => counted("heard", &HEARD),
        "ear" => {
            HEARD.fetch_add(1, Ordering::SeqCst);
            StatusCode::NO_CONTENT.into_response()
        }
        // It always responds with a challenge.
        "curious" => {
            if !given.is_empty() {
                TOLD.fetch_add(1, Ordering::SeqCst);
            }
            asks("Basic realm=\"Curious\"", "Who are you?")
        }
        "digest" if check_digest_auth(given, &uri) => inside(&visit),
        "digest" => asks(
            &format!("Digest realm=\"Wicket\", qop=\"auth\", algorithm=SHA-256, nonce=\"{NONCE}\""),
            "The porter does not know you.",
        ),
        "basic" | "away" | "blank" if !check_basic_auth(given) => {
            let says = if room == "blank" { "" } else { "The porter does not know you." };
            asks("Basic realm=\"Wicket\"", says)
        }
        "away" => Redirect::to(&format!("{}/guarded/curious", visit.other())).into_response(),
        "basic" | "blank" => inside(&visit),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn counted(what: &str, count: &AtomicUsize) -> Response {
    let count = count.load(Ordering::SeqCst);
    Html(format!("<!doctype html><title>{what}</title><p>{what} {count} times</p>")).into_response()
}

fn asks(challenge: &str, says: &str) -> Response {
    let page = if says.is_empty() {
        String::new()
    } else {
        format!("<!doctype html><title>Unauthorized</title><p>{says}</p>")
    };
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, challenge.to_string())], Html(page)).into_response()
}

/// A page with a cross-origin picture whose server requests authentication.
fn inside(visit: &Visit) -> Response {
    let picture = format!("{}/guarded/curious", visit.other());
    Html(format!(
        "<!doctype html><title>The guarded room</title><h1>The guarded room</h1><p>Mind the oak.</p><img src=\"{picture}\" alt=\"\">"
    ))
    .into_response()
}

fn check_basic_auth(given: &str) -> bool {
    let text = given.strip_prefix("Basic ").and_then(|code| STANDARD.decode(code).ok());
    let text = text.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    text.split_once(':').is_some_and(|(user, password)| check(user, password) == Answer::Welcome)
}

fn check_digest_auth(given: &str, uri: &Uri) -> bool {
    let Some(given) = given.strip_prefix("Digest ") else { return false };
    let parts: HashMap<&str, &str> = given
        .split(',')
        .filter_map(|part| part.trim().split_once('='))
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect();
    let part = |name: &str| parts.get(name).copied().unwrap_or_default();
    let who = hashed(&format!("{}:Wicket:{PASSWORD}", part("username")));
    let what = hashed(&format!("GET:{}", uri.path()));
    let whole = format!("{who}:{NONCE}:{}:{}:{}:{what}", part("nc"), part("cnonce"), part("qop"));
    check(part("username"), PASSWORD) == Answer::Welcome && part("response") == hashed(&whole)
}

fn hashed(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
