use std::collections::BTreeMap;

use lemmascope_intent::Failure;

use super::bidi;
use super::browser::Browser;
use super::cdp;
use super::confinement::Confinement;
use super::context_configuration::ContextConfiguration;
use super::cookie::Cookie;
use super::dialog::DialogPolicy;
use super::obstacle::closed;
use super::options::Appearance;
use super::rules::{HeaderRule, Intercept};
use super::tab::Tab;
use super::visited_origins::VisitedOrigins;
use crate::files::Files;

/// A browser context: cookies, storage and tabs that are isolated from other contexts.
#[derive(Clone)]
pub enum BrowserContext {
    /// A context of a browser that uses the Chrome DevTools Protocol.
    #[doc(hidden)]
    Cdp(cdp::BrowserContext),
    /// A context of a browser that uses WebDriver BiDi.
    #[doc(hidden)]
    Bidi(bidi::BrowserContext),
}

macro_rules! on {
    ($context:ident, $it:ident => $call:expr) => {
        match $context {
            Self::Cdp($it) => $call,
            Self::Bidi($it) => $call,
        }
    };
}

impl BrowserContext {
    pub(crate) fn browser(&self) -> Browser {
        match self {
            Self::Cdp(context) => Browser::Cdp(context.browser().clone()),
            Self::Bidi(context) => Browser::Bidi(context.browser().clone()),
        }
    }

    /// Opens a tab and navigates to the address. The tab stays open when navigation fails, so that the error
    /// can be inspected.
    pub async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        match self {
            Self::Cdp(context) => context.new_tab(url).await.map(Tab::Cdp),
            Self::Bidi(context) => context.new_tab(url).await.map(Tab::Bidi),
        }
    }

    /// Opens an empty tab.
    pub(super) async fn open_blank_tab(&self) -> Result<Tab, Failure> {
        match self {
            Self::Cdp(context) => context.open_blank_tab().await.map(Tab::Cdp),
            Self::Bidi(context) => context.open_blank_tab().await.map(Tab::Bidi),
        }
    }

    /// Closes an unresponsive tab and opens an empty one in its place.
    pub(crate) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
        match (self, tab) {
            (Self::Cdp(context), Tab::Cdp(tab)) => context.replace(tab).await.map(Tab::Cdp),
            (Self::Bidi(context), Tab::Bidi(tab)) => context.replace(tab).await.map(Tab::Bidi),
            _ => Err(closed()),
        }
    }

    /// The tabs in order of opening, including those that pages opened.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        match self {
            Self::Cdp(context) => context.tabs().into_iter().map(Tab::Cdp).collect(),
            Self::Bidi(context) => context.tabs().into_iter().map(Tab::Bidi).collect(),
        }
    }

    /// Fails when the browser does not know the configured time zone or locale.
    pub(crate) async fn check_locale_and_timezone(&self, tab: &Tab) -> Result<(), Failure> {
        match (self, tab) {
            (Self::Cdp(context), Tab::Cdp(tab)) => context.check_locale_and_timezone(tab).await,
            (Self::Bidi(context), Tab::Bidi(tab)) => context.check_locale_and_timezone(tab).await,
            _ => Err(closed()),
        }
    }

    /// An id that is unique across contexts, including those of other browsers.
    pub fn id(&self) -> &str {
        on!(self, it => it.id())
    }

    /// Returns the cookies of all sites.
    pub async fn cookies(&self) -> Result<Vec<Cookie>, Failure> {
        on!(self, it => it.cookies().await)
    }

    /// Sets cookies, replacing those with the same name, domain and path.
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<(), Failure> {
        on!(self, it => it.set_cookies(cookies).await)
    }

    /// Deletes all cookies.
    pub async fn clear_cookies(&self) -> Result<(), Failure> {
        on!(self, it => it.clear_cookies().await)
    }

    /// Deletes one cookie.
    pub async fn delete_cookie(&self, cookie: &Cookie) -> Result<(), Failure> {
        on!(self, it => it.delete_cookie(cookie).await)
    }

    /// Closes the context's tabs and deletes its data. In a borrowed context, closes only the tabs that this
    /// process opened.
    pub(crate) async fn dispose(&self) {
        on!(self, it => it.dispose().await)
    }

    /// The current configuration of the context. It is available even after the browser is gone.
    pub(crate) fn context_configuration(&self) -> ContextConfiguration {
        on!(self, it => it.context_configuration())
    }

    /// Sets the policy for dialogs that open from now on, in all tabs.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        on!(self, it => it.set_dialog_policy(policy))
    }

    /// The viewport, locale and other properties that pages see.
    pub fn appearance(&self) -> Appearance {
        on!(self, it => it.appearance())
    }

    /// Applies an appearance to all open and future tabs.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), Failure> {
        on!(self, it => it.set_appearance(appearance).await)
    }

    /// Restricts where frames may navigate; `None` lifts the restriction.
    pub(crate) async fn confine(&self, confinement: Option<Confinement>) {
        on!(self, it => it.confine(confinement).await)
    }

    /// Sets the file access that applies to `file:` pages from now on.
    pub(crate) fn guard_files(&self, files: Files) {
        on!(self, it => it.guard_files(files))
    }

    /// Enables interception of the requests of `file:` pages, before such a page is opened.
    pub async fn expect_files(&self) {
        on!(self, it => it.expect_files().await)
    }

    /// The headers that are added to requests.
    pub fn header_rules(&self) -> Vec<HeaderRule> {
        on!(self, it => it.header_rules())
    }

    /// Adds headers to the requests to a domain, replacing those that were set for it before.
    pub async fn set_headers(&self, domain: Option<&str>, headers: BTreeMap<String, String>) {
        on!(self, it => it.set_headers(domain, headers).await)
    }

    /// Removes the added headers of a domain, or all of them. Returns whether any existed.
    pub fn clear_headers(&self, domain: Option<&str>) -> bool {
        on!(self, it => it.clear_headers(domain))
    }

    /// Adds an intercept rule, replacing the rule with the same pattern.
    pub async fn intercept(&self, intercept: Intercept) {
        on!(self, it => it.intercept(intercept).await)
    }

    /// Removes the intercept rule with this pattern, or all rules, and returns the removed rules.
    pub fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        on!(self, it => it.clear_intercepts(pattern))
    }

    /// The origins that the context's pages have visited.
    pub(super) fn visited(&self) -> &VisitedOrigins {
        on!(self, it => it.visited())
    }

    /// Clears the local storage of an origin.
    pub(super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        on!(self, it => it.clear_local_storage_of(origin).await)
    }
}
