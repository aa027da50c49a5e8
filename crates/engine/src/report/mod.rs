//! Reports: created from the trace of a run, with secrets masked, and formatted as text for people and agents
//! or as JSON for programs.

mod json;
mod masking;
mod of_run;
mod text;
mod unread;

pub use json::to_json;
pub(crate) use masking::{Masked, mask_report};
pub(crate) use of_run::{MAY_HAVE_HAPPENED, not_recorded, tell};
pub use text::to_text;
pub use unread::unread;
