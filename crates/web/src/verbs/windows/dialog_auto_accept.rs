use lemmascope_browser::driver::DialogPolicy;
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::dialog_answer::decide;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.dialog_auto_accept", "Accept every dialog.")
        .command("dialog auto accept")
        .lasting()
        .examples(&["dialog auto accept"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    decide(visit, DialogPolicy::Accept, "dialog auto accept").await
}
