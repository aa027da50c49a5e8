//! Tests closing overlays without accepting anything.

use lemmascope_intent::{Cause, Context, Entries, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform, target_of};

async fn dismiss(agent: &Agent, verb: &str, given: serde_json::Value) -> (Result<Outcome, Failure>, Entries) {
    let cx = Context::new(&agent.session, "/tmp");
    let done = agent.call_in_context(&cx, verb, given).await;
    (done, cx.logbook.take())
}

fn section(told: &Entries, name: &str) -> Vec<String> {
    told.sections
        .iter()
        .chain(&told.standing)
        .find(|section| section.name == name)
        .map(|section| section.lines.clone())
        .unwrap_or_default()
}

/// Returns the log of committing controls that were clicked.
async fn bound(agent: &Agent) -> String {
    let text = agent.call("text", json!({"selector": "#log"})).await.map(|it| it.value.to_string());
    text.unwrap_or_default().trim().to_string()
}

#[test]
fn closes_each_popup_with_its_own_control() {
    perform(|agent| async move {
        for (show, how) in [
            ("letter", "[1] modal \"Subscribe to newsletter\" → clicked \"✕\""),
            ("thanks", "[1] modal \"Join the club\" → clicked \"No thanks, I do not like seeds\""),
            ("key", "[1] modal \"Our new app\" → pressed Escape"),
            ("beside", "[1] modal \"Spring calendar\" → clicked the backdrop"),
            ("told", "[1] modal \"Maintenance tonight\" → clicked \"OK\""),
        ] {
            agent.visit("overlays", &format!("/popups?show={show}")).await;
            let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
            assert!(done.is_ok(), "{show}: {done:?} {told:?}");
            assert_eq!(section(&told, "dismissed"), [how], "{show}");
            assert!(
                told.changes.iter().any(|change| change.to_string() == "- modal_dialog"),
                "{show}: {told:?}"
            );
            assert_eq!(bound(&agent).await, "", "{show}");
        }
    });
}

#[test]
fn closes_popups_that_open_after_another() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups?show=chain,strip,note").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        let lines = section(&told, "dismissed");
        for wanted in ["Subscribe to newsletter", "Join the club", "Autumn sale", "Your comment was saved"] {
            assert!(lines.iter().any(|line| line.contains(wanted)), "{wanted}: {lines:?}");
        }
        assert_eq!(lines.len(), 4);
        assert_eq!(bound(&agent).await, "");
        agent.on("click", "Clap").await.unwrap();
    });
}

#[test]
fn closes_popup_covered_by_another() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups?show=lurking").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        let lines = section(&told, "dismissed");
        assert!(lines[0].contains("Subscribe to newsletter"), "{lines:?}");
        assert!(lines[1].contains("Autumn sale"), "{lines:?}");
        assert_eq!(section(&told, "remaining"), [""; 0]);
        assert_eq!(bound(&agent).await, "");
    });
}

#[test]
fn leaves_popup_that_requires_an_answer() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups?show=gate").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        let failure = done.unwrap_err();
        assert_eq!(failure.message, "a popup remains");
        let [line] = section(&told, "remaining").try_into().unwrap();
        assert!(line.starts_with("modal \"Are you over 18?\": Escape"), "{line}");
        assert!(line.contains("it offers \"Yes, I am over 18\", \"No\""), "{line}");
        assert_eq!(bound(&agent).await, "");
    });
}

#[test]
fn keeps_dialog_with_filled_fields_open() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups?show=draft").await;
        agent.call("type", json!({"target": target_of("Comment"), "text": "Hedges are fine"})).await.unwrap();
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_err(), "{told:?}");
        assert!(section(&told, "remaining")[0].contains("something is filled in"), "{told:?}");
        let (done, told) = dismiss(&agent, "dismiss", json!({"what": "modal"})).await;
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(
            section(&told, "dismissed"),
            ["[1] modal \"Edit your comment\" → clicked \"Cancel\" (what was filled in is lost)"]
        );
    });
}

