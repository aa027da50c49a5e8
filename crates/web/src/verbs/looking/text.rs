use lemmascope_browser::observation::text_page;
use lemmascope_browser::settings;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};
use serde_json::json;

use crate::verbs::parameters::{count, optional_target};
use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

/// The factor for the default budget, because texts are longer than lists and requested less often.
const USUAL: usize = 4;

pub(super) fn signature() -> Signature {
    Signature::observe(
        "web.text",
        "Show the text of the page, of an element, or of the elements that match a selector.",
    )
    .command("text [target]")
    .aliases(&["get text"])
    .everyday("looking")
    .parameter(optional_target("The element or selector."))
    .parameter(
        Parameter::optional("selector", Type::String, "The element or selector.").written(Notation::Selector),
    )
    .parameter(
        Parameter::optional("budget", Type::Number, "The most tokens that the text may have.")
            .written(Notation::POSITIVE),
    )
    .parameter(
        Parameter::optional("page", Type::Number, "Which page of a text that is too long for its budget.")
            .written(Notation::POSITIVE),
    )
    .returns(Type::String)
    .examples(&["text", "text 5", "text --selector \".price\"", "text --budget 1000 --page 2"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let asked = count(args, "budget")?;
    let page = count(args, "page")?;
    let mut session = visit.page().await?;
    let of = Of::given(args)?;
    let said = joined(&read(visit, &mut session, of, "text", json!({})).await?);
    // A specific target is printed completely, unless a budget is given.
    let budget = match (asked, page, of) {
        (None, None, Of::Css(_) | Of::Xpath(_) | Of::Target(_)) => return Ok(Outcome::found(said)),
        (asked, ..) => asked.unwrap_or_else(|| USUAL * settings::count(visit.cx, "web.observe_budget")),
    };
    let number = page.unwrap_or(1);
    match text_page(&said, budget, number) {
        Some(text) => Ok(Outcome::found(text)),
        None => Err(Failure::new(Cause::InvalidParameter, format!("the text has no page {number}"))
            .hint("Begin with `text`; it says whether there is more.")),
    }
}
