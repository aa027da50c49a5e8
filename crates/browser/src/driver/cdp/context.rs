use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::super::arrangement::Arrangement;
use super::super::confinement::Confinement;
use super::super::cookie::Cookie;
use super::super::dialog::DialogPolicy;
use super::super::options::{Appearance, ContextOptions};
use super::super::rules::Rules;
use super::super::socket_filter::SocketFilter;
use super::super::visited::{MOST_ORIGINS, Visited, origin_of};
use super::browser::Browser;
use super::connection::PROMPTLY;
use super::protocol::{browser, network, storage, target};
use super::tab::Tab;

/// How long a new tab may take to be there.
const OPEN: Duration = Duration::from_secs(30);

/// Cookies, storage and tabs that no other context sees.
#[derive(Clone)]
pub struct BrowserContext {
    browser: Browser,
    household: Arc<Household>,
}

/// What the tabs of a context have in common.
pub(super) struct Household {
    pub(super) id: String,
    pub(super) options: ContextOptions,
    rules: Mutex<Rules>,
    appearance: Mutex<Appearance>,
    dialogs: Mutex<DialogPolicy>,
    visited: Visited,
    /// The origins that have a service worker.
    service_workers: Mutex<BTreeSet<String>>,
    /// Works for as long as it is held.
    sockets: Option<SocketFilter>,
    /// Where the context is the person's own: the tabs in it that are ours.
    borrowed: Option<Mutex<Borrowed>>,
}

/// The part of a person's context that we work in.
#[derive(Default)]
pub(super) struct Borrowed {
    /// The tabs that we opened.
    opened: BTreeSet<String>,
    /// How many windows our tabs are about to open. Those of links that hide who opened them do not name their opener.
    expected: usize,
}

impl Household {
    pub(super) fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn appearance(&self) -> MutexGuard<'_, Appearance> {
        self.appearance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id for commands that concern the context; the person's own has none.
    pub(super) fn context_id(&self) -> Option<&str> {
        self.borrowed.is_none().then_some(&self.id)
    }

    pub(super) fn is_borrowed(&self) -> bool {
        self.borrowed.is_some()
    }

    /// A tab of ours opens a window.
    pub(super) fn expect_window(&self) {
        if let Some(mut borrowed) = self.borrowed() {
            borrowed.expected += 1;
        }
    }

    /// Whether a tab that has just appeared is ours. In a separate context all are.
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

    /// Why the proxy last failed.
    pub(super) fn take_proxy_fault(&self) -> Option<String> {
        self.sockets.as_ref().and_then(SocketFilter::take_fault)
    }

    pub(super) fn dialog_policy(&self) -> DialogPolicy {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_dialog_policy(&self, policy: DialogPolicy) {
        *self.dialogs.lock().unwrap_or_else(PoisonError::into_inner) = policy;
    }

    pub(super) fn visited(&self) -> &Visited {
        &self.visited
    }

    /// A service worker of this address was started.
    pub(super) fn remember_service_worker(&self, url: &str) {
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
            // Addresses of this machine would be asked without a proxy otherwise.
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

    /// Works in the context that the person uses. The network and the downloads of that browser stay as the person has set
    /// them.
    pub(super) async fn borrow(browser: Browser, options: ContextOptions) -> Result<Self, Failure> {
        if options.allow.is_some() {
            return Err(Failure::new(
                Cause::Forbidden,
                "web.allowed_domains cannot be enforced in a browser that was started elsewhere",
            )
            .hint("Work in a browser of the engine, or leave web.allowed_domains empty."));
        }
        // The id of the person's context is known by a tab in it. That tab is the one to work in.
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
        let stood = options.arrangement.take();
        let Arrangement { headers, intercepts, appearance, dialogs } =
            stood.unwrap_or_else(|| Arrangement::plain(options.appearance.clone()));
        let rules = Mutex::new(Rules::new(options.allow.clone(), headers, intercepts, options.files.clone()));
        let household = Arc::new(Household {
            id: id.clone(),
            appearance: Mutex::new(appearance),
            dialogs: Mutex::new(dialogs),
            visited: Visited::default(),
            service_workers: Mutex::default(),
            options,
            rules,
            sockets,
            borrowed,
        });
        browser.inner().registry().households.insert(id, Arc::clone(&household));
        Self { browser, household }
    }

    /// By which the browser tells it from others, of other browsers too.
    pub fn id(&self) -> &str {
        &self.household.id
    }

    pub(in super::super) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Opens a tab and goes to the address. The tab is there even when the address cannot be reached, so that what
    /// went wrong can be looked at.
    pub async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        let tab = self.blank_tab().await?;
        if url != "about:blank" {
            tab.navigate(url, None, OPEN).await?;
        }
        Ok(tab)
    }

    /// Closes a tab whose page does not respond, and opens an empty one in its place. The process of the page ends with it, unless
    /// other tabs share it.
    pub(crate) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
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

    pub(in super::super) async fn blank_tab(&self) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        let create =
            target::CreateTarget { url: "about:blank", browser_context_id: self.household.context_id() };
        let id = inner.connection.call(None, &create, OPEN).await?.target_id;
        if let Some(mut borrowed) = self.household.borrowed() {
            borrowed.opened.insert(id.clone());
        }
        self.adopt(&id).await
    }

