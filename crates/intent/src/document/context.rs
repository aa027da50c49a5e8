use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Map, Value as Json, json};

use super::schema::compile;

/// The maximum length of the user's input that an answer repeats.
const LONGEST: usize = 2_000;

static CONTEXT: LazyLock<Option<Validator>> = LazyLock::new(|| {
    let base: Json =
        serde_json::from_str(include_str!("../../../../schemas/base-intent.schema.json")).unwrap_or_default();
    compile(base.pointer("/properties/context")?)
});

/// Returns the parts of the context of a document that conform to the schema, because the answer has to
/// conform to its own.
pub(super) fn of(given: &Map<String, Json>) -> Map<String, Json> {
    let Some(Json::Object(context)) = given.get("context") else { return Map::new() };
    let fits = |name: &str, value: &Json| {
        CONTEXT.as_ref().is_some_and(|validator| validator.is_valid(&json!({name: value})))
    };
    let kept = context.iter().filter(|(name, value)| fits(name, value));
    kept.map(|(name, value)| (name.clone(), shortened(value))).collect()
}

fn shortened(value: &Json) -> Json {
    match value {
        Json::String(text) if text.len() > LONGEST => {
            text.chars().take(LONGEST).chain("…".chars()).collect::<String>().into()
        }
        value => value.clone(),
    }
}
