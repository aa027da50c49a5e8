//! Requests that come as documents, and the documents that answer them.
//!
//! A document names an intent, its parameters, and how sure its sender is. It is checked against the schema of its intent, which a
//! domain brings and which also says what to ask when something is missing and what would be accepted in its place.
//! What cannot be executed is answered by the error document, whichever door the request came through.
//!
//! Reading order: the schemas, what is wrong with a document, the error document and its suggestions, the draft of a document
//! that would be accepted, then the answer.

mod answer;
mod context;
mod draft;
mod error;
mod fault;
mod schema;
mod suggestion;
mod wording;

use serde_json::{Map, Value as Json};

pub use draft::Draft;
pub use error::{ErrorCode, ErrorDocument};
pub use fault::InvalidField;
pub use schema::{DocumentIntent, DocumentSchema};
pub use suggestion::{Suggestion, SuggestionKind};

use crate::format::Format;
use crate::pronoun::is_pronoun;
use crate::value::{Object, Value};

/// Below this nothing is done; the person is asked.
pub const LEAST_CONFIDENCE: f64 = 0.7;

/// A request that keeps to its schema and that its sender is sure of.
#[derive(Debug, Clone, PartialEq)]
pub struct IntentDocument {
    /// What is wanted.
    pub intent: DocumentIntent,
    /// How sure the sender is.
    pub confidence: f64,
    parameters: Map<String, Json>,
    context: Map<String, Json>,
    /// The intents that a document can name.
    known: Vec<DocumentIntent>,
}

impl IntentDocument {
    /// Reads a document that names one of these intents and checks it. The error lists every fault.
    pub fn read(text: &str, intents: &[DocumentIntent]) -> Result<Self, Box<ErrorDocument>> {
        let given = match serde_json::from_str::<Json>(text) {
            Ok(Json::Object(given)) => given,
            Ok(other) => {
                let found = Value::from(other);
                let told = format!("A request is a JSON object, not {}", found.kind());
                return Err(not_read(&told, intents, &Map::new(), Map::new()));
            }
            Err(error) => {
                let told = format!("The request is not JSON: {error}");
                return Err(not_read(&told, intents, &Map::new(), Map::new()));
            }
        };
        let context = context::of(&given);
        let Some(name) = given.get("intent").and_then(Json::as_str) else {
            let told = "Unable to determine intent: the document has no \"intent\"";
            return Err(not_read(told, intents, &given, context));
        };
        let Some(intent) = DocumentIntent::named(name, intents) else {
            return Err(error::unsupported(name, intents, &given, context));
        };
        let faults = fault::of(intent, &given);
        let confidence = given.get("confidence").and_then(Json::as_f64).filter(|it| (0.0..=1.0).contains(it));
        if let Some(confidence) = confidence.filter(|confidence| *confidence < LEAST_CONFIDENCE) {
            return Err(error::unsure(intent, confidence, &given, context));
        }
        let parameters = match given.get("parameters") {
            Some(Json::Object(parameters)) => parameters.clone(),
            _ => Map::new(),
        };
        let document = Self {
            intent,
            confidence: confidence.unwrap_or_default(),
            parameters,
            context,
            known: intents.to_vec(),
        };
        if !faults.is_empty() {
            return Err(error::faulty(&document, confidence, faults, &given));
        }
        // A parameter that names something which exists names nothing by a pronoun.
        let is_name = |field: &str| schema::format(intent, field).is_some_and(|it| it.takes(Format::File));
        let named = document.parameters.iter().filter(|(field, _)| is_name(field));
        match named.filter_map(|(_, value)| value.as_str()).find(|text| is_pronoun(text)) {
            Some(word) => Err(error::unbound(&document, word)),
            None => Ok(document),
        }
    }

    /// The parameters, as an intent takes them.
    pub fn parameters(&self) -> Object {
        let given = self.parameters.iter();
        given.map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    }

    /// What the sender said of where the request comes from.
    pub fn context(&self) -> &Map<String, Json> {
        &self.context
    }
}

fn not_read(
    message: &str,
    intents: &[DocumentIntent],
    given: &Map<String, Json>,
    context: Map<String, Json>,
) -> Box<ErrorDocument> {
    let mut document = ErrorDocument::new(ErrorCode::IntentParseFailed, message, context);
    document.suggestions = vec![suggestion::what_can_be_done(intents)];
    let form = "Say what is wanted, how sure that is, and with which parameters:";
    document.draft = likeliest(given, intents).map(|intent| Draft::of(intent, given).message(form));
    Box::new(document)
}

/// The intent that the parameters of a request without one are for.
fn likeliest(given: &Map<String, Json>, intents: &[DocumentIntent]) -> Option<DocumentIntent> {
    let parameters = given.get("parameters").and_then(Json::as_object);
    let fits = |intent: DocumentIntent| {
        let named = parameters.into_iter().flatten();
        named.filter(|(name, value)| schema::accepts(intent, name, value)).count()
    };
    // Of those that fit as well, the first.
    intents.iter().copied().rev().max_by_key(|intent| fits(*intent))
}

#[cfg(test)]
mod tests;
