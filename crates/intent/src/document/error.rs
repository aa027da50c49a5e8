use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::draft::Draft;
use super::fault::{Fault, InvalidField};
use super::schema::{self, DocumentIntent};
use super::suggestion::{self, Suggestion, SuggestionKind};
use super::{IntentDocument, LEAST_CONFIDENCE};

/// Why a request was not executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// It cannot be told what is wanted.
    IntentParseFailed,
    /// It may be one of several things.
    AmbiguousIntent,
    /// Something that has to be given is not.
    MissingParameters,
    /// Something that is given cannot be used.
    InvalidParameters,
    /// Nobody is sure that this is meant.
    LowConfidence,
    /// It is clear what is wanted, and it cannot be done here.
    UnsupportedOperation,
    /// It speaks of something that is not known here.
    ContextRequired,
}

impl ErrorCode {
    /// As documents write it.
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

    /// The exit code of a command that ended like this: 2 was not understood, 4 is a question, 1 is an error.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::IntentParseFailed => 2,
            Self::AmbiguousIntent | Self::LowConfidence | Self::ContextRequired => 4,
            Self::MissingParameters | Self::InvalidParameters | Self::UnsupportedOperation => 1,
        }
    }
}

/// The document that answers a request which was not executed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorDocument {
    /// What is wrong.
    pub error: Problem,
    /// What would work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<Suggestion>,
    /// Where the request came from.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Json>,
    /// A document that would be accepted, once its names are settled.
    #[serde(skip)]
    pub draft: Option<Draft>,
}

/// What is wrong with a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Problem {
    /// Which of the seven it is.
    pub code: ErrorCode,
    /// The same in a sentence.
    pub message: String,
    /// What is known of it.
    pub details: Details,
}

/// What is known of a problem.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// What the person said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_input: Option<String>,
    /// How sure the reading was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What has to be given and is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_fields: Vec<String>,
    /// What is given and cannot be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invalid_fields: Vec<InvalidField>,
}

impl ErrorDocument {
    /// A document that says so much and no more.
    pub fn new(code: ErrorCode, message: impl Into<String>, context: Map<String, Json>) -> Self {
        let user_input = context.get("userInput").and_then(Json::as_str).map(str::to_string);
        let details = Details { user_input, ..Details::default() };
        let error = Problem { code, message: message.into(), details };
        Self { error, suggestions: Vec::new(), context, draft: None }
    }

    /// Suggests the document that a draft became.
    pub fn suggest(&mut self, draft: &Draft) {
        let is_alternative = !self.error.details.invalid_fields.is_empty() || draft.replaces_value();
        let kind = if is_alternative { SuggestionKind::Alternative } else { SuggestionKind::Example };
        self.suggestions.push(Suggestion::new(kind, draft.message.clone()).example(draft.example()));
    }
}

/// The intent is none that documents can name.
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

/// The sender is not sure enough.
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

/// Something is missing, or cannot be used.
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

/// It speaks of something by a word that stands for nothing here.
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
