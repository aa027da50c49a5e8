//! Tests viewports and sessions.

use lemmascope_intent::{Cause, Value};
use serde_json::json;

use crate::testing::{Agent, perform};

fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

async fn script(agent: &Agent, script: &str) -> String {
    text(&agent.call("execute", json!({"script": script})).await.unwrap().value)
}

const SCREEN: &str = "[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0]";

#[test]
fn emulates_device_and_resets_viewport() {
    perform(|agent| async move {
        agent.open("<meta name=viewport content='width=device-width'><p>hello").await;
        assert_eq!(script(&agent, SCREEN).await, "[1280,720,1,false]");
        let changed = agent.call("viewport", json!({"width": 800, "height": 600})).await.unwrap();
        assert_eq!(changed.changes[0].to_string(), "~ viewport: 1280×720 → 800×600");
        assert_eq!(script(&agent, SCREEN).await, "[800,600,1,false]");
        assert!(agent.call("viewport", json!({"width": 0, "height": 600})).await.is_err());
        assert!(agent.call("viewport", json!({"width": 800, "height": 1_000_000})).await.is_err());

        agent.call("device", json!({"name": "iphone 14"})).await.unwrap();
        assert_eq!(script(&agent, SCREEN).await, "[390,844,3,true]");
        assert!(script(&agent, "navigator.userAgent").await.contains("iPhone"));
        agent.call("tab_new", json!({"url": "about:blank"})).await.unwrap();
        assert!(script(&agent, "navigator.userAgent").await.contains("iPhone"), "new tabs too");
        let failure = agent.call("device", json!({"name": "iPhone 41"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound);
        assert!(failure.hint.unwrap().contains("iPhone"));
        agent.call("device_reset", json!({})).await.unwrap();
        agent.call("tab_switch", json!({"n": 1})).await.unwrap();
        assert_eq!(script(&agent, SCREEN).await, "[1280,720,1,false]");
        assert!(!script(&agent, "navigator.userAgent").await.contains("iPhone"));
        assert!(agent.call("devices", json!({})).await.unwrap().value.length().unwrap() >= 15);
    });
}

#[test]
fn emulates_color_scheme_and_reduced_motion() {
    perform(|agent| async move {
        agent.open("<p>hello").await;
        let preferred = "[matchMedia('(prefers-color-scheme: dark)').matches, \
                          matchMedia('(prefers-reduced-motion: reduce)').matches]";
        assert_eq!(script(&agent, preferred).await, "[false,false]");
        agent.call("media_color_scheme", json!({"scheme": "dark"})).await.unwrap();
        agent.call("media_reduced_motion", json!({"motion": "reduce"})).await.unwrap();
        assert_eq!(script(&agent, preferred).await, "[true,true]");
        agent.call("media_reset", json!({})).await.unwrap();
        assert_eq!(script(&agent, preferred).await, "[false,false]");
        assert!(agent.call("media_color_scheme", json!({"scheme": "pink"})).await.is_err());
    });
}

#[test]
fn creates_lists_and_closes_sessions() {
    perform(|agent| async move {
        let name = format!("{}-second", agent.session);
        agent.call("session_new", json!({"name": name})).await.unwrap();
        let failure = agent.call("session_new", json!({"name": name})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::AlreadyExists);
        let failure = agent.call("session_new", json!({"name": "x", "mode": "grid"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Unavailable);
        let other = Agent { session: name.clone(), ..agent.clone() };
        other.visit("docs", "/").await;
        let listed = agent.call("sessions", json!({})).await.unwrap().value;
        let about = listed.as_list().unwrap().iter().find(|one| text(one).contains(&name)).unwrap();
        assert!(text(about).contains("\"tabs\":1") && text(about).contains("headless"), "{}", text(about));
        agent.call("session_close", json!({"name": name})).await.unwrap();
        assert!(!text(&agent.call("sessions", json!({})).await.unwrap().value).contains(&name));
    });
}
