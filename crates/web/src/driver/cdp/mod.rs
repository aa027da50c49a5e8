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
mod interception;
mod listening;
mod socket_filter;
mod standing;
mod tab;

#[cfg(test)]
mod tests;

pub(crate) use arrangement::Arrangement;
pub(crate) use arrival::move_to;
pub(crate) use authentication::Identity;
pub(crate) use browser::Browser;
pub(crate) use context::BrowserContext;
pub(crate) use fault::{is_dialog_open, is_page_gone};
pub(crate) use holdings::Holding;
pub(crate) use interception::{HeaderRule, Intercept, InterceptAction};
pub(crate) use standing::{Shelf, Stored};
pub(crate) use tab::{Leave, Revival, Tab, UNRESPONSIVE, cannot_open, is_stuck, slow};
