//! The browser: starting it, its tabs, and everything that a tab can be told or asked.
//!
//! What the rest of the domain sees are values of this module. The words of the protocol stay inside `cdp`, so that a
//! driver for another protocol can stand beside it.

mod allow;
mod confinement;
mod console;
mod cookie;
mod dialog;
mod download;
mod endpoint;
mod frame;
mod input;
mod keys;
mod options;
mod proxy;
mod request;
mod resolution;
mod state;
mod upstream;

mod cdp;

pub(crate) use allow::AllowList;
pub use allow::is_under;
pub(crate) use cdp::{
    Arrangement, Browser, cannot_open, find_program, is_dialog_open, is_page_gone, origin_of, slow,
};
pub use cdp::{
    BrowserContext, HeaderRule, Holding, Identity, Intercept, InterceptAction, Leave, Revival, Shelf, Stored,
    Tab, UNRESPONSIVE, is_stuck, move_to,
};
pub(crate) use confinement::Confinement;
pub use confinement::admit_page;
pub use console::{ConsoleEntry, PageError};
pub use cookie::Cookie;
pub use dialog::{AnsweredDialog, DialogKind, DialogPolicy, OpenDialog};
pub use download::{Download, DownloadState};
pub use endpoint::Endpoint;
pub use frame::{Frame, FrameId};
pub use input::{Button, Key, KeyStroke, Modifiers, Mouse};
pub(crate) use keys::needs_shift;
pub use keys::stroke;
pub use options::{Appearance, ImageFormat, Paper, Screenshot};
pub(crate) use options::{ContextOptions, Launch};
pub use proxy::Proxy;
pub use request::RequestRecord;
pub use state::{Lifecycle, TabState};
