//! Tests the number of search results for various result pages. If the page is ambiguous, there is no number.

use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform};

const TWO: &str = r#"{"result":2}"#;
const NONE: &str = r#"{"result":0}"#;

const TABLE_HEAD: &str = "<tr><td><input type=checkbox></td><th><a href='?by=title'>Title</a></th><th>Author</th><th><a href='?by=replies'>Replies</a></th></tr>";
const ROWS: &str = "<tr><th><input type=checkbox></th><td><a href=/p/1>Quince jelly</a></td><td><a href=/u/1>ada</a></td><td>-</td></tr>\
    <tr><th><input type=checkbox></th><td><a href=/p/2>Another quince</a></td><td><a href=/u/1>ada</a></td><td>-</td></tr>";

fn table(rows: &str, after: &str) -> String {
    format!(
        "<form method=get><table><thead>{TABLE_HEAD}</thead><tbody>{rows}</tbody><tfoot>{TABLE_HEAD}</tfoot></table>\
         <button>Apply</button></form>{after}"
    )
}

/// Returns the content of a result page by its layout, for a word that is found and for one that is not.
fn content(shape: &str, query: &str) -> String {
    let is_found = query == "quince";
    match (shape, is_found) {
        ("table", true) => table(ROWS, ""),
        ("table", false) => table("<tr><td colspan=4>Niente di niente.</td></tr>", ""),
        ("paged", true) => table(ROWS, "<ul class=pagination><li><a href='?page=1'>1</a></li><li><a href='?page=2'>2</a></li><li><a href='?page=2' rel=next>Next</a></li></ul>"),
        ("paged", false) => table("", ""),
        ("terms", true) => "<h2>Full text results</h2><dl><div><dt><a href=/p/1>fruit</a></dt><dd>1 Hits</dd><dd>The quince by the gate.</dd></div>\
             <div><dt><a href=/p/2>jam</a></dt><dd>1 Hits</dd><dd>A quince jam.</dd></div></dl>".into(),
        ("terms", false) => "<p>Nothing was found.</p>".into(),
        ("blocks", true) => "<h1>Results</h1><div class=topics><div class=topic style='cursor:pointer' onclick=1><div><a href=/t/1>Quince jelly</a></div><div>Fruit</div></div>\
             <div class=topic style='cursor:pointer' onclick=1><div><a href=/t/2>Another quince</a></div><div>Fruit</div></div></div>".into(),
        ("blocks", false) => format!("<h1>Results</h1><p role=alert>A busca por “{query}” foi em vão.</p>"),
        ("flat", true) => "<h1>Results for quince</h1><h3><a href=/p/1>Quince jelly</a></h3><p>by <a href=/u/1>ada</a>, 7 comments</p>\
             <h3><a href=/p/2>Marmalade</a></h3><p>Of quince. By <a href=/u/2>grace</a>, 2 comments</p>".into(),
        ("flat", false) => format!("<h1>Results for {query}</h1><p><strong>0</strong> results.</p>"),
        (other, _) => panic!("there is no shape {other}"),
    }
}

/// Starts a site with navigation, an account bar and a search in its header.
async fn site() -> Server {
    Server::start(|path| {
        let (shape, query) = path.trim_start_matches('/').split_once("?q=").unwrap_or((&path[1..], ""));
        let content = match query {
            "" => "<h1>Welcome</h1>".to_string(),
            query => content(shape, query),
        };
        Some(Answer::page(&format!(
            "<title>Orchard</title><div class=bar><a href=/login>Sign in or register</a> <a href=/basket>Basket</a></div>\
             <nav><ul><li><a href=/a>Home</a></li><li><a href=/b>All pages</a></li><li><a href=/c>Help</a></li></ul></nav>\
             <form action=/{shape}><input type=search name=q><button>Search</button></form><main>{content}</main>"
        )))
    })
    .await.unwrap()
}

async fn count(agent: &Agent, server: &Server, from: &str, query: &str) -> String {
    agent.call("goto", json!({"url": server.url(from)})).await.unwrap();
    agent.call("search", json!({"query": query})).await.unwrap().value.to_string()
}

#[test]
fn counts_search_results_in_any_markup() {
    perform(async |agent: Agent| {
        let server = site().await;
        for (shape, told) in [("table", TWO), ("paged", "{}"), ("terms", TWO), ("blocks", TWO), ("flat", TWO)]
        {
            assert_eq!(count(&agent, &server, &format!("/{shape}"), "quince").await, told, "{shape}");
            assert_eq!(count(&agent, &server, &format!("/{shape}"), "xylotomous").await, NONE, "{shape}");
        }
    });
}

#[test]
fn counts_results_after_page_without_results() {
    perform(async |agent: Agent| {
        let server = site().await;
        for shape in ["table", "terms", "flat"] {
            let from = format!("/{shape}?q=first");
            assert_eq!(count(&agent, &server, &from, "xylotomous").await, NONE, "{shape}");
            assert_eq!(count(&agent, &server, &from, "quince").await, TWO, "{shape}");
        }
    });
}
