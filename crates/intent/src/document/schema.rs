use jsonschema::{Draft, Validator};
use serde_json::{Map, Value as Json, json};

use super::fault;
use crate::{Format, nearest};

/// The most bytes that a file system lets a name have.
pub(super) const LONGEST_NAME: usize = 255;

/// The schema of the documents that name one intent.
pub struct DocumentSchema {
    name: String,
    callable: String,
    json: Json,
    /// Nothing if the schema itself is broken, in which case no document is accepted.
    validator: Option<Validator>,
}

impl DocumentSchema {
    /// Reads a schema. It states the name of its intent as the one value that `intent` may have.
    pub fn read(text: &str) -> Self {
        let json: Json = serde_json::from_str(text).unwrap_or_default();
        let name = json.pointer("/properties/intent/const").and_then(Json::as_str).unwrap_or_default();
        Self { name: name.into(), callable: snake_case(name), validator: compile(&json), json }
    }
}

/// `CreateFile` as `create_file`.
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
    /// The intent of a schema.
    pub fn new(schema: &'static DocumentSchema) -> Self {
        Self(schema)
    }

    /// The intent of this name, spelt as documents spell it.
    pub(super) fn named(name: &str, all: &[Self]) -> Option<Self> {
        all.iter().copied().find(|intent| intent.as_str() == name)
    }

    /// The intent that was most likely meant by a name which is spelt in another way.
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

    /// As documents name it.
    pub fn as_str(self) -> &'static str {
        &self.0.name
    }

    /// As it is registered, and as a command calls it.
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

/// Formats are checked too: a timestamp that is none would be passed on as one.
pub(super) fn compile(schema: &Json) -> Option<Validator> {
    jsonschema::options().with_draft(Draft::Draft7).should_validate_formats(true).build(schema).ok()
}

/// The validator of documents of this intent.
pub(super) fn validator(intent: DocumentIntent) -> Option<&'static Validator> {
    intent.schema().validator.as_ref()
}

/// What the schema says of a parameter: a reason, a question, values that would do.
pub(super) fn of_parameter(intent: DocumentIntent, name: &str, what: &str) -> Option<&'static Json> {
    intent.schema().json.pointer("/properties/parameters/properties")?.get(name)?.get(what)
}

/// The parameters that the intent has.
pub(super) fn parameters(intent: DocumentIntent) -> impl Iterator<Item = &'static str> {
    let listed = intent.schema().json.pointer("/properties/parameters/properties").and_then(Json::as_object);
    listed.into_iter().flat_map(Map::keys).map(String::as_str)
}

/// What kind of thing the parameter names.
pub(super) fn format(intent: DocumentIntent, name: &str) -> Option<Format> {
    let format = of_parameter(intent, name, "x-format")?.as_str()?;
    Format::ALL.into_iter().find(|it| it.as_str() == format)
}

/// The values that a parameter is chosen from.
pub(super) fn options(intent: DocumentIntent, name: &str) -> Option<Vec<&'static str>> {
    let options = of_parameter(intent, name, "enum")?.as_array()?;
    Some(options.iter().filter_map(Json::as_str).collect())
}

/// The parameter that is meant by a name which the intent does not have.
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

/// Whether the parameter takes the value, everything else being right.
pub(super) fn accepts(intent: DocumentIntent, name: &str, value: &Json) -> bool {
    let samples = required(intent).filter_map(|field| Some((field.to_string(), sample(intent, field)?)));
    let mut given: Map<String, Json> = samples.collect();
    given.insert(name.into(), value.clone());
    let document = json!({"intent": intent.as_str(), "confidence": 1, "parameters": given});
    document.as_object().is_some_and(|document| fault::of(intent, document).is_empty())
}

/// The question that a missing parameter leaves.
pub(super) fn question(intent: DocumentIntent, name: &str) -> Option<&'static str> {
    of_parameter(intent, name, "x-question")?.as_str()
}

/// A value that the parameter would take.
pub(super) fn sample(intent: DocumentIntent, name: &str) -> Option<Json> {
    of_parameter(intent, name, "examples")?.get(0).cloned()
}

/// The parameters that have to be given.
pub(super) fn required(intent: DocumentIntent) -> impl Iterator<Item = &'static str> {
    let listed = intent.schema().json.pointer("/properties/parameters/required").and_then(Json::as_array);
    listed.into_iter().flatten().filter_map(Json::as_str)
}

/// A document that keeps to the schema.
#[cfg(test)]
pub(super) fn example(intent: DocumentIntent) -> String {
    intent.schema().json.pointer("/examples/0").map(ToString::to_string).unwrap_or_default()
}

/// What the intent does, in a few words.
pub(super) fn title(intent: DocumentIntent) -> &'static str {
    intent.schema().json.get("title").and_then(Json::as_str).unwrap_or_default()
}

/// What is asked for, as a person would say it: the phrase of the schema with the parameters in it, as far as they are
/// there.
pub(super) fn phrase(intent: DocumentIntent, parameters: &Map<String, Json>) -> String {
    let mut phrase =
        intent.schema().json.get("x-phrase").and_then(Json::as_str).unwrap_or_default().to_string();
    for name in required(intent) {
        let value = parameters.get(name).and_then(Json::as_str).unwrap_or("…");
        phrase = phrase.replace(&format!("{{{name}}}"), value);
    }
    phrase
}
