use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};

use super::dialog_answer::answer;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.dialog_accept", "Accept the open dialog.")
        .command("dialog accept [text]")
        .aliases(&["accept dialog"])
        .known_as(&["handle dialog"])
        .lasting()
        .parameter(
            Parameter::optional("text", Type::String, "The text to enter into the prompt.").unrecorded(),
        )
        .examples(&["dialog accept", "dialog accept \"Ann\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    answer(visit, true, args.optional_text("text"), "dialog accept").await
}
