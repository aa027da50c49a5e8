use jsonschema::{Draft, Validator};
use serde_json::{Map, Value as Json, json};

use super::fault;
use crate::{Format, nearest};

/// The maximum length of a file name, in bytes.
pub(super) const LONGEST_NAME: usize = 255;

/// The schema of the documents for one intent.
pub struct DocumentSchema {
    name: String,
    callable: String,
    json: Json,
    /// The validator; nothing if the schema itself is invalid, in which case no document is accepted.
    validator: Option<Validator>,
}

impl DocumentSchema {
    /// Parses a schema. It states the name of its intent as the only value of `intent`.
    pub fn read(text: &str) -> Self {
        let json: Json = serde_json::from_str(text).unwrap_or_default();
        let name = json.pointer("/properties/intent/const").and_then(Json::as_str).unwrap_or_default();
        Self { name: name.into(), callable: snake_case(name), validator: compile(&json), json }
    }
}

/// Converts `CreateFile` to `create_file`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// An intent that a document can name.
#[derive(Clone, Copy)]
pub struct DocumentIntent(&'static DocumentSchema);

impl DocumentIntent {
    /// Creates the intent of a schema.
    pub fn new(schema: &'static DocumentSchema) -> Self {
        Self(schema)
    }

    /// Returns the intent with this name, in the spelling of documents.
    pub(super) fn named(name: &str, all: &[Self]) -> Option<Self> {
        all.iter().copied().find(|intent| intent.as_str() == name)
    }

    /// Returns the intent that a differently spelt name most likely means.
    pub(super) fn near(name: &str, all: &[Self]) -> Option<Self> {
        let bare = |name: &str| -> String {
            name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let given = bare(name);
        let same = all.iter().copied().find(|intent| bare(intent.as_str()) == given);
        same.or_else(|| {
            let meant = nearest(name, all.iter().map(|intent| intent.as_str()))?;
            Self::named(meant, all)
        })
    }

    /// Returns the name in the spelling of documents.
    pub fn as_str(self) -> &'static str {
        &self.0.name
    }

    /// Returns the name under which the intent is registered and called.
    pub fn callable(self) -> &'static str {
        &self.0.callable
    }

    fn schema(self) -> &'static DocumentSchema {
        self.0
    }
}

impl PartialEq for DocumentIntent {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl std::fmt::Debug for DocumentIntent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Compiles a schema. It validates formats too, because an invalid timestamp would otherwise be passed on.
pub(super) fn compile(schema: &Json) -> Option<Validator> {
    jsonschema::options().with_draft(Draft::Draft7).should_validate_formats(true).build(schema).ok()
}

/// Returns the validator for documents of this intent.
pub(super) fn validator(intent: DocumentIntent) -> Option<&'static Validator> {
    intent.schema().validator.as_ref()
}

/// Returns an annotation of a parameter in the schema: a reason, a question, or sample values.
pub(super) fn of_parameter(intent: DocumentIntent, name: &str, what: &str) -> Option<&'static Json> {
    intent.schema().json.pointer("/properties/parameters/properties")?.get(name)?.get(what)
}

/// Returns the names of the parameters.
pub(super) fn parameters(intent: DocumentIntent) -> impl Iterator<Item = &'static str> {
    let listed = intent.schema().json.pointer("/properties/parameters/properties").and_then(Json::as_object);
    listed.into_iter().flat_map(Map::keys).map(String::as_str)
}

/// Returns the format of a parameter, which is the kind of object that it names.
pub(super) fn format(intent: DocumentIntent, name: &str) -> Option<Format> {
    let format = of_parameter(intent, name, "x-format")?.as_str()?;
    Format::ALL.into_iter().find(|it| it.as_str() == format)
}

/// Returns the allowed values of a parameter.
pub(super) fn options(intent: DocumentIntent, name: &str) -> Option<Vec<&'static str>> {
    let options = of_parameter(intent, name, "enum")?.as_array()?;
    Some(options.iter().filter_map(Json::as_str).collect())
}

/// Returns the parameter that an unknown name most likely means.
pub(super) fn meant(intent: DocumentIntent, name: &str) -> Option<&'static str> {
    let bare = |name: &str| -> String {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let given = bare(name);
    let is_called = |field: &&str| {
        let aliases = of_parameter(intent, field, "x-aliases").and_then(Json::as_array);
        bare(field) == given
            || aliases.into_iter().flatten().filter_map(Json::as_str).any(|alias| bare(alias) == given)
    };
    parameters(intent).find(is_called).or_else(|| nearest(name, parameters(intent)))
}

/// Whether the parameter accepts the value, independently of all other parameters.
pub(super) fn accepts(intent: DocumentIntent, name: &str, value: &Json) -> bool {
    let samples = required(intent).filter_map(|field| Some((field.to_string(), sample(intent, field)?)));
    let mut given: Map<String, Json> = samples.collect();
    given.insert(name.into(), value.clone());
    let document = json!({"intent": intent.as_str(), "confidence": 1, "parameters": given});
    document.as_object().is_some_and(|document| fault::of(intent, document).is_empty())
}

/// Returns the question for a missing parameter.
pub(super) fn question(intent: DocumentIntent, name: &str) -> Option<&'static str> {
    of_parameter(intent, name, "x-question")?.as_str()
}

/// Returns a sample value for the parameter.
pub(super) fn sample(intent: DocumentIntent, name: &str) -> Option<Json> {
    of_parameter(intent, name, "examples")?.get(0).cloned()
}

/// Returns the required parameters.
pub(super) fn required(intent: DocumentIntent) -> impl Iterator<Item = &'static str> {
    let listed = intent.schema().json.pointer("/properties/parameters/required").and_then(Json::as_array);
    listed.into_iter().flatten().filter_map(Json::as_str)
}

/// Returns a document that conforms to the schema.
#[cfg(test)]
pub(super) fn example(intent: DocumentIntent) -> String {
    intent.schema().json.pointer("/examples/0").map(ToString::to_string).unwrap_or_default()
}

/// Returns a short description of the intent.
pub(super) fn title(intent: DocumentIntent) -> &'static str {
    intent.schema().json.get("title").and_then(Json::as_str).unwrap_or_default()
}

/// Returns the request in natural language: the phrase of the schema, with the given parameters inserted.
pub(super) fn phrase(intent: DocumentIntent, parameters: &Map<String, Json>) -> String {
    let mut phrase =
        intent.schema().json.get("x-phrase").and_then(Json::as_str).unwrap_or_default().to_string();
    for name in required(intent) {
        let value = parameters.get(name).and_then(Json::as_str).unwrap_or("…");
        phrase = phrase.replace(&format!("{{{name}}}"), value);
    }
    phrase
}
