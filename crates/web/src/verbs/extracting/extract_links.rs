use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};
use serde_json::{Value as Json, json};

use super::formats::{Format, list, outcome, parameters};
use crate::verbs::reading::{Of, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [selector, format] = parameters();
    Signature::observe("web.extract_links", "List the links with their texts and URLs.")
        .command("extract links")
        .known_as(&["links", "get links"])
        .everyday("looking")
        .parameter(selector)
        .parameter(format)
        .returns(Type::Array)
        .examples(&["extract links", "extract links --selector \"main\" --format csv"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let format = Format::given(args)?;
    let mut session = visit.page().await?;
    let said = read(visit, &mut session, Of::given(args)?, "links", json!({})).await?;
    let items = said.into_iter().filter_map(|said| match said {
        Json::Array(items) => Some(items),
        _ => None,
    });
    Ok(outcome(list(items.flatten().collect(), format), args))
}
