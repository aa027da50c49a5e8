//! Tests cookies, storage, state files and headers.

use std::os::unix::fs::PermissionsExt;

use lemmascope_intent::{Cause, Context, Value};
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform, stage};

fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap()
}

async fn script(agent: &Agent, script: &str) -> String {
    text(&agent.call("execute", json!({"script": script})).await.unwrap().value)
}

#[test]
fn sets_masks_and_deletes_cookies() {
    perform(|agent| async move {
        let failure = agent.call("cookies_set", json!({"name": "a", "value": "b"})).await.unwrap_err();
        assert!(failure.hint.unwrap().contains("goto"), "there is no page that it could belong to");
        agent.visit("docs", "/").await;
        agent.call("cookies_set", json!({"name": "theme", "value": "dark"})).await.unwrap();
        agent
            .call("cookies_set", json!({"name": "sid", "value": "s3cr3t", "http_only": true}))
            .await
            .unwrap();
        assert_eq!(script(&agent, "document.cookie").await, "\"theme=dark\"");
        let list = text(&agent.call("cookies_list", json!({})).await.unwrap().value);
        assert!(list.contains("\"dark\"") && list.contains("\"sid\""), "{list}");
        assert!(!list.contains("s3cr3t"), "{list}");
        let one = agent.call("cookies_get", json!({"name": "sid"})).await.unwrap().value;
        assert!(text(&one).contains("s3cr3t"), "who asks for it gets it");
        let untrusted = Context {
            sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())),
            ..Context::new(&agent.session, "/tmp")
        };
        let one =
            agent.call_in_context(&untrusted, "cookies_get", json!({"name": "sid"})).await.unwrap().value;
        assert!(!text(&one).contains("s3cr3t"), "but not a definition that is not trusted");
        let failure = agent.call("cookies_get", json!({"name": "thene"})).await.unwrap_err();
        assert_eq!(
            (failure.cause, failure.hint.as_deref()),
            (Cause::TargetNotFound, Some("Did you mean theme?"))
        );
        for (name, value) in
            [("a;b", "c"), ("a=b", "c"), ("", "c"), ("a", "x\r\ny"), ("a", &"x".repeat(5000))]
        {
            let failure = agent.call("cookies_set", json!({"name": name, "value": value})).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{name}={value}");
        }
        agent.call("cookies_delete", json!({"name": "theme"})).await.unwrap();
        assert_eq!(script(&agent, "document.cookie").await, "\"\"");
        let cleared = agent.call("cookies_clear", json!({})).await.unwrap();
        assert_eq!(cleared.changes[0].to_string(), "- 1 cookie");
    });
}

#[test]
fn reads_writes_and_clears_storage() {
    perform(|agent| async move {
        agent.open("<p>no origin").await;
        let failure = agent.call("storage_list", json!({})).await.unwrap_err();
        assert_eq!(failure.message, "this page has no storage");
        agent.visit("docs", "/").await;
        agent.call("storage_set", json!({"key": "step", "value": "2", "session": true})).await.unwrap();
        let set = agent.call("storage_set", json!({"key": "mood", "value": "good"})).await.unwrap();
        assert_eq!(set.changes[0].to_string(), "+ local storage mood");
        agent.call("storage_set", json!({"key": "api_key", "value": "k3y"})).await.unwrap();
        assert_eq!(script(&agent, "[localStorage.mood, sessionStorage.step]").await, "[\"good\",\"2\"]");
        let list = text(&agent.call("storage_list", json!({})).await.unwrap().value);
        assert!(list.contains("\"good\"") && list.contains("\"step\"") && !list.contains("k3y"), "{list}");
        let only = text(&agent.call("storage_list", json!({"local": true})).await.unwrap().value);
        assert!(!only.contains("step"), "{only}");
        assert!(agent.call("storage_list", json!({"local": true, "session": true})).await.is_err());
        let got = agent.call("storage_get", json!({"key": "step"})).await.unwrap().value;
        assert_eq!(got, Value::from("2"));
        let failure = agent.call("storage_get", json!({"key": "mod"})).await.unwrap_err();
        assert_eq!(failure.hint.as_deref(), Some("Did you mean mood?"));
        agent.call("storage_delete", json!({"key": "mood"})).await.unwrap();
        let failure = agent.call("storage_delete", json!({"key": "mood"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound);
        agent.call("storage_clear", json!({})).await.unwrap();
        assert_eq!(script(&agent, "localStorage.length + sessionStorage.length").await, "0");
    });
}

#[test]
fn saved_state_loads_in_another_session() {
    perform(|agent| async move {
        let folder = tempfile::tempdir().unwrap();
        let cx = Context::new(&agent.session, folder.path());
        agent.visit("docs", "/").await;
        agent.call("cookies_set", json!({"name": "who", "value": "ann"})).await.unwrap();
        agent.call("storage_set", json!({"key": "k", "value": "local"})).await.unwrap();
        agent.call("storage_set", json!({"key": "k", "value": "of the tab", "session": true})).await.unwrap();
        agent.visit("shop", "/").await;
        let given = json!({"path": "auth.json", "include_session": true});
        let saved = agent.call_in_context(&cx, "state_save", given).await.unwrap();
        let path = folder.path().join("auth.json");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600, "only its owner reads it");
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.contains("\"local\""), "of an origin that is not open any more: {written}");
        assert!(!text(&saved.value).contains("ann"), "what is told holds nothing of it");
        agent.visit("docs", "/").await;
        let given = json!({"path": "auth.json", "include_session": true});
        agent.call_in_context(&cx, "state_save", given).await.unwrap();

        let other = Agent { session: format!("{}-other", agent.session), ..agent.clone() };
        let cx = Context::new(&other.session, folder.path());
        other.call_in_context(&cx, "state_load", json!({"path": "auth.json"})).await.unwrap();
        other.visit("docs", "/").await;
        let seen = script(&other, "[document.cookie, localStorage.k, sessionStorage.k]").await;
        assert_eq!(seen, "[\"who=ann\",\"local\",\"of the tab\"]");
        other.call("cookies_set", json!({"name": "mine", "value": "1"})).await.unwrap();
        other.call("storage_set", json!({"key": "own", "value": "1"})).await.unwrap();
        other.call_in_context(&cx, "state_load", json!({"path": "auth.json", "merge": true})).await.unwrap();
        assert!(script(&other, "document.cookie").await.contains("mine=1"));
        other.call_in_context(&cx, "state_load", json!({"path": "auth.json"})).await.unwrap();
        assert_eq!(script(&other, "[document.cookie, localStorage.own ?? null]").await, "[\"who=ann\",null]");

        let given = json!({"path": "none.json", "domain": "example.com"});
        let none = agent.call_in_context(&cx, "state_save", given).await.unwrap();
        assert!(text(&none.value).contains("\"cookies\":0,\"origins\":0"), "{}", text(&none.value));
        std::fs::write(folder.path().join("mine.txt"), "precious").unwrap();
        let failure =
            agent.call_in_context(&cx, "state_save", json!({"path": "mine.txt"})).await.unwrap_err();
        assert_eq!(failure.cause, Cause::AlreadyExists);
        assert_eq!(std::fs::read_to_string(folder.path().join("mine.txt")).unwrap(), "precious");
        for (path, cause) in [("mine.txt", Cause::InvalidParameter), ("nowhere.json", Cause::TargetNotFound)]
        {
            let failure = agent.call_in_context(&cx, "state_load", json!({"path": path})).await.unwrap_err();
            assert_eq!(failure.cause, cause, "{path}");
        }
    });
}

