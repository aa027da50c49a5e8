use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};
use tokio::process::ChildStdin;
use tokio::sync::Notify;
use url::Url;

use super::super::options::{ContextOptions, Engine, Launch};
use super::super::process::Process;
use super::super::profile::Profile;
use super::super::transport::{self, SocketReader, SocketWriter};
use super::connection::{Connection, PROMPTLY};
use super::context::{BrowserContext, ContextState};
use super::events;
use super::launch::{self, LaunchedBrowser, START};
use super::new_session::RemoteSession;
use super::tab::Tab;

/// The event modules from which the state of tabs is derived.
const EVENTS: [&str; 5] = ["browsingContext", "script", "network", "log", "input"];

/// The oldest Firefox version that was tested.
const OLDEST: u32 = 153;

/// A handle to a browser that uses WebDriver BiDi, cheap to clone. A browser that this process started ends
/// with its last handle.
#[derive(Clone)]
pub(crate) struct Browser {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) connection: Arc<Connection>,
    registry: Mutex<Registry>,
    /// Notified when a tab opens or closes.
    pub(super) changed: Notify,
    about: Mutex<About>,
    /// Whether requests are intercepted.
    pub(super) intercepting: Arc<tokio::sync::Mutex<bool>>,
    process: Option<Process>,
    keeper: Option<Arc<Mutex<Option<ChildStdin>>>>,
    remote: Option<RemoteSession>,
    // Fields are dropped in declaration order. The profile folder follows the process, so that it is removed
    // when no process writes to it.
    profile: Mutex<Option<Profile>>,
}

/// The properties that the browser reports about itself.
#[derive(Debug, Clone, Default)]
struct About {
    product: String,
    is_firefox: bool,
    #[cfg(test)]
    process: Option<u32>,
}

/// The contexts, tabs, frames and realms of a browser.
#[derive(Default)]
pub(super) struct Registry {
    /// The contexts by user context id.
    pub(super) context_states: HashMap<String, Arc<ContextState>>,
    /// In order of opening.
    pub(super) tabs: Vec<Tab>,
    /// The tab of each frame, by frame id.
    pub(super) frames: HashMap<String, Tab>,
    /// The frame of each realm, by realm id.
    pub(super) realms: HashMap<String, String>,
    /// The tab of each download, by download id.
    pub(super) downloads: HashMap<String, Tab>,
}

