use lemmascope_intent::{Report, Status, Value};
use lemmascope_language::command::ParseError;

/// Returns the report of a line that could not be parsed, so that all errors have the same format.
pub fn unread(error: &ParseError) -> Report {
    let mut report = Report::new(Status::Error, &error.command);
    report.summary = Some(error.message.clone());
    report.refusal = Some(error.code.as_str());
    report.field.clone_from(&error.field);
    report.hints.extend(error.hint.clone());
    let position = i64::try_from(error.position).unwrap_or(i64::MAX);
    report.section_of("position", Vec::new(), Value::from(position))
}
