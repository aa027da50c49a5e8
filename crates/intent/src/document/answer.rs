use serde_json::{Map, Value as Json, json};

use super::IntentDocument;
use super::draft::Draft;
use super::error::{ErrorCode, ErrorDocument};
use super::fault::InvalidField;
use super::schema;
use super::suggestion::{self, Suggestion, SuggestionKind};
use crate::failure::Cause;
use crate::report::{Report, Status};

impl IntentDocument {
    /// Returns the document that answers this one: the result, or an error document.
    pub fn answer(&self, report: &Report) -> Result<Json, Box<ErrorDocument>> {
        match report.status {
            Status::Ok => Ok(self.done(report)),
            // The request succeeded; failures of side tasks are reported with the result.
            Status::Partial => {
                let mut done = self.done(report);
                let notes = report.summary.iter().chain(&report.context);
                done["notes"] = notes.cloned().collect::<Vec<String>>().into();
                Ok(done)
            }
            Status::Ask | Status::Error => Err(self.refused(report)),
        }
    }

    fn done(&self, report: &Report) -> Json {
        let result = match json!(report.result) {
            Json::Object(mut result) => {
                // The answer uses the sender's own value: `avg` is not answered with `average`.
                for (name, value) in &self.parameters {
                    if schema::of_parameter(self.intent, name, "x-echo").is_some()
                        && let Some(told) = result.get_mut(name)
                    {
                        *told = value.clone();
                    }
                }
                result
            }
            Json::Null => Map::new(),
            other => Map::from_iter([("value".to_string(), other)]),
        };
        json!({"ok": true, "intent": self.intent.as_str(), "result": result, "context": self.context})
    }

    fn refused(&self, report: &Report) -> Box<ErrorDocument> {
        let code = match (report.status, report.cause) {
            (Status::Ask, _) => ErrorCode::ContextRequired,
            (_, Some(cause)) => code_of(cause),
            (_, None) => ErrorCode::UnsupportedOperation,
        };
        let reason = report.summary.clone().unwrap_or_default();
        let message = match code {
            ErrorCode::InvalidParameters => "One or more parameters are invalid".into(),
            ErrorCode::MissingParameters => "Required parameters are missing".into(),
            _ => sentence(&reason),
        };
        let mut document = ErrorDocument::new(code, message, self.context.clone());
        let details = &mut document.error.details;
        details.confidence = Some(self.confidence);
        let field = report.field.clone().or_else(|| self.parameters.keys().next().cloned());
        match (code, field) {
            (ErrorCode::MissingParameters, Some(field)) => details.missing_fields.push(field),
            (ErrorCode::InvalidParameters, Some(field)) => {
                let value = self.parameters.get(&field).unwrap_or(&Json::Null);
                details.invalid_fields.push(InvalidField::new(field, value, sentence(&reason)));
            }
            _ => {}
        }
        document.suggestions = self.suggestions(code, report);
        document.draft = self.draft(code, report);
        Box::new(document)
    }

    /// Returns a draft of a document that could be sent instead, unless the request itself is not at fault.
    fn draft(&self, code: ErrorCode, report: &Report) -> Option<Draft> {
        let mendable = matches!(
            code,
            ErrorCode::InvalidParameters | ErrorCode::MissingParameters | ErrorCode::AmbiguousIntent
        );
        let draft = Draft::instead_of(self, report.field.as_deref(), &report.instead)?;
        let draft = match report.instead.as_slice() {
            [] => draft,
            [first] => draft.message(format!("Perhaps \"{first}\" will do:")),
            [first, rest @ ..] => {
                draft.message(format!("Perhaps \"{first}\" will do, or one of: {}", rest.join(", ")))
            }
        };
        mendable.then_some(draft)
    }

    fn suggestions(&self, code: ErrorCode, report: &Report) -> Vec<Suggestion> {
        let mut suggestions = Vec::new();
        if code == ErrorCode::AmbiguousIntent && !report.instead.is_empty() {
            let named: Vec<String> = report.instead.iter().map(|name| format!("• {name}")).collect();
            let clarify = Suggestion::new(SuggestionKind::Clarify, "Which of these is meant?");
            suggestions.push(clarify.example(named.join("\n")));
        }
        suggestions.extend(report.hints.iter().map(|hint| Suggestion::new(SuggestionKind::Rephrase, hint)));
        if suggestions.is_empty() {
            suggestions.push(suggestion::what_can_be_done(&self.known));
        }
        suggestions
    }
}

/// Maps all causes to seven codes: those that the sender can fix with another value, those that need an
/// answer, and those that cannot be fixed now.
fn code_of(cause: Cause) -> ErrorCode {
    match cause {
        Cause::MissingParameter => ErrorCode::MissingParameters,
        Cause::TargetAmbiguous => ErrorCode::AmbiguousIntent,
        Cause::InvalidParameter
        | Cause::TargetNotFound
        | Cause::AlreadyExists
        | Cause::OutsideRoots
        | Cause::ElementStale => ErrorCode::InvalidParameters,
        _ => ErrorCode::UnsupportedOperation,
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
