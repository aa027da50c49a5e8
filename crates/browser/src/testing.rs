//! Test support: settings, and sessions in a separate browser.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Context, Value};
use tokio::sync::OwnedMutexGuard;

use crate::driver::{Engine, GAPS, Gap};
use crate::session::{Sessions, WebSession};

#[path = "../tests/support/settings.rs"]
mod settings;

pub(crate) use settings::{configured, door, settings};

/// The timeout for loading a page.
const LIMIT: Duration = Duration::from_secs(30);

/// Creates sessions that share no browser with other tests. The name determines the profile folder, so that
/// the next run removes it.
pub(crate) fn sessions(name: &str) -> Arc<Sessions> {
    let mut settings = settings();
    settings.profiles = settings.home.join(format!("profiles-of-{name}"));
    Arc::new(Sessions::new(settings))
}

/// Opens the given HTML in a new session.
pub(crate) async fn open(sessions: &Arc<Sessions>, html: &str) -> OwnedMutexGuard<WebSession> {
    let encoded: String = html.bytes().map(|byte| format!("%{byte:02x}")).collect();
    visit(sessions, &format!("data:text/html;charset=utf-8,{encoded}")).await
}

/// Opens an address in a new session.
pub(crate) async fn visit(sessions: &Arc<Sessions>, url: &str) -> OwnedMutexGuard<WebSession> {
    let name = format!("test-{}", sessions.names().await.len());
    let mut session = sessions.enter(&name).await;
    session.start(sessions, &call(&name)).await.unwrap();
    let tab = session.tab().unwrap();
    tab.navigate(url, None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await, "{url} loads");
    session
}

/// The browser engine under test, from `LEMMASCOPE_TEST_ENGINE`.
pub(crate) fn engine() -> Engine {
    match configured("web.engine") {
        Some(Value::Text(name)) if name == "firefox" => Engine::Firefox,
        _ => Engine::Chromium,
    }
}

/// Whether the browser under test lacks an ability, according to [`GAPS`].
pub(crate) fn lacks(gap: Gap) -> bool {
    let is_bidi = engine() == Engine::Firefox || webdriver().is_some();
    is_bidi && GAPS.iter().any(|line| line.gap == gap)
}

/// The WebDriver server that starts the browser, from `LEMMASCOPE_TEST_WEBDRIVER`.
pub(crate) fn webdriver() -> Option<url::Url> {
    configured("web.webdriver_url").and_then(|url| url::Url::parse(url.as_text()?).ok())
}

/// Creates the context of a call in a session, with the settings of this test run.
pub(crate) fn call(session: &str) -> Context {
    let mut cx = Context::new(session, "/tmp");
    cx.settings = Arc::new(configured);
    cx
}
