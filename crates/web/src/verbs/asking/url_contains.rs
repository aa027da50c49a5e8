use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.url_contains", "Say whether the address contains any of these.")
        .parameter(Parameter::required("texts", Type::Any, "The texts."))
        .returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let url = session.tab()?.state().url.to_lowercase();
    Ok(Outcome::found(texts(args).iter().any(|text| url.contains(&text.to_lowercase()))))
}

/// Returns one text or several.
pub(super) fn texts(args: &Args) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Null => None,
        other => Some(other.expose_text().map_or_else(|| other.to_string(), str::to_string)),
    };
    let texts = match args.get("texts") {
        Some(Value::List(items)) => items.iter().filter_map(text).collect(),
        Some(one) => text(one).into_iter().collect(),
        None => Vec::new(),
    };
    // An empty text would match everything.
    let texts: Vec<String> = texts;
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}
