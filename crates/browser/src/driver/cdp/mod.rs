//! The driver for the Chrome DevTools Protocol.
//!
//! Reading order: the message transport (`connection`), the messages (`protocol`), starting a browser
//! (`launch`), then the browser, its contexts and its tabs, and how events update their state.

mod connection;
mod fault;
mod protocol;

mod launch;

mod appearance;
mod attach;
mod authentication;
mod browser;
mod context;
mod downloads;
mod events;
mod interception;
mod tab;

pub(super) use browser::Browser;
pub(super) use context::BrowserContext;
pub(super) use tab::Tab;
