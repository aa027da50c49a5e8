//! Questions about unresolved references, in the language of the person.

use lemmascope_intent::{Cause, Failure, Language};

/// A question. No action was executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The cause.
    pub(crate) cause: Cause,
    /// The finding, on one line.
    pub(crate) finding: String,
    /// The question.
    pub(crate) question: String,
    /// The candidates, as identifiers or column names.
    pub(crate) candidates: Vec<String>,
    /// Suggestions for next steps.
    pub(crate) suggestions: Vec<String>,
    /// The field in question.
    pub(crate) field: &'static str,
}

impl From<Question> for Failure {
    fn from(question: Question) -> Self {
        let message = question.question;
        Failure::new(question.cause, message).about(question.field).instead(question.candidates).asking()
    }
}

/// Returns the text in one of two languages.
pub(super) fn either(language: Language, english: String, portuguese: String) -> String {
    match language {
        Language::English => english,
        Language::Portuguese => portuguese,
    }
}

/// Formats a list: "a, b or c".
pub(super) fn alternatives(language: Language, items: &[String]) -> String {
    let or = match language {
        Language::English => "or",
        Language::Portuguese => "ou",
    };
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {or} {last}", others.join(", ")),
    }
}
