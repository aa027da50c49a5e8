use lemmascope_intent::{EventSink, Failure};

use super::abilities::{self, Gap};
use super::bidi;
use super::cdp;
use super::context::BrowserContext;
use super::endpoint::Endpoint;
use super::options::{ContextOptions, Engine, Launch};

/// A browser. Cheap to clone; one that was started here ends with the last handle.
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
    /// Starts one, or has a WebDriver server start one.
    pub(crate) async fn launch(options: &Launch, events: &dyn EventSink) -> Result<Self, Failure> {
        match (&options.webdriver, options.engine) {
            (Some(server), _) => bidi::Browser::borrow(server, options).await.map(Self::Bidi),
            (None, Engine::Firefox) => bidi::Browser::launch(options).await.map(Self::Bidi),
            (None, Engine::Chromium) => cdp::Browser::launch(options, events).await.map(Self::Cdp),
        }
    }

    /// Connects to one that is running.
    pub(crate) async fn attach(endpoint: &Endpoint) -> Result<Self, Failure> {
        cdp::Browser::attach(endpoint).await.map(Self::Cdp)
    }

    /// Opens a context: cookies, storage and tabs that no other context sees.
    pub(crate) async fn open_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        match self {
            Self::Cdp(browser) => browser.open_context(options).await.map(BrowserContext::Cdp),
            Self::Bidi(browser) => browser.open_context(options).await.map(BrowserContext::Bidi),
        }
    }

    /// Opens a tab in the context that the person uses, with the person's cookies and storage, and works in that tab and those
    /// that it opens. The person's own tabs are not touched.
    pub(crate) async fn borrow_context(&self, options: ContextOptions) -> Result<BrowserContext, Failure> {
        match self {
            Self::Cdp(browser) => browser.borrow_context(options).await.map(BrowserContext::Cdp),
            Self::Bidi(browser) => Err(abilities::failure(Gap::Attach, browser.engine())),
        }
    }

    /// Its name and version, as `Chrome/148.0.1.2`.
    pub(crate) async fn version(&self) -> Result<String, Failure> {
        on!(self, it => it.version().await)
    }

    /// Whether it can be spoken to: not after a crash, nor after closing it.
    pub(crate) fn is_alive(&self) -> bool {
        on!(self, it => it.is_alive())
    }

    /// The process, where it was started here.
    #[cfg(test)]
    pub(crate) fn process_id(&self) -> Option<u32> {
        on!(self, it => it.process_id())
    }

    /// Asks it to leave, makes it leave, and removes its profile. A browser that we did not start stays.
    pub(crate) async fn close(&self) {
        on!(self, it => it.close().await)
    }
}
