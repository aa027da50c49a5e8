use lemmascope_intent::{Args, Failure, Notation, Outcome, Signature};

use super::scroll_search::{Search, seek};
use super::scroll_to::reveal;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.scroll_until", "Scroll down until an element is visible.")
        .command("scroll until <target>")
        .lasting()
        .parameter(target().written(Notation::TextOrId))
        .parameter(timeout())
        .examples(&["scroll until \"Item 200\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let target = args.get("target").cloned().unwrap_or_default();
    let mut session = visit.page().await?;
    let found = seek(&mut session, &target, Search::Down, visit.until()).await?;
    let line = format!("scroll until {}", found.shown());
    reveal(&mut session, &found, line).await
}
