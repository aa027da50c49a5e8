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
mod frame;
mod input;
mod keys;
mod options;
mod request;
mod resolution;
mod state;

mod cdp;

pub(crate) use allow::{AllowList, is_under};
pub(crate) use cdp::{
    Arrangement, Browser, BrowserContext, HeaderRule, Holding, Identity, Intercept, InterceptAction, Leave,
    Revival, Shelf, Stored, Tab, UNRESPONSIVE, cannot_open, is_dialog_open, is_page_gone, is_stuck, move_to,
    slow,
};
pub(crate) use confinement::{Confinement, admit_page};
pub(crate) use console::{ConsoleEntry, PageError};
pub(crate) use cookie::Cookie;
pub(crate) use dialog::{DialogKind, DialogPolicy, OpenDialog};
pub(crate) use download::{Download, DownloadState};
pub(crate) use frame::{Frame, FrameId};
pub(crate) use input::{Button, Key, KeyStroke, Modifiers, Mouse};
pub(crate) use keys::{needs_shift, stroke};
pub(crate) use options::{Appearance, ContextOptions, ImageFormat, Launch, Paper, Screenshot};
pub(crate) use request::RequestRecord;
pub(crate) use state::TabState;
