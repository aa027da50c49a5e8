//! Labelled values: "what is the total?" on a page with the line "Total: $ 40".

use super::super::kind::Kind;
use super::super::said::plain_words;
use super::super::thing::Scene;
use super::Answer;
use super::query::{Asked, Query};
use crate::words::is_alike;

/// Answers a question for a labelled value; `None` if no label has the words of the question, or several with
/// different values have them.
pub(super) fn answer(query: &Query<'_>, scene: &Scene) -> Option<Answer> {
    if !matches!(query.asked, Asked::Value | Asked::Price | Asked::Person | Asked::Time) {
        return None;
    }
    let wanted = [query.phrase(), query.meant()];
    let is_called = |name: &String| {
        let words = plain_words(name);
        let is_it = |wanted: &Vec<String>| {
            wanted.len() == words.len() && words.iter().zip(wanted).all(|(one, other)| is_alike(one, other))
        };
        !words.is_empty() && wanted.iter().any(is_it)
    };
    let facts = scene.things.iter().filter(|thing| thing.kind == Kind::Fact);
    let mut found = facts.filter_map(|fact| {
        let name = fact.names.iter().find(|name| is_called(name))?;
        Some((name, fact.value.as_ref()?))
    });
    let (name, value) = found.next()?;
    found
        .all(|(_, other)| other == value)
        .then(|| Answer::texts(vec![value.clone()], [format!("{name}: {value}")]))
}