impl Browser {
    /// Starts Firefox.
    pub(crate) async fn launch(options: &Launch) -> Result<Self, Failure> {
        let LaunchedBrowser { process, profile, keeper, address } = launch::launch(options).await?;
        let connecting = tokio::time::timeout(START, transport::connect(&address));
        let (reader, writer) = match connecting.await {
            Ok(Ok(connected)) => connected,
            Ok(Err(error)) => return Err(unreachable(&error.to_string())),
            Err(_) => return Err(unreachable("it took too long")),
        };
        let browser = Self::over(reader, writer, Some(process), Some(keeper), Some(profile), None);
        let capabilities = json!({"alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}});
        let opened =
            browser.inner.connection.call("session.new", json!({"capabilities": capabilities}), START);
        let opened = opened.await?;
        browser.begin(&opened["capabilities"]).await?;
        Ok(browser)
    }

    /// Starts a browser through a WebDriver server.
    pub(crate) async fn borrow(server: &Url, options: &Launch) -> Result<Self, Failure> {
        let session =
            RemoteSession::open(server, options.engine, options.headed, options.proxied_only).await?;
        let connecting = tokio::time::timeout(START, transport::connect(&session.address));
        let connected = match connecting.await {
            Ok(Ok(connected)) => Ok(connected),
            Ok(Err(error)) => Err(unreachable(&error.to_string())),
            Err(_) => Err(unreachable("it took too long")),
        };
        let (reader, writer) = match connected {
            Ok(connected) => connected,
            Err(failure) => {
                session.end().await;
                return Err(failure);
            }
        };
        let capabilities = session.capabilities.clone();
        let browser = Self::over(reader, writer, None, None, None, Some(session));
        if let Err(failure) = browser.begin(&capabilities).await {
            browser.close().await;
            return Err(failure);
        }
        Ok(browser)
    }

    fn over(
        reader: SocketReader,
        writer: SocketWriter,
        process: Option<Process>,
        keeper: Option<Arc<Mutex<Option<ChildStdin>>>>,
        profile: Option<Profile>,
        remote: Option<RemoteSession>,
    ) -> Self {
        let inner = Arc::new_cyclic(|weak: &Weak<Inner>| {
            let (ears, end) = (weak.clone(), weak.clone());
            let handle_event = move |protocol_event| {
                if let Some(inner) = ears.upgrade() {
                    events::handle_event(&inner, &protocol_event);
                }
            };
            let over = move || {
                if let Some(inner) = end.upgrade() {
                    inner.end();
                }
            };
            Inner {
                connection: Connection::open(reader, writer, handle_event, over),
                registry: Mutex::default(),
                changed: Notify::new(),
                about: Mutex::default(),
                intercepting: Arc::default(),
                process,
                keeper,
                remote,
                profile: Mutex::new(profile),
            }
        });
        Self { inner }
    }

    async fn begin(&self, capabilities: &Value) -> Result<(), Failure> {
        let name = capabilities["browserName"].as_str().unwrap_or("browser");
        let version = capabilities["browserVersion"].as_str().unwrap_or_default();
        let is_firefox = name.eq_ignore_ascii_case("firefox");
        let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        if is_firefox && major.is_some_and(|major| major < OLDEST) {
            return Err(Failure::new(
                Cause::Unavailable,
                format!("the browser is Firefox {version}, and {OLDEST} is the oldest version that works"),
            )
            .hint(format!("Install Firefox {OLDEST} or newer, or name one in web.browser.")));
        }
        *self.inner.about.lock().unwrap_or_else(PoisonError::into_inner) = About {
            product: format!("{name}/{version}"),
            is_firefox,
            #[cfg(test)]
            process: capabilities["moz:processID"].as_u64().and_then(|id| u32::try_from(id).ok()),
        };
        let connection = &self.inner.connection;
        connection.call("session.subscribe", json!({"events": EVENTS}), PROMPTLY).await?;
        // Otherwise the browser would prompt for a user name and password where no user sees it.
        connection.call("network.addIntercept", json!({"phases": ["authRequired"]}), PROMPTLY).await?;
        Ok(())
    }

    /// Returns the browser's name and version, such as `firefox/153.0`.
    pub(crate) async fn version(&self) -> Result<String, Failure> {
        // The status command verifies that the browser responds.
        self.inner.connection.call("session.status", json!({}), PROMPTLY).await?;
        Ok(self.inner.about().product)
    }

    /// Whether the connection is usable: `false` after a crash or after [`close`](Self::close).
    pub(crate) fn is_alive(&self) -> bool {
        self.inner.connection.is_open()
    }

    #[cfg(test)]
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.inner.process.as_ref().map(|process| self.inner.about().process.unwrap_or_else(|| process.id()))
    }

    pub(crate) fn engine(&self) -> Engine {
        if self.inner.about().is_firefox { Engine::Firefox } else { Engine::Chromium }
    }

    pub(super) fn is_own(&self) -> bool {
        self.inner.process.is_some()
    }

    /// Opens an isolated context with separate cookies, storage and tabs.
    pub(crate) async fn open_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        BrowserContext::open(self.clone(), options).await
    }

    /// Ends the browser and removes its profile.
    pub(crate) async fn close(&self) {
        let inner = &self.inner;
        if let Some(remote) = &inner.remote {
            inner.connection.tell("session.end", json!({}));
            inner.connection.close(CLOSED);
            remote.end().await;
        }
        if let Some(process) = &inner.process {
            inner.connection.close(CLOSED);
            // The browser is killed instead of asked to exit, because a regular exit drops its proxies and
            // resumes blocked requests before its pages are closed. The profile is not needed any more.
            process.kill();
            process.ended().await;
            if let Some(keeper) = &inner.keeper {
                launch::let_go(keeper);
            }
        }
        inner.end();
        let profile = inner.profile.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Deleting thousands of small files blocks, so it runs on a blocking thread.
        let _ = tokio::task::spawn_blocking(move || drop(profile)).await;
    }

    pub(super) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }
}

const CLOSED: &str = "the browser was closed";

fn unreachable(why: &str) -> Failure {
    Failure::new(Cause::Unavailable, format!("the browser was started and takes no commands: {why}"))
        .hint("Try again; where it stays so, set web.engine to chromium.")
}

impl Inner {
    pub(super) fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tab(&self, id: &str) -> Option<Tab> {
        self.registry().tabs.iter().find(|tab| tab.id() == id).cloned()
    }

    /// Returns the tab of a frame.
    pub(super) fn tab_of(&self, frame: &str) -> Option<Tab> {
        self.registry().frames.get(frame).cloned()
    }

    fn about(&self) -> About {
        self.about.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Marks all tabs as closed, so that no caller waits for events that cannot arrive.
    fn end(&self) {
        let tabs = std::mem::take(&mut self.registry().tabs);
        for tab in tabs {
            tab.change(|state| {
                state.closed = true;
                state.dialog = None;
            });
        }
        self.changed.notify_waiters();
    }
}
