//! Observing a page.

mod box_of;
mod contents;
mod html;
mod observe;
mod screenshot;
mod situation;
mod text;
mod things;
mod title;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page: Vec<Verb> = page_table! { sessions: contents observe html text things title box_of };
    // A screenshot writes a file.
    let beyond = table! { sessions: screenshot };
    of_page.into_iter().chain(beyond).collect()
}
