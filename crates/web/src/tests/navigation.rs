//! Tests the destination of navigations, and the reports of those that fail.

use lemmascope_intent::{Cause, Context, Value};
use serde_json::json;

use crate::testing::{perform, stage, target_of, told};

#[test]
fn reports_http_error_status_of_pages() {
    perform(|agent| async move {
        let well = agent.visit("trouble", "/").await;
        assert!(!told(&Ok(well.clone())).contains("status"), "{well:?}");
        assert_eq!(well.value.as_object().unwrap().get("status"), None);

        let missing = agent.visit("trouble", "/no/such/page").await;
        assert_eq!(missing.verdict, Some("navigated"));
        assert_eq!(missing.value.as_object().unwrap().get("status"), Some(&Value::from(404)));
        assert_eq!(missing.changes[0].to_string(), "+ status: 404 (there is no such page)");

        let broken = agent.visit("trouble", "/broken").await;
        assert_eq!(broken.changes[0].to_string(), "+ status: 500 (the server has failed)");
        let again = agent.call("refresh", json!({})).await.unwrap();
        assert_eq!(again.changes[0].to_string(), "+ status: 500 (the server has failed)");
        let back = agent.call("back", json!({})).await.unwrap();
        assert_eq!(back.changes[0].to_string(), "+ status: 404 (there is no such page)");

        let page = format!("<a href='{}'>Old news</a>", stage().sites.url("trouble", "/gone"));
        agent.open(&page).await;
        let clicked = agent.on("click", "Old news").await;
        assert!(
            told(&clicked).starts_with("ok navigated click [1] \"Old news\"\n+ status: 404"),
            "{}",
            told(&clicked)
        );
    });
}

#[test]
fn explains_why_url_cannot_be_opened() {
    perform(|agent| async move {
        let go = async |url: &str| agent.call("goto", json!({ "url": url })).await;
        for (url, cause, words) in [
            ("http://127.0.0.1:1/", Cause::Failed, "browsers do not connect to that port"),
            ("http://127.0.0.1:65533/", Cause::Failed, "nothing answers at that address"),
            ("http://no.such.host.invalid/", Cause::Failed, "there is no host of that name"),
            ("javascript:alert(1)", Cause::InvalidParameter, "a script is not a page"),
            ("chrome://version", Cause::InvalidParameter, "a browser opens no chrome addresses"),
            ("file:///no/such/file", Cause::OutsideRoots, "is outside the allowed folders"),
            ("file:///tmp/no-such-file.html", Cause::TargetNotFound, "no-such-file.html"),
        ] {
            let failure = go(url).await.unwrap_err();
            assert_eq!(failure.cause, cause, "{failure}");
            assert!(failure.message.contains(words) && failure.hint.is_some(), "{failure}");
        }
        assert_eq!(go("about:blank").await.unwrap().verdict, Some("navigated"));
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("page.html"), "<title>Mine</title>").unwrap();
        let file = format!("file://{}/page.html", folder.path().display());
        assert_eq!(go(&file).await.unwrap().verdict, Some("navigated"));
        let untrusted = Context {
            sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())),
            ..Context::new(&agent.session, "/tmp")
        };
        for url in [file.as_str(), "http://127.0.0.1:9/", "http://192.168.0.1/", "http://localhost/"] {
            let failure = agent.call_in_context(&untrusted, "goto", json!({ "url": url })).await.unwrap_err();
            assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
        }
    });
}

/// Pages of fictitious domains, whose requests are intercepted.
const MADE_UP: &str = "<title>Made up</title>
<a href='https://shop.example/next'>Onward</a>
<a href='https://elsewhere.example/'>Far away</a>
<a href='https://elsewhere.example/' target=_blank>Far away beside</a>
<a href='http://192.168.0.1/admin'>The router</a>
<form action='https://elsewhere.example/take'><input name=q aria-label=Word><button>Send</button></form>
<button onclick=\"document.body.append(Object.assign(document.createElement('iframe'), {src: 'http://127.0.0.1:9/x'}))\">Frame</button>";

