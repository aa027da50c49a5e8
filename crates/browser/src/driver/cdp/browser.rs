use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use lemmascope_intent::{Cause, EventSink, Failure};
use tokio::sync::Notify;

use super::super::endpoint::Endpoint;
use super::super::options::{ContextOptions, Launch};
use super::super::process::Process;
use super::super::profile::Profile;
use super::super::transport::{self, Reader, Writer};
use super::connection::{Connection, PROMPTLY};
use super::context::{BrowserContext, ContextState};
use super::events;
use super::launch::{self, LaunchedBrowser};
use super::protocol::{browser, target};
use super::tab::Tab;

/// The timeout for starting a browser, long enough for a busy machine.
const START: Duration = Duration::from_secs(60);

/// The timeout for the browser to exit when it is asked to.
const LEAVE: Duration = Duration::from_secs(5);

/// A handle to a browser, cheap to clone. The process ends with the last handle.
#[derive(Clone)]
pub(crate) struct Browser {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) connection: Arc<Connection>,
    registry: Mutex<Registry>,
    /// Notified when a tab opens or closes.
    pub(super) changed: Notify,
    process: Option<Process>,
    // Fields are dropped in declaration order. The profile folder follows the process, so that it is removed
    // when no process writes to it.
    profile: Mutex<Option<Profile>>,
}

/// The contexts, tabs and sessions of a browser.
#[derive(Default)]
pub(super) struct Registry {
    pub(super) context_states: HashMap<String, Arc<ContextState>>,
    /// In order of opening.
    pub(super) tabs: Vec<Tab>,
    pub(super) sessions: HashMap<String, Member>,
    /// The tab of each download, by download id.
    pub(super) downloads: HashMap<String, Tab>,
}

/// The target of a protocol session.
#[derive(Clone)]
pub(super) enum Member {
    Page(Tab),
    Frame(Tab),
    Worker(Arc<ContextState>, Option<Tab>),
}

impl Member {
    pub(super) fn tab(&self) -> Option<&Tab> {
        match self {
            Self::Page(tab) | Self::Frame(tab) => Some(tab),
            Self::Worker(_, tab) => tab.as_ref(),
        }
    }

    pub(super) fn context_state(&self) -> &Arc<ContextState> {
        match self {
            Self::Page(tab) | Self::Frame(tab) => tab.context_state(),
            Self::Worker(context_state, _) => context_state,
        }
    }
}

/// The reason why a browser did not start.
enum LaunchError {
    /// The process ended by itself.
    Crashed(Failure),
    Other(Failure),
}

impl LaunchError {
    fn failure(self) -> Failure {
        match self {
            Self::Crashed(failure) | Self::Other(failure) => failure,
        }
    }
}

impl Browser {
    /// Starts a browser. If it crashes during startup, a second attempt is made, which is safe because it has
    /// done nothing yet.
    pub(crate) async fn launch(options: &Launch, events: &dyn EventSink) -> Result<Self, Failure> {
        match Self::start(options, events).await {
            Err(LaunchError::Crashed(_)) => {
                let again = Launch { warned: true, ..options.clone() };
                Self::start(&again, events).await.map_err(LaunchError::failure)
            }
            started => started.map_err(LaunchError::failure),
        }
    }

    async fn start(options: &Launch, events: &dyn EventSink) -> Result<Self, LaunchError> {
        let launched = launch::launch(options, events).map_err(LaunchError::Other)?;
        let LaunchedBrowser { process, profile, reader, writer } = launched;
        let browser = Self::over(Reader::Pipe(reader), Writer::Pipe(writer), Some(process), Some(profile));
        let Some(process) = &browser.inner.process else { return Ok(browser) };
        let begun = tokio::select! {
            begun = browser.begin(START) => begun,
            () = process.ended() => return Err(LaunchError::Crashed(process.startup_failure().await)),
        };
        match begun {
            Err(_) if !browser.is_alive() => Err(LaunchError::Crashed(process.startup_failure().await)),
            Err(failure) => Err(LaunchError::Other(failure)),
            Ok(()) => Ok(browser),
        }
    }

