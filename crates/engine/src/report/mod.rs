//! Reports: created from the trace of a run, with secrets masked, and formatted as text for people and agents
//! or as JSON for programs.

mod json;
mod masking;
mod run_report;
mod text;
mod unread;

pub use json::to_json;
pub(crate) use masking::{Masked, mask_report};
pub(crate) use run_report::{MAY_HAVE_HAPPENED, not_recorded, tell};
pub use text::to_text;
pub use unread::unread;
