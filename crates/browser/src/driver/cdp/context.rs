use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::super::confinement::Confinement;
use super::super::context_configuration::ContextConfiguration;
use super::super::cookie::Cookie;
use super::super::dialog::DialogPolicy;
use super::super::options::{Appearance, ContextOptions};
use super::super::rules::Rules;
use super::super::socket_filter::SocketFilter;
use super::super::visited_origins::{MOST_ORIGINS, VisitedOrigins, origin_of};
use super::browser::Browser;
use super::connection::PROMPTLY;
use super::protocol::{browser, network, storage, target};
use super::tab::Tab;

/// The timeout for opening a tab.
const OPEN: Duration = Duration::from_secs(30);

/// A browser context: cookies, storage and tabs that are isolated from other contexts.
#[derive(Clone)]
pub struct BrowserContext {
    browser: Browser,
    context_state: Arc<ContextState>,
}

/// The shared state of the tabs of a context.
pub(super) struct ContextState {
    pub(super) id: String,
    pub(super) options: ContextOptions,
    rules: Mutex<Rules>,
    appearance: Mutex<Appearance>,
    dialogs: Mutex<DialogPolicy>,
    visited: VisitedOrigins,
    /// The origins that have a service worker.
    service_workers: Mutex<BTreeSet<String>>,
    /// The filter stops when it is dropped.
    sockets: Option<SocketFilter>,
    /// For the user's own context: the tabs in it that belong to the engine.
    borrowed: Option<Mutex<Borrowed>>,
}

/// The part of the user's context in which the engine works.
#[derive(Default)]
pub(super) struct Borrowed {
    /// The tabs that the engine opened.
    opened: BTreeSet<String>,
    /// The number of windows that the engine's tabs are about to open. Windows of `noopener` links do not
    /// name their opener.
    expected: usize,
}

impl ContextState {
    pub(super) fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn appearance(&self) -> MutexGuard<'_, Appearance> {
        self.appearance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id for commands about the context; `None` for the user's default context.
    pub(super) fn context_id(&self) -> Option<&str> {
        self.borrowed.is_none().then_some(&self.id)
    }

    pub(super) fn is_borrowed(&self) -> bool {
        self.borrowed.is_some()
    }

    /// Records that one of the engine's tabs is about to open a window.
    pub(super) fn expect_window(&self) {
        if let Some(mut borrowed) = self.borrowed() {
            borrowed.expected += 1;
        }
    }

    /// Whether a new tab belongs to the engine. In an isolated context, all tabs do.
    pub(super) fn takes(&self, tab: &str, opener: Option<bool>) -> bool {
        let Some(mut borrowed) = self.borrowed() else { return true };
        if borrowed.opened.contains(tab) {
            return true;
        }
        let is_expected = borrowed.expected > 0;
        let is_ours = opener.unwrap_or(is_expected);
        if is_ours {
            borrowed.expected = borrowed.expected.saturating_sub(1);
        }
        is_ours
    }

    fn borrowed(&self) -> Option<MutexGuard<'_, Borrowed>> {
        let borrowed = self.borrowed.as_ref();
        borrowed.map(|borrowed| borrowed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn confine_sockets(&self, confinement: Option<Confinement>) {
        if let Some(sockets) = &self.sockets {
            sockets.confine(confinement);
        }
    }

    /// Takes the last error of the proxy.
    pub(super) fn take_proxy_error(&self) -> Option<String> {
        self.sockets.as_ref().and_then(SocketFilter::take_upstream_error)
    }

    pub(super) fn dialog_policy(&self) -> DialogPolicy {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_dialog_policy(&self, policy: DialogPolicy) {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner) = policy;
    }

    pub(super) fn visited(&self) -> &VisitedOrigins {
        &self.visited
    }

    /// Records that a service worker of this address was started.
    pub(super) fn record_service_worker(&self, url: &str) {
        let Some(origin) = origin_of(url) else { return };
        let mut workers = self.service_workers.lock().unwrap_or_else(PoisonError::into_inner);
        if workers.len() < MOST_ORIGINS {
            workers.insert(origin);
        }
    }

    pub(super) fn has_service_worker(&self, url: &str) -> bool {
        let workers = self.service_workers.lock().unwrap_or_else(PoisonError::into_inner);
        origin_of(url).is_some_and(|origin| workers.contains(&origin))
    }
}

impl BrowserContext {
    pub(super) async fn open(browser: Browser, options: ContextOptions) -> Result<Self, Failure> {
        let connection = &browser.inner().connection;
        let is_filtered = options.allow.is_some()
            || options.proxy.is_some()
            || (options.guarded && browser.process_id().is_some());
        let sockets = match is_filtered {
            true => Some(
                SocketFilter::start(
                    options.allow.clone(),
                    options.proxy.clone(),
                    browser.process_id().is_some(),
                )
                .await?,
            ),
            false => None,
        };
        let create = target::CreateBrowserContext {
            dispose_on_detach: true,
            proxy_server: sockets.as_ref().map(SocketFilter::proxy),
            // Without this, requests to the loopback interface bypass the proxy.
            proxy_bypass_list: sockets.as_ref().map(|_| "<-loopback>"),
        };
        let created = connection.call(None, &create, PROMPTLY).await?;
        let id = created.browser_context_id;
        let behavior = browser::SetDownloadBehavior {
            behavior: "allowAndName",
            browser_context_id: &id,
            download_path: &options.downloads.to_string_lossy(),
            events_enabled: true,
        };
        connection.call(None, &behavior, PROMPTLY).await?;
        Ok(Self::with(browser, id, options, sockets, None))
    }

