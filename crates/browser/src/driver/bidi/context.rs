use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::super::abilities::{self, Gap};
use super::super::arrangement::Arrangement;
use super::super::confinement::Confinement;
use super::super::dialog::DialogPolicy;
use super::super::options::{Appearance, ContextOptions, Engine};
use super::super::rules::{HeaderRule, Intercept, Rules};
use super::super::socket_filter::SocketFilter;
use super::super::visited::Visited;
use super::browser::Browser;
use super::connection::{Connection, PROMPTLY};
use super::fault::Fault;
use super::tab::Tab;
use super::{interception, preload};
use crate::files::Files;

/// How long a new tab may take to be there.
const OPEN: Duration = Duration::from_secs(30);

/// Cookies, storage and tabs that no other context sees: a user context of WebDriver BiDi.
#[derive(Clone)]
pub struct BrowserContext {
    browser: Browser,
    household: Arc<Household>,
}

/// What the tabs of a context have in common.
pub(super) struct Household {
    pub(super) id: String,
    pub(super) options: ContextOptions,
    pub(super) engine: Engine,
    /// The folder that the browser writes downloads into, before they get their names.
    pub(super) arriving: PathBuf,
    rules: Mutex<Rules>,
    appearance: Mutex<Appearance>,
    dialogs: Mutex<DialogPolicy>,
    visited: Visited,
    /// Whether requests are stopped and asked about.
    intercepting: Arc<tokio::sync::Mutex<bool>>,
    /// Works for as long as it is held.
    sockets: Option<SocketFilter>,
}

impl Household {
    pub(super) fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn appearance(&self) -> MutexGuard<'_, Appearance> {
        self.appearance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn visited(&self) -> &Visited {
        &self.visited
    }

    /// Why the proxy last failed.
    pub(super) fn take_proxy_fault(&self) -> Option<String> {
        self.sockets.as_ref().and_then(SocketFilter::take_fault)
    }

    /// Has requests stopped and asked about.
    pub(super) async fn stop_requests(&self, connection: &Connection) -> Result<(), Fault> {
        interception::apply(connection, &self.intercepting).await
    }

    pub(super) fn dialog_policy(&self) -> DialogPolicy {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BrowserContext {
    pub(super) async fn open(browser: Browser, mut options: ContextOptions) -> Result<Self, Failure> {
        let engine = browser.engine();
        // Requests of shared and service workers are not stopped by the protocol, only by the socket filter, which a browser on
        // another machine cannot reach.
        let is_guarded = options.allow.is_some() || options.guarded || options.proxy.is_some();
        if is_guarded && !browser.is_own() {
            return Err(abilities::failure(Gap::RemoteConfinement, engine));
        }
        let sockets = match browser.is_own() {
            true => Some(SocketFilter::start(options.allow.clone(), options.proxy.clone(), true).await?),
            false => None,
        };
        let mut create = json!({});
        if let Some(sockets) = &sockets {
            create["proxy"] = proxy_of(sockets);
        }
        let connection = &browser.inner().connection;
        let created = connection.call("browser.createUserContext", create, PROMPTLY).await?;
        let id = created["userContext"].as_str().unwrap_or_default().to_string();
        let stood = options.arrangement.take();
        let Arrangement { headers, intercepts, appearance, dialogs } =
            stood.unwrap_or_else(|| Arrangement::plain(options.appearance.clone()));
        let rules = Mutex::new(Rules::new(options.allow.clone(), headers, intercepts, options.files.clone()));
        let household = Arc::new(Household {
            arriving: options.downloads.join(format!(".arriving-{id}")),
            engine,
            intercepting: Arc::clone(&browser.inner().intercepting),
            appearance: Mutex::new(appearance),
            dialogs: Mutex::new(dialogs),
            visited: Visited::default(),
            options,
            rules,
            sockets,
            id: id.clone(),
        });
        browser.inner().registry().households.insert(id, Arc::clone(&household));
        let context = Self { browser, household };
        if let Err(failure) = context.prepare().await {
            context.dispose().await;
            return Err(failure);
        }
        Ok(context)
    }

    /// Everything that each of its tabs starts with.
    async fn prepare(&self) -> Result<(), Failure> {
        let connection = &self.browser.inner().connection;
        preload::add(connection, &self.household).await?;
        if self.browser.is_own() {
            let folder = self.household.arriving.to_string_lossy();
            let behavior = json!({
                "downloadBehavior": {"type": "allowed", "destinationFolder": folder},
                "userContexts": [self.household.id],
            });
            connection.call("browser.setDownloadBehavior", behavior, PROMPTLY).await?;
        }
        let appearance = self.appearance();
        self.show(&appearance, false).await?;
        let is_needed = self.household.rules().is_needed();
        if is_needed {
            self.household.stop_requests(connection).await?;
        }
        Ok(())
    }

    /// By which the browser tells it from others, of other browsers too.
    pub(in super::super) fn id(&self) -> &str {
        &self.household.id
    }

    pub(in super::super) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Opens a tab and goes to the address.
    pub(in super::super) async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        let tab = self.blank_tab().await?;
        if url != "about:blank" {
            tab.navigate(url, None, OPEN).await?;
        }
        Ok(tab)
    }

    /// Closes a tab whose page does not respond, and opens an empty one in its place.
    pub(in super::super) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let place = inner.registry().tabs.iter().position(|one| one.id() == tab.id());
        if let Err(failure) = tab.close().await {
            // One that is gone already need not be closed.
            tracing::debug!(%failure, "a tab that is replaced could not be closed");
        }
        let fresh = self.blank_tab().await?;
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

    /// Opens an empty tab: a separate window, since a tab behind another is not drawn and gets no keys.
    pub(in super::super) async fn blank_tab(&self) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let create = json!({"type": "window", "userContext": self.household.id});
        let created = inner.connection.call("browsingContext.create", create, OPEN).await?;
        let id = created["context"].as_str().unwrap_or_default().to_string();
        let late = || {
            Failure::new(Cause::Timeout, "the browser did not open a tab in time")
                .hint("Close tabs that are not needed with `tab close`.")
        };
        // The event comes before the result, except where the tab was refused for want of room.
        let tab = inner.tab(&id).ok_or_else(late)?;
        if !tab.wait(OPEN, |state| state.ready || state.closed).await {
            return Err(late());
        }
        Ok(tab)
    }

