use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};
use serde_json::{Value as Json, json};

use super::formats::{Format, fields, outcome, parameters};
use crate::verbs::reading::{Of, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [selector, format] = parameters();
    Signature::observe(
        "web.extract_meta",
        "Show the metadata of the page: title, description, language, cards.",
    )
    .command("extract meta")
    .parameter(selector)
    .parameter(format)
    .returns(Type::Object)
    .examples(&["extract meta"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let format = Format::given(args)?;
    let mut session = visit.page().await?;
    // Metadata belongs to the document, so the target is ignored.
    let said = read(visit, &mut session, Of::Page, "meta", json!({})).await?;
    let meta = match said.into_iter().next() {
        Some(Json::Object(meta)) => meta,
        _ => Default::default(),
    };
    Ok(outcome(fields(meta, format), args))
}
