use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Map, Value as Json, json};

use super::schema::compile;

/// An answer repeats no more than this of what the person said.
const LONGEST: usize = 2_000;

static CONTEXT: LazyLock<Option<Validator>> = LazyLock::new(|| {
    let base: Json =
        serde_json::from_str(include_str!("../../../../schemas/base-intent.schema.json")).unwrap_or_default();
    compile(base.pointer("/properties/context")?)
});

/// What a document says of where it comes from, as far as that keeps to the schema: the answer has to keep to its own.
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
