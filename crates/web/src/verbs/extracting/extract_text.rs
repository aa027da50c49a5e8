use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};
use serde_json::{Value as Json, json};

use super::formats::{Format, list, outcome, parameters};
use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [selector, format] = parameters();
    Signature::observe(
        "web.extract_text",
        "Show the text of the page, or of the elements that match a selector.",
    )
    .command("extract text")
    .aliases(&["extract content"])
    .known_as(&["scrape"])
    .parameter(selector)
    .parameter(format)
    .returns(Type::Any)
    .examples(&["extract text", "extract text --selector \"article\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let format = Format::given(args)?;
    let mut session = visit.page().await?;
    let of = Of::given(args)?;
    let said = read(visit, &mut session, of, "text", json!({})).await?;
    let asked = args.get("format").is_some();
    let value = match format {
        // Several texts become a list for programs, and consecutive lines for users.
        Format::Json if asked && matches!(of, Of::Css(_)) => Value::from(Json::Array(said)),
        Format::Json | Format::Text => joined(&said).into(),
        Format::Csv => list(said.into_iter().map(|text| json!({ "text": text })).collect(), Format::Csv),
    };
    Ok(outcome(value, args))
}
