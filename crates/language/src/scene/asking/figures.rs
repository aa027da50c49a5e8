//! Numbers that the page states itself: "57 results", "Cart (3)", "Items: 5".

use super::super::said::plain_words;
use super::super::thing::Scene;
use super::Answer;
use super::query::{Asked, Query};
use crate::words::is_alike;

/// Answers "how many X" with the number that the page states for X; `None` if it states none, or different ones.
pub(super) fn answer(query: &Query<'_>, scene: &Scene) -> Option<Answer> {
    if query.asked != Asked::Count {
        return None;
    }
    let nouns = [query.phrase(), query.meant()];
    if nouns.iter().any(Vec::is_empty) {
        return None;
    }
    let shown = scene.things.iter().filter(|thing| thing.behind.is_none());
    let texts = shown.flat_map(|thing| {
        let value = thing.value.as_ref().filter(|_| thing.key.is_none());
        let labelled = thing.names.iter().zip(value.into_iter().cycle());
        let labelled = labelled.map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>();
        thing.names.iter().cloned().chain(value.cloned()).chain(labelled)
    });
    let stated: Vec<(usize, String)> = texts
        .filter_map(|text| {
            let words = plain_words(&text);
            Some((nouns.iter().find_map(|noun| stated(&words, noun))?, text))
        })
        .collect();
    let (count, text) = stated.first()?.clone();
    stated.iter().all(|(other, _)| *other == count).then(|| Answer::count(count, [text]))
}

/// Returns the number that a short text states for a noun.
fn stated(text: &[String], noun: &[String]) -> Option<usize> {
    let is_noun = |run: &[String]| {
        run.len() == noun.len() && run.iter().zip(noun).all(|(one, other)| is_alike(one, other))
    };
    let number = |word: &String| word.parse::<usize>().ok();
    let length = noun.len();
    match text {
        // "Cart 3" of "Cart (3)", and "Items: 5".
        _ if text.len() == length + 1 && is_noun(&text[..length]) => number(&text[length]),
        // "3 results", "3 results found".
        [first, rest @ ..]
            if rest.len() <= length + 2 && rest.len() >= length && is_noun(&rest[..length]) =>
        {
            number(first)
        }
        _ => None,
    }
}
