//! Looking at a page.

mod box_of;
mod html;
mod observe;
mod screenshot;
mod situation;
mod text;
mod things;
mod title;

use std::sync::Arc;

use super::verb::{Verb, page_table, table};
use crate::session::Sessions;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page = page_table! { sessions: observe html text things title box_of };
    // A screenshot is a file.
    let beyond: Vec<Verb> = table! { sessions: screenshot };
    beyond.into_iter().chain(of_page).collect()
}
