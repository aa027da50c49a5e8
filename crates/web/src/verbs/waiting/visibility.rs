//! Waiting until an element is visible or hidden.

use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Value};

use crate::verbs::visit::Visit;

/// Waits until the target is visible, or until no match of it is.
pub(super) async fn showing(visit: &Visit<'_>, args: &Args, wanted: bool) -> Result<Outcome, Failure> {
    let target = args.get("target").cloned().unwrap_or_default();
    let word = if wanted { "visible" } else { "hidden" };
    let until = visit.until();
    let mut session = visit.page().await?;
    loop {
        // A target that was removed is not visible.
        let shows = match session.find(&target, &Rules::default()).await {
            Ok(found) => !found.is_healed(),
            Err(failure) if is_missing(&failure) => false,
            Err(failure) => return Err(failure),
        };
        if shows == wanted {
            return Ok(Outcome::found(true).line(format!("wait {word} {}", describe_target(&target))));
        }
        if until.is_over() {
            let what = if wanted { "did not show" } else { "did not go" };
            return Err(until.failure(&format!("{} {what}", describe_target(&target))));
        }
        session.wait_for_change(until).await?;
    }
}

pub(super) fn is_missing(failure: &Failure) -> bool {
    matches!(failure.cause, Cause::TargetNotFound | Cause::ElementNotVisible | Cause::ElementStale)
}

/// Formats a target similar to the user's notation.
pub(in crate::verbs) fn describe_target(target: &Value) -> String {
    match lemmascope_browser::targets::Target::read(target) {
        Ok(target) => target.to_string(),
        Err(_) => quote(&target.to_string(), 80),
    }
}
