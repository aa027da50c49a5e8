//! Tests tabs, frames and dialogs.

use lemmascope_intent::{Cause, Value};
use serde_json::json;

use crate::testing::{Agent, perform, stage};

fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

async fn ask(agent: &Agent, verb: &str) -> String {
    text(&agent.call(verb, json!({})).await.unwrap().value)
}

#[test]
fn opens_lists_switches_and_closes_tabs() {
    perform(|agent| async move {
        agent.visit("docs", "/").await;
        let opened = agent.call("tab_new", json!({"url": stage().sites.url("shop", "/")})).await.unwrap();
        assert_eq!(opened.verdict, Some("navigated"));
        assert!(opened.changes.iter().any(|change| change.to_string() == "+ tab 2"), "{:?}", opened.changes);
        let listed = agent.call("tabs", json!({})).await.unwrap().value;
        let tabs = listed.as_list().unwrap();
        assert_eq!(tabs.len(), 2);
        assert!(text(&tabs[1]).contains("\"current\":true"), "{}", text(&tabs[1]));
        assert!(!tabs[0].as_object().unwrap()["title"].as_text().unwrap().is_empty());
        agent.call("tab_switch", json!({"n": 1})).await.unwrap();
        assert!(ask(&agent, "url").await.contains(&stage().sites.url("docs", "/")));
        for n in [0, 3, -1] {
            let failure = agent.call("tab_switch", json!({"n": n})).await.unwrap_err();
            assert_eq!(failure.cause, Cause::TargetNotFound);
        }
        agent.call("tab_close", json!({"n": 2})).await.unwrap();
        assert_eq!(agent.call("tabs", json!({})).await.unwrap().value.length(), Some(1));
        agent.call("tab_close", json!({})).await.unwrap();
        assert!(ask(&agent, "url").await.contains("about:blank"), "there is always somewhere to go on");
        let failure = agent.call("tab_new", json!({"url": "http://nowhere.invalid/"})).await.unwrap_err();
        assert!(failure.message.contains("no host of that name"), "{failure}");
    });
}

#[test]
fn enters_frames_by_name_or_element_and_leaves_them() {
    perform(|agent| async move {
        let inner = "<button id=b onclick=this.textContent=`done`>in</button>";
        agent.open(&format!("<h1>out</h1><iframe name=pay srcdoc='{inner}'></iframe><iframe id=two srcdoc='<p>second<iframe srcdoc=deep></iframe>'></iframe>")).await;
        assert_eq!(agent.call("frames", json!({})).await.unwrap().value.length(), Some(4));
        let entered = agent.call("frame", json!({"target": {"text": "pay"}})).await.unwrap();
        assert!(text(&entered.value).contains("\"name\":\"pay\""), "{}", text(&entered.value));
        agent.on("click", "in").await.unwrap();
        let script = json!({"script": "document.body.innerText"});
        assert_eq!(agent.call("execute", script.clone()).await.unwrap().value, Value::from("done"));
        agent.call("frame_parent", json!({})).await.unwrap();
        assert!(agent.call("frame_parent", json!({})).await.is_err(), "there is nothing around the page");
        agent.on("frame", "#two").await.unwrap();
        assert!(text(&agent.call("execute", script).await.unwrap().value).contains("second"));
        agent.call("frame_main", json!({})).await.unwrap();
        let failure = agent.on("frame", "out").await.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound, "{failure}");
    });
}

#[test]
fn answers_dialogs_manually_or_by_policy() {
    perform(|agent| async move {
        agent
            .open(
                "<button onclick=\"document.title=confirm('Delete all?')\">ask</button>
                   <button onclick=\"document.title=prompt('Name?')\">name</button>",
            )
            .await;
        let title = json!({"script": "document.title"});
        let _ = agent.on("click", "ask").await;
        let failure = agent.call("execute", title.clone()).await.unwrap_err();
        assert!(failure.message.contains("a dialog is open"), "{failure}");
        assert!(ask(&agent, "tabs").await.contains("confirm"));
        let answered = agent.call("dialog_dismiss", json!({})).await.unwrap();
        assert_eq!(answered.changes[0].to_string(), "- dialog: confirm \"Delete all?\"");
        assert_eq!(agent.call("execute", title.clone()).await.unwrap().value, Value::from("false"));
        let _ = agent.on("click", "name").await;
        agent.call("dialog_accept", json!({"text": "Bob"})).await.unwrap();
        assert_eq!(agent.call("execute", title.clone()).await.unwrap().value, Value::from("Bob"));
        let failure = agent.call("dialog_accept", json!({})).await.unwrap_err();
        assert_eq!(failure.message, "no dialog is open");
        let _ = agent.on("click", "ask").await;
        agent.call("dialog_auto_accept", json!({})).await.unwrap();
        assert_eq!(agent.call("execute", title.clone()).await.unwrap().value, Value::from("true"));
        agent.call("dialog_auto_dismiss", json!({})).await.unwrap();
        let _ = agent.on("click", "ask").await;
        assert_eq!(agent.call("execute", title).await.unwrap().value, Value::from("false"));
        agent.call("dialog_auto_off", json!({})).await.unwrap();
        let _ = agent.on("click", "ask").await;
        assert!(ask(&agent, "tabs").await.contains("confirm"), "it waits for somebody again");
        agent.call("dialog_dismiss", json!({})).await.unwrap();
    });
}

#[test]
fn enters_frames_by_names_from_observe() {
    perform(|agent| async move {
        agent.visit("frames", "/nested").await;
        let listed = agent.call("frames", json!({})).await.unwrap().value.to_string();
        for name in ["main", "f1", "f2"] {
            assert!(listed.contains(&format!(r#""frame":"{name}""#)), "{listed}");
        }
        let inner = agent.call("frame", json!({"target": {"text": "f2"}})).await.unwrap();
        assert_eq!(inner.line.as_deref(), Some("frame f2"));
        let view = agent.call("observe", json!({})).await.unwrap().view.unwrap();
        assert!(view.lines.iter().all(|line| line.ends_with("in f2")), "{:?}", view.lines);
    });
}
