//! Verbs for conditions.

mod ask_function;
mod count;
mod hidden;
mod pattern_exists;
mod state;
mod text_contains;
mod url_contains;
mod url_matches;
mod url_pattern;
mod visible;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    page_table! { sessions:
        pattern_exists visible hidden url_contains url_matches url_pattern text_contains count state ask_function
    }
}
