use serde::Serialize;

use super::fault::InvalidField;
use super::schema::{self, DocumentIntent};

/// A suggestion that would work instead.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suggestion {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: SuggestionKind,
    /// The message.
    pub message: String,
    /// An example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// The kinds of suggestions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionKind {
    /// Rephrase the request.
    Rephrase,
    /// Answer a question.
    Clarify,
    /// Follow an example.
    Example,
    /// Use an alternative.
    Alternative,
}

impl Suggestion {
    /// Creates a suggestion without an example.
    pub fn new(kind: SuggestionKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), example: None }
    }

    /// Sets the example.
    #[must_use]
    pub fn example(mut self, example: impl Into<String>) -> Self {
        self.example = Some(example.into());
        self
    }
}

/// Lists everything that a document can request.
pub(super) fn what_can_be_done(intents: &[DocumentIntent]) -> Suggestion {
    let line = |intent: &DocumentIntent| format!("• {}: {}", intent.as_str(), schema::title(*intent));
    let lines: Vec<String> = intents.iter().map(line).collect();
    Suggestion::new(SuggestionKind::Example, "This can be asked for:").example(lines.join("\n"))
}

/// Returns the questions to the sender of a document with missing or invalid fields.
pub(super) fn for_faults(
    intent: DocumentIntent,
    missing: &[String],
    invalid: &[InvalidField],
) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    if !missing.is_empty() {
        let questions: Vec<String> = missing
            .iter()
            .map(|field| match schema::question(intent, field) {
                Some(question) => format!("• {question}"),
                None => format!("• What is the {field}?"),
            })
            .collect();
        let message = format!("More has to be known to do this ({}):", schema::title(intent).to_lowercase());
        suggestions.push(Suggestion::new(SuggestionKind::Clarify, message).example(questions.join("\n")));
    }
    suggestions.extend(invalid.iter().map(|field| {
        let message = format!("{}: {}", field.field, lower_first(&field.reason));
        Suggestion::new(SuggestionKind::Rephrase, message)
    }));
    suggestions
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
