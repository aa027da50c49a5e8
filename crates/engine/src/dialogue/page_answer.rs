//! Answers to questions about what a page shows.

use lemmascope_intent::{Effect, Object, Reach, Report, Value};
use lemmascope_language::reader::{Decision, Reading};
use lemmascope_language::scene::{Answer, Answered};
use lemmascope_language::words::Tongue;

use crate::engine::Engine;

impl Engine {
    /// Whether a question is answered from the page, although it may be read otherwise: a request to look at the page itself
    /// gets the number that it asks for, a question with values of the page is about the page, and any other request is
    /// carried out.
    pub(super) fn is_asked(&self, reading: &Reading, answer: &Answer) -> bool {
        let verb = reading.intent.as_deref().and_then(|intent| self.catalog.get(intent));
        let observes = |is: &dyn Fn(Option<Reach>) -> bool| {
            verb.as_ref().is_some_and(|verb| {
                let signature = verb.signature();
                signature.effect == Effect::Observe && is(signature.reach)
            })
        };
        let is_count = matches!(answer.answered, Answered::Count(_));
        reading.decision != Decision::Act
            || (is_count && observes(&|reach| reach == Some(Reach::Page)))
            || (answer.is_specific && observes(&|_| true))
    }
}

/// Returns the report of an answer. The texts of the page are values, and never lines of their own.
pub(super) fn shown(answer: &Answer, tongue: Tongue) -> Report {
    let texts = |texts: &[String]| Value::List(texts.iter().map(|text| text.as_str().into()).collect());
    let mut result = Object::new();
    let (name, value) = match &answer.answered {
        Answered::Count(count) => ("count", Value::from(i64::try_from(*count).unwrap_or(i64::MAX))),
        Answered::Is(is) => ("answer", Value::from(yes_or_no(*is, tongue))),
        Answered::Texts(values) => match values.as_slice() {
            [value] => ("answer", value.as_str().into()),
            several => ("answer", texts(several)),
        },
    };
    result.insert(name.into(), value);
    if !answer.evidence.is_empty() {
        result.insert("from".into(), texts(&answer.evidence));
    }
    let report = Report { result: result.into(), ..Report::ok("information_query") };
    report.section_of("source", Vec::new(), "page".into())
}

fn yes_or_no(is: bool, tongue: Tongue) -> &'static str {
    match (is, tongue) {
        (true, Tongue::English) => "yes",
        (false, Tongue::English) => "no",
        (true, Tongue::Portuguese) => "sim",
        (false, Tongue::Portuguese) => "não",
    }
}
