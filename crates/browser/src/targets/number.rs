//! Resolves a bare number, which may be the id of an element or the text of another, such as the 15 of a
//! calendar.

use lemmascope_intent::{Cause, Failure};

use super::candidates::{Answer, Pool, texts};
use super::query::Query;
use super::rules::Rules;
use super::target::{How, Target, Way};
use crate::observation::line;
use crate::page::{Element, ElementId};

/// Returns the target with its number interpreted as an id if one exists, or else as a text. Returns `None`
/// for a target that is not a bare number.
pub(super) fn reading(target: &Target, pool: &Pool<'_>) -> Answer<Option<Target>> {
    let [Way::Number(number)] = target.ways[..] else { return Answer::Known(None) };
    let is_there = pool.get(ElementId(number)).is_some();
    let is_said = says(number, pool).next().is_some();
    let unasked = |query: &Query| pool.findings.get(query).is_none();
    // The result of a query is in the pool from then on. Most texts of a page are not listed.
    let queries = [(is_there, Query::Id(number)), (is_there || is_said, Query::Says(number.to_string()))];
    if let Some((_, query)) = queries.into_iter().find(|(is_known, query)| !is_known && unasked(query)) {
        return Answer::Ask(query);
    }
    // If neither exists, the error reports a missing id.
    let way = match is_there || !is_said {
        true => Way::Id(number),
        false => Way::Text { text: number.to_string(), how: How::Exact },
    };
    Answer::Known(Some(Target { ways: vec![way], ..target.clone() }))
}

/// Returns the question which element is meant, if the number is the id of one element and the text of
/// another. An element that does not suit the verb is not considered, unless neither does.
pub(super) fn question(number: u32, pool: &Pool<'_>, rules: &Rules<'_>) -> Option<Failure> {
    let numbered = pool.get(ElementId(number))?;
    if is_called(numbered, number) {
        return None;
    }
    let others: Vec<&Element> =
        says(number, pool).filter(|other| rules.suits(other) || !rules.suits(numbered)).collect();
    let first = others.first()?;
    let show = |element: &Element| line(element, pool.snapshot);
    let message = format!("{number} is the id of {} and the text of {}", show(numbered), show(first));
    let (id, text) = (format!("@{number}"), format!("text({number})"));
    let hint = format!("Write {id} for the element with this id, or {text} for the one with this text.");
    let failure = Failure::new(Cause::TargetAmbiguous, message).hint(hint).instead([id, text]).asking();
    Some(others.iter().skip(1).fold(failure, |failure, other| failure.context(show(other))))
}

/// Returns the visible elements whose whole text is the number.
fn says<'a, 'p>(number: u32, pool: &'p Pool<'a>) -> impl Iterator<Item = &'a Element> + use<'a, 'p> {
    pool.all().iter().copied().filter(move |it| it.visibility.is_visible() && is_called(it, number))
}

fn is_called(element: &Element, number: u32) -> bool {
    let number = number.to_string();
    texts(element).any(|(text, _)| text.trim() == number)
}
