//! The browser driver: starts a browser, and controls and queries its tabs.
//!
//! The rest of the domain uses the values of this module. Protocol messages stay inside `cdp` (Chromium, over
//! the Chrome DevTools Protocol) and `bidi` (Firefox and WebDriver servers, over WebDriver BiDi).

mod allow_list;
mod confinement;
mod console;
mod context_configuration;
mod cookie;
mod dialog;
mod download;
mod download_file;
mod endpoint;
mod feature_gaps;
mod frame;
mod frame_tree;
mod http_credentials;
mod http_proxy;
mod input;
mod keys;
mod leave_guard;
mod network_error;
mod obstacle;
mod options;
mod process;
mod profile;
mod program;
mod proxy;
mod recovery;
mod request;
mod resolution;
mod rules;
mod screencast;
mod socket_filter;
mod state;
mod traffic;
mod transport;
mod upstream_proxy;
mod visited_origins;

mod bidi;
mod cdp;

mod browser;
mod context;
mod storage_contents;
mod tab;
mod web_storage;

#[cfg(test)]
mod tests;

pub(crate) use allow_list::AllowList;
pub use allow_list::is_under;
pub(crate) use browser::Browser;
pub(crate) use confinement::Confinement;
pub use confinement::admit_page;
pub use console::{ConsoleEntry, PageError};
pub use context::BrowserContext;
pub(crate) use context_configuration::ContextConfiguration;
pub use cookie::Cookie;
pub use dialog::{AnsweredDialog, DialogKind, DialogPolicy, OpenDialog};
pub use download::{Download, DownloadState};
pub use download_file::move_to;
pub use endpoint::Endpoint;
#[cfg(test)]
pub(crate) use feature_gaps::{GAPS, Gap};
pub use frame::{Frame, FrameId};
pub use http_credentials::HttpCredentials;
pub use input::{Button, Key, KeyStroke, Modifiers, Mouse};
pub(crate) use keys::needs_shift;
pub use keys::stroke;
pub use leave_guard::LeaveGuard;
pub(crate) use network_error::failure as cannot_open;
pub(crate) use obstacle::{is_dialog_open, is_page_gone, slow};
pub use options::{Appearance, ImageFormat, Paper, Screenshot};
pub(crate) use options::{ContextOptions, Engine, Launch};
pub(crate) use program::find as find_program;
pub use proxy::Proxy;
pub use recovery::{RecoveryOutcome, UNRESPONSIVE, is_stuck};
pub use request::RequestRecord;
pub use rules::{HeaderRule, Intercept, InterceptAction};
pub use screencast::Viewer;
pub use state::{Lifecycle, TabState};
pub use storage_contents::StorageContents;
pub use tab::Tab;
pub(crate) use visited_origins::origin_of;
pub use web_storage::{StorageArea, StorageItems};
