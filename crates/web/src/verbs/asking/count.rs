use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.count", "Check the number of visible elements that match a selector.")
        .known_as(&["get count", "count"])
        .parameter(Parameter::required("selector", Type::String, "The selector."))
        .parameter(Parameter::optional("min", Type::Number, "The minimum."))
        .parameter(Parameter::optional("max", Type::Number, "The maximum."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let count = session.count(args.text("selector")?, true).await?;
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let enough = args.optional_integer("min").is_none_or(|min| count >= min);
    let few = args.optional_integer("max").is_none_or(|max| count <= max);
    Ok(Outcome::found(enough && few))
}
