use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};
use serde_json::json;

use crate::verbs::parameters::optional_target;
use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.text", "Show the text of the page, of an element, or of what a selector selects.")
        .parameter(optional_target("What to show the text of."))
        .parameter(Parameter::optional("selector", Type::String, "What to show the text of."))
        .returns(Type::String)
        .examples(&["text", "text 5", "text --selector \".price\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let said = read(visit, &mut session, Of::given(args)?, "text", json!({})).await?;
    Ok(Outcome::found(joined(&said)))
}
