use lemmascope_intent::{Args, Failure, Outcome, Signature};

use super::dialog_answer::answer;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.dialog_dismiss", "Dismiss the open dialog.")
        .command("dialog dismiss")
        .known_as(&["handle dialog"])
        .lasting()
        .examples(&["dialog dismiss"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    answer(visit, false, None, "dialog dismiss").await
}
