//! Parallel sessions, each with separate tabs and cookies.

mod attach;
mod browser_set;
mod profile_delete;
mod profile_list;
mod session_close;
mod session_new;
mod sessions;

mod browser_options;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        session_new session_close sessions browser_set attach profile_list profile_delete
    }
}
