//! The activity of a page, and recordings of it.

mod console;
mod console_clear;
mod errors;
mod errors_clear;
mod highlight;
mod highlight_clear;
mod intercept;
mod intercept_clear;
mod pdf;
mod record_start;
mod record_stop;
mod requests;
mod trace_start;
mod trace_stop;

mod log_lines;
mod motion_jpeg;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        requests intercept intercept_clear console console_clear errors errors_clear highlight
        highlight_clear trace_start trace_stop record_start record_stop pdf
    }
}
