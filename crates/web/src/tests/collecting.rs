//! Tests that the items of a list and its further pages are collected exactly once, whatever the paging.

use lemmascope_intent::{Cause, Context, Value};
use serde_json::json;

use crate::testing::{Agent, perform, stage};

async fn collect(agent: &Agent, given: serde_json::Value) -> (Vec<String>, Vec<String>) {
    let cx = Context::new(&agent.session, "/tmp");
    let outcome = agent.call_in_context(&cx, "collect", given).await.unwrap();
    let told = cx.logbook.take();
    let titles = outcome.value.as_list().unwrap().iter().map(|item| {
        let fields = item.as_object().unwrap();
        fields.get("title").or_else(|| fields.values().next()).unwrap().to_string()
    });
    (titles.collect(), told.actions.into_iter().map(|action| action.line).collect())
}

#[test]
fn collect_follows_pagination() {
    perform(|agent| async move {
        agent.call("goto", json!({"url": stage().sites.url("shop", "/c/plants")})).await.unwrap();
        let (titles, lines) = collect(&agent, json!({})).await;
        assert_eq!(titles.len(), 14, "{titles:?}");
        assert_eq!((titles[0].as_str(), titles[13].as_str()), ("Boston fern", "Maidenhair fern"));
        assert_eq!(lines[0], "collect 8 items (page 1)");
        assert!(lines[1].starts_with("click [") && lines[1].ends_with("\"Next\""), "{lines:?}");
        assert_eq!(lines[2], "collect 6 items (page 2)");
        let address = agent.call("url", json!({})).await.unwrap().value.to_string();
        assert!(address.contains("page=2"), "{address}");
    });
}

#[test]
fn collect_scrolls_infinite_page_to_end() {
    perform(|agent| async move {
        agent.call("goto", json!({"url": stage().sites.url("shop", "/endless/plants")})).await.unwrap();
        let (titles, _) = collect(&agent, json!({})).await;
        assert_eq!(titles.len(), 14, "{titles:?}");
    });
}

#[test]
fn collect_gets_every_row_of_virtual_list() {
    perform(|agent| async move {
        agent.call("goto", json!({"url": stage().sites.url("app", "/people")})).await.unwrap();
        let (titles, _) = collect(&agent, json!({"max": 120, "pages": 2})).await;
        assert_eq!(titles.len(), 120);
        let number = |title: &String| title.rsplit(' ').next().and_then(|last| last.parse::<u32>().ok());
        let numbers: Vec<u32> = titles.iter().filter_map(number).collect();
        assert_eq!(numbers, (1..=120).collect::<Vec<u32>>());
    });
}

#[test]
fn collect_reports_page_limit() {
    perform(|agent| async move {
        agent.call("goto", json!({"url": stage().sites.url("shop", "/c/plants")})).await.unwrap();
        let cx = Context::new(&agent.session, "/tmp");
        let outcome = agent.call_in_context(&cx, "collect", json!({"pages": 1})).await.unwrap();
        assert_eq!(outcome.value.as_list().map(<[Value]>::len), Some(8));
        let more = cx.logbook.take().sections.remove(0);
        assert_eq!(more.name, "more");
        assert!(more.lines[0].contains("--pages") && more.lines[0].contains("Next"), "{more:?}");
        for wrong in [json!({"pages": 0}), json!({"max": -1}), json!({"pages": 1_000_000})] {
            let failure = agent.call("collect", wrong).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter);
        }
    });
}

#[test]
fn collect_accepts_selector_and_fails_on_empty_page() {
    perform(|agent| async move {
        agent.call("goto", json!({"url": stage().sites.url("shop", "/c/plants")})).await.unwrap();
        let cx = Context::new(&agent.session, "/tmp");
        let outcome = agent.call_in_context(&cx, "collect", json!({"selector": ".price"})).await.unwrap();
        assert!(outcome.value.to_string().contains('£'), "{}", outcome.value);
        let failure = agent.call("collect", json!({"selector": ".nowhere"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound);
        agent.call("goto", json!({"url": "about:blank"})).await.unwrap();
        assert_eq!(agent.call("collect", json!({})).await.unwrap_err().cause, Cause::TargetNotFound);
    });
}
