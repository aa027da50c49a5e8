//! The driver for WebDriver BiDi: Firefox, and browsers of a Selenium Grid or another WebDriver server.
//!
//! Reading order: how messages travel (`connection`), how a browser is started (`preferences`, `launch`) or had from a server
//! (`new_session`), then the browser, its contexts and its tabs, and how events become their state.

mod connection;
mod fault;
mod remote_value;

mod launch;
mod new_session;
mod preferences;

mod appearing;
mod browser;
mod context;
mod cookies;
mod interception;
mod listening;
mod preload;
mod tab;

pub(super) use browser::Browser;
pub(super) use context::BrowserContext;
pub(super) use tab::Tab;