#[test]
fn saved_state_includes_storage_of_tabs_and_frames() {
    perform(|agent| async move {
        let folder = tempfile::tempdir().unwrap();
        let cx = Context::new(&agent.session, folder.path());
        let server = Server::start(|path| Some(Answer::page(&format!("<p>{path}</p>")))).await.unwrap();
        let put = |value: &str| format!("localStorage.k = 'local {value}'; sessionStorage.k = '{value}'; 1");
        let get = "[localStorage.k ?? null, sessionStorage.k ?? null]";
        let nest = format!(
            "new Promise((done) => {{
                const frame = document.createElement('iframe');
                frame.onload = () => done(1);
                frame.src = '{}';
                document.body.append(frame);
            }})",
            server.elsewhere("/guest")
        );
        let goto = |url: String| json!({ "url": url });
        // A tab with another site in a frame, and one with that site as the page.
        agent.call("goto", goto(server.url("/"))).await.unwrap();
        script(&agent, &put("host")).await;
        script(&agent, &nest).await;
        agent.call("frame", json!({"target": "/guest"})).await.unwrap();
        script(&agent, &put("guest")).await;
        agent.call("frame_main", json!({})).await.unwrap();
        agent.call("tab_new", goto(server.elsewhere("/"))).await.unwrap();
        script(&agent, &put("home")).await;
        agent.call("tab_new", goto("about:blank".into())).await.unwrap();
        let given = json!({"path": "all.json", "include_session": true});
        agent.call_in_context(&cx, "state_save", given).await.unwrap();
        agent.call_in_context(&cx, "state_save", json!({"path": "lasting.json"})).await.unwrap();
        let lasting = std::fs::read_to_string(folder.path().join("lasting.json")).unwrap();
        assert!(lasting.contains("local guest") && !lasting.contains("sessionStorage"), "{lasting}");

        let other = Agent { session: format!("{}-other", agent.session), ..agent.clone() };
        let cx = Context::new(&other.session, folder.path());
        other.call_in_context(&cx, "state_load", json!({"path": "all.json"})).await.unwrap();
        other.call("goto", goto(server.elsewhere("/"))).await.unwrap();
        assert_eq!(script(&other, get).await, "[\"local home\",\"home\"]");
        other.call("goto", goto(server.url("/"))).await.unwrap();
        assert_eq!(script(&other, get).await, "[\"local host\",\"host\"]");
        script(&other, &nest).await;
        other.call("frame", json!({"target": "/guest"})).await.unwrap();
        assert_eq!(script(&other, get).await, "[\"local guest\",\"guest\"]");
        assert!(server.was_asked("/guest") && !server.was_asked("/.lemmascope"), "no server is asked for it");
    });
}

#[test]
fn sets_masks_and_clears_headers() {
    perform(|agent| async move {
        agent.visit("docs", "/").await;
        let given = json!({"json": {"X-Who": "ann", "Authorization": "Bearer abc"}, "domain": "127.0.0.1"});
        agent.call("headers_set", given).await.unwrap();
        let shown = text(&agent.call("headers", json!({})).await.unwrap().value);
        assert!(shown.contains("ann") && shown.contains("127.0.0.1") && !shown.contains("abc"), "{shown}");
        for bad in [json!({"a b": "c"}), json!({"a": "b\r\nc: d"}), json!({"a": {}})] {
            assert!(agent.call("headers_set", json!({"json": bad})).await.is_err());
        }
        agent.call("headers_clear", json!({})).await.unwrap();
        assert_eq!(text(&agent.call("headers", json!({})).await.unwrap().value), "[]");
        let _ = stage();
    });
}
