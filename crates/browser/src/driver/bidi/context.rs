use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::super::confinement::Confinement;
use super::super::context_configuration::ContextConfiguration;
use super::super::dialog::DialogPolicy;
use super::super::feature_gaps::{self, Gap};
use super::super::options::{Appearance, ContextOptions, Engine};
use super::super::rules::{HeaderRule, Intercept, Rules};
use super::super::socket_filter::SocketFilter;
use super::super::visited_origins::VisitedOrigins;
use super::browser::Browser;
use super::connection::{Connection, PROMPTLY};
use super::fault::Fault;
use super::tab::Tab;
use super::{interception, preload};
use crate::files::Files;

/// The timeout for opening a tab.
const OPEN: Duration = Duration::from_secs(30);

/// A browser context with isolated cookies, storage and tabs: a user context of WebDriver BiDi.
#[derive(Clone)]
pub struct BrowserContext {
    browser: Browser,
    context_state: Arc<ContextState>,
}

/// The shared state of the tabs of a context.
pub(super) struct ContextState {
    pub(super) id: String,
    pub(super) options: ContextOptions,
    pub(super) engine: Engine,
    /// The folder into which the browser writes downloads before they are renamed.
    pub(super) arriving: PathBuf,
    rules: Mutex<Rules>,
    appearance: Mutex<Appearance>,
    dialogs: Mutex<DialogPolicy>,
    visited: VisitedOrigins,
    /// Whether requests are intercepted.
    intercepting: Arc<tokio::sync::Mutex<bool>>,
    /// The filter stops when it is dropped.
    sockets: Option<SocketFilter>,
}

impl ContextState {
    pub(super) fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn appearance(&self) -> MutexGuard<'_, Appearance> {
        self.appearance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn visited(&self) -> &VisitedOrigins {
        &self.visited
    }

    /// Takes the last error of the proxy.
    pub(super) fn take_proxy_error(&self) -> Option<String> {
        self.sockets.as_ref().and_then(SocketFilter::take_upstream_error)
    }

    /// Enables request interception.
    pub(super) async fn enable_interception(&self, connection: &Connection) -> Result<(), Fault> {
        interception::apply(connection, &self.intercepting).await
    }

