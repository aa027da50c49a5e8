//! Tests the effects of browser settings that pages and servers can see.

use lemmascope_intent::Cause;
use lemmascope_sites::{Answer, Server};
use serde_json::json;

use super::{context, evaluate, visit};
use crate::driver::Engine;
use crate::session::{Mode, Preferences};
use crate::testing::sessions;

const SEEN: &str = "[navigator.userAgent, navigator.language, navigator.languages.join(),
    Intl.DateTimeFormat().resolvedOptions().timeZone, Intl.DateTimeFormat().resolvedOptions().locale,
    (1234.5).toLocaleString(), innerWidth, innerHeight, devicePixelRatio]";

/// The visible properties in a worker, which has no window.
const SEEN_BY_WORKER: &str = "new Promise((done) => {
    const code = 'postMessage([navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone])';
    new Worker(URL.createObjectURL(new Blob([code]))).onmessage = (e) => done(e.data);
})";

#[tokio::test(flavor = "multi_thread")]
async fn browser_settings_are_visible_to_pages_and_servers() {
    let known = std::sync::Arc::new(std::sync::OnceLock::<u16>::new());
    let port = std::sync::Arc::clone(&known);
    let server = Server::start(move |path| match path {
        "/page" => {
            Some(Answer::page(&format!("<iframe src=http://localhost:{}/frame></iframe>", port.get()?)))
        }
        "/frame" => Some(Answer::page("<script>fetch('/part')</script>")),
        "/popup" => Some(Answer::page("popup")),
        _ => None,
    })
    .await
    .unwrap();
    known.set(server.port).unwrap();
    let sessions = sessions("appearance");
    let cx = context(
        "seen",
        &[
            ("web.user_agent", "Mozilla/5.0 Probe/7".into()),
            ("web.locale", "pt-BR".into()),
            ("web.timezone", "Asia/Tokyo".into()),
            ("web.viewport", "900x610@2".into()),
        ],
    );
    let mut session = sessions.enter("seen").await;
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    visit(&tab, &server.url("/page")).await;
    // Firefox lists only the configured locale.
    let languages = if crate::testing::engine() == Engine::Firefox { "pt-BR" } else { "pt-BR,pt" };
    let expected =
        json!(["Mozilla/5.0 Probe/7", "pt-BR", languages, "Asia/Tokyo", "pt-BR", "1.234,5", 900, 610, 2]);
    assert_eq!(evaluate(&tab, SEEN).await, expected);
    let by_worker = json!(["Mozilla/5.0 Probe/7", "pt-BR", "Asia/Tokyo"]);
    assert_eq!(evaluate(&tab, SEEN_BY_WORKER).await, by_worker);
    // A tab that a page opens has the same properties.
    evaluate(&tab, "new Promise((done) => { open('/popup').onload = () => done(1) })").await;
    let popup = session.tabs().pop().unwrap();
    assert_eq!(evaluate(&popup, SEEN).await, expected);
    for path in ["/page", "/frame", "/part", "/popup"] {
        let headers = &server.requests(path).pop().unwrap_or_else(|| panic!("{path}")).headers;
        assert_eq!(headers.get("user-agent").map(String::as_str), Some("Mozilla/5.0 Probe/7"), "{path}");
        let languages = headers.get("accept-language").cloned().unwrap_or_default();
        assert!(languages.starts_with("pt-BR,pt;q="), "{path}: {languages}");
    }
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_preferences_override_settings_at_runtime() {
    let server = Server::start(|path| (path == "/shop").then(|| Answer::page("shop"))).await.unwrap();
    let sessions = sessions("preferences");
    let cx = context("prefers", &[("web.locale", "de".into()), ("web.viewport", "800x600".into())]);
    let mut session = sessions.enter("prefers").await;
    session.start(&sessions, &cx).await.unwrap();
    visit(&session.tab().unwrap(), &server.url("/shop")).await;
    let seen = "[navigator.language, innerWidth, document.cookie]";
    evaluate(&session.tab().unwrap(), "document.cookie = 'basket=7'").await;
    assert_eq!(evaluate(&session.tab().unwrap(), seen).await, json!(["de", 800, "basket=7"]));

    let locale = |locale: &str| Preferences { locale: Some(locale.into()), ..Preferences::default() };
    assert!(session.prefer(locale("fr-CA")).await.unwrap());
    assert!(!session.prefer(locale("fr-CA")).await.unwrap(), "nothing is closed for what is so already");
    session.start(&sessions, &cx).await.unwrap();
    let tab = session.tab().unwrap();
    assert_eq!(tab.state().url, server.url("/shop"), "the page goes along");
    assert_eq!(evaluate(&tab, seen).await, json!(["fr-CA", 800, "basket=7"]));
    assert!(session.take_notices().iter().any(|notice| notice.contains("closed to change how it runs")));
    drop(session);
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_setting_error_names_the_setting() {
    let sessions = sessions("refused-values");
    for (setting, value) in [
        ("web.timezone", "Mars/Phobos"),
        ("web.timezone", "not a zone"),
        ("web.locale", "pt_BR"),
        ("web.viewport", "wide"),
        ("web.user_agent", "a\r\nX-Evil: 1"),
        ("web.proxy", "ftp://127.0.0.1"),
        ("web.profile", "../../etc"),
    ] {
        let mut session = sessions.enter("refused").await;
        let cx = context("refused", &[(setting, value.into())]);
        let failure = session.start(&sessions, &cx).await.unwrap_err();
        assert_eq!(failure.cause, Cause::InvalidParameter, "{setting}: {failure}");
        assert!(failure.message.starts_with(setting), "{setting}: {failure}");
        assert!(failure.hint.is_some());
    }
    sessions.close_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headed_mode_without_display_suggests_headless() {
    let sessions = sessions("no-display");
    let mut session = sessions.enter("headed").await;
    session.prefer(Preferences { mode: Some(Mode::Headed), ..Preferences::default() }).await.unwrap();
    let failure = session.start(&sessions, &context("headed", &[])).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.message.contains("display"), "{failure}");
    assert!(failure.hint.unwrap().contains("--headless"));
}
