use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::IntentDocument;
use super::fault::InvalidField;
use super::schema::{self, DocumentIntent};

/// What would work instead.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suggestion {
    /// What kind of help it is.
    #[serde(rename = "type")]
    pub kind: SuggestionKind,
    /// What to do.
    pub message: String,
    /// How that looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// The kinds of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionKind {
    /// Say it in another way.
    Rephrase,
    /// Answer a question.
    Clarify,
    /// Do it like this.
    Example,
    /// Do something else.
    Alternative,
}

impl Suggestion {
    /// Help without an example.
    pub fn new(kind: SuggestionKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), example: None }
    }

    /// With an example.
    #[must_use]
    pub fn example(mut self, example: impl Into<String>) -> Self {
        self.example = Some(example.into());
        self
    }
}

/// Everything that a document can ask for.
pub(super) fn what_can_be_done() -> Suggestion {
    let lines = DocumentIntent::ALL.map(|intent| format!("• {}: {}", intent.as_str(), schema::title(intent)));
    Suggestion::new(SuggestionKind::Example, "This can be asked for:").example(lines.join("\n"))
}

/// How a document is mended that lacks something, or has something that cannot be used.
pub(super) fn for_faults(
    document: &IntentDocument,
    missing: &[String],
    invalid: &[InvalidField],
) -> Vec<Suggestion> {
    let intent = document.intent;
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
    for field in invalid {
        let message = format!("{}: {}", field.field, lower_first(&field.reason));
        let suggestion = Suggestion::new(SuggestionKind::Rephrase, message);
        let sample = schema::sample(intent, &field.field);
        suggestions.push(match sample.as_ref().and_then(Json::as_str) {
            Some(sample) => suggestion.example(format!("\"{}\": \"{sample}\"", field.field)),
            None => suggestion,
        });
    }
    let mut mended = Map::new();
    for (name, value) in &document.parameters {
        match invalid.iter().any(|field| field.field == *name) {
            false => drop(mended.insert(name.clone(), value.clone())),
            true => drop(mend(intent, name, value).map(|value| mended.insert(name.clone(), value))),
        }
    }
    for name in schema::required(intent) {
        if !mended.contains_key(name)
            && let Some(sample) = schema::sample(intent, name)
        {
            mended.insert(name.into(), sample);
        }
    }
    let (kind, message) = match invalid.iter().any(|field| document.parameters.contains_key(&field.field)) {
        true => (SuggestionKind::Alternative, "This would be accepted:"),
        false => (SuggestionKind::Example, "Try something like:"),
    };
    suggestions.push(Suggestion::new(kind, message).example(whole(document, mended)));
    suggestions
}

/// The document with these parameters. How sure one is remains for the sender to say.
pub(super) fn whole(document: &IntentDocument, parameters: Map<String, Json>) -> String {
    let confidence = document.confidence.max(super::LEAST_CONFIDENCE);
    json!({"intent": document.intent.as_str(), "confidence": confidence, "parameters": parameters})
        .to_string()
}

/// The value that was most likely meant, or one that would do; nothing for what should not be there at all.
fn mend(intent: DocumentIntent, name: &str, value: &Json) -> Option<Json> {
    let sample = schema::sample(intent, name)?;
    let accepted = |value: &Json| {
        let mut given = Map::new();
        for required in schema::required(intent) {
            given.insert(required.into(), schema::sample(intent, required)?);
        }
        given.insert(name.into(), value.clone());
        let document = json!({"intent": intent.as_str(), "confidence": 1, "parameters": given});
        schema::validator(intent)?.is_valid(&document).then_some(())
    };
    let text = value.as_str().map(|text| {
        let bare: String = text
            .chars()
            .map(|it| if it.is_control() || "<>:\"|?*/\\".contains(it) { '-' } else { it })
            .collect();
        let limit = schema::of_parameter(intent, name, "maxLength").and_then(Json::as_u64);
        let kept = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        Json::from(bare.trim_matches(['-', ' ']).chars().take(kept).collect::<String>())
    });
    let lowered = value.as_str().map(|text| Json::from(text.trim().to_lowercase()));
    [text, lowered].into_iter().flatten().find(|value| accepted(value).is_some()).or(Some(sample))
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
