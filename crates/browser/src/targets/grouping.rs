use std::collections::{BTreeMap, HashSet};

use super::anchor::Anchor;
use super::candidates::{Answer, Candidate, Pool};
use super::query::{Group, Grouping, Query};
use super::target::{How, Related, Relation, Way};
use crate::page::ElementId;

/// Returns the candidates that the page groups with the anchors, or `None` where the page cannot decide.
/// Several remaining candidates are a tie.
pub(super) fn choose(
    candidates: &[Candidate<'_>],
    anchors: &[Anchor<'_>],
    related: &Related,
    pool: &Pool<'_>,
) -> Answer<Option<HashSet<ElementId>>> {
    let text = match related.target.ways.as_slice() {
        [Way::Text { text, how: How::Contains | How::Exact }] => Some(text.clone()),
        _ => None,
    };
    let mut frames: BTreeMap<usize, Grouping> = BTreeMap::new();
    for anchor in anchors {
        let empty = || Grouping {
            frame: anchor.frame,
            relation: related.relation,
            anchors: Vec::new(),
            candidates: Vec::new(),
            text: text.clone(),
        };
        let keys = &mut frames.entry(anchor.frame).or_insert_with(empty).anchors;
        if !keys.contains(&anchor.key) {
            keys.push(anchor.key);
        }
    }
    for candidate in candidates {
        if let Some(grouping) = frames.get_mut(&candidate.element.frame) {
            grouping.candidates.push(candidate.element.key);
        }
    }
    let mut found: Vec<(usize, &Group)> = Vec::new();
    for grouping in frames.into_values().filter(|grouping| !grouping.candidates.is_empty()) {
        match pool.findings.groups(&grouping) {
            None => return Answer::Ask(Query::Together(grouping)),
            Some(groups) => found.extend(groups.iter().map(|group| (grouping.frame, group))),
        }
    }
    if found.is_empty() {
        return Answer::Known(None);
    }
    found.retain(|(_, group)| !group.keys.is_empty());
    // A text in a row with a single button is more specific than the same text in the page header.
    if related.relation != Relation::Inside
        && let Some(least) = found.iter().map(|(_, group)| group.among).min()
    {
        found.retain(|(_, group)| group.among == least);
    }
    let is_chosen = |candidate: &&Candidate<'_>| {
        let element = candidate.element;
        found.iter().any(|(frame, group)| *frame == element.frame && group.keys.contains(&element.key))
    };
    Answer::Known(Some(candidates.iter().filter(is_chosen).map(|it| it.element.id).collect()))
}
