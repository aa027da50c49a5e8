//! Tests waiting for conditions and for an idle page.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::testing::{perform, target_of, told};

#[test]
fn waits_end_when_condition_holds() {
    perform(|agent| async move {
        agent
            .open(
                "<title>Later</title><p id=gone>Loading</p><script>setTimeout(() => { gone.remove(); \
                 document.body.insertAdjacentHTML('beforeend', '<button>Ready</button><ul><li>1<li>2<li>3</ul>'); \
                 window.ready = true; history.replaceState(0, '', '#done'); }, 400)</script>",
            )
            .await;
        let begun = Instant::now();
        for (verb, arguments) in [
            ("wait_visible", json!({"target": target_of("Ready")})),
            ("wait_hidden", json!({"target": target_of("Loading")})),
            ("wait_exists", json!({"selector": "ul"})),
            ("wait_gone", json!({"selector": "#gone"})),
            ("wait_items", json!({"selector": "li", "n": 3})),
            ("wait_until", json!({"js": "window.ready === true"})),
        ] {
            let told = told(&agent.call(verb, arguments).await);
            assert!(told.starts_with("ok"), "{verb}: {told}");
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        for (verb, arguments) in [
            ("wait_visible", json!({"target": target_of("Never"), "timeout": "200ms"})),
            ("wait_hidden", json!({"target": target_of("Ready"), "timeout": "200ms"})),
            ("wait_exists", json!({"selector": "table", "timeout": "200ms"})),
            ("wait_items", json!({"selector": "li", "n": 4, "timeout": "200ms"})),
            ("wait_until", json!({"js": "window.steady", "timeout": "200ms"})),
            ("wait_url", json!({"part": "elsewhere", "timeout": "200ms"})),
        ] {
            let failure = agent.call(verb, arguments).await.unwrap_err();
            assert_eq!(failure.verdict, Some("timeout"), "{verb}: {failure}");
        }
        let broken =
            agent.call("wait_exists", json!({"selector": "((", "timeout": "200ms"})).await.unwrap_err();
        assert_eq!(broken.code().as_str(), "PARAMETER_INVALID");
    });
}

#[test]
fn wait_navigation_accepts_navigation_of_preceding_click() {
    perform(|agent| async move {
        agent.visit("trouble", "/wrapped").await;
        assert_eq!(agent.on("click", "help").await.unwrap().verdict, Some("navigated"));
        let arrived = agent.call("wait_navigation", json!({"timeout": "1s"})).await.unwrap();
        assert!(arrived.value.to_string().contains("/arrived"));
        assert!(agent.call("wait_navigation", json!({"timeout": "200ms"})).await.is_err());
        agent.call("wait_url", json!({"part": "page=help"})).await.unwrap();
        agent.call("wait_load", json!({})).await.unwrap();
        agent.call("wait_ready", json!({})).await.unwrap();
        assert_eq!(agent.call("back", json!({})).await.unwrap().verdict, Some("navigated"));
        assert_eq!(agent.call("forward", json!({})).await.unwrap().verdict, Some("navigated"));
        assert_eq!(agent.call("forward", json!({})).await.unwrap_err().verdict, Some("no_effect"));
        assert_eq!(agent.call("refresh", json!({"hard": true})).await.unwrap().verdict, Some("navigated"));
    });
}

#[test]
fn wait_idle_ignores_open_streams() {
    perform(|agent| async move {
        for page in ["/stream", "/socket", "/polling", "/endless"] {
            agent.visit("trouble", page).await;
            let begun = Instant::now();
            let told = told(&agent.call("wait_idle", json!({"timeout": "8s"})).await);
            assert!(told.starts_with("ok"), "{page}: {told} after {:?}", begun.elapsed());
        }
    });
}
