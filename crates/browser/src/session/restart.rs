//! Tests of sessions whose browser crashes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{Context, Event};
use lemmascope_sites::{Answer, Server};

use super::WebSession;
use crate::driver::{Appearance, Cookie, DialogPolicy, Intercept, InterceptAction, Tab, is_dialog_open};
use crate::testing::sessions;

const LIMIT: Duration = Duration::from_secs(10);

/// Kills the browser of a session, and waits until the session has noticed it.
async fn crash(session: &WebSession) {
    let browser = session.context().unwrap().browser().clone();
    let id = i32::try_from(browser.process_id().unwrap()).unwrap();
    let process = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
    let tab = session.tab().unwrap();
    assert!(tab.wait(LIMIT, |state| state.closed).await || !browser.is_alive());
    while browser.is_alive() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn session_reports_crash_and_keeps_cookies() {
    let sessions = sessions("crashes");
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&warnings);
    let mut cx = Context::new("crash", "/tmp");
    cx.events = Arc::new(move |event: Event| {
        if let Event::Warning { message } = event {
            heard.lock().unwrap().push(message);
        }
    });
    let mut session = sessions.enter("crash").await;
    session.start(&sessions, &cx).await.unwrap();
    let server =
        Server::start(|path| (path == "/shop").then(|| Answer::page("<title>Shop</title>"))).await.unwrap();
    let url = server.url("/shop");
    session.tab().unwrap().navigate(&url, None, LIMIT).await.unwrap();
    let cookie =
        Cookie { name: "basket".into(), value: "7".into(), domain: "127.0.0.1".into(), ..Cookie::default() };
    session.context().unwrap().set_cookies(&[cookie]).await.unwrap();
    session.keep().await;

    crash(&session).await;
    session.start(&sessions, &cx).await.unwrap();
    assert_eq!(session.tab().unwrap().state().url, url);
    let cookies = session.context().unwrap().cookies().await.unwrap();
    assert_eq!(cookies.iter().find(|one| one.name == "basket").map(|one| one.value.as_str()), Some("7"));
    let told = session.take_notices();
    assert!(told.iter().any(|notice| notice.contains("the browser crashed")), "{told:?}");
    assert!(warnings.lock().unwrap().iter().any(|warning| warning.contains("crashed")));
    drop(session);
    assert!(sessions.close("crash").await);
}

/// The effects of the configuration that a page can see.
const SEEN: &str = "(async () => [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches,
    await (await fetch('/made-up')).text(), confirm('sure?')])()";

async fn assert_options_apply(tab: &Tab) {
    let seen = tab.evaluate(&tab.main_frame().unwrap(), SEEN, LIMIT).await;
    assert_eq!(seen.unwrap(), serde_json::json!([640, true, "by us", true]), "{}", tab.state().url);
}

#[tokio::test(flavor = "multi_thread")]
async fn session_options_apply_to_tabs_popups_and_after_crash() {
    let server = Server::start(|path| {
        matches!(path, "/first" | "/second" | "/popup").then(|| Answer::page("<title>there</title>"))
    })
    .await
    .unwrap();
    let sessions = sessions("arrangements");
    let cx = Context::new("arranged", "/tmp");
    let mut session = sessions.enter("arranged").await;
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    tab.navigate(&server.url("/first"), None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await);
    session.keep().await;
    let context = session.context().unwrap().clone();
    context.set_headers(None, [("X-Who".to_string(), "ann".to_string())].into()).await;
    let action = InterceptAction::Respond { status: 200, mime: "text/plain".into(), body: b"by us".to_vec() };
    context.intercept(Intercept { pattern: "/made-up".into(), action, hits: 0 }).await;
    let appearance = Appearance { color_scheme: Some("dark".into()), ..Appearance::desk((640, 480)) };
    context.set_appearance(appearance).await.unwrap();
    context.set_dialog_policy(DialogPolicy::Accept);
    assert_options_apply(&session.tab().unwrap()).await;

    crash(&session).await;
    session.start(&sessions, &cx).await.unwrap();
    assert_options_apply(&session.tab().unwrap()).await;
    let opener = session.open_tab(&server.url("/second")).await.unwrap();
    assert_options_apply(&opener).await;
    let open = "new Promise((done) => { open('/popup').onload = () => done(1) })";
    opener.evaluate(&opener.main_frame().unwrap(), open, LIMIT).await.unwrap();
    let popup = session.tabs().pop().unwrap();
    assert!(popup.state().url.ends_with("/popup"));
    assert_options_apply(&popup).await;
    for path in ["/first", "/second", "/popup"] {
        let last = server.requests(path).pop().unwrap();
        assert_eq!(last.headers.get("x-who").map(String::as_str), Some("ann"), "{path}");
    }

    // A reset configuration is not restored.
    let context = session.context().unwrap().clone();
    assert!(context.clear_headers(None));
    context.set_dialog_policy(DialogPolicy::Ask);
    crash(&session).await;
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    assert!(session.context().unwrap().header_rules().is_empty());
    let asked = tab.evaluate(&tab.main_frame().unwrap(), "confirm('sure?')", LIMIT).await;
    assert!(is_dialog_open(&asked.unwrap_err()));
    drop(session);
    assert!(sessions.close("arranged").await);
}
