use lemmascope_intent::{Args, Failure, Handling, Manner, Outcome, Signature};

use super::toggling::tick;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.uncheck", "Untick a checkbox.")
        .command("uncheck <target>")
        .aliases(&["untick"])
        .lasting()
        .handles(Handling { manner: Manner::Untick, thing: "target", value: None })
        .parameter(target())
        .parameter(timeout())
        .examples(&["uncheck \"Remember me\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    tick(visit, args, false).await
}
