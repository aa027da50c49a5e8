//! Back and forward, which differ only in the direction.

use lemmascope_browser::session::leaving_changes;
use lemmascope_intent::{Cause, Failure, Outcome};

use super::left;
use crate::verbs::visit::Visit;

/// Goes back (negative) or forward by this number of entries.
pub(super) async fn step(visit: &Visit<'_>, delta: i32, line: &str) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let tab = session.tab()?;
    let before = session.before_leaving();
    let leave = tab.leave().await?;
    if !tab.history(delta, visit.limit()).await? {
        let end = if delta < 0 { "first" } else { "last" };
        return Err(Failure::new(Cause::NoEffect, format!("this is the {end} page of the tab's history"))
            .verdict("no_effect"));
    }
    let told = leaving_changes(&leave);
    let arrived = session.arrive(before, visit.until(), line.into()).await;
    left(told, arrived)
}
