//! Recovery of unresponsive pages.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

/// How long a page may be unresponsive before its running script is terminated, even if the waiting command
/// has a shorter timeout. Most slow startups finish within this time, and terminating a script loses its
/// work.
pub const UNRESPONSIVE: Duration = Duration::from_secs(10);

/// The result of an attempt to recover an unresponsive page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecoveryOutcome {
    /// The running script was terminated, and the page continues.
    ScriptEnded,
    /// The page is busy with something other than a script, or the script cannot be terminated.
    Busy,
    /// Nothing was done, because the document has hung before. Only a new tab helps.
    GivenUp,
}

const ENDED: &str = "the script was ended, because the page did not respond";

/// The failure for a script of the engine or the user that was terminated, because the page or the script
/// itself was unresponsive.
pub(super) fn script_terminated() -> Failure {
    Failure::new(Cause::Timeout, ENDED)
        .hint("Look at the page with `observe` first: the script may have done a part of its work.")
        .verdict("timeout")
}

/// Whether the failure says that a script was terminated.
pub(super) fn is_script_terminated(failure: &Failure) -> bool {
    failure.cause == Cause::Timeout && failure.message == ENDED
}

const STUCK: &str = "the page does not respond and cannot be left";

pub(super) fn stuck() -> Failure {
    Failure::new(Cause::Timeout, STUCK)
        .hint("Go to another page with `goto`, which ends the process of this one.")
        .verdict("timeout")
}

/// Whether the failure says that an unresponsive page could not be left.
pub fn is_stuck(failure: &Failure) -> bool {
    failure.cause == Cause::Timeout && failure.message == STUCK
}
