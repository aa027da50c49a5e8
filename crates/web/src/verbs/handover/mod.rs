//! The page in the hands of a person elsewhere: a picture of it, and the mouse and keyboard. Neither waits for what is being done
//! in the session, so that a person can look on and step in.

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

/// The tab of the session; none is opened.
fn open_tab(visit: &Visit<'_>) -> Result<Tab, Failure> {
    visit.sessions.tab(&visit.cx.session, None).ok_or_else(|| {
        Failure::new(Cause::Unavailable, "no page is open in this session").hint("goto <url> opens one.")
    })
}
