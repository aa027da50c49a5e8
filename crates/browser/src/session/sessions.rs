use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

use lemmascope_intent::{Cause, Context, Failure};
use tokio::sync::{Mutex, OwnedMutexGuard};
use url::Url;

use super::web_session::Here;
use super::{Mode, Onlooking, Preferences, WebSession};
use crate::driver::{Appearance, Browser, Endpoint, Engine, Launch, Tab};
use crate::settings::{self, Settings};

/// Which of the engine's browsers a session works in. Sessions of the same kind share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BrowserKind {
    pub(super) mode: Mode,
    /// Whether nothing may go around a proxy: neither names that are resolved nor datagrams.
    pub(super) proxied_only: bool,
}

/// A session that is entered by one call at a time.
type Shared = Arc<Mutex<WebSession>>;

/// The sessions of all callers, by name, and the browsers that they share. A session is entered by one call at a
/// time; different ones go in parallel.
pub struct Sessions {
    /// The settings as they were when the engine started.
    pub settings: Settings,
    by_name: Mutex<BTreeMap<String, Shared>>,
    /// The tabs that they are in, which can be looked up while a session is busy.
    here: std::sync::Mutex<BTreeMap<String, Here>>,
    /// Sessions that are in a separate tab, for steps that go at once: by the session's name and the tab's.
    beside: Mutex<BTreeMap<(String, String), Shared>>,
    browsers: Mutex<BTreeMap<BrowserKind, Browser>>,
    /// Whether a browser has been started before: what is told at the start is told once.
    started: AtomicBool,
    /// The tabs that people look on.
    pub onlooking: Arc<Onlooking>,
}

impl Sessions {
    /// No session yet; the browser starts with the first one.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            by_name: Mutex::default(),
            here: std::sync::Mutex::default(),
            beside: Mutex::default(),
            browsers: Mutex::default(),
            started: AtomicBool::new(false),
            onlooking: Arc::default(),
        }
    }

    /// The session of that name, which is made when it is not there; it starts no browser.
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

    /// The address of the page that a session has open. It does not wait for the session.
    pub fn address(&self, name: &str) -> Option<String> {
        let here = self.places().get(name).cloned()?;
        let tab = here.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let state = tab.state();
        (!state.closed).then(|| state.url.clone())
    }

    /// The tab that a call works in, as far as it has one. It does not wait for the session.
    pub fn tab(&self, name: &str, beside: Option<&str>) -> Option<Tab> {
        let places = self.places();
        let own = beside.and_then(|tab| places.get(&place_beside(name, tab)));
        let here = own.or_else(|| places.get(name))?;
        here.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn places(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Here>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The part of a session that is in a separate tab, as long as it is there. It has a separate lock, so that what
    /// is done in one tab does not wait for another.
    pub async fn beside(&self, name: &str, tab: &str) -> Option<OwnedMutexGuard<WebSession>> {
        let key = (name.to_string(), tab.to_string());
        let found = self.beside.lock().await.get(&key).cloned();
        let session = found?.lock_owned().await;
        let is_open = session.tab().is_ok_and(|tab| !tab.state().closed && !tab.state().crashed);
        is_open.then_some(session)
    }

    /// Keeps the part of a session that is in a separate tab.
    pub async fn put_beside(
        &self,
        name: &str,
        tab: &str,
        session: WebSession,
    ) -> OwnedMutexGuard<WebSession> {
        self.places().insert(place_beside(name, tab), Arc::clone(&session.here));
        let session = Arc::new(Mutex::new(session));
        let mut beside = self.beside.lock().await;
        beside.insert((name.to_string(), tab.to_string()), Arc::clone(&session));
        drop(beside);
        session.lock_owned().await
    }

    /// What a session has to say besides its answer. One that is not there has nothing, and is not made for it.
    pub async fn take_notices(&self, name: &str) -> Vec<String> {
        let session = self.by_name.lock().await.get(name).cloned();
        match session {
            Some(session) => session.lock().await.take_notices(),
            None => Vec::new(),
        }
    }

    /// The names of the sessions that there are.
    pub async fn names(&self) -> Vec<String> {
        self.by_name.lock().await.keys().cloned().collect()
    }

    /// Ends a session and closes its tabs; says whether there was one. The browser ends with the last of them.
    pub async fn close(&self, name: &str) -> bool {
        self.beside.lock().await.retain(|(session, _), _| session != name);
        let beside = place_beside(name, "");
        self.places().retain(|place, _| !place.starts_with(&beside));
        let Some(session) = self.by_name.lock().await.remove(name) else { return false };
        session.lock().await.shut().await;
        let others: Vec<_> = self.by_name.lock().await.values().cloned().collect();
        let mut used = Vec::new();
        for other in others {
            match other.try_lock() {
                Ok(other) => used.extend(other.browser_kind()),
                // Whoever is busy may be about to use any of them.
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

    /// What is open in each session, without waiting for those that are busy.
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

    /// Ends all sessions and their browsers.
    pub async fn close_all(&self) {
        for name in self.names().await {
            self.close(&name).await;
        }
        let browsers = std::mem::take(&mut *self.browsers.lock().await);
        for browser in browsers.into_values() {
            browser.close().await;
        }
    }

    /// Saves the profile of a session, if it has one in use. It reports a failure as a notice.
    pub async fn save_profile(&self, name: &str) {
        let session = self.by_name.lock().await.get(name).cloned();
        if let Some(session) = session {
            session.lock().await.save_profile().await;
        }
    }

    /// The browser of that kind, which is started when it does not run.
    pub(super) async fn browser(&self, cx: &Context, kind: BrowserKind) -> Result<Browser, Failure> {
        // The lock is held while it starts, so that two sessions that begin at once share one browser.
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

/// The way in which a browser is started.
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

/// The WebDriver server that starts browsers, where there is one.
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

/// The place of a part of a session that is in a separate tab. No name of a session has a control character.
fn place_beside(name: &str, tab: &str) -> String {
    format!("{name}\u{1}{tab}")
}
