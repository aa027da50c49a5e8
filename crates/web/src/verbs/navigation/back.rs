use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use super::history::step;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.back", "Go back in the history.")
        .command("back")
        .aliases(&["go back", "navigate back"])
        .everyday("pages")
        .lasting()
        .returns(Type::Object)
        .examples(&["back"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    step(visit, -1, "back").await
}
