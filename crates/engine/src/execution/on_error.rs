use lemmascope_intent::Failure;
use lemmascope_intent::definition::{ErrorAction, Options};

/// Returns the action that a definition declares for a failure.
pub(super) fn error_action(failure: &Failure, options: &Options) -> Option<ErrorAction> {
    options.on_error.causes.get(&failure.cause).copied().or(options.on_error.default)
}
