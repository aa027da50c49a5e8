use lemmascope_intent::{EventSink, Failure};

use super::bidi;
use super::cdp;
use super::context::BrowserContext;
use super::endpoint::Endpoint;
use super::feature_gaps::{self, Gap};
use super::options::{ContextOptions, Engine, Launch};

/// A handle to a browser, cheap to clone. A browser that this process started ends with its last handle.
#[derive(Clone)]
pub(crate) enum Browser {
    Cdp(cdp::Browser),
    Bidi(bidi::Browser),
}

macro_rules! on {
    ($browser:ident, $it:ident => $call:expr) => {
        match $browser {
            Self::Cdp($it) => $call,
            Self::Bidi($it) => $call,
        }
    };
}

impl Browser {
    /// Starts a browser, directly or through a WebDriver server.
    pub(crate) async fn launch(options: &Launch, events: &dyn EventSink) -> Result<Self, Failure> {
        match (&options.webdriver, options.engine) {
            (Some(server), _) => bidi::Browser::borrow(server, options).await.map(Self::Bidi),
            (None, Engine::Firefox) => bidi::Browser::launch(options).await.map(Self::Bidi),
            (None, Engine::Chromium) => cdp::Browser::launch(options, events).await.map(Self::Cdp),
        }
    }

    /// Connects to a running browser.
    pub(crate) async fn attach(endpoint: &Endpoint) -> Result<Self, Failure> {
        cdp::Browser::attach(endpoint).await.map(Self::Cdp)
    }

    /// Opens an isolated context with separate cookies, storage and tabs.
    pub(crate) async fn open_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        match self {
            Self::Cdp(browser) => browser.open_context(options).await.map(BrowserContext::Cdp),
            Self::Bidi(browser) => browser.open_context(options).await.map(BrowserContext::Bidi),
        }
    }

    /// Opens a tab in the browser's default context, with the user's cookies and storage, and works only in
    /// that tab and the tabs that it opens. The user's other tabs are not touched.
    pub(crate) async fn borrow_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        match self {
            Self::Cdp(browser) => browser.borrow_context(options).await.map(BrowserContext::Cdp),
            Self::Bidi(browser) => Err(feature_gaps::failure(Gap::Attach, browser.engine())),
        }
    }

    /// Returns the browser's name and version, such as `Chrome/148.0.1.2`.
    pub(crate) async fn version(&self) -> Result<String, Failure> {
        on!(self, it => it.version().await)
    }

    /// Whether the connection is usable: `false` after a crash or after [`close`](Self::close).
    pub(crate) fn is_alive(&self) -> bool {
        on!(self, it => it.is_alive())
    }

    /// The process id, if this process started the browser.
    #[cfg(test)]
    pub(crate) fn process_id(&self) -> Option<u32> {
        on!(self, it => it.process_id())
    }

    /// Asks the browser to exit, kills it if it does not, and removes its profile. A browser that this
    /// process did not start keeps running.
    pub(crate) async fn close(&self) {
        on!(self, it => it.close().await)
    }
}
