use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

use lemmascope_intent::{Cause, Context, Failure};
use tokio::sync::{Mutex, OwnedMutexGuard};
use url::Url;

use super::web_session::CurrentTab;
use super::{LiveViews, Mode, Preferences, WebSession};
use crate::driver::{Appearance, Browser, Endpoint, Engine, Launch, Tab};
use crate::settings::{self, Settings};

/// The kind of shared browser of the engine. Sessions of the same kind share one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BrowserKind {
    pub(super) mode: Mode,
    /// Whether all traffic has to use the proxy, including DNS queries and UDP.
    pub(super) proxied_only: bool,
}

/// A session that serves one call at a time.
type Shared = Arc<Mutex<WebSession>>;

/// The sessions of all callers, by name, and their shared browsers. A session serves one call at a time;
/// different sessions run in parallel.
pub struct Sessions {
    /// The settings at the start of the engine.
    pub settings: Settings,
    by_name: Mutex<BTreeMap<String, Shared>>,
    /// The current tabs of the sessions, which can be read while a session is busy.
    here: std::sync::Mutex<BTreeMap<String, CurrentTab>>,
    /// Sessions in a separate tab, for parallel steps: by session name and tab.
    beside: Mutex<BTreeMap<(String, String), Shared>>,
    browsers: Mutex<BTreeMap<BrowserKind, Browser>>,
    /// Whether a browser was started before, so that startup warnings are shown only once.
    started: AtomicBool,
    /// The tabs with live viewers.
    pub live_views: Arc<LiveViews>,
}

