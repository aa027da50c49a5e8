//! Splits a sentence into clauses, each with its own verb.

use super::own;
use super::said::Said;
use super::stating;
use super::thing::{Name, Scene, Span};
use crate::stance::is_verb_form;

/// A clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clause {
    /// The role of its verb; none for a clause without one.
    pub(super) verb: Option<&'static str>,
    /// The words after the verb.
    pub(super) body: Span,
    /// All its words.
    pub(super) whole: Span,
    /// Whether it states the means of the preceding clause.
    pub(super) is_means: bool,
}

/// Returns the clauses of a sentence.
pub(super) fn clauses(said: &Said<'_>, scene: &Scene) -> Vec<Clause> {
    let end = said.words.len();
    let first = said.skip(&["filler"], 0..end);
    let names = inside_names(said, scene);
    let mut clauses: Vec<Clause> = Vec::new();
    let (mut start, mut is_means) = (first, false);
    let mut verb = said.verb(first..end).or_else(|| own_verb(said, scene, first..end));
    let mut at = first + verb.map_or(1, |(_, length)| length.max(1));
    let close = |clauses: &mut Vec<Clause>,
                 start: usize,
                 end: usize,
                 verb: Option<(&'static str, usize)>,
                 is_means| {
        let body = start + verb.map_or(0, |(_, length)| length)..end;
        if start < end {
            clauses.push(Clause { verb: verb.map(|(role, _)| role), body, whole: start..end, is_means });
        }
    };
    while at < end {
        if names[at] {
            at += 1;
            continue;
        }
        let Some((begin, next, means)) = boundary(said, Some(scene), at..end) else {
            at += 1;
            continue;
        };
        close(&mut clauses, start, at, verb, is_means);
        (start, is_means, verb) = (begin, means, Some(next));
        at = begin + next.1.max(1);
    }
    close(&mut clauses, start, end, verb, is_means);
    clauses
}

/// Returns the start of a clause after a conjunction, its verb, and whether it states the means of the
/// preceding words.
fn boundary(
    said: &Said<'_>,
    scene: Option<&Scene>,
    words: Span,
) -> Option<(usize, (&'static str, usize), bool)> {
    let (at, end) = (words.start, words.end);
    let joined = said.role("join", at..end).map(|length| at + length);
    let begin = joined.or_else(|| said.is_parted(at).then_some(at));
    if let Some(begin) = begin {
        let begin = said.skip(&["filler", "to"], begin..end);
        let own = || scene.and_then(|scene| own_verb(said, scene, begin..end));
        if let Some(verb) = said.verb(begin..end).or_else(own) {
            return Some((begin, verb, false));
        }
    }
    if let Some(length) = said.role("to", at..end)
        && !is_purpose(said, at..end)
        && let Some(verb @ ("find" | "press" | "write" | "choose", _)) = said.verb(at + length..end)
    {
        return Some((at + length, verb, false));
    }
    let begin = at + said.role("by", at..end)?;
    Some((begin, said.means(begin..end)?, true))
}

/// Recognizes a verb that only this page defines, as the name of a control, or a statement about a control,
/// as part of the clause.
fn own_verb(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(&'static str, usize)> {
    if stating::begins(said, scene, words.clone()) {
        return Some(("state", 0));
    }
    own::begins(said, scene, words).then_some(("own", 0))
}

/// The minimum number of words of a name that is checked against the sentence.
const LONG_NAME: usize = 4;

/// Whether a name is the sentence itself or a part of it: a page may display the task next to a field. Such a
/// part starts at the sentence, or spans two clauses.
pub(super) fn is_stretch(name: &Name, said: &Said<'_>, all: &[String]) -> bool {
    let length = name.words.len();
    if length < LONG_NAME {
        return false;
    }
    if all.starts_with(&name.words) {
        return true;
    }
    let end = said.words.len();
    let folded = said.folded(0..end);
    (0..end.saturating_sub(length - 1)).any(|start| {
        let is_said = name.words.iter().eq(&folded[start..start + length]);
        is_said && (start + 1..start + length).any(|at| boundary(said, None, at..end).is_some())
    })
}

/// Whether a purpose clause starts here: "to delete it".
pub(super) fn is_purpose(said: &Said<'_>, words: Span) -> bool {
    let Some(length) = said.role("to", words.clone()) else { return false };
    let verb = words.start + length;
    let is_verb = said.words.get(verb).is_some_and(|word| is_verb_form(&word.folded));
    // "It" follows the verb, possibly after the instrument.
    let speaks_of_it = (verb + 1..words.end.min(verb + 3)).any(|at| said.role("it", at..words.end).is_some());
    verb < words.end && is_verb && speaks_of_it
}

/// Returns which words are inside a name of several words, after its first word.
fn inside_names(said: &Said<'_>, scene: &Scene) -> Vec<bool> {
    let folded = said.folded(0..said.words.len());
    let mut inside = vec![false; folded.len()];
    let mut at = 0;
    while at < folded.len() {
        let longest = scene.beginning(&folded[at..]).map(|name| name.words.len()).max().unwrap_or(1);
        inside[at + 1..at + longest.max(1)].fill(true);
        at += longest.max(1);
    }
    inside
}
