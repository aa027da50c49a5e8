//! Tests that consent banners are accepted or refused, and do not return.

use lemmascope_intent::{Cause, Context, Entries, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform};

/// Runs `accept_cookies`, and returns the result and the log entries.
async fn answer(agent: &Agent, given: serde_json::Value) -> (Result<Outcome, Failure>, Entries) {
    let cx = Context::new(&agent.session, "/tmp");
    let done = agent.call_in_context(&cx, "accept_cookies", given).await;
    (done, cx.logbook.take())
}

fn actions(told: &Entries) -> Vec<String> {
    told.actions
        .iter()
        .map(|action| action.line.split_once(' ').map_or("", |(_, rest)| rest).to_string())
        .collect()
}

/// Returns the choice that the page displays.
async fn choice(agent: &Agent) -> String {
    let text = agent.call("text", json!({})).await.unwrap().value.to_string();
    text.split("Cookies: ")
        .nth(1)
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_alphabetic() || *c == '+')
        .collect()
}

/// Removes the ids, which depend on the page.
fn names(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| line.split_once("] ").map_or(line.as_str(), |(_, name)| name)).collect()
}

#[test]
fn accepts_every_cookie_banner_layout() {
    perform(|agent| async move {
        for build in [
            "bar", "wall", "settings", "framed", "shadow", "open", "only", "cross", "soup", "late", "toggles",
        ] {
            agent.visit("consent", &format!("/{build}/en")).await;
            let (done, told) = answer(&agent, json!({})).await;
            assert!(done.is_ok(), "{build}: {done:?} {told:?}");
            assert_eq!(told.actions.last().map(|action| action.line.as_str()), Some("refresh"), "{build}");
            assert!(
                told.changes.iter().any(|change| change.to_string() == "- cookie_banner"),
                "{build}: {told:?}"
            );
            assert_eq!(choice(&agent).await, "all", "{build}");
            agent.call("cookies_clear", json!({})).await.unwrap();
        }
    });
}

#[test]
fn rejects_cookie_banners_in_three_languages() {
    perform(|agent| async move {
        for lang in ["en", "pt", "de"] {
            for build in ["bar", "wall", "settings", "framed", "shadow", "soup", "toggles"] {
                agent.visit("consent", &format!("/{build}/{lang}")).await;
                let (done, told) = answer(&agent, json!({"reject": true})).await;
                assert!(done.is_ok(), "{build}/{lang}: {done:?} {told:?}");
                assert_eq!(choice(&agent).await, "necessary", "{build}/{lang}: {told:?}");
                agent.call("cookies_clear", json!({})).await.unwrap();
            }
        }
    });
}

#[test]
fn turns_off_consent_switches_before_saving() {
    perform(|agent| async move {
        agent.visit("consent", "/toggles/en").await;
        let (done, told) = answer(&agent, json!({"reject": true})).await;
        assert!(done.is_ok(), "{done:?}");
        let lines = actions(&told);
        let wanted = ["\"Manage options\"", "\"Statistics\"", "\"Marketing\"", "\"Save my choices\"", ""];
        assert_eq!(names(&lines), wanted, "{told:?}");
    });
}

#[test]
fn reports_buttons_of_banner_without_reject_option() {
    perform(|agent| async move {
        for (build, offer) in [("only", "\"Got it\""), ("paid", "\"Accept all\"")] {
            agent.visit("consent", &format!("/{build}/en")).await;
            let (done, told) = answer(&agent, json!({"reject": true})).await;
            let failure = done.unwrap_err();
            assert_eq!(failure.cause, Cause::TargetNotFound, "{build}");
            assert!(failure.message.contains(offer), "{build}: {failure:?}");
            assert!(told.actions.is_empty(), "{build}: {told:?}");
            assert_eq!(choice(&agent).await, "undecided", "{build}");
        }
    });
}

#[test]
fn succeeds_on_page_without_cookie_banner() {
    perform(|agent| async move {
        agent.visit("consent", "/policy").await;
        let (done, told) = answer(&agent, json!({"wait": "300ms"})).await;
        assert!(done.is_ok());
        assert_eq!(told.result.to_string(), "No cookie banner detected.");
        assert!(told.actions.is_empty() && told.changes.is_empty(), "{told:?}");
    });
}

#[test]
fn fails_when_cookie_banner_returns_after_reload() {
    perform(|agent| async move {
        agent.visit("consent", "/forgetful/en").await;
        let (done, told) = answer(&agent, json!({})).await;
        let failure = done.unwrap_err();
        assert_eq!(failure.cause, Cause::VerificationFailed);
        assert!(failure.message.contains("came back after a reload"), "{failure:?} {told:?}");
    });
}

#[test]
fn does_not_reload_page_with_filled_form() {
    perform(|agent| async move {
        agent.visit("consent", "/writing/en").await;
        let letter = json!({"target": {"text": "Letter to the editor"}, "text": "Dear editor"});
        agent.call("type", letter).await.unwrap();
        let (done, told) = answer(&agent, json!({})).await;
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(told.actions.len(), 1, "{told:?}");
        assert!(told.result.to_string().contains("a form on the page is filled in"), "{told:?}");
        let seen = agent.call("observe", json!({})).await.unwrap().view.unwrap().lines.join("\n");
        assert!(seen.contains("Dear editor"), "{seen}");
    });
}