impl Sessions {
    /// Creates an empty collection; the browser starts with the first session.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            by_name: Mutex::default(),
            here: std::sync::Mutex::default(),
            beside: Mutex::default(),
            browsers: Mutex::default(),
            started: AtomicBool::new(false),
            live_views: Arc::default(),
        }
    }

    /// Locks the session with that name, creating it if necessary, without starting a browser.
    pub async fn enter(&self, name: &str) -> OwnedMutexGuard<WebSession> {
        let session = {
            let mut by_name = self.by_name.lock().await;
            let made = || {
                let session = WebSession::new(name);
                let here = Arc::clone(&session.here);
                self.places().insert(name.to_string(), here);
                Arc::new(Mutex::new(session))
            };
            Arc::clone(by_name.entry(name.to_string()).or_insert_with(made))
        };
        session.lock_owned().await
    }

    /// The URL of the session's open page. It does not wait for the session.
    pub fn address(&self, name: &str) -> Option<String> {
        let here = self.places().get(name).cloned()?;
        let tab = here.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let state = tab.state();
        (!state.closed).then(|| state.url.clone())
    }

    /// The tab in which a call works, if any. It does not wait for the session.
    pub fn tab(&self, name: &str, beside: Option<&str>) -> Option<Tab> {
        let places = self.places();
        let own = beside.and_then(|tab| places.get(&separate_tab_key(name, tab)));
        let here = own.or_else(|| places.get(name))?;
        here.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn places(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, CurrentTab>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the part of a session that works in a separate tab, if it exists. It has a separate lock, so
    /// that tabs do not wait for each other.
    pub async fn beside(&self, name: &str, tab: &str) -> Option<OwnedMutexGuard<WebSession>> {
        let key = (name.to_string(), tab.to_string());
        let found = self.beside.lock().await.get(&key).cloned();
        let session = found?.lock_owned().await;
        let is_open = session.tab().is_ok_and(|tab| !tab.state().closed && !tab.state().crashed);
        is_open.then_some(session)
    }

    /// Stores the part of a session that works in a separate tab.
    pub async fn put_beside(
        &self,
        name: &str,
        tab: &str,
        session: WebSession,
    ) -> OwnedMutexGuard<WebSession> {
        self.places().insert(separate_tab_key(name, tab), Arc::clone(&session.here));
        let session = Arc::new(Mutex::new(session));
        let mut beside = self.beside.lock().await;
        beside.insert((name.to_string(), tab.to_string()), Arc::clone(&session));
        drop(beside);
        session.lock_owned().await
    }

    /// Takes the notices of a session. Does not create a missing session.
    pub async fn take_notices(&self, name: &str) -> Vec<String> {
        let session = self.by_name.lock().await.get(name).cloned();
        match session {
            Some(session) => session.lock().await.take_notices(),
            None => Vec::new(),
        }
    }

    /// The names of all sessions.
    pub async fn names(&self) -> Vec<String> {
        self.by_name.lock().await.keys().cloned().collect()
    }

    /// Closes a session and its tabs. Returns whether it existed. The browser ends with its last session.
    pub async fn close(&self, name: &str) -> bool {
        self.beside.lock().await.retain(|(session, _), _| session != name);
        let beside = separate_tab_key(name, "");
        self.places().retain(|place, _| !place.starts_with(&beside));
        let Some(session) = self.by_name.lock().await.remove(name) else { return false };
        session.lock().await.shut().await;
        let others: Vec<_> = self.by_name.lock().await.values().cloned().collect();
        let mut used = Vec::new();
        for other in others {
            match other.try_lock() {
                Ok(other) => used.extend(other.browser_kind()),
                // A busy session may be about to use any of the browsers.
                Err(_) => return true,
            }
        }
        let unused: Vec<Browser> = {
            let mut browsers = self.browsers.lock().await;
            let unused: Vec<BrowserKind> =
                browsers.keys().copied().filter(|kind| !used.contains(kind)).collect();
            unused.into_iter().filter_map(|kind| browsers.remove(&kind)).collect()
        };
        for browser in unused {
            browser.close().await;
        }
        true
    }

    /// Lists the state of each session, without waiting for busy ones.
    pub async fn list(&self) -> Vec<(String, Option<Mode>, Option<usize>, Option<String>)> {
        let by_name = self.by_name.lock().await;
        let about = by_name.iter().map(|(name, session)| match session.try_lock() {
            Ok(session) => {
                let url = session.tab().ok().map(|tab| tab.state().url.clone());
                (
                    name.clone(),
                    session.browser_mode().or(session.preferences.mode),
                    Some(session.tabs().len()),
                    url,
                )
            }
            Err(_) => (name.clone(), None, None, None),
        });
        about.collect()
    }

    /// Closes all sessions and their browsers.
    pub async fn close_all(&self) {
        for name in self.names().await {
            self.close(&name).await;
        }
        let browsers = std::mem::take(&mut *self.browsers.lock().await);
        for browser in browsers.into_values() {
            browser.close().await;
        }
    }

    /// Saves the profile of a session, if it uses one. A failure is reported as a notice.
    pub async fn save_profile(&self, name: &str) {
        let session = self.by_name.lock().await.get(name).cloned();
        if let Some(session) = session {
            session.lock().await.save_profile().await;
        }
    }

    /// Returns the browser of that kind, starting it if necessary.
    pub(super) async fn browser(&self, cx: &Context, kind: BrowserKind) -> Result<Browser, Failure> {
        // The lock is held during the start, so that two sessions that start at once share one browser.
        let mut browsers = self.browsers.lock().await;
        if let Some(browser) = browsers.get(&kind).filter(|browser| browser.is_alive()) {
            return Ok(browser.clone());
        }
        if let Some(dead) = browsers.remove(&kind) {
            dead.close().await;
        }
        let browser = match kind.mode {
            Mode::Headless | Mode::Headed => {
                if kind.mode == Mode::Headed && !self.settings.has_display {
                    return Err(no_display());
                }
                let launch = Launch {
                    headed: kind.mode == Mode::Headed,
                    proxied_only: kind.proxied_only,
                    warned: self.started.load(Ordering::Relaxed),
                    ..launch_options(&self.settings, cx)?
                };
                let browser = Browser::launch(&launch, &*cx.events).await?;
                self.started.store(true, Ordering::Relaxed);
                browser
            }
            Mode::Remote => {
                let url = settings::text(cx, "web.remote_url");
                if url.is_empty() {
                    return Err(Failure::new(Cause::Unavailable, "no remote browser is configured")
                        .hint("Set web.remote_url, such as http://127.0.0.1:9222."));
                }
                Browser::attach(&Endpoint::parse(&url)?).await?
            }
        };
        browsers.insert(kind, browser.clone());
        Ok(browser)
    }
}

/// Returns the launch options from the settings.
pub(crate) fn launch_options(settings: &Settings, cx: &Context) -> Result<Launch, Failure> {
    let program = settings::text(cx, "web.browser");
    let engine = match settings::text(cx, "web.engine").as_str() {
        "firefox" => Engine::Firefox,
        _ => Engine::Chromium,
    };
    let Appearance { width, height, .. } = Preferences::default().appearance(cx)?;
    Ok(Launch {
        engine,
        webdriver: webdriver(cx)?,
        program: (!program.is_empty()).then(|| PathBuf::from(program)),
        search: settings.programs.clone(),
        profiles: settings.profiles.clone(),
        viewport: (width, height),
        proxied_only: !settings::list(cx, "web.allowed_domains").is_empty(),
        ..Launch::default()
    })
}

/// The WebDriver server that starts browsers, if configured.
fn webdriver(cx: &Context) -> Result<Option<Url>, Failure> {
    let text = settings::text(cx, "web.webdriver_url");
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(&text).ok().filter(|url| url.scheme() == "http" && url.host_str().is_some());
    let invalid = || {
        Failure::new(Cause::InvalidParameter, "web.webdriver_url is not the address of a WebDriver server")
            .about("web.webdriver_url")
            .hint("Give an address such as http://127.0.0.1:4444.")
    };
    url.map(Some).ok_or_else(invalid)
}

fn no_display() -> Failure {
    Failure::new(Cause::Unavailable, "a browser with a window needs a display, and the engine has none").hint(
        "Run `lemmascope stop` and start again where DISPLAY or WAYLAND_DISPLAY is set (`xvfb-run lemmascope …` provides a display), or use --headless.",
    )
}

/// The key of a session part in a separate tab. Session names contain no control characters.
fn separate_tab_key(name: &str, tab: &str) -> String {
    format!("{name}\u{1}{tab}")
}
