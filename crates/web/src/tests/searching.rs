//! Tests searching: finding the field, and reporting the results.

use lemmascope_intent::{Cause, Context, Entries, Failure, Outcome};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform};

async fn search(agent: &Agent, given: serde_json::Value) -> (Result<Outcome, Failure>, Entries) {
    let cx = Context::new(&agent.session, "/tmp");
    let done = agent.call_in_context(&cx, "search", given).await;
    (done, cx.logbook.take())
}

fn lines(told: &Entries) -> Vec<String> {
    told.actions.iter().map(|action| action.line.clone()).collect()
}

fn changes(told: &Entries) -> String {
    told.changes.iter().map(|change| change.to_string() + "\n").collect()
}

#[test]
fn search_fills_and_submits_form() {
    perform(|agent| async move {
        agent.visit("docs", "/").await;
        let (done, told) = search(&agent, json!({"query": "install"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert!(lines(&told).iter().any(|line| line == "press Enter"), "{told:?}");
        assert!(changes(&told).contains("~ url: / → /search?q=install"), "{told:?}");
        assert!(changes(&told).contains("+ search_results ["), "{told:?}");
    });
}

#[test]
fn search_submits_despite_suggestions_capturing_enter() {
    perform(|agent| async move {
        agent.visit("overlays", "/suggest").await;
        let (done, told) = search(&agent, json!({"query": "spade"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":3}"#, "{told:?}");
        assert!(changes(&told).contains("/results?q=spade"), "{told:?}");
        let (done, told) = search(&agent, json!({"query": "secateurs", "submit": "click"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        // The field on the result page contains the last query.
        assert!(lines(&told)[0].starts_with("clear ["), "{told:?}");
        assert!(lines(&told)[2].starts_with("click ["), "{told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":1}"#, "{told:?}");
    });
}

#[test]
fn search_accepts_no_results_and_direct_match() {
    perform(|agent| async move {
        agent.visit("overlays", "/suggest").await;
        let (done, told) = search(&agent, json!({"query": "bulldozer"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":0}"#);
        let (done, told) = search(&agent, json!({"query": "No. 7"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert!(told.result.to_string().contains("Shelves"), "{told:?}");
    });
}

#[test]
fn instant_search_needs_no_enter_key() {
    perform(|agent| async move {
        agent.visit("overlays", "/instant").await;
        let (done, told) = search(&agent, json!({"query": "el"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(lines(&told).len(), 2, "{told:?}");
        assert!(lines(&told)[0].starts_with("clear"), "{told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":3}"#, "{told:?}");
        let (done, told) = search(&agent, json!({"query": "cactus"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":0}"#, "{told:?}");
    });
}

#[test]
fn opens_search_field_hidden_behind_button() {
    perform(|agent| async move {
        agent.visit("overlays", "/hidden").await;
        let (done, told) = search(&agent, json!({"query": "seed tray"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert!(lines(&told)[0].starts_with("click ["), "{told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":1}"#, "{told:?}");
        agent.visit("overlays", "/palette").await;
        let (done, told) = search(&agent, json!({"query": "pruning"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":2}"#, "{told:?}");
        // Enter would have opened the first result.
        let url = agent.call("url", json!({})).await.unwrap().value.to_string();
        assert!(url.contains("/palette"), "{url}");
    });
}

#[test]
fn search_fails_on_page_without_search_form() {
    perform(|agent| async move {
        agent.open("<title>x</title><form><label>Email <input type=email></label><button>Subscribe</button></form>").await;
        let (done, told) = search(&agent, json!({"query": "x"})).await;
        let failure = done.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound);
        assert!(told.actions.is_empty(), "{told:?}");
        let (done, _) = search(&agent, json!({"query": " "})).await;
        assert_eq!(done.unwrap_err().cause, Cause::InvalidParameter);
    });
}

#[test]
fn reports_result_count_in_any_layout() {
    perform(|agent| async move {
        for (shape, query, count, has_range) in [
            ("terms", "small", 1, true),
            ("terms", "spade", 3, true),
            ("rows", "small", 1, true),
            ("rows", "spade", 3, true),
            ("bare", "spade", 3, true),
            ("bare", "anvil", 0, false),
            ("beside", "small", 1, true),
            ("beside", "anvil", 0, false),
        ] {
            agent.visit("overlays", &format!("/ledger?shape={shape}")).await;
            let (done, told) = search(&agent, json!({"query": query})).await;
            assert!(done.is_ok(), "{shape} {query}: {done:?} {told:?}");
            assert_eq!(
                told.result.to_string(),
                format!(r#"{{"result":{count}}}"#),
                "{shape} {query}: {told:?}"
            );
            assert_eq!(changes(&told).contains("+ search_results ["), has_range, "{shape} {query}: {told:?}");
        }
    });
}

#[test]
fn error_page_is_not_search_results() {
    perform(async |agent: Agent| {
        let server = Server::start(|path| match path {
            "/" => Some(Answer::page(
                "<form action=/find><input type=search name=q><button>Search</button></form>",
            )),
            _ => {
                let body = "<title>ValueError</title><h1>ValueError at /find</h1>\
                            <p>Results of the request: http://127.0.0.1:42951/find 42 lines</p>";
                Some(Answer::Raw(500, vec![("Content-Type".into(), "text/html".into())], body.into()))
            }
        })
        .await
        .unwrap();
        agent.call("goto", json!({"url": server.url("/")})).await.unwrap();
        let failure = agent.call("search", json!({"query": "quince"})).await.unwrap_err();
        assert_eq!(failure.message, "the server answered the search with status 500");
    });
}

#[test]
fn search_does_not_submit_data_entry_forms() {
    perform(async |agent: Agent| {
        let fields = "<label>Summary <input name=summary></label><label>Owner <input name=owner></label>";
        for page in [
            format!(
                "<form method=post action=/new>{fields}<label>Keywords <input name=keywords></label><button>Create ticket</button></form>"
            ),
            format!(
                "<div>{fields}<label>Search keywords <input name=keywords></label><button>Save</button></div>"
            ),
        ] {
            agent.open(&page).await;
            let (done, told) = search(&agent, json!({"query": "quince"})).await;
            assert_eq!(done.unwrap_err().cause, Cause::TargetNotFound, "{page}\n{told:?}");
            assert!(told.actions.is_empty(), "{told:?}");
        }
    });
}

#[test]
fn search_clicks_the_button_of_its_own_field() {
    perform(async |agent: Agent| {
        agent.open("<title>Posts</title><form id=f method=post><select><option>Bulk actions</select><button>Apply</button><label>Name <input name=n></label><label>Owner <input name=o></label>
            <p><input type=search name=s><button id=go type=button>Search</button></p><ul id=list></ul><button>Apply</button></form>
            <script>f.onsubmit = (event) => { event.preventDefault(); document.title = 'sent' };
            go.onclick = () => { list.innerHTML = '<li><a href=/1>Quince jelly</a></li><li><a href=/2>Quince jam</a></li>' }</script>").await;
        let (done, told) = search(&agent, json!({"query": "quince"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(told.result.to_string(), r#"{"result":2}"#, "{told:?}");
        let title = agent.call("title", json!({})).await.unwrap().value.to_string();
        assert_eq!(title, "Posts");
    });
}