    /// The tabs, in the order of opening. Those that pages opened are among them.
    pub(in super::super) fn tabs(&self) -> Vec<Tab> {
        let registry = self.browser.inner().registry();
        registry.tabs.iter().filter(|tab| tab.household().id == self.household.id).cloned().collect()
    }

    /// What stands. It can be asked for when the browser is gone.
    pub(in super::super) fn arrangement(&self) -> Arrangement {
        let (headers, intercepts) = self.household.rules().standing();
        Arrangement {
            headers,
            intercepts,
            appearance: self.household.appearance().clone(),
            dialogs: self.household.dialog_policy(),
        }
    }

    pub(in super::super) fn set_dialog_policy(&self, policy: DialogPolicy) {
        *self.household.dialogs.lock().unwrap_or_else(PoisonError::into_inner) = policy;
    }

    pub(in super::super) fn visited(&self) -> &Visited {
        self.household.visited()
    }

    /// Empties the local storage of an origin, on an empty page of it.
    pub(in super::super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        let tab = super::super::tab::Tab::Bidi(self.blank_tab().await?);
        let cleared = async {
            tab.stand_on(origin).await?;
            tab.call(&tab.main_frame()?, "() => localStorage.clear()", json!([]), PROMPTLY).await
        };
        let cleared = cleared.await;
        tab.close().await?;
        cleared.map(|_| ())
    }

    pub(in super::super) async fn confine(&self, confinement: Option<Confinement>) {
        match &self.household.sockets {
            Some(sockets) => sockets.confine(confinement.clone()),
            // Requests of its workers would not be stopped. A session that cannot be confined ends.
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
        self.household.rules().guard_files(files);
    }

    pub(in super::super) async fn expect_files(&self) {
        self.change_rules(Rules::expect_files).await;
    }

    pub(in super::super) fn header_rules(&self) -> Vec<HeaderRule> {
        self.household.rules().headers()
    }

    pub(in super::super) async fn set_headers(
        &self,
        domain: Option<&str>,
        headers: BTreeMap<String, String>,
    ) {
        self.change_rules(|rules| rules.set_headers(domain, headers)).await;
    }

    pub(in super::super) fn clear_headers(&self, domain: Option<&str>) -> bool {
        self.household.rules().clear_headers(domain)
    }

    pub(in super::super) async fn intercept(&self, intercept: Intercept) {
        self.change_rules(|rules| rules.intercept(intercept)).await;
    }

    pub(in super::super) fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        self.household.rules().clear_intercepts(pattern)
    }

    /// A rule that cannot be kept closes the connection: no page may go on without it.
    async fn change_rules(&self, change: impl FnOnce(&mut Rules)) {
        let is_needed = {
            let mut rules = self.household.rules();
            change(&mut rules);
            rules.is_needed()
        };
        let inner = self.browser.inner();
        if is_needed && let Err(fault) = self.household.stop_requests(&inner.connection).await {
            tracing::debug!(%fault, "requests cannot be stopped");
            inner.connection.close("requests could not be stopped, so the browser was left");
        }
    }

    /// Closes its tabs and forgets everything in it.
    pub(in super::super) async fn dispose(&self) {
        let inner = self.browser.inner();
        // Its proxy goes with the context, so no page may be left by then.
        for tab in self.tabs() {
            if let Err(failure) = tab.close().await {
                tracing::debug!(%failure, "a tab could not be closed");
            }
        }
        let remove = json!({"userContext": self.household.id});
        if let Err(fault) = inner.connection.call("browser.removeUserContext", remove, PROMPTLY).await {
            tracing::debug!(%fault, "a context could not be disposed of");
        }
        let tabs = self.tabs();
        let mut registry = inner.registry();
        registry.households.remove(&self.household.id);
        registry.tabs.retain(|tab| tab.household().id != self.household.id);
        registry.frames.retain(|_, tab| tab.household().id != self.household.id);
        drop(registry);
        for tab in tabs {
            tab.change(|state| {
                state.closed = true;
                state.dialog = None;
            });
        }
        inner.changed.notify_waiters();
        // It is there only after a download, and empty unless one was cut short.
        let _ = std::fs::remove_dir_all(&self.household.arriving);
    }

    pub(super) fn household(&self) -> &Arc<Household> {
        &self.household
    }
}

/// All connections go through the filter, those to this machine too.
fn proxy_of(sockets: &SocketFilter) -> Value {
    let (scheme, place) = sockets.proxy().split_once("://").unwrap_or_default();
    match scheme {
        "http" => json!({"proxyType": "manual", "httpProxy": place, "sslProxy": place}),
        _ => json!({"proxyType": "manual", "socksProxy": place, "socksVersion": 5}),
    }
}
