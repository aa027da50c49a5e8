//! Renders files: adds the layout, and replaces placeholders.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};

use crate::file::{self, FILES};
use crate::visit::Visit;

/// The value of a placeholder: its name, and HTML.
pub(crate) type Fill<'a> = (&'a str, String);

/// Renders a page from a file such as `shop/cart.html`. The placeholders `{{origin}}`, `{{other}}`,
/// `{{third}}` and `{{path}}` are available everywhere.
pub(crate) fn page(visit: &Visit, name: &str, fills: &[Fill<'_>]) -> Response {
    match file::read(name) {
        Some(text) => Html(filled(&laid_out(name, text), visit, fills)).into_response(),
        None => (StatusCode::NOT_FOUND, Html("<!doctype html><title>Not found</title><h1>Not found</h1>"))
            .into_response(),
    }
}

/// Renders a partial from a file.
pub(crate) fn part(visit: &Visit, name: &str, fills: &[Fill<'_>]) -> String {
    filled(file::read(name).unwrap_or_default(), visit, fills)
}

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

/// Serves the file for every path without a handler. The layer that [`of_site`] adds determines the site.
pub(crate) async fn file(visit: Visit, axum::Extension(Site(site)): axum::Extension<Site>) -> Response {
    whole(&visit, site, visit.path.trim_start_matches('/'))
}

/// Serves the file of a site at a path.
pub(crate) fn whole(visit: &Visit, site: &'static str, path: &str) -> Response {
    if let Some(text) = path.strip_prefix("vendor/").and_then(file::vendored) {
        return asset(path, text);
    }
    if path.contains('.') {
        let name = format!("{site}/{path}");
        return match file::read(&name) {
            Some(text) => asset(path, &filled(text, visit, &[])),
            None => missing(visit, site),
        };
    }
    let name = if path.is_empty() {
        format!("{site}/index.html")
    } else {
        format!("{site}/{}.html", path.trim_end_matches('/'))
    };
    if file::read(&name).is_some() && !name.contains("/_") {
        page(visit, &name, &[])
    } else {
        missing(visit, site)
    }
}

/// Renders the site's 404 page.
pub(crate) fn missing(visit: &Visit, site: &str) -> Response {
    let name = format!("{site}/_missing.html");
    let mut answer = page(visit, &name, &[]);
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

/// The site of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site(pub(crate) &'static str);

/// Returns the paths of the static pages of a site.
pub(crate) fn paths(site: &str) -> Vec<String> {
    let pages = FILES.iter().filter_map(|(name, _)| name.strip_prefix(site)?.strip_suffix(".html"));
    let whole = pages.filter(|path| path.starts_with('/') && !path.contains("/_"));
    whole.map(|path| path.strip_suffix("index").unwrap_or(path).to_string()).collect()
}

/// Adds the site's layout and the common document around a page that is not a complete document. Such a page
/// begins with its title.
fn laid_out(name: &str, text: &str) -> String {
    if text.starts_with("<!doctype") {
        return text.to_string();
    }
    let site = name.split('/').next().unwrap_or_default();
    let layout = file::read(&format!("{site}/_layout.html")).zip(file::read("_document.html"));
    let Some((layout, document)) = layout else { return text.to_string() };
    let (title, content) = text.split_once("</title>").unwrap_or(("<title>", text));
    let body = layout.replacen("{{content}}", content, 1);
    document.replacen("{{title}}", &format!("{title}</title>"), 1).replacen("{{body}}", &body, 1)
}

/// Replaces the placeholders in one pass, so that values are not searched for placeholders.
fn filled(text: &str, visit: &Visit, fills: &[Fill<'_>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        // Scripts contain double braces too, but with more than a word in between.
        let gap = after
            .split_once("}}")
            .filter(|(name, _)| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        let Some((name, next)) = gap else {
            out.push_str("{{");
            rest = after;
            continue;
        };
        match name {
            "origin" => out.push_str(&visit.origin()),
            "other" => out.push_str(&visit.other()),
            "third" => out.push_str(&visit.third()),
            "lang" if !fills.iter().any(|(known, _)| *known == "lang") => out.push_str("en"),
            "path" => out.push_str(&escaped(&visit.path)),
            _ => out.push_str(fills.iter().find(|(known, _)| *known == name).map_or("", |(_, html)| html)),
        }
        rest = next;
    }
    out.push_str(rest);
    out
}

/// Serves a style sheet, a script or a picture.
fn asset(path: &str, text: &str) -> Response {
    let kind = match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], text.to_string()).into_response()
}