#[test]
fn untrusted_context_stays_on_page_domain() {
    perform(|agent| async move {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("page.html"), MADE_UP).unwrap();
        let cx = Context::new(&agent.session, folder.path());
        let answer = json!({"pattern": "*.example/*", "respond_file": "page.html"});
        agent.call_in_context(&cx, "intercept", answer).await.unwrap();
        agent.call("goto", json!({"url": "https://shop.example/"})).await.unwrap();
        let untrusted =
            Context { sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())), ..cx };
        let click = async |name: &str| {
            agent.call_in_context(&untrusted, "click", json!({"target": target_of(name)})).await
        };
        assert_eq!(click("Onward").await.unwrap().verdict, Some("navigated"));
        for name in ["Far away", "Far away beside", "The router", "Send"] {
            let failure = click(name).await.unwrap_err();
            assert_eq!(failure.cause, Cause::Forbidden, "{name}: {failure}");
        }
        let here = agent.call_in_context(&untrusted, "url", json!({})).await.unwrap().value;
        assert_eq!(here, Value::from("https://shop.example/next"));
        click("Frame").await.unwrap();
        let asked = agent.call("requests", json!({"filter": "127.0.0.1:9"})).await.unwrap().value;
        let asked = serde_json::to_string(&asked).unwrap();
        assert!(asked.contains("BLOCKED_BY_CLIENT"), "{asked}");
        let goto = json!({"url": "https://elsewhere.example/"});
        let failure = agent.call_in_context(&untrusted, "goto", goto.clone()).await.unwrap_err();
        assert_eq!(failure.cause, Cause::Forbidden, "{failure}");
        // The user may navigate anywhere, at once.
        assert_eq!(agent.on("click", "Far away").await.unwrap().verdict, Some("navigated"));
    });
}

/// A document that is empty until its script renders it, some time after loading.
const DRAWN_LATE: &str = "<title>Drawn</title><div id=root></div>
<script>onload = () => { let ticks = 0; const timer = setInterval(() => {
  root.dataset.tick = ticks += 1;
  if (ticks < 12) return;
  clearInterval(timer);
  root.innerHTML = '<h1>Sign in</h1><label>Password <input type=password></label>';
}, 100); };</script>";

#[test]
fn waits_for_script_rendered_content_on_load() {
    perform(|agent| async move {
        let arrived = agent.open(DRAWN_LATE).await;
        assert_eq!(arrived.verdict, Some("navigated"));
        let view = agent.call("observe", json!({})).await.unwrap().view.unwrap();
        let lines = view.lines.join("\n");
        assert!(lines.contains("input/password"), "{lines}");
    });
}

#[test]
fn explicit_navigation_overrides_beforeunload_dialog() {
    perform(|agent| async move {
        let away = stage().sites.url("trouble", "/");
        let page = format!(
            "<title>Draft</title><input id=draft><a href='{away}'>Away</a>\
            <script>let dirty = false; draft.oninput = () => {{ dirty = true }};\
            addEventListener('beforeunload', event => {{ if (dirty) event.preventDefault() }})</script>"
        );
        let write = async || {
            agent.open(&page).await;
            agent.call("type", json!({"target": target_of("#draft"), "text": "much work"})).await.unwrap();
        };
        let elsewhere = json!({ "url": away });
        let asked = "+ the page asked whether to leave it, and was left";
        for (verb, given) in [
            ("goto", elsewhere.clone()),
            ("refresh", json!({})),
            ("back", json!({})),
            ("tab_close", json!({})),
        ] {
            write().await;
            let left = agent.call(verb, given).await;
            assert!(left.is_ok(), "{verb}: {left:?}");
            assert_eq!(told(&left).contains(asked), verb != "tab_close", "{verb}: {}", told(&left));
            agent.call("observe", json!({})).await.unwrap();
        }
        // A click does not answer the dialog; the next observation reports how to.
        write().await;
        agent.on("click", "Away").await.ok();
        let failure = agent.call("observe", json!({})).await.unwrap_err();
        assert!(failure.hint.as_ref().unwrap().contains("`dialog accept` leaves the page"), "{failure:?}");
        agent.call("dialog_dismiss", json!({})).await.unwrap();
        agent.call("observe", json!({})).await.unwrap();
        // If all dialogs are dismissed, the page is not left, and the reason is reported.
        agent.call("dialog_auto_dismiss", json!({})).await.unwrap();
        for (verb, given) in [("goto", elsewhere), ("refresh", json!({})), ("back", json!({}))] {
            agent.call("type", json!({"target": target_of("#draft"), "text": verb})).await.unwrap();
            let failure = agent.call(verb, given).await.unwrap_err();
            assert!(failure.message.contains("asked not to be left"), "{verb}: {failure:?}");
        }
        agent.call("dialog_auto_off", json!({})).await.unwrap();
    });
}