    /// Works in the user's default context. Network and download settings of that browser are left unchanged.
    pub(super) async fn borrow(browser: Browser, options: ContextOptions) -> Result<Self, Failure> {
        if options.allow.is_some() {
            return Err(Failure::new(
                Cause::Forbidden,
                "web.allowed_domains cannot be enforced in a browser that was started elsewhere",
            )
            .hint("Work in a browser of the engine, or leave web.allowed_domains empty."));
        }
        // The id of the default context is only available from a tab in it. The engine works in that tab.
        let connection = &browser.inner().connection;
        let create = target::CreateTarget { url: "about:blank", browser_context_id: None };
        let first = connection.call(None, &create, OPEN).await?.target_id;
        let info = connection.call(None, &target::GetTargetInfo { target_id: &first }, PROMPTLY).await?;
        let id = info.target_info.browser_context_id.unwrap_or_default();
        let borrowed = Borrowed { opened: BTreeSet::from([first.clone()]), expected: 0 };
        let context = Self::with(browser, id, options, None, Some(Mutex::new(borrowed)));
        context.adopt(&first).await?;
        Ok(context)
    }

    fn with(
        browser: Browser,
        id: String,
        mut options: ContextOptions,
        sockets: Option<SocketFilter>,
        borrowed: Option<Mutex<Borrowed>>,
    ) -> Self {
        let stood = options.context_configuration.take();
        let ContextConfiguration { headers, intercepts, appearance, dialogs } =
            stood.unwrap_or_else(|| ContextConfiguration::plain(options.appearance.clone()));
        let rules = Mutex::new(Rules::new(options.allow.clone(), headers, intercepts, options.files.clone()));
        let context_state = Arc::new(ContextState {
            id: id.clone(),
            appearance: Mutex::new(appearance),
            dialogs: Mutex::new(dialogs),
            visited: VisitedOrigins::default(),
            service_workers: Mutex::default(),
            options,
            rules,
            sockets,
            borrowed,
        });
        browser.inner().registry().context_states.insert(id, Arc::clone(&context_state));
        Self { browser, context_state }
    }

    /// An id that is unique across contexts, including those of other browsers.
    pub fn id(&self) -> &str {
        &self.context_state.id
    }

    pub(in super::super) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Opens a tab and navigates to the address. The tab stays open when navigation fails, so that the error
    /// can be inspected.
    pub async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        let tab = self.open_blank_tab().await?;
        if url != "about:blank" {
            tab.navigate(url, None, OPEN).await?;
        }
        Ok(tab)
    }

    /// Closes an unresponsive tab and opens an empty one in its place. The page's process ends too, unless
    /// other tabs share it.
    pub(crate) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
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

