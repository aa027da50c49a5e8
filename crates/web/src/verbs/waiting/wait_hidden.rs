use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::visibility::showing;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_hidden", "Wait until an element is hidden.")
        .command("wait hidden <target>")
        .parameter(target())
        .parameter(timeout())
        .examples(&["wait hidden \"Saved\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    showing(visit, args, false).await
}
