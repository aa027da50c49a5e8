//! Going to pages.

mod back;
mod forward;
mod goto;
mod refresh;
mod url;

mod history;

use std::sync::Arc;

use lemmascope_intent::{Change, Failure, Outcome};

pub(crate) use goto::open;

use super::verb::{Verb, page_table, table};
use crate::driver::Leave;
use crate::session::Sessions;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page = page_table! { sessions: goto refresh url };
    // Where the person was before.
    let beyond: Vec<Verb> = table! { sessions: back forward };
    beyond.into_iter().chain(of_page).collect()
}

/// Tells also that the page did not want to be left, since what was written on it may be lost.
fn left(leave: &Leave<'_>, arrived: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
    let outcome = arrived?;
    Ok(if leave.was_asked() {
        outcome.change(Change::Added("the page asked whether to leave it, and was left".into()))
    } else {
        outcome
    })
}
