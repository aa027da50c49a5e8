use lemmascope_browser::page::Element;
use lemmascope_browser::session::LookOptions;
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Failure, Object, Outcome, Parameter, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.elements", "List the elements that a selector selects, for loops over them.")
        .parameter(Parameter::required("selector", Type::Any, "The selector, or any target."))
        .parameter(Parameter::optional("max", Type::Number, "How many at most."))
        .returns(Type::Array)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let max = args.optional_integer("max").and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
    let target = match args.get("selector") {
        Some(Value::Text(selector)) => {
            Value::Object([("selector".to_string(), selector.as_str().into())].into_iter().collect())
        }
        other => other.cloned().unwrap_or_default(),
    };
    let mut session = visit.page().await?;
    // In document order, which a loop uses.
    let mut found = session.find_all(&target, &Rules::default(), &LookOptions::default()).await?;
    found.truncate(max);
    Ok(Outcome::found(Value::List(found.iter().map(item).collect())))
}

/// Converts an element to an item of a loop: a target with its name.
fn item(element: &Element) -> Value {
    let mut item = Object::new();
    item.insert("id".into(), i64::from(element.id.0).into());
    for (field, text) in [("name", &element.name), ("text", &element.text)] {
        if !text.trim().is_empty() {
            item.insert(field.into(), tame(text, 300).into());
        }
    }
    item.into()
}
