//! The browser driver: starts a browser, and controls and queries its tabs.
//!
//! The rest of the domain uses the values of this module. Protocol messages stay inside `cdp` (Chromium, over
//! the Chrome DevTools Protocol) and `bidi` (Firefox and WebDriver servers, over WebDriver BiDi).

mod abilities;
mod allow;
mod arrangement;
mod claim;
mod confinement;
mod console;
mod cookie;
mod dialog;
mod download;
mod endpoint;
mod frame;
mod frame_tree;
mod http_front;
mod identity;
mod input;
mod keys;
mod leave;
mod network_error;
mod obstacle;
mod options;
mod process;
mod profile;
mod program;
mod proxy;
mod request;
mod resolution;
mod revival;
mod rules;
mod screencast;
mod socket_filter;
mod state;
mod traffic;
mod transport;
mod upstream;
mod visited;

mod bidi;
mod cdp;

mod browser;
mod context;
mod holdings;
mod standing;
mod tab;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use abilities::{GAPS, Gap};
pub(crate) use allow::AllowList;
pub use allow::is_under;
pub(crate) use arrangement::ContextConfiguration;
pub(crate) use browser::Browser;
pub use claim::move_to;
pub(crate) use confinement::Confinement;
pub use confinement::admit_page;
pub use console::{ConsoleEntry, PageError};
pub use context::BrowserContext;
pub use cookie::Cookie;
pub use dialog::{AnsweredDialog, DialogKind, DialogPolicy, OpenDialog};
pub use download::{Download, DownloadState};
pub use endpoint::Endpoint;
pub use frame::{Frame, FrameId};
pub use holdings::Holding;
pub use identity::Identity;
pub use input::{Button, Key, KeyStroke, Modifiers, Mouse};
pub(crate) use keys::needs_shift;
pub use keys::stroke;
pub use leave::Leave;
pub(crate) use network_error::failure as cannot_open;
pub(crate) use obstacle::{is_dialog_open, is_page_gone, slow};
pub use options::{Appearance, ImageFormat, Paper, Screenshot};
pub(crate) use options::{ContextOptions, Engine, Launch};
pub(crate) use program::find as find_program;
pub use proxy::Proxy;
pub use request::RequestRecord;
pub use revival::{Revival, UNRESPONSIVE, is_stuck};
pub use rules::{HeaderRule, Intercept, InterceptAction};
pub use screencast::Viewer;
pub use standing::{Shelf, Stored};
pub use state::{Lifecycle, TabState};
pub use tab::Tab;
pub(crate) use visited::origin_of;
