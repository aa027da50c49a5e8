use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use super::history::step;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.forward", "Go forward in the history.")
        .command("forward")
        .aliases(&["go forward", "navigate forward"])
        .lasting()
        .returns(Type::Object)
        .examples(&["forward"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    step(visit, 1, "forward").await
}
