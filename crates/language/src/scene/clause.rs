//! The parts of a sentence, each with its own verb.

use super::own;
use super::said::Said;
use super::stating;
use super::thing::{Name, Scene, Span};
use crate::stance::is_verb_form;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clause {
    /// The role of its verb; none for a part that begins with none.
    pub(super) verb: Option<&'static str>,
    /// The words behind the verb.
    pub(super) body: Span,
    /// All its words.
    pub(super) whole: Span,
    /// Whether it says how the part before it is done.
    pub(super) is_means: bool,
}

/// The parts of a sentence.
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

/// Where a part begins behind what joins it to the words before `words`, its verb, and whether it says how these are done.
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

/// A verb that only this page has, as it is the name of a control, or a statement about a control: part of what the clause says.
fn own_verb(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(&'static str, usize)> {
    if stating::begins(said, scene, words.clone()) {
        return Some(("state", 0));
    }
    own::begins(said, scene, words).then_some(("own", 0))
}

/// A name of fewer words is no part of a request that the page shows.
const LONG_NAME: usize = 4;

/// Whether a name is the sentence itself or a stretch of it: a page that shows what is to be done has that beside a field. Such a
/// stretch begins the sentence, or reaches from one of its parts into another.
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

/// Whether words begin that say what something is done for: "to delete it".
pub(super) fn is_purpose(said: &Said<'_>, words: Span) -> bool {
    let Some(length) = said.role("to", words.clone()) else { return false };
    let verb = words.start + length;
    let is_verb = said.words.get(verb).is_some_and(|word| is_verb_form(&word.folded));
    // "It" follows its verb, if need be behind what it is done with.
    let speaks_of_it = (verb + 1..words.end.min(verb + 3)).any(|at| said.role("it", at..words.end).is_some());
    verb < words.end && is_verb && speaks_of_it
}

/// Which words are inside a name of several words, behind its first.
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
