//! The driver for WebDriver BiDi: Firefox, and browsers of a Selenium Grid or another WebDriver server.
//!
//! Reading order: the message transport (`connection`), starting a browser (`preferences`, `launch`) or
//! requesting it from a server (`new_session`), then the browser, its contexts and its tabs, and how events
//! update their state.

mod connection;
mod fault;
mod remote_value;

mod launch;
mod new_session;
mod preferences;

mod appearance;
mod browser;
mod context;
mod cookies;
mod events;
mod interception;
mod preload;
mod tab;

pub(super) use browser::Browser;
pub(super) use context::BrowserContext;
pub(super) use tab::Tab;
