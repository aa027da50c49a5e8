use lemmascope_intent::{Cause, Failure};

use super::candidates::{Answer, Candidate, Pool};
use super::choice::settle;
use super::healing::{Healing, heal};
use super::missing;
use super::number;
use super::query::{Findings, Query};
use super::reading::{Target, Way};
use super::relation::narrow;
use super::rules::Rules;
use crate::page::{Element, Snapshot};

/// How far the resolution has come.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// This has to be asked of the page first.
    Need(Query),
    /// This is it.
    Found(Found),
}

/// What a target has been resolved to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) element: Box<Element>,
    /// What is worth telling of how it was found: that several fitted, that the target was healed.
    pub(crate) notes: Vec<String>,
}

/// The element that the target means.
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
            // What is missing here may be there by the fallback. What is wrong with the target stays wrong.
            Err(failure) if failure.cause == Cause::InvalidParameter => return Err(failure),
            Err(failure) => {
                refused.get_or_insert(failure);
                continue;
            }
        };
        match left.as_slice() {
            [] => {}
            [one] => {
                let notes = one.attribute.map(|by| found_by(target, one, by)).into_iter().collect();
                return Ok(Step::Found(Found { element: Box::new(one.element.clone()), notes }));
            }
            // Whoever says what it is near has said which one; where that does not tell, nobody guesses.
            several if rules.strict || target.is_placed() => {
                return Err(missing::ambiguous(target, several, &pool));
            }
            [first, ..] => {
                let note = several_fit(target, first, &left[1..]);
                return Ok(Step::Found(Found {
                    element: Box::new(first.element.clone()),
                    notes: vec![note],
                }));
            }
        }
    }
    // A target that is given by its place is not to be found in another one.
    for target in chain(target).filter(|target| !target.is_placed()) {
        if let Some(Healing { element, note }) = heal(target, &pool, rules) {
            return Ok(Step::Found(Found { element: Box::new(element.clone()), notes: vec![note] }));
        }
    }
    Err(refused.unwrap_or_else(|| missing::target(target, &pool)))
}

/// All elements that the target may mean, the best first, for those who count or list.
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

/// How it is told that nothing says what was asked for, and what was found by the source instead.
fn found_by(target: &Target, found: &Candidate<'_>, by: &str) -> String {
    format!("note: {target} is the {by} of {}", found.element.id)
}

/// How it is told that several fitted, and which of them was taken.
fn several_fit(target: &Target, taken: &Candidate<'_>, others: &[Candidate<'_>]) -> String {
    const TOLD: usize = 5;
    let also: Vec<String> = others.iter().take(TOLD).map(|other| other.element.id.to_string()).collect();
    let more = others.len().saturating_sub(TOLD);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let (count, taken) = (others.len() + 1, taken.element.id);
    format!("note: {count} fit {target}: took {taken}, also {}{more}", also.join(", "))
}

/// The target and its fallbacks, in order.
fn chain(target: &Target) -> impl Iterator<Item = &Target> {
    std::iter::successors(Some(target), |target| target.fallback.as_deref())
}

/// The one of that number, where the target gives one. What cannot be seen does not count.
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
