//! Questions that a reference leaves open, in the language of the person.

use lemmascope_intent::{Cause, Failure, Language};

/// A question. Nothing was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// Why it is asked.
    pub(crate) cause: Cause,
    /// What was found, on one line.
    pub(crate) finding: String,
    /// What is asked.
    pub(crate) question: String,
    /// What could be meant, as an identifier or the name of a column.
    pub(crate) candidates: Vec<String>,
    /// What could be done next.
    pub(crate) suggestions: Vec<String>,
    /// The field that it is about.
    pub(crate) field: &'static str,
}

impl From<Question> for Failure {
    fn from(question: Question) -> Self {
        let message = question.question;
        Failure::new(question.cause, message).about(question.field).instead(question.candidates).asking()
    }
}

/// The words of a question in one of two languages.
pub(super) fn either(language: Language, english: String, portuguese: String) -> String {
    match language {
        Language::English => english,
        Language::Portuguese => portuguese,
    }
}

/// "a, b or c".
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