    pub(super) fn dialog_policy(&self) -> DialogPolicy {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BrowserContext {
    pub(super) async fn open(browser: Browser, mut options: ContextOptions) -> Result<Self, Failure> {
        let engine = browser.engine();
        // The protocol does not intercept requests of shared and service workers. Only the socket filter
        // stops them, and a browser on another machine cannot reach the filter.
        let is_guarded = options.allow.is_some() || options.guarded || options.proxy.is_some();
        if is_guarded && !browser.is_own() {
            return Err(feature_gaps::failure(Gap::RemoteConfinement, engine));
        }
        let sockets = match browser.is_own() {
            true => Some(SocketFilter::start(options.allow.clone(), options.proxy.clone(), true).await?),
            false => None,
        };
        let mut create = json!({});
        if let Some(sockets) = &sockets {
            create["proxy"] = proxy_configuration(sockets);
        }
        let connection = &browser.inner().connection;
        let created = connection.call("browser.createUserContext", create, PROMPTLY).await?;
        let id = created["userContext"].as_str().unwrap_or_default().to_string();
        let stood = options.context_configuration.take();
        let ContextConfiguration { headers, intercepts, appearance, dialogs } =
            stood.unwrap_or_else(|| ContextConfiguration::plain(options.appearance.clone()));
        let rules = Mutex::new(Rules::new(options.allow.clone(), headers, intercepts, options.files.clone()));
        let context_state = Arc::new(ContextState {
            arriving: options.downloads.join(format!(".arriving-{id}")),
            engine,
            intercepting: Arc::clone(&browser.inner().intercepting),
            appearance: Mutex::new(appearance),
            dialogs: Mutex::new(dialogs),
            visited: VisitedOrigins::default(),
            options,
            rules,
            sockets,
            id: id.clone(),
        });
        browser.inner().registry().context_states.insert(id, Arc::clone(&context_state));
        let context = Self { browser, context_state };
        if let Err(failure) = context.prepare().await {
            context.dispose().await;
            return Err(failure);
        }
        Ok(context)
    }

    /// Configures the context for all of its tabs.
    async fn prepare(&self) -> Result<(), Failure> {
        let connection = &self.browser.inner().connection;
        preload::add(connection, &self.context_state).await?;
        if self.browser.is_own() {
            let folder = self.context_state.arriving.to_string_lossy();
            let behavior = json!({
                "downloadBehavior": {"type": "allowed", "destinationFolder": folder},
                "userContexts": [self.context_state.id],
            });
            connection.call("browser.setDownloadBehavior", behavior, PROMPTLY).await?;
        }
        let appearance = self.appearance();
        self.show(&appearance, false).await?;
        let is_needed = self.context_state.rules().is_needed();
        if is_needed {
            self.context_state.enable_interception(connection).await?;
        }
        Ok(())
    }

    /// An id that is unique across contexts, including those of other browsers.
    pub(in super::super) fn id(&self) -> &str {
        &self.context_state.id
    }

    pub(in super::super) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Opens a tab and navigates to the address.
    pub(in super::super) async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        let tab = self.open_blank_tab().await?;
        if url != "about:blank" {
            tab.navigate(url, None, OPEN).await?;
        }
        Ok(tab)
    }

    /// Closes an unresponsive tab and opens an empty one in its place.
    pub(in super::super) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let place = inner.registry().tabs.iter().position(|one| one.id() == tab.id());
        if let Err(failure) = tab.close().await {
            // The tab may have been closed already.
            tracing::debug!(%failure, "a tab that is replaced could not be closed");
        }
        let fresh = self.open_blank_tab().await?;
        let mut registry = inner.registry();
        let last = registry.tabs.iter().position(|one| one.id() == fresh.id());
        if let (Some(place), Some(last)) = (place, last) {
            let moved = registry.tabs.remove(last);
            let place = place.min(registry.tabs.len());
            registry.tabs.insert(place, moved);
        }
        drop(registry);
        Ok(fresh)
    }

