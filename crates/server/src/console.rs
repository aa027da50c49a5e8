//! The console: static files that use the same interface as any other client.

use axum::Router;
use axum::extract::{Path, Query, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use std::collections::HashMap;
use std::sync::Arc;

use lemmascope_intent::Page;

use crate::body;
use crate::gate::COOKIE;
use crate::problem::Problem;
use crate::service::Service;

/// The content security policy: only own scripts, no frames, no other origins.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The name of the main file of a domain's page.
const INDEX_NAME: &str = "index.html";
const INDEX: &str = include_str!("../console/index.html");
/// The lines that all pages share. They replace a comment in each page.
const HEAD: &str = include_str!("../console/parts/head.html");
const BRAND: &str = include_str!("../console/parts/brand.html");
/// The sign-in page.
const LOGIN: &str = include_str!("../console/login.html");
/// The sign-in page after an invalid token. The style sheet shows the error message for this fragment.
const REFUSED: &str = "/console/login.html#refused";

/// Returns a file of the console with its name.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!(concat!("../console/", $name)))
    };
}

/// The files, by name. A test compares them with the folder.
const FILES: &[(&str, &str)] = &[
    file!("activity.js"),
    file!("api.js"),
    file!("approvals.js"),
    file!("chat.js"),
    file!("command_line.js"),
    file!("composer.js"),
    file!("console.css"),
    file!("console.js"),
    file!("definitions.js"),
    file!("dialog.js"),
    file!("dom.js"),
    file!("events.js"),
    file!("format.js"),
    file!("frame.js"),
    file!("icon.svg"),
    file!("journal.js"),
    file!("keys.js"),
    file!("live.js"),
    file!("login.html"),
    file!("observation.js"),
    file!("overlay.js"),
    file!("packs.js"),
    file!("problem.js"),
    file!("proposals.js"),
    file!("recorder.js"),
    file!("report.js"),
    file!("run_card.js"),
    file!("runs.js"),
    file!("sessions.js"),
    file!("settings.js"),
    file!("state.js"),
];

/// Returns the routes of the console.
pub(crate) fn routes(service: &Arc<Service>) -> Router {
    let (home, login) = (Arc::clone(service), Arc::clone(service));
    let router = Router::new()
        .route(
            "/",
            get(move |headers: HeaderMap, query: Query<HashMap<String, String>>| async move {
                index(&home, &headers, &query).await
            }),
        )
        .route(
            "/login",
            post(move |request: Request| async move {
                match submitted_token(&login, request).await {
                    Ok(token) => log_in(&login, token.as_ref()).await,
                    Err(problem) => problem.into_response(),
                }
            }),
        )
        .route("/console/{file}", get(|Path(name): Path<String>| async move { file(&name) }));
    service.pages.iter().fold(router, |router, page| {
        let page: &'static Page = page;
        let shown = Arc::clone(service);
        router
            .route(
                page.path,
                get(move |headers: HeaderMap| async move {
                    match shown.gate.authenticate(&shown.engine, &headers).await {
                        Ok(_) => file_of(page.files, INDEX_NAME),
                        Err(_) => html(LOGIN),
                    }
                }),
            )
            .route(
                &format!("{}/{{file}}", page.path),
                get(move |Path(name): Path<String>| async move { file_of(page.files, &name) }),
            )
    })
}

/// Returns the console, or the sign-in page. A token in the URL is moved to a cookie, so that it does not
/// stay in the browser history.
async fn index(service: &Service, headers: &HeaderMap, query: &HashMap<String, String>) -> Response {
    if let Some(token) = query.get("token") {
        return log_in(service, Some(token)).await;
    }
    match service.gate.authenticate(&service.engine, headers).await {
        Ok(_) => html(INDEX),
        Err(_) => html(LOGIN),
    }
}

/// Returns the token in a submitted form.
async fn submitted_token(service: &Service, request: Request) -> Result<Option<String>, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = body::read(&service.limits, &parts.headers, body).await?;
    let mut fields = form_urlencoded::parse(&bytes);
    Ok(fields.find(|(name, _)| name == "token").map(|(_, token)| token.into_owned()))
}

async fn log_in(service: &Service, token: Option<&String>) -> Response {
    let shown = token.and_then(|token| HeaderValue::from_str(&format!("Bearer {token}")).ok());
    let Some(shown) = shown else { return Redirect::to(REFUSED).into_response() };
    let headers = HeaderMap::from_iter([(header::AUTHORIZATION, shown)]);
    let granted = service.gate.authenticate(&service.engine, &headers).await;
    let (Ok(_), Some(token)) = (granted, token) else { return Redirect::to(REFUSED).into_response() };
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
    let mut response = Redirect::to("/").into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn html(page: &'static str) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    let page = page.replace("  <!-- head -->\n", HEAD).replace("    <!-- brand -->\n", BRAND);
    (headers, page).into_response()
}

fn file(name: &str) -> Response {
    file_of(FILES, name)
}

fn file_of(files: &'static [(&'static str, &'static str)], name: &str) -> Response {
    if name.ends_with(".html") {
        return files.iter().find(|(known, _)| *known == name).map_or_else(unknown, |(_, page)| html(page));
    }
    let kind = match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    match files.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => ([(header::CONTENT_TYPE, kind)], *text).into_response(),
        None => unknown(),
    }
}

fn unknown() -> Response {
    Problem::new(StatusCode::NOT_FOUND, "PATH_NOT_FOUND", "there is no such file").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serves_all_console_files() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("console");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["index.html", "biome.json", "parts"].contains(&name.as_str()))
            .collect();
        let mut served: Vec<String> = FILES.iter().map(|(name, _)| name.to_string()).collect();
        there.sort();
        served.sort();
        assert_eq!(there, served);
    }
}
