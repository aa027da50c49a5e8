//! Tabs, frames and dialogs.

mod dialog_accept;
mod dialog_auto_accept;
mod dialog_auto_dismiss;
mod dialog_auto_off;
mod dialog_dismiss;
mod frame;
mod frame_main;
mod frame_parent;
mod frames;
mod tab_close;
mod tab_new;
mod tab_switch;
mod tabs;

mod dialog_answer;
mod frame_list;
mod tab_list;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page: Vec<Verb> = page_table! { sessions:
        tab_new frames frame frame_main frame_parent dialog_accept dialog_dismiss
    };
    // Other tabs, and answers to future dialogs.
    let beyond = table! { sessions:
        tabs tab_switch tab_close dialog_auto_accept dialog_auto_dismiss dialog_auto_off
    };
    of_page.into_iter().chain(beyond).collect()
}
