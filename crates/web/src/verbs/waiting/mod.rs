//! Waiting for conditions on a page.

mod wait;
mod wait_exists;
mod wait_gone;
mod wait_hidden;
mod wait_idle;
mod wait_items;
mod wait_load;
mod wait_navigation;
mod wait_ready;
mod wait_until;
mod wait_url;
mod wait_visible;

mod match_count;
mod visibility;

pub(super) use visibility::describe_target;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page: Vec<Verb> = page_table! { sessions:
        wait_load wait_idle wait_navigation wait_ready wait_visible wait_hidden wait_exists wait_gone
        wait_url wait_items wait
    };
    // It runs a script.
    let beyond = table! { sessions: wait_until };
    of_page.into_iter().chain(beyond).collect()
}
