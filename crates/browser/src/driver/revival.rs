//! Pages that do not respond, and how they are made to.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

/// How long a page may keep everybody waiting before the script that it runs is ended, however little time the command has
/// that waits. Much that starts up slowly is done by then, and what it was doing is lost otherwise.
pub const UNRESPONSIVE: Duration = Duration::from_secs(10);

/// How an unresponsive page was made to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revival {
    /// The script that ran was ended, and the page goes on.
    ScriptEnded,
    /// It is not a script that takes so long, or not one that can be ended.
    Busy,
    /// Nothing was done: the document has hung before. Only a new tab in its place helps.
    GivenUp,
}

const ENDED: &str = "the script was ended, because the page did not respond";

/// A script of ours or of the user's was ended with the page's, or was itself what took so long.
pub(super) fn script_ended() -> Failure {
    Failure::new(Cause::Timeout, ENDED)
        .hint("Look at the page with `observe` first: the script may have done a part of its work.")
        .verdict("timeout")
}

/// Whether the failure says that a script was ended.
pub(super) fn is_script_ended(failure: &Failure) -> bool {
    failure.cause == Cause::Timeout && failure.message == ENDED
}

const STUCK: &str = "the page does not respond and cannot be left";

pub(super) fn stuck() -> Failure {
    Failure::new(Cause::Timeout, STUCK)
        .hint("Go to another page with `goto`, which ends the process of this one.")
        .verdict("timeout")
}

/// Whether the failure says that a page could not be left because it does not respond.
pub fn is_stuck(failure: &Failure) -> bool {
    failure.cause == Cause::Timeout && failure.message == STUCK
}
