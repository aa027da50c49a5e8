//! The driver for the Chrome DevTools Protocol.
//!
//! Reading order: how messages travel (`transport`, `connection`), what they say (`protocol`), how a browser is started
//! (`program`, `profile`, `launch`), then the browser, its contexts and its tabs, and how events become their state.

mod connection;
mod fault;
mod protocol;
mod transport;

mod launch;
mod profile;
mod program;

mod appearing;
mod arrangement;
mod arrival;
mod attach;
mod authentication;
mod browser;
mod context;
mod frame_tree;
mod holdings;
mod http_front;
mod interception;
mod listening;
mod socket_filter;
mod standing;
mod tab;

#[cfg(test)]
mod tests;

pub(crate) use arrangement::Arrangement;
pub use arrival::move_to;
pub use authentication::Identity;
pub(crate) use browser::Browser;
pub use context::BrowserContext;
pub(crate) use context::origin_of;
pub(crate) use fault::{is_dialog_open, is_page_gone};
pub use holdings::Holding;
pub use interception::{HeaderRule, Intercept, InterceptAction};
pub(crate) use program::find as find_program;
pub use standing::{Shelf, Stored};
pub use tab::{Leave, Revival, Tab, UNRESPONSIVE, is_stuck};
pub(crate) use tab::{cannot_open, slow};
