use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::draft::Draft;
use super::fault::{Fault, InvalidField};
use super::schema::{self, DocumentIntent};
use super::suggestion::{self, Suggestion, SuggestionKind};
use super::{IntentDocument, LEAST_CONFIDENCE};

/// The reason why a request was not executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// The intent is unclear.
    IntentParseFailed,
    /// The request matches several intents or objects.
    AmbiguousIntent,
    /// A required parameter is missing.
    MissingParameters,
    /// A parameter has an invalid value.
    InvalidParameters,
    /// The confidence of the sender is below the threshold.
    LowConfidence,
    /// The request is clear but unsupported.
    UnsupportedOperation,
    /// The request refers to a context that is unknown here.
    ContextRequired,
}

impl ErrorCode {
    /// Returns the code as documents write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IntentParseFailed => "INTENT_PARSE_FAILED",
            Self::AmbiguousIntent => "AMBIGUOUS_INTENT",
            Self::MissingParameters => "MISSING_PARAMETERS",
            Self::InvalidParameters => "INVALID_PARAMETERS",
            Self::LowConfidence => "LOW_CONFIDENCE",
            Self::UnsupportedOperation => "UNSUPPORTED_OPERATION",
            Self::ContextRequired => "CONTEXT_REQUIRED",
        }
    }

    /// Returns the exit code of a command with this error: 2 for a request that was not understood, 4 for a
    /// question, 1 for any other error.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::IntentParseFailed => 2,
            Self::AmbiguousIntent | Self::LowConfidence | Self::ContextRequired => 4,
            Self::MissingParameters | Self::InvalidParameters | Self::UnsupportedOperation => 1,
        }
    }
}

/// The document that answers a rejected request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorDocument {
    /// The error.
    pub error: Problem,
    /// Suggestions that would work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// The context of the request.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Json>,
    /// The draft of a document that would be accepted once its names are resolved.
    #[serde(skip)]
    pub draft: Option<Draft>,
}

/// An error of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Problem {
    /// Its code.
    pub code: ErrorCode,
    /// A one-sentence description.
    pub message: String,
    /// Details.
    pub details: Details,
}

/// Details of an error.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// The sentence of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_input: Option<String>,
    /// The confidence of the interpretation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The missing fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_fields: Vec<String>,
    /// The invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invalid_fields: Vec<InvalidField>,
}

impl ErrorDocument {
    /// Creates a document without details and suggestions.
    pub fn new(code: ErrorCode, message: impl Into<String>, context: Map<String, Json>) -> Self {
        let user_input = context.get("userInput").and_then(Json::as_str).map(str::to_string);
        let details = Details { user_input, ..Details::default() };
        let error = Problem { code, message: message.into(), details };
        Self { error, suggestions: Vec::new(), context, draft: None }
    }

    /// Adds the document of a draft as a suggestion.
    pub fn suggest(&mut self, draft: &Draft) {
        let is_alternative = !self.error.details.invalid_fields.is_empty() || draft.replaces_value();
        let kind = if is_alternative { SuggestionKind::Alternative } else { SuggestionKind::Example };
        self.suggestions.push(Suggestion::new(kind, draft.message.clone()).example(draft.example()));
    }
}

/// Returns the error for an intent that documents do not support.
pub(super) fn unsupported(
    name: &str,
    intents: &[DocumentIntent],
    given: &Map<String, Json>,
    context: Map<String, Json>,
) -> Box<ErrorDocument> {
    let shown: String = name.chars().take(80).collect();
    let message = format!("There is no intent \"{shown}\"");
    let mut document = ErrorDocument::new(ErrorCode::UnsupportedOperation, message, context);
    let names: Vec<&str> = intents.iter().map(|intent| intent.as_str()).collect();
    let reason = format!("Is not one of {}", names.join(", "));
    document.error.details.invalid_fields.push(InvalidField::new("intent", &name.into(), reason));
    document.draft = DocumentIntent::near(name, intents)
        .map(|intent| Draft::of(intent, given).message(format!("Did you mean {}?", intent.as_str())));
    document.suggestions.push(suggestion::what_can_be_done(intents));
    Box::new(document)
}

/// Returns the error for a confidence below the threshold.
pub(super) fn unsure(
    intent: DocumentIntent,
    confidence: f64,
    given: &Map<String, Json>,
    context: Map<String, Json>,
) -> Box<ErrorDocument> {
    let message = format!("A confidence of {confidence} is too low to act on; {LEAST_CONFIDENCE} is needed");
    let mut document = ErrorDocument::new(ErrorCode::LowConfidence, message, context);
    document.error.details.confidence = Some(confidence);
    let parameters = given.get("parameters").and_then(Json::as_object);
    let phrase = schema::phrase(intent, parameters.unwrap_or(&Map::new()));
    document.suggestions =
        vec![Suggestion::new(SuggestionKind::Clarify, "Is this what is wanted?").example(phrase)];
    let again = "Ask the person, and send the request again when it is clear:";
    document.draft = Some(Draft::of(intent, given).sure().message(again));
    Box::new(document)
}

/// Returns the error for missing or invalid fields.
pub(super) fn faulty(
    document: &IntentDocument,
    confidence: Option<f64>,
    faults: Vec<Fault>,
    given: &Map<String, Json>,
) -> Box<ErrorDocument> {
    let (mut missing, mut invalid) = (Vec::new(), Vec::new());
    for fault in faults {
        match fault {
            Fault::Missing(field) => missing.push(field),
            Fault::Invalid(field) => invalid.push(field),
        }
    }
    let (code, message) = match missing.is_empty() {
        true => (ErrorCode::InvalidParameters, "One or more parameters are invalid"),
        false => (ErrorCode::MissingParameters, "Required parameters are missing"),
    };
    let mut error = ErrorDocument::new(code, message, document.context.clone());
    error.suggestions = suggestion::for_faults(document.intent, &missing, &invalid);
    error.draft = Some(Draft::of(document.intent, given));
    error.error.details.confidence = confidence;
    error.error.details.missing_fields = missing;
    error.error.details.invalid_fields = invalid;
    Box::new(error)
}

/// Returns the error for a pronoun that refers to nothing.
pub(super) fn unbound(document: &IntentDocument, word: &str) -> Box<ErrorDocument> {
    let message = format!("\"{word}\" stands for nothing that is known here");
    let mut error = ErrorDocument::new(ErrorCode::ContextRequired, message, document.context.clone());
    error.error.details.confidence = Some(document.confidence);
    error.suggestions = vec![
        Suggestion::new(SuggestionKind::Clarify, "I need to know what is meant:")
            .example(format!("• What does \"{word}\" stand for?")),
    ];
    let field = document.parameters.iter().find(|(_, value)| value.as_str() == Some(word));
    let draft = Draft::instead_of(document, field.map(|(name, _)| name.as_str()), &[]);
    error.draft = draft.map(|draft| draft.message("Call it by its name:"));
    Box::new(error)
}
