use lemmascope_browser::driver::DialogPolicy;
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::dialog_answer::decide;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.dialog_auto_dismiss", "Dismiss every dialog.")
        .command("dialog auto dismiss")
        .lasting()
        .examples(&["dialog auto dismiss"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    decide(visit, DialogPolicy::Dismiss, "dialog auto dismiss").await
}
