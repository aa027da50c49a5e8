use lemmascope_browser::text::comparable;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type};
use serde_json::{Value as Json, json};

use super::url_contains::texts;
use crate::verbs::reading::{Of, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.text_contains", "Say whether any of these texts can be read on the page.")
        .known_as(&["verify text visible"])
        .parameter(Parameter::required("texts", Type::Any, "The texts."))
        .parameter(Parameter::optional("within", Type::Any, "Only in this element."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wanted: Vec<String> = texts(args).iter().map(|text| comparable(text)).collect();
    let mut session = visit.page().await?;
    let of = args.get("within").map_or(Of::Page, Of::Target);
    let said = match read(visit, &mut session, of, "text", json!({})).await {
        Ok(said) => said,
        // A missing element has no text.
        Err(failure) if matches!(failure.cause, Cause::TargetNotFound | Cause::ElementStale) => Vec::new(),
        Err(failure) => return Err(failure),
    };
    let found = said
        .iter()
        .filter_map(Json::as_str)
        .map(comparable)
        .any(|text| wanted.iter().any(|it| text.contains(it)));
    Ok(Outcome::found(found))
}