    pub(in super::super) async fn open_blank_tab(&self) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let create =
            target::CreateTarget { url: "about:blank", browser_context_id: self.context_state.context_id() };
        let id = inner.connection.call(None, &create, OPEN).await?.target_id;
        if let Some(mut borrowed) = self.context_state.borrowed() {
            borrowed.opened.insert(id.clone());
        }
        self.adopt(&id).await
    }

    /// Returns the tab with this id once it is ready. In an isolated context, the browser reports each tab by
    /// itself.
    async fn adopt(&self, id: &str) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        if self.context_state.is_borrowed() && inner.tab(id).is_none() {
            let attach = target::AttachToTarget { target_id: id, flatten: true };
            inner.connection.call(None, &attach, PROMPTLY).await?;
        }
        let appearing = async {
            // A tab that is refused because of the tab limit never appears.
            loop {
                let changed = inner.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if let Some(tab) = inner.tab(id) {
                    return tab;
                }
                changed.await;
            }
        };
        let late = || {
            Failure::new(Cause::Timeout, "the browser did not open a tab in time")
                .hint("Close tabs that are not needed with `tab close`.")
        };
        let tab = tokio::time::timeout(OPEN, appearing).await.map_err(|_| late())?;
        if !tab.wait(OPEN, |state| state.ready || state.closed).await {
            return Err(late());
        }
        Ok(tab)
    }

    /// The tabs in order of opening, including those that pages opened.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        let registry = self.browser.inner().registry();
        registry.tabs.iter().filter(|tab| tab.context_state().id == self.context_state.id).cloned().collect()
    }

    /// Returns the cookies of all sites.
    pub async fn cookies(&self) -> Result<Vec<Cookie>, Failure> {
        let ask = storage::GetCookies { browser_context_id: self.context_state.context_id() };
        let mut cookies = self.browser.inner().connection.call(None, &ask, PROMPTLY).await?.cookies;
        for cookie in &mut cookies {
            cookie.expires = cookie.expires.filter(|at| *at >= 0.0);
        }
        Ok(cookies)
    }

    /// Sets cookies, replacing those with the same name, domain and path.
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<(), Failure> {
        let cookies = cookies
            .iter()
            .map(|cookie| storage::CookieToSet {
                name: &cookie.name,
                value: &cookie.value,
                domain: cookie.domain.starts_with('.').then_some(cookie.domain.as_str()),
                url: (!cookie.domain.starts_with('.')).then(|| {
                    let scheme = if cookie.secure { "https" } else { "http" };
                    format!("{scheme}://{}/", cookie.domain)
                }),
                path: if cookie.path.is_empty() { "/" } else { &cookie.path },
                secure: cookie.secure,
                http_only: cookie.http_only,
                same_site: cookie.same_site.as_deref(),
                expires: cookie.expires.filter(|at| *at >= 0.0),
            })
            .collect();
        let set = storage::SetCookies { cookies, browser_context_id: self.context_state.context_id() };
        self.browser.inner().connection.call(None, &set, PROMPTLY).await.map_err(|fault| {
            Failure::new(Cause::InvalidParameter, format!("the browser does not take the cookie: {fault}"))
                .hint("Check its domain, its path and its name.")
        })?;
        Ok(())
    }

    /// Deletes all cookies.
    pub async fn clear_cookies(&self) -> Result<(), Failure> {
        let clear = storage::ClearCookies { browser_context_id: self.context_state.context_id() };
        self.browser.inner().connection.call(None, &clear, PROMPTLY).await?;
        Ok(())
    }

    /// Clears the local storage of an origin. The protocol requires a tab for it.
    pub(in super::super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        let tabs = self.tabs();
        let Some(tab) = tabs.first() else { return Ok(()) };
        let clear = storage::ClearDataForOrigin { origin, storage_types: "local_storage" };
        tab.connection().call(Some(tab.session()), &clear, PROMPTLY).await?;
        Ok(())
    }

    pub(in super::super) fn visited(&self) -> &VisitedOrigins {
        self.context_state.visited()
    }

    /// Deletes one cookie. The protocol requires a tab for it.
    pub async fn delete_cookie(&self, cookie: &Cookie) -> Result<(), Failure> {
        let tabs = self.tabs();
        let Some(tab) = tabs.first() else {
            let rest: Vec<Cookie> =
                self.cookies().await?.into_iter().filter(|other| !is_same(other, cookie)).collect();
            self.clear_cookies().await?;
            return self.set_cookies(&rest).await;
        };
        let delete = network::DeleteCookies {
            name: &cookie.name,
            url: None,
            domain: Some(&cookie.domain),
            path: Some(&cookie.path),
        };
        tab.connection().call(Some(tab.session()), &delete, PROMPTLY).await?;
        Ok(())
    }

    /// Closes the context's tabs and deletes its data. In the user's context, closes only the tabs that the
    /// engine opened.
    pub(crate) async fn dispose(&self) {
        let inner = self.browser.inner();
        if self.context_state.is_borrowed() {
            for tab in self.tabs() {
                if let Err(failure) = tab.close().await {
                    tracing::debug!(%failure, "a tab could not be closed");
                }
            }
            inner.registry().context_states.remove(&self.context_state.id);
            return;
        }
        let dispose = target::DisposeBrowserContext { browser_context_id: &self.context_state.id };
        if let Err(fault) = inner.connection.call(None, &dispose, PROMPTLY).await {
            tracing::debug!(%fault, "a context could not be disposed of");
        }
        inner.registry().context_states.remove(&self.context_state.id);
    }

    pub(super) fn context_state(&self) -> &Arc<ContextState> {
        &self.context_state
    }
}

impl BrowserContext {
    /// The current configuration of the context. It is available even after the browser is gone.
    pub(crate) fn context_configuration(&self) -> ContextConfiguration {
        let context_state = self.context_state();
        let (headers, intercepts) = context_state.rules().standing();
        ContextConfiguration {
            headers,
            intercepts,
            appearance: context_state.appearance().clone(),
            dialogs: context_state.dialog_policy(),
        }
    }

    /// Sets the policy for dialogs that open from now on, in all tabs.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        self.context_state().set_dialog_policy(policy);
    }
}

fn is_same(one: &Cookie, other: &Cookie) -> bool {
    one.name == other.name && one.domain == other.domain && one.path == other.path
}
