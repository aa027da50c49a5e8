//! Tests which form is submitted when none is given.

use serde_json::json;

use crate::testing::{Agent, perform, told};

const TWO: &str = "<form onsubmit=\"event.preventDefault(); out.textContent='searched'\"><input aria-label=Search><button>Find</button></form>
<form onsubmit=\"event.preventDefault(); out.textContent='joined'\"><input aria-label=Mail><button>Join</button></form><output id=out></output>";

async fn submit(agent: &Agent) -> String {
    told(&agent.call("submit", json!({})).await)
}

#[test]
fn submits_focused_form_and_rejects_ambiguous_forms() {
    perform(|agent| async move {
        agent.open(TWO).await;
        let failure = agent.call("submit", json!({})).await.unwrap_err();
        assert_eq!((failure.code().as_str(), failure.verdict), ("TARGET_AMBIGUOUS", Some("ambiguous")));
        let candidates = failure.context.join("\n");
        assert!(candidates.contains("\"Find\"") && candidates.contains("\"Join\""), "{candidates}");
        agent.on("focus", "Mail").await.unwrap();
        let sent = submit(&agent).await;
        assert!(sent.contains("\"joined\""), "{sent}");
        agent.open("<p>nothing here").await;
        let failure = agent.call("submit", json!({})).await.unwrap_err();
        assert_eq!(failure.verdict, Some("not_found"));
    });
}

#[test]
fn submits_focused_form_in_frame_or_shadow_root() {
    perform(|agent| async move {
        let inner = TWO.replace('"', "&quot;");
        agent.open(&format!("{TWO}<iframe srcdoc=\"{inner}\" width=600></iframe>")).await;
        let mut target = json!({"role": "input", "text": "Mail"});
        target["frame"] = json!("about:srcdoc");
        let focused = agent.call("focus", json!({ "target": target })).await;
        assert!(focused.is_ok(), "{}", told(&focused));
        let sent = agent.call("submit", json!({})).await;
        assert!(told(&sent).contains("\"joined\""), "{}", told(&sent));

        let shadow = "<input aria-label=Other><x-box></x-box><script>customElements.define('x-box', class extends HTMLElement {
            connectedCallback() { this.attachShadow({mode: 'MODE'}).innerHTML =
              `<form><input aria-label=Code><button>Go</button></form><output></output>`;
            }})</script>";
        for mode in ["open", "closed"] {
            agent.open(&shadow.replace("MODE", mode)).await;
            agent.on("focus", "Code").await.unwrap();
            let sent = submit(&agent).await;
            assert!(sent.contains("\"Go\""), "{mode}: {sent}");
        }
    });
}
