use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::visibility::showing;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_visible", "Wait until an element is visible.")
        .command("wait visible <target>")
        .aliases(&["wait for element", "wait for selector"])
        .known_as(&["wait for"])
        .everyday("waiting")
        .parameter(target())
        .parameter(timeout())
        .examples(&["wait visible \"Saved\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    showing(visit, args, true).await
}
