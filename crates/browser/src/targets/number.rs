//! A bare number, which may be the id of an element or the text of another: the 15 of a calendar.

use lemmascope_intent::{Cause, Failure};

use super::candidates::{Answer, Pool, texts};
use super::query::Query;
use super::reading::{How, Target, Way};
use super::rules::Rules;
use crate::observation::line;
use crate::page::{Element, ElementId};

/// The target with its number read as what there is: an id, or else a text. Nothing for a target that is no bare number.
pub(super) fn reading(target: &Target, pool: &Pool<'_>) -> Answer<Option<Target>> {
    let [Way::Number(number)] = target.ways[..] else { return Answer::Known(None) };
    let is_there = pool.get(ElementId(number)).is_some();
    let is_said = says(number, pool).next().is_some();
    let unasked = |query: &Query| pool.findings.get(query).is_none();
    // What the page answers is in the pool from then on. Most of what a page says is not listed.
    let queries = [(is_there, Query::Id(number)), (is_there || is_said, Query::Says(number.to_string()))];
    if let Some((_, query)) = queries.into_iter().find(|(is_known, query)| !is_known && unasked(query)) {
        return Answer::Ask(query);
    }
    // Where there is neither, the id is what is missing.
    let way = match is_there || !is_said {
        true => Way::Id(number),
        false => Way::Text { text: number.to_string(), how: How::Exact },
    };
    Answer::Known(Some(Target { ways: vec![way], ..target.clone() }))
}

/// The question which one is meant, where the number is the id of one element and the text of another. What the verb can do nothing with is
/// not meant, unless that is so of both.
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

/// The visible elements whose whole text the number is.
fn says<'a, 'p>(number: u32, pool: &'p Pool<'a>) -> impl Iterator<Item = &'a Element> + use<'a, 'p> {
    pool.all().iter().copied().filter(move |it| it.visibility.is_visible() && is_called(it, number))
}

fn is_called(element: &Element, number: u32) -> bool {
    let number = number.to_string();
    texts(element).any(|(text, _)| text.trim() == number)
}
