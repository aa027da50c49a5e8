//! Requests in the form of documents, and the documents that answer them.
//!
//! A document names an intent, its parameters, and the confidence of its sender. It is validated against the
//! schema of its intent, which a domain provides. The schema also defines the question for a missing
//! parameter and the sample for an invalid one. Every interface answers a request that cannot be executed
//! with the same error document.
//!
//! Reading order: the schemas, the errors of a document, the error document and its suggestions, the draft of
//! a document that would be accepted, then the answer.

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

/// The confidence threshold. Below it, nothing is executed and the person is asked.
pub const LEAST_CONFIDENCE: f64 = 0.7;

/// A valid request with sufficient confidence.
#[derive(Debug, Clone, PartialEq)]
pub struct IntentDocument {
    /// The requested intent.
    pub intent: DocumentIntent,
    /// The confidence of the sender.
    pub confidence: f64,
    parameters: Map<String, Json>,
    context: Map<String, Json>,
    /// The intents that a document can name.
    known: Vec<DocumentIntent>,
}

impl IntentDocument {
    /// Parses and validates a document that names one of these intents. The error lists all faults.
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
        // A pronoun cannot name an existing object.
        let is_name = |field: &str| schema::format(intent, field).is_some_and(|it| it.takes(Format::File));
        let named = document.parameters.iter().filter(|(field, _)| is_name(field));
        match named.filter_map(|(_, value)| value.as_str()).find(|text| is_pronoun(text)) {
            Some(word) => Err(error::unbound(&document, word)),
            None => Ok(document),
        }
    }

    /// Returns the parameters in the form that an intent takes.
    pub fn parameters(&self) -> Object {
        let given = self.parameters.iter();
        given.map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    }

    /// Returns the context that the sender gave.
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

/// Returns the intent that the parameters of a document without an intent fit best.
fn likeliest(given: &Map<String, Json>, intents: &[DocumentIntent]) -> Option<DocumentIntent> {
    let parameters = given.get("parameters").and_then(Json::as_object);
    let fits = |intent: DocumentIntent| {
        let named = parameters.into_iter().flatten();
        named.filter(|(name, value)| schema::accepts(intent, name, value)).count()
    };
    // `rev` makes the first of equally good intents win.
    intents.iter().copied().rev().max_by_key(|intent| fits(*intent))
}

#[cfg(test)]
mod tests;
