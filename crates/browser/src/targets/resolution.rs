use lemmascope_intent::{Cause, Failure};

use super::candidates::{Answer, Candidate, Pool};
use super::choice::settle;
use super::healing::{Healing, heal};
use super::missing;
use super::number;
use super::query::{Findings, Query};
use super::relation::narrow;
use super::rules::Rules;
use super::target::{Target, Way};
use crate::page::{Element, Snapshot};

/// The result of a resolution step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// The page has to answer this query first.
    Need(Query),
    /// The resolved element.
    Found(Found),
}

/// A resolved element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) element: Box<Element>,
    /// Notes for the user about the resolution: several matches, or a healed target.
    pub(crate) notes: Vec<String>,
}

/// Resolves a target to an element.
pub(crate) fn resolve(
    target: &Target,
    snapshot: &Snapshot,
    findings: &Findings,
    rules: &Rules<'_>,
) -> Result<Step, Failure> {
    let pool = Pool::new(snapshot, findings);
    let mut refused = None;
    for target in chain(target) {
        let left = match candidates(target, &pool, rules) {
            Ok(Answer::Ask(query)) => return Ok(Step::Need(query)),
            Ok(Answer::Known(left)) => left,
            // A missing element may be found by the fallback. An invalid target is an error anyway.
            Err(failure) if failure.cause == Cause::InvalidParameter => return Err(failure),
            Err(failure) => {
                refused.get_or_insert(failure);
                continue;
            }
        };
        match left.as_slice() {
            [] => {}
            [one] => {
                let notes = one.attribute.map(|by| source_match_note(target, one, by)).into_iter().collect();
                return Ok(Step::Found(Found { element: Box::new(one.element.clone()), notes }));
            }
            // A target with a position is meant to be unique, so a tie is an error and not resolved by a
            // guess.
            several if rules.strict || target.is_placed() => {
                return Err(missing::ambiguous(target, several, &pool));
            }
            [first, ..] => {
                let note = ambiguity_note(target, first, &left[1..]);
                return Ok(Step::Found(Found {
                    element: Box::new(first.element.clone()),
                    notes: vec![note],
                }));
            }
        }
    }
    // A target with a position must not be healed to an element at another position.
    for target in chain(target).filter(|target| !target.is_placed()) {
        if let Some(Healing { element, note }) = heal(target, &pool, rules) {
            return Ok(Step::Found(Found { element: Box::new(element.clone()), notes: vec![note] }));
        }
    }
    Err(refused.unwrap_or_else(|| missing::target(target, &pool)))
}

/// Returns all elements that may match the target, the best first, for counting and listing.
pub(crate) fn resolve_all(
    target: &Target,
    snapshot: &Snapshot,
    findings: &Findings,
    rules: &Rules<'_>,
) -> Result<Result<Vec<Element>, Query>, Failure> {
    let pool = Pool::new(snapshot, findings);
    for target in chain(target) {
        let read = match number::reading(target, &pool) {
            Answer::Ask(query) => return Ok(Err(query)),
            Answer::Known(read) => read,
        };
        let target = read.as_ref().unwrap_or(target);
        let found = match pool.candidates(target)? {
            Answer::Ask(query) => return Ok(Err(query)),
            Answer::Known(found) => found,
        };
        let found = match narrow(found, target, &pool, rules)? {
            Answer::Ask(query) => return Ok(Err(query)),
            Answer::Known(found) => found,
        };
        let mut found: Vec<Candidate<'_>> = counted(found, target, rules)
            .into_iter()
            .filter(|candidate| rules.hidden || candidate.element.visibility.is_visible())
            .collect();
        if !found.is_empty() {
            found.sort_by_key(|candidate| candidate.grade);
            return Ok(Ok(found.into_iter().map(|candidate| candidate.element.clone()).collect()));
        }
    }
    Ok(Ok(Vec::new()))
}

/// Returns the note that no visible text matched, and that a source attribute did.
fn source_match_note(target: &Target, found: &Candidate<'_>, by: &str) -> String {
    format!("note: {target} is the {by} of {}", found.element.id)
}

/// Returns the note that several elements matched, and which one was chosen.
fn ambiguity_note(target: &Target, taken: &Candidate<'_>, others: &[Candidate<'_>]) -> String {
    const TOLD: usize = 5;
    let also: Vec<String> = others.iter().take(TOLD).map(|other| other.element.id.to_string()).collect();
    let more = others.len().saturating_sub(TOLD);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let (count, taken) = (others.len() + 1, taken.element.id);
    format!("note: {count} fit {target}: took {taken}, also {}{more}", also.join(", "))
}

/// Iterates over the target and its fallbacks in order.
fn chain(target: &Target) -> impl Iterator<Item = &Target> {
    std::iter::successors(Some(target), |target| target.fallback.as_deref())
}

/// Selects the element with the target's index, if it has one. Invisible elements are not counted.
fn counted<'a>(found: Vec<Candidate<'a>>, target: &Target, rules: &Rules<'_>) -> Vec<Candidate<'a>> {
    let Some(index) = target.index else { return found };
    let is_seen = |candidate: &Candidate<'_>| rules.hidden || candidate.element.visibility.is_visible();
    found.into_iter().filter(is_seen).nth(index.saturating_sub(1)).into_iter().collect()
}

fn candidates<'a>(
    target: &Target,
    pool: &Pool<'a>,
    rules: &Rules<'_>,
) -> Result<Answer<Vec<Candidate<'a>>>, Failure> {
    let read = match number::reading(target, pool) {
        Answer::Ask(query) => return Ok(Answer::Ask(query)),
        Answer::Known(read) => read,
    };
    if let [Way::Number(number)] = target.ways[..]
        && let Some(question) = number::question(number, pool, rules)
    {
        return Err(question);
    }
    let target = read.as_ref().unwrap_or(target);
    let found = match pool.candidates(target)? {
        Answer::Ask(query) => return Ok(Answer::Ask(query)),
        Answer::Known(found) => found,
    };
    if let ([], [Way::Id(id)]) = (found.as_slice(), target.ways.as_slice()) {
        return Err(Failure::new(Cause::ElementStale, format!("there is no [{id}] on this page any more"))
            .hint("Look at the page again with `observe`; numbers are never given twice."));
    }
    let found = match narrow(found, target, pool, rules)? {
        Answer::Ask(query) => return Ok(Answer::Ask(query)),
        Answer::Known(found) => found,
    };
    let rules = &Rules { strict: rules.strict || target.is_placed(), ..*rules };
    let left = settle(counted(found, target, rules), pool, rules);
    if !rules.hidden && left.first().is_some_and(|first| !first.element.visibility.is_visible()) {
        return Err(missing::hidden(target, &left, pool));
    }
    Ok(Answer::Known(left))
}
