//! The documentation site: long pages, a search, and pages of any size for benchmarks.

mod functions;
mod size;

use std::collections::HashMap;

use axum::Router;
use axum::extract::Query;
use axum::response::{Html, Response};
use axum::routing::get;

use crate::file;
use crate::page::{Fill, escaped, page, part};
use crate::visit::Visit;

/// The pages in reading order.
const PAGES: &[(&str, &str)] = &[
    ("/", "docs/index.html"),
    ("/guide/install", "docs/guide/install.html"),
    ("/guide/first-steps", "docs/guide/first-steps.html"),
    ("/guide/configuration", "docs/guide/configuration.html"),
    ("/guide/deployment", "docs/guide/deployment.html"),
    ("/reference/commands", "docs/reference/commands.html"),
    ("/reference/functions", "docs/_functions.html"),
    ("/reference/errors", "docs/reference/errors.html"),
];

pub(crate) fn site() -> Router {
    let mut router = Router::new().route("/search", get(search)).route("/size", get(sized_page));
    for (path, _) in PAGES {
        router = router.route(path, get(read));
    }
    router
}

async fn read(visit: Visit) -> Response {
    let at = PAGES.iter().position(|(path, _)| *path == visit.path).unwrap_or(0);
    let name = PAGES.get(at).map_or("docs/index.html", |(_, name)| name);
    let functions = if name.ends_with("_functions.html") { functions::reference() } else { String::new() };
    let text = part(&visit, name, &[("functions", functions.clone())]);
    let fills = [("functions", functions), ("toc", contents(&text)), ("turn", turn(at))];
    page(&visit, name, &fills)
}

async fn search(visit: Visit, Query(query): Query<HashMap<String, String>>) -> Response {
    let wanted = query.get("q").map(|it| it.trim()).unwrap_or_default();
    let results: Vec<String> = PAGES.iter().filter_map(|(path, name)| result(path, name, wanted)).collect();
    let fills: [Fill<'_>; 3] =
        [("q", escaped(wanted)), ("count", results.len().to_string()), ("results", results.concat())];
    page(&visit, "docs/_search.html", &fills)
}

async fn sized_page(Query(query): Query<HashMap<String, String>>) -> Html<String> {
    let nodes = query.get("nodes").and_then(|it| it.parse().ok()).unwrap_or(1500);
    Html(size::page(nodes, query.contains_key("ticking")))
}

/// Returns a search result, if the page contains the words.
fn result(path: &str, name: &str, wanted: &str) -> Option<String> {
    let html = file::read(name)?;
    let title = between(html, "<h1>", "</h1>")?;
    let text = strip_tags(html);
    let at = text.to_lowercase().find(&wanted.to_lowercase()).filter(|_| !wanted.is_empty())?;
    let shown: String = text.get(at..).unwrap_or(&text).chars().take(140).collect();
    Some(format!(
        "<div class=\"result\"><h3><a href=\"{path}\">{title}</a></h3><p>…{}…</p></div>",
        escaped(shown.trim())
    ))
}

/// Returns the table of contents of a page.
fn contents(html: &str) -> String {
    let headings = html.split("<h2 id=\"").skip(1).filter_map(|rest| {
        let (id, rest) = rest.split_once("\">")?;
        Some(format!("<li><a href=\"#{id}\">{}</a></li>", rest.split("</h2>").next()?))
    });
    format!("<ul>{}</ul>", headings.collect::<String>())
}

/// Returns the links to the previous and next page.
fn turn(at: usize) -> String {
    let link = |at: Option<usize>, rel: &str, word: &str| {
        let (path, name) = PAGES.get(at?)?;
        let title = between(file::read(name)?, "<h1>", "</h1>")?;
        Some(format!("<a rel=\"{rel}\" href=\"{path}\">{word}: {title}</a>"))
    };
    let before = link(at.checked_sub(1), "prev", "Previous").unwrap_or_else(|| "<span></span>".to_string());
    before + &link(at.checked_add(1), "next", "Next").unwrap_or_default()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(found, _)| found)
}

fn strip_tags(html: &str) -> String {
    html.split('<').filter_map(|it| it.split_once('>')).map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}
