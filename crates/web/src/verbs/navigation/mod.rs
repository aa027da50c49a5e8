//! Navigation to pages.

mod back;
mod forward;
mod goto;
mod refresh;
mod url;

mod history;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Change, Failure, Outcome};

pub(crate) use goto::open;

use super::verb::{Verb, page_table, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page: Vec<Verb> = page_table! { sessions: goto refresh url };
    // These use the history of the user.
    let beyond = table! { sessions: back forward };
    of_page.into_iter().chain(beyond).collect()
}

/// Adds the changes on leaving the page to the outcome of the arrival.
fn left(changes: Vec<Change>, arrived: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
    let mut outcome = arrived?;
    outcome.changes.extend(changes);
    Ok(outcome)
}
