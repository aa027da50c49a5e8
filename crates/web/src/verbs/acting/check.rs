use lemmascope_intent::{Args, Failure, Handling, Manner, Outcome, Signature};

use super::toggling::tick;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.check", "Tick a checkbox or radio button.")
        .command("check <target>")
        .aliases(&["tick"])
        .everyday("acting")
        .lasting()
        .handles(Handling { manner: Manner::Tick, thing: "target", value: None })
        .parameter(target())
        .parameter(timeout())
        .examples(&["check \"Remember me\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    tick(visit, args, true).await
}
