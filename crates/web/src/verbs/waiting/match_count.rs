//! Waiting for a number of matches of a selector.

use lemmascope_intent::Failure;

use crate::verbs::visit::Visit;

/// Waits until the number of matches satisfies the condition, and returns it.
pub(super) async fn counting(
    visit: &Visit<'_>,
    selector: &str,
    wanted: impl Fn(i64) -> bool,
    otherwise: &str,
) -> Result<i64, Failure> {
    let until = visit.until();
    let session = visit.page().await?;
    loop {
        let count = i64::try_from(session.count(selector, false).await?).unwrap_or(i64::MAX);
        if wanted(count) {
            return Ok(count);
        }
        if until.is_over() {
            return Err(until.failure(otherwise));
        }
        session.wait_for_change(until).await?;
    }
}
