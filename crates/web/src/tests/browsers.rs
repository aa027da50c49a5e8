//! Tests the verbs that select the browser of a session.

use lemmascope_intent::{Cause, Context, Permission, Reach, texts};
use serde_json::json;

use crate::testing::{perform, stage};

#[test]
fn attach_requires_host_in_attach_hosts_setting() {
    perform(|agent| async move {
        let attach = |cx: Context| {
            let agent = agent.clone();
            async move {
                // This machine, in a notation that looks like another one.
                agent
                    .call_in_context(&cx, "attach", json!({"where": "http://[::ffff:127.0.0.1]:9"}))
                    .await
                    .unwrap_err()
            }
        };
        let failure = attach(Context::new(&agent.session, "/tmp")).await;
        assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
        assert!(failure.hint.unwrap().contains("web.attach_hosts"));
        let mut cx = Context::new(&agent.session, "/tmp");
        cx.settings =
            std::sync::Arc::new(|key| (key == "web.attach_hosts").then(|| texts(["::ffff:7f00:1"])));
        let failure = attach(cx).await;
        assert_eq!(failure.cause, Cause::Unavailable, "{failure}");
        for place in ["", "ftp://x", "0"] {
            let failure = agent.call("attach", json!({"where": place})).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{place}");
        }
        // The session continues in a browser of the engine.
        agent.open("still here").await;
    });
}

#[test]
fn browser_selection_requires_admin_permission() {
    let sessions = &stage().sessions;
    for verb in crate::capabilities(sessions) {
        let signature = verb.signature();
        if matches!(signature.verb(), "attach" | "browser_set" | "profile_list" | "profile_delete") {
            assert_eq!(Permission::of(signature), Permission::Admin, "{}", signature.name);
            assert!(!signature.reach.is_some_and(Reach::is_open));
        }
    }
}

#[test]
fn sets_shows_and_validates_session_options() {
    perform(|agent| async move {
        let set = agent.call("browser_set", json!({"locale": "de", "viewport": "700x500"})).await.unwrap();
        assert_eq!(set.changes.len(), 2);
        agent.open("<p>x").await;
        let seen = agent.call("execute", json!({"script": "navigator.language + innerWidth"})).await.unwrap();
        assert_eq!(seen.value.as_text(), Some("de700"));
        // Resetting a device restores the options, not the defaults.
        agent.call("device", json!({"name": "iPhone 14"})).await.unwrap();
        agent.call("device_reset", json!({})).await.unwrap();
        let seen = agent.call("execute", json!({"script": "navigator.language + innerWidth"})).await.unwrap();
        assert_eq!(seen.value.as_text(), Some("de700"));
        let shown = agent.call("browser_set", json!({})).await.unwrap();
        assert!(shown.changes.is_empty());
        assert_eq!(
            serde_json::to_value(&shown.value).unwrap(),
            json!({"locale": "de", "viewport": "700x500"})
        );
        for (option, value) in [("viewport", "wide"), ("profile", "../x"), ("proxy", "gopher://x")] {
            let failure = agent.call("browser_set", json!({option: value})).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter);
            assert_eq!(failure.field.as_deref(), Some(option));
        }
    });
}
