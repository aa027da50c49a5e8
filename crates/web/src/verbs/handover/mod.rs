//! Remote control of a page: a live picture, and mouse and keyboard input. Neither waits for running calls of
//! the session, so that a user can watch and intervene.

mod gesture;
mod input;
mod picture;

use std::sync::Arc;

use lemmascope_browser::driver::Tab;
use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Cause, Failure};

use super::verb::{Verb, page_table};
use super::visit::Visit;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    page_table! { sessions: picture input }
}

/// Returns the open tab of the session, without opening one.
fn open_tab(visit: &Visit<'_>) -> Result<Tab, Failure> {
    visit.sessions.tab(&visit.cx.session, None).ok_or_else(|| {
        Failure::new(Cause::Unavailable, "no page is open in this session").hint("goto <url> opens one.")
    })
}