    /// Opens an empty tab in a separate window, since a background tab is not rendered and gets no keyboard
    /// events.
    pub(in super::super) async fn open_blank_tab(&self) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let create = json!({"type": "window", "userContext": self.context_state.id});
        let created = inner.connection.call("browsingContext.create", create, OPEN).await?;
        let id = created["context"].as_str().unwrap_or_default().to_string();
        let late = || {
            Failure::new(Cause::Timeout, "the browser did not open a tab in time")
                .hint("Close tabs that are not needed with `tab close`.")
        };
        // The event precedes the result, unless the tab was refused because of the tab limit.
        let tab = inner.tab(&id).ok_or_else(late)?;
        if !tab.wait(OPEN, |state| state.ready || state.closed).await {
            return Err(late());
        }
        Ok(tab)
    }

    /// The tabs in order of opening, including those that pages opened.
    pub(in super::super) fn tabs(&self) -> Vec<Tab> {
        let registry = self.browser.inner().registry();
        registry.tabs.iter().filter(|tab| tab.context_state().id == self.context_state.id).cloned().collect()
    }

    /// The current configuration of the context. It is available even after the browser is gone.
    pub(in super::super) fn context_configuration(&self) -> ContextConfiguration {
        let (headers, intercepts) = self.context_state.rules().standing();
        ContextConfiguration {
            headers,
            intercepts,
            appearance: self.context_state.appearance().clone(),
            dialogs: self.context_state.dialog_policy(),
        }
    }

    pub(in super::super) fn set_dialog_policy(&self, policy: DialogPolicy) {
        *self.context_state.dialogs.lock().unwrap_or_else(PoisonError::into_inner) = policy;
    }

    pub(in super::super) fn visited(&self) -> &VisitedOrigins {
        self.context_state.visited()
    }

    /// Clears the local storage of an origin from an empty page on it.
    pub(in super::super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        let tab = super::super::tab::Tab::Bidi(self.open_blank_tab().await?);
        let cleared = async {
            tab.open_placeholder_page(origin).await?;
            tab.call(&tab.main_frame()?, "() => localStorage.clear()", json!([]), PROMPTLY).await
        };
        let cleared = cleared.await;
        tab.close().await?;
        cleared.map(|_| ())
    }

    pub(in super::super) async fn confine(&self, confinement: Option<Confinement>) {
        match &self.context_state.sockets {
            Some(sockets) => sockets.confine(confinement.clone()),
            // Requests of its workers would not be intercepted, so a session that cannot be confined ends.
            None if confinement.is_some() => {
                let reason = "a browser of a WebDriver server cannot be confined, so it was left";
                self.browser.inner().connection.close(reason);
                return;
            }
            None => {}
        }
        self.change_rules(|rules| rules.confine(confinement)).await;
    }

    pub(in super::super) fn guard_files(&self, files: Files) {
        self.context_state.rules().guard_files(files);
    }

    pub(in super::super) async fn expect_files(&self) {
        self.change_rules(Rules::expect_files).await;
    }

    pub(in super::super) fn header_rules(&self) -> Vec<HeaderRule> {
        self.context_state.rules().headers()
    }

    pub(in super::super) async fn set_headers(
        &self,
        domain: Option<&str>,
        headers: BTreeMap<String, String>,
    ) {
        self.change_rules(|rules| rules.set_headers(domain, headers)).await;
    }

    pub(in super::super) fn clear_headers(&self, domain: Option<&str>) -> bool {
        self.context_state.rules().clear_headers(domain)
    }

    pub(in super::super) async fn intercept(&self, intercept: Intercept) {
        self.change_rules(|rules| rules.intercept(intercept)).await;
    }

    pub(in super::super) fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        self.context_state.rules().clear_intercepts(pattern)
    }

    /// Changes the rules. If interception cannot be enabled, closes the connection, so that no page continues
    /// without the rules.
    async fn change_rules(&self, change: impl FnOnce(&mut Rules)) {
        let is_needed = {
            let mut rules = self.context_state.rules();
            change(&mut rules);
            rules.is_needed()
        };
        let inner = self.browser.inner();
        if is_needed && let Err(fault) = self.context_state.enable_interception(&inner.connection).await {
            tracing::debug!(%fault, "requests cannot be stopped");
            inner.connection.close("requests could not be stopped, so the browser was left");
        }
    }

    /// Closes the context's tabs and deletes its data.
    pub(in super::super) async fn dispose(&self) {
        let inner = self.browser.inner();
        // The proxy ends with the context, so all pages have to be closed before.
        for tab in self.tabs() {
            if let Err(failure) = tab.close().await {
                tracing::debug!(%failure, "a tab could not be closed");
            }
        }
        let remove = json!({"userContext": self.context_state.id});
        if let Err(fault) = inner.connection.call("browser.removeUserContext", remove, PROMPTLY).await {
            tracing::debug!(%fault, "a context could not be disposed of");
        }
        let tabs = self.tabs();
        let mut registry = inner.registry();
        registry.context_states.remove(&self.context_state.id);
        registry.tabs.retain(|tab| tab.context_state().id != self.context_state.id);
        registry.frames.retain(|_, tab| tab.context_state().id != self.context_state.id);
        drop(registry);
        for tab in tabs {
            tab.change(|state| {
                state.closed = true;
                state.dialog = None;
            });
        }
        inner.changed.notify_waiters();
        // The folder exists only after a download, and contains only interrupted ones.
        let _ = std::fs::remove_dir_all(&self.context_state.arriving);
    }

    pub(super) fn context_state(&self) -> &Arc<ContextState> {
        &self.context_state
    }
}

/// Returns the proxy configuration that sends all connections through the filter, including those to this
/// machine.
fn proxy_configuration(sockets: &SocketFilter) -> Value {
    let (scheme, place) = sockets.proxy().split_once("://").unwrap_or_default();
    match scheme {
        "http" => json!({"proxyType": "manual", "httpProxy": place, "sslProxy": place}),
        _ => json!({"proxyType": "manual", "socksProxy": place, "socksVersion": 5}),
    }
}
