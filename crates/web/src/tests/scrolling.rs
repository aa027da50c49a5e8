//! Tests scrolling to elements out of view, and to elements of virtual lists.

use lemmascope_intent::Cause;
use serde_json::json;

use crate::testing::{Agent, perform};

/// Whether an element is in the viewport and not covered by the page header.
async fn shows(agent: &Agent, text: &str) -> bool {
    let code = format!(
        "(() => {{ const one = [...document.querySelectorAll('a, p')].find(it => it.textContent.trim() === '{text}');
         if (!one) return false;
         const box = one.getBoundingClientRect();
         const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
         return hit === one || one.contains(hit); }})()"
    );
    agent
        .call("execute", json!({"script": format!("return {code}")}))
        .await
        .unwrap()
        .value
        .to_string()
        .contains("true")
}

async fn number(agent: &Agent, script: &str) -> String {
    agent.call("execute", json!({"script": format!("return {script}")})).await.unwrap().value.to_string()
}

#[test]
fn scroll_to_finds_row_of_virtual_list() {
    perform(|agent| async move {
        agent.visit("overlays", "/virtual").await;
        let done = agent.call("scroll_to", json!({"target": {"text": "Member 140", "match": "exact"}})).await;
        assert!(done.is_ok(), "{done:?}");
        assert!(shows(&agent, "Member 140").await);
        // The element may also be above the current position.
        agent.visit("overlays", "/virtual?at=9000").await;
        let done = agent.call("scroll_to", json!({"target": {"text": "Member 12", "match": "exact"}})).await;
        assert!(done.is_ok(), "{done:?}");
        assert!(shows(&agent, "Member 12").await);
    });
}

#[test]
fn failed_scroll_to_restores_scroll_positions() {
    perform(|agent| async move {
        agent.visit("overlays", "/virtual?at=4000").await;
        let target = json!({"target": {"text": "Member 4000", "match": "exact"}});
        let failure = agent.call("scroll_to", target).await.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound, "{failure:?}");
        assert_eq!(number(&agent, "document.getElementById('rows').scrollTop").await, "4000");
        assert_eq!(number(&agent, "scrollY").await, "0");
    });
}

#[test]
fn scroll_to_uncovers_element_in_carousel_or_under_header() {
    perform(|agent| async move {
        agent.visit("overlays", "/shelves").await;
        let done = agent.call("scroll_to", json!({"target": {"text": "Pot 11", "match": "exact"}})).await;
        assert!(done.is_ok(), "{done:?}");
        assert!(shows(&agent, "Pot 11").await);
        // The note is in the viewport, but the header covers it.
        let under = "scrollTo(0, document.getElementById('top-note').offsetTop - 4)";
        agent.call("execute", json!({"script": under})).await.unwrap();
        assert!(!shows(&agent, "Right below the head.").await);
        let done = agent.call("scroll_to", json!({"target": {"text": "Right below the head."}})).await;
        assert!(done.is_ok(), "{done:?}");
        assert!(shows(&agent, "Right below the head.").await);
    });
}
