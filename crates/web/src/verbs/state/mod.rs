//! The stored data of sites in the browser: cookies, storage, headers.

mod cookies_clear;
mod cookies_delete;
mod cookies_get;
mod cookies_list;
mod cookies_set;
mod headers;
mod headers_clear;
mod headers_set;
mod keep;
mod restore;
mod state_load;
mod state_save;
mod storage_clear;
mod storage_delete;
mod storage_get;
mod storage_list;
mod storage_set;

mod cookie_jar;
mod header_rules;
mod kept_page;
mod state_file;
mod storage_restore;
mod storage_selection;

pub(super) use header_rules::read as read_headers;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        cookies_list cookies_get cookies_set cookies_delete cookies_clear storage_list storage_get
        storage_set storage_delete storage_clear headers headers_set headers_clear state_save state_load keep restore
    }
}
