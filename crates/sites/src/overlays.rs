//! The gardening club: pages with overlays, several variants of search, and lists that require scrolling.

use std::collections::HashMap;

use axum::Router;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::page::{escaped, page};
use crate::visit::Visit;

const THINGS: &[&str] = &["spade", "small spade", "garden spade", "seed tray", "secateurs", "watering can"];

pub(crate) fn site() -> Router {
    Router::new().route("/results", get(results)).route("/ledger", get(ledger))
}

/// The catalogue in several result layouts: as a definition list, as rows, beside an empty list.
async fn ledger(visit: Visit, Query(query): Query<HashMap<String, String>>) -> Response {
    let of = |name: &str| query.get(name).map(|value| escaped(value.trim())).unwrap_or_default();
    let (shape, wanted) = (of("shape"), of("q"));
    let found: Vec<&&str> =
        THINGS.iter().filter(|it| !wanted.is_empty() && it.contains(wanted.as_str())).collect();
    let each = |make: &dyn Fn(&str) -> String| found.iter().map(|it| make(it)).collect::<String>();
    let count = found.len();
    let list = match shape.as_str() {
        _ if wanted.is_empty() => String::new(),
        "terms" => {
            let terms = each(&|it| format!("<dt><a href=\"/{it}\">{it}</a></dt><dd>Made to last.</dd>"));
            format!("<h2>Results (1 - {count} of {count})</h2><dl>{terms}</dl>")
        }
        "rows" => {
            let rows =
                each(&|it| format!("<tr><th><a href=\"/things/{it}\">{it}</a></th><td>iron</td></tr>"));
            let sort =
                |by: &str| format!("<th><a href=\"?shape=rows&q={wanted}&by={by}\">Order by {by}</a></th>");
            format!(
                "<p>{count} results (7 total)</p><table><tr>{}{}</tr>{rows}</table>",
                sort("name"),
                sort("metal")
            )
        }
        "bare" => {
            let rows =
                each(&|it| format!("<tr><td><a href=\"/things/{it}\">{it}</a></td><td>iron</td></tr>"));
            format!("<table><tr><th>Thing</th><th>Metal</th></tr>{rows}</table>")
        }
        _ => {
            let articles = each(&|it| {
                format!(
                    "<li><h2><a href=\"/{it}\">{it}</a></h2><p>Since <a href=\"/2026\">November 15, 2026</a></p></li>"
                )
            });
            format!("<ul>{articles}</ul><p>Sorry, but nothing matched in the archive.</p>")
        }
    };
    page(&visit, "overlays/_ledger.html", &[("shape", shape), ("q", wanted), ("results", list)])
}

/// The search results of the catalogue. A search for an item number redirects to the item.
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
