use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::formats::{Format, list, outcome, parameters};
use crate::verbs::reading::{Of, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let [_, format] = parameters();
    Signature::observe("web.extract_matches", "List the elements that match a selector, with texts and URLs.")
        .command("extract <target>")
        .parameter(
            Parameter::required("target", Type::Any, "The selector: css(…) or xpath(…).")
                .written(Notation::Css),
        )
        .parameter(
            Parameter::optional(
                "selector",
                Type::String,
                "Only within the elements that match this selector.",
            )
            .written(Notation::Selector),
        )
        .parameter(format)
        .returns(Type::Array)
        .examples(&["extract css(\".price\")", "extract css(\"h2 a\") --format csv"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let format = Format::given(args)?;
    let selector = selector(args)?;
    let mut session = visit.page().await?;
    let of = match &selector {
        Selector::Css(css) => Of::Css(css),
        Selector::Xpath(path) => Of::Xpath(path),
    };
    let said = read(visit, &mut session, of, "match", json!({})).await?;
    Ok(outcome(list(said, format), args))
}

enum Selector {
    Css(String),
    Xpath(String),
}

fn selector(args: &Args) -> Result<Selector, Failure> {
    let within = args.optional_text("selector");
    let target = args.get("target");
    let field = |name: &str| {
        target.and_then(Value::as_object).and_then(|target| target.get(name)).and_then(Value::as_text)
    };
    let css = field("selector").or(field("css")).or(target.and_then(Value::as_text));
    match (css, field("xpath"), within) {
        (Some(css), _, None) => Ok(Selector::Css(css.to_string())),
        // `:is` groups lists of selectors.
        (Some(css), _, Some(within)) => Ok(Selector::Css(format!(":is({within}) :is({css})"))),
        (None, Some(path), None) => Ok(Selector::Xpath(path.to_string())),
        (None, Some(_), Some(_)) => {
            Err(Failure::new(Cause::InvalidParameter, "--selector goes with css(…) alone"))
        }
        (None, None, _) => Err(Failure::new(Cause::InvalidParameter, "it takes a selector")
            .hint("Write it as css(\".price\") or xpath(\"//h2\").")),
    }
}
