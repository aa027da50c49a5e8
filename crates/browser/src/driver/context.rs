use std::collections::BTreeMap;

use lemmascope_intent::Failure;

use super::arrangement::Arrangement;
use super::bidi;
use super::browser::Browser;
use super::cdp;
use super::confinement::Confinement;
use super::cookie::Cookie;
use super::dialog::DialogPolicy;
use super::obstacle::closed;
use super::options::Appearance;
use super::rules::{HeaderRule, Intercept};
use super::tab::Tab;
use super::visited::Visited;
use crate::files::Files;

/// Cookies, storage and tabs that no other context sees.
#[derive(Clone)]
pub enum BrowserContext {
    /// Of a browser that speaks the Chrome DevTools Protocol.
    #[doc(hidden)]
    Cdp(cdp::BrowserContext),
    /// Of a browser that speaks WebDriver BiDi.
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

    /// Opens a tab and goes to the address. The tab is there even when the address cannot be reached, so that what
    /// went wrong can be looked at.
    pub async fn new_tab(&self, url: &str) -> Result<Tab, Failure> {
        match self {
            Self::Cdp(context) => context.new_tab(url).await.map(Tab::Cdp),
            Self::Bidi(context) => context.new_tab(url).await.map(Tab::Bidi),
        }
    }

    /// Opens an empty tab.
    pub(super) async fn blank_tab(&self) -> Result<Tab, Failure> {
        match self {
            Self::Cdp(context) => context.blank_tab().await.map(Tab::Cdp),
            Self::Bidi(context) => context.blank_tab().await.map(Tab::Bidi),
        }
    }

    /// Closes a tab whose page does not respond, and opens an empty one in its place.
    pub(crate) async fn replace(&self, tab: &Tab) -> Result<Tab, Failure> {
        match (self, tab) {
            (Self::Cdp(context), Tab::Cdp(tab)) => context.replace(tab).await.map(Tab::Cdp),
            (Self::Bidi(context), Tab::Bidi(tab)) => context.replace(tab).await.map(Tab::Bidi),
            _ => Err(closed()),
        }
    }

    /// The tabs, in the order of opening. Those that pages opened are among them.
    pub(crate) fn tabs(&self) -> Vec<Tab> {
        match self {
            Self::Cdp(context) => context.tabs().into_iter().map(Tab::Cdp).collect(),
            Self::Bidi(context) => context.tabs().into_iter().map(Tab::Bidi).collect(),
        }
    }

    /// Fails when the browser does not know the time zone or the locale.
    pub(crate) async fn check_region(&self, tab: &Tab) -> Result<(), Failure> {
        match (self, tab) {
            (Self::Cdp(context), Tab::Cdp(tab)) => context.check_region(tab).await,
            (Self::Bidi(context), Tab::Bidi(tab)) => context.check_region(tab).await,
            _ => Err(closed()),
        }
    }

    /// By which the browser tells it from others, of other browsers too.
    pub fn id(&self) -> &str {
        on!(self, it => it.id())
    }

    /// The cookies of the context, of every site.
    pub async fn cookies(&self) -> Result<Vec<Cookie>, Failure> {
        on!(self, it => it.cookies().await)
    }

    /// Sets cookies; one of the same name, domain and path is replaced.
    pub async fn set_cookies(&self, cookies: &[Cookie]) -> Result<(), Failure> {
        on!(self, it => it.set_cookies(cookies).await)
    }

    /// Deletes the cookies of every site.
    pub async fn clear_cookies(&self) -> Result<(), Failure> {
        on!(self, it => it.clear_cookies().await)
    }

    /// Deletes one cookie.
    pub async fn delete_cookie(&self, cookie: &Cookie) -> Result<(), Failure> {
        on!(self, it => it.delete_cookie(cookie).await)
    }

    /// Closes its tabs and forgets everything in it. Of a person's context, only the tabs that are ours are closed.
    pub(crate) async fn dispose(&self) {
        on!(self, it => it.dispose().await)
    }

    /// What stands. It can be asked for when the browser is gone.
    pub(crate) fn arrangement(&self) -> Arrangement {
        on!(self, it => it.arrangement())
    }

    /// Says what becomes of the dialogs that open from now on, in whatever tab.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        on!(self, it => it.set_dialog_policy(policy))
    }

    /// The screen that pages see.
    pub fn appearance(&self) -> Appearance {
        on!(self, it => it.appearance())
    }

    /// Tells all tabs, those that are open and those to come.
    pub async fn set_appearance(&self, appearance: Appearance) -> Result<(), Failure> {
        on!(self, it => it.set_appearance(appearance).await)
    }

    /// From now on frames may go only where this lets them; anywhere again without it.
    pub(crate) async fn confine(&self, confinement: Option<Confinement>) {
        on!(self, it => it.confine(confinement).await)
    }

    /// From now on pages of files read what this lets them.
    pub(crate) fn guard_files(&self, files: Files) {
        on!(self, it => it.guard_files(files))
    }

    /// There is going to be a page of a file: from now on what it asks for is looked at.
    pub async fn expect_files(&self) {
        on!(self, it => it.expect_files().await)
    }

    /// The headers that are added to requests.
    pub fn header_rules(&self) -> Vec<HeaderRule> {
        on!(self, it => it.header_rules())
    }

    /// Adds headers to the requests to a domain, instead of those that were added before.
    pub async fn set_headers(&self, domain: Option<&str>, headers: BTreeMap<String, String>) {
        on!(self, it => it.set_headers(domain, headers).await)
    }

    /// Adds no more headers for the domain, or none at all. Says whether there were any.
    pub fn clear_headers(&self, domain: Option<&str>) -> bool {
        on!(self, it => it.clear_headers(domain))
    }

    /// Blocks or answers what matches the pattern, instead of what was said of it before.
    pub async fn intercept(&self, intercept: Intercept) {
        on!(self, it => it.intercept(intercept).await)
    }

    /// Lets through what matches this pattern, or everything. Returns the rules that there were.
    pub fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        on!(self, it => it.clear_intercepts(pattern))
    }

    /// The origins that its pages have been to.
    pub(super) fn visited(&self) -> &Visited {
        on!(self, it => it.visited())
    }

    /// Empties the local storage of an origin.
    pub(super) async fn clear_local_storage_of(&self, origin: &str) -> Result<(), Failure> {
        on!(self, it => it.clear_local_storage_of(origin).await)
    }
}