    /// The tab of that id, as soon as it is ready. In a separate context, the browser tells of each tab by itself.
    async fn adopt(&self, id: &str) -> Result<Tab, Failure> {
        let inner = self.browser.inner();
        if self.household.is_borrowed() && inner.tab(id).is_none() {
            let attach = target::AttachToTarget { target_id: id, flatten: true };
            inner.connection.call(None, &attach, PROMPTLY).await?;
        }
        let appearing = async {
            // One that is refused for want of room never appears.
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

    /// The tabs, in the order of opening. Those that pages opened are among them.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        let registry = self.browser.inner().registry();
        registry.tabs.iter().filter(|tab| tab.household().id == self.household.id).cloned().collect()
    }

    /// The cookies of the context, of every site.
    pub async fn cookies(&self) -> Result<Vec<Cookie>, Failure> {
        let ask = storage::GetCookies { browser_context_id: self.household.context_id() };
        let mut cookies = self.browser.inner().connection.call(None, &ask, PROMPTLY).await?.cookies;
        for cookie in &mut cookies {
            cookie.expires = cookie.expires.filter(|at| *at >= 0.0);
        }
        Ok(cookies)
    }

    /// Sets cookies; one of the same name, domain and path is replaced.
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
        let set = storage::SetCookies { cookies, browser_context_id: self.household.context_id() };
        self.browser.inner().connection.call(None, &set, PROMPTLY).await.map_err(|fault| {
            Failure::new(Cause::InvalidParameter, format!("the browser does not take the cookie: {fault}"))
                .hint("Check its domain, its path and its name.")
        })?;
        Ok(())
    }

    /// Deletes the cookies of every site.
    pub async fn clear_cookies(&self) -> Result<(), Failure> {
        let clear = storage::ClearCookies { browser_context_id: self.household.context_id() };
        self.browser.inner().connection.call(None, &clear, PROMPTLY).await?;
        Ok(())
    }

    /// Empties the local storage of an origin. The protocol does that through a tab.
    pub(in super::super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        let tabs = self.tabs();
        let Some(tab) = tabs.first() else { return Ok(()) };
        let clear = storage::ClearDataForOrigin { origin, storage_types: "local_storage" };
        tab.connection().call(Some(tab.session()), &clear, PROMPTLY).await?;
        Ok(())
    }

    pub(in super::super) fn visited(&self) -> &Visited {
        self.household.visited()
    }

    /// Deletes one cookie. The protocol does that through a tab.
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

    /// Closes its tabs and forgets everything in it. Of a person's context, only the tabs that are ours are closed.
    pub(crate) async fn dispose(&self) {
        let inner = self.browser.inner();
        if self.household.is_borrowed() {
            for tab in self.tabs() {
                if let Err(failure) = tab.close().await {
                    tracing::debug!(%failure, "a tab could not be closed");
                }
            }
            inner.registry().households.remove(&self.household.id);
            return;
        }
        let dispose = target::DisposeBrowserContext { browser_context_id: &self.household.id };
        if let Err(fault) = inner.connection.call(None, &dispose, PROMPTLY).await {
            tracing::debug!(%fault, "a context could not be disposed of");
        }
        inner.registry().households.remove(&self.household.id);
    }

    pub(super) fn household(&self) -> &Arc<Household> {
        &self.household
    }
}

impl BrowserContext {
    /// What stands. It can be asked for when the browser is gone.
    pub(crate) fn arrangement(&self) -> Arrangement {
        let household = self.household();
        let (headers, intercepts) = household.rules().standing();
        Arrangement {
            headers,
            intercepts,
            appearance: household.appearance().clone(),
            dialogs: household.dialog_policy(),
        }
    }

    /// Says what becomes of the dialogs that open from now on, in whatever tab.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        self.household().set_dialog_policy(policy);
    }
}

fn is_same(one: &Cookie, other: &Cookie) -> bool {
    one.name == other.name && one.domain == other.domain && one.path == other.path
}