#[test]
fn closes_only_popups_of_given_name_or_type() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups?show=letter,strip,note").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({"type": "toast"})).await;
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(section(&told, "dismissed").len(), 1, "{told:?}");
        // A popup below another cannot be closed first.
        agent.visit("overlays", "/popups?show=strip,note").await;
        let (done, told) = dismiss(&agent, "dismiss", json!({"what": "autumn sale"})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert!(section(&told, "dismissed")[0].contains("Autumn sale"), "{told:?}");
        let (done, _) = dismiss(&agent, "dismiss", json!({"what": "bulldozers"})).await;
        assert_eq!(done.unwrap_err().cause, Cause::TargetNotFound);
        let (done, _) = dismiss(&agent, "dismiss_popups", json!({"type": "wall"})).await;
        assert_eq!(done.unwrap_err().cause, Cause::InvalidParameter);
    });
}

#[test]
fn rejects_or_leaves_cookie_banner() {
    perform(|agent| async move {
        agent.visit("consent", "/bar/en").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert_eq!(section(&told, "dismissed"), ["[1] cookie_banner → clicked \"Reject all\""]);
        agent.visit("consent", "/only/en").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_err(), "{told:?}");
        assert!(section(&told, "remaining")[0].contains("accept_cookies"), "{told:?}");
    });
}

#[test]
fn succeeds_on_page_without_popups() {
    perform(|agent| async move {
        agent.visit("overlays", "/popups").await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({})).await;
        assert!(done.is_ok());
        assert_eq!(told.result.to_string(), "No popups detected.");
    });
}

#[test]
fn closes_toasts_in_click_through_container() {
    perform(|agent| async move {
        agent
            .open(
                r#"<title>Notes</title><h1>Page</h1><button>Do</button>
            <div style="position:fixed;inset:0;pointer-events:none;display:flex;flex-direction:column;justify-content:flex-end;align-items:flex-end;padding:20px">
              <div class="note" style="pointer-events:auto;background:#3dc763;padding:15px;width:280px">Your changes have been kept
                <button style="float:right" onclick="this.parentNode.remove()">×</button></div></div>"#,
            )
            .await;
        let cx = Context::new(&agent.session, "/tmp");
        let done = agent.call_in_context(&cx, "dismiss_popups", json!({})).await;
        let told = cx.logbook.take();
        assert!(done.is_ok(), "{done:?} {told:?}");
        assert!(told.sections.iter().any(|section| section.name == "dismissed"), "{told:?}");
        let left = agent.call("count", json!({"selector": ".note", "min": 1})).await.unwrap();
        assert_eq!(left.value.to_string(), "false");
    });
}

#[test]
fn recognizes_full_page_cover_as_overlay() {
    perform(|agent| async move {
        let cover = |id: &str, close: &str| {
            format!(
                "<div id={id} style='position:fixed;inset:0;background:#fff;z-index:9'><p>Read this first</p>{close}</div>"
            )
        };
        let close = "<button onclick='this.parentNode.remove()' aria-label=Close>×</button>";
        agent.open(&format!("<p>The page</p><button>Go on</button>{}", cover("c", close))).await;
        let (done, told) = dismiss(&agent, "dismiss_popups", json!({"type": "overlay"})).await;
        assert!(done.is_ok(), "{done:?}");
        assert!(section(&told, "dismissed").len() == 1, "{told:?}");
        // With `all: false`, only one is closed.
        agent.open(&format!("<p>The page</p>{}{}", cover("a", close), cover("b", close))).await;
        dismiss(&agent, "dismiss_popups", json!({"all": false})).await.0.unwrap();
        let left = agent
            .call("execute", json!({"script": "return document.querySelectorAll('#a, #b').length"}))
            .await;
        assert_eq!(left.unwrap().value.to_string(), "1");
    });
}