    /// Connects to a running browser.
    pub(crate) async fn attach(endpoint: &Endpoint) -> Result<Self, Failure> {
        let not_reached = |why: String| {
            Failure::new(Cause::Unavailable, format!("no browser answers at {endpoint}: {why}")).hint(
                "Start it with --remote-debugging-port=9222 and a separate --user-data-dir, and give its address.",
            )
        };
        let connecting = tokio::time::timeout(PROMPTLY, transport::connect(endpoint.as_str()));
        let (reader, writer) = match connecting.await {
            Ok(connected) => connected.map_err(|error| match error.kind() {
                io::ErrorKind::ConnectionRefused => not_reached("nothing listens there".into()),
                _ => not_reached(error.to_string()),
            })?,
            Err(_) => return Err(not_reached("it took too long".into())),
        };
        let browser =
            Self::over(Reader::Socket(Box::new(reader)), Writer::Socket(Box::new(writer)), None, None);
        // A browser that accepts connections has already started.
        match browser.begin(PROMPTLY).await {
            Ok(()) => Ok(browser),
            // The failure for an outdated version is returned unchanged.
            Err(failure) if browser.is_alive() && failure.cause == Cause::Unavailable => Err(failure),
            Err(failure) => {
                browser.close().await;
                Err(not_reached("the server at this address does not answer like a browser".into())
                    .context(failure.message))
            }
        }
    }

    fn over(reader: Reader, writer: Writer, process: Option<Process>, profile: Option<Profile>) -> Self {
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
                process,
                profile: Mutex::new(profile),
            }
        });
        Self { inner }
    }

    async fn begin(&self, limit: Duration) -> Result<(), Failure> {
        let connection = &self.inner.connection;
        let version = connection.call(None, &browser::GetVersion {}, limit).await?;
        reject_old_version(&version.product)?;
        connection.call(None, &target::SetDiscoverTargets { discover: true }, PROMPTLY).await?;
        let attach =
            target::SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: true, flatten: true };
        connection.call(None, &attach, PROMPTLY).await?;
        Ok(())
    }

    /// Returns the browser's name and version, such as `Chrome/148.0.1.2`.
    pub(crate) async fn version(&self) -> Result<String, Failure> {
        Ok(self.inner.connection.call(None, &browser::GetVersion {}, PROMPTLY).await?.product)
    }

    /// Whether the connection is usable: `false` after a crash or after [`close`](Self::close).
    pub(crate) fn is_alive(&self) -> bool {
        self.inner.connection.is_open()
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.inner.process.as_ref().map(Process::id)
    }

    /// Opens an isolated context with separate cookies, storage and tabs.
    pub(crate) async fn open_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        BrowserContext::open(self.clone(), options).await
    }

    /// Opens a tab in the browser's default context, with the user's cookies and storage, and works only in
    /// that tab and the tabs that it opens. The user's other tabs are not touched.
    pub(crate) async fn borrow_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        BrowserContext::borrow(self.clone(), options).await
    }

    /// Asks the browser to exit, kills it if it does not, and removes its profile. A browser that this
    /// process did not start keeps running.
    pub(crate) async fn close(&self) {
        let inner = &self.inner;
        let Some(process) = &inner.process else {
            inner.connection.close(CLOSED);
            inner.end();
            return;
        };
        if self.is_alive() {
            inner.connection.tell(None, &browser::Close {});
            inner.connection.close(CLOSED);
        }
        if tokio::time::timeout(LEAVE, process.ended()).await.is_err() {
            process.kill();
            process.ended().await;
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

/// The oldest and newest major versions that were tested. In older ones the scanner does not start.
const OLDEST: u32 = 148;
const NEWEST: u32 = 156;

/// Refuses a browser version that is known not to work, instead of failing on the first page. A product
/// without a readable version is accepted, since it may be from another vendor.
fn reject_old_version(product: &str) -> Result<(), Failure> {
    let version =
        product.split_once('/').and_then(|(_, version)| version.split('.').next()?.parse::<u32>().ok());
    match version {
        Some(version) if version < OLDEST => Err(Failure::new(
            Cause::Unavailable,
            format!("the browser is {product}, and {OLDEST} is the oldest version that works"),
        )
        .hint(format!(
            "Install Chromium {OLDEST} or newer (tried up to {NEWEST}), or name one in web.browser."
        ))),
        _ => Ok(()),
    }
}

const CLOSED: &str = "the browser was closed";

impl Inner {
    pub(super) fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn member(&self, session: &str) -> Option<Member> {
        self.registry().sessions.get(session).cloned()
    }

    pub(super) fn tab(&self, id: &str) -> Option<Tab> {
        self.registry().tabs.iter().find(|tab| tab.id() == id).cloned()
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

#[cfg(test)]
mod version_tests {
    use super::*;

    #[test]
    fn rejects_outdated_browser_versions() {
        for product in
            ["Chrome/148.0.7778.167", "HeadlessChrome/156.0.1.2", "Edg/999.0", "", "Other", "Other/x"]
        {
            assert!(reject_old_version(product).is_ok(), "{product}");
        }
        let failure = reject_old_version("HeadlessChrome/143.0.7499.0").unwrap_err();
        assert_eq!(failure.cause, Cause::Unavailable);
        assert!(failure.message.contains("143") && failure.message.contains("148"), "{failure}");
    }
}
