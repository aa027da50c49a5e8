use lemmascope_intent::Failure;

use super::candidates::{Answer, Candidate, Pool};
use super::reading::{Target, Way};
use super::wording::{Fit, fit, fold};
use crate::page::{Element, Rect, RegionKind};

/// What a relation relates to: an element, or a part of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor<'a> {
    pub(super) element: Option<&'a Element>,
    /// The region itself, or the one that the element is in.
    pub(super) region: usize,
    pub(super) bounds: Rect,
}

/// Everything that the target of a relation may mean; all of it counts.
pub(super) fn anchors<'a>(target: &Target, pool: &Pool<'a>) -> Result<Answer<Vec<Anchor<'a>>>, Failure> {
    let mut found = regions(target, pool);
    let mut candidates: Vec<Candidate<'a>> = match pool.candidates(target)? {
        Answer::Known(candidates) => candidates,
        // A region has answered already; there is no need to ask the page.
        Answer::Ask(_) if !found.is_empty() => Vec::new(),
        Answer::Ask(query) => return Ok(Answer::Ask(query)),
    };
    candidates.retain(|candidate| candidate.element.visibility.is_visible());
    if let Some(best) = candidates.iter().map(|candidate| candidate.grade).min() {
        // A name is as good as a name in other letters, and better than a part of one.
        candidates.retain(|candidate| candidate.grade / 4 == best / 4);
    }
    found.extend(candidates.iter().map(|candidate| Anchor {
        element: Some(candidate.element),
        region: candidate.element.region,
        bounds: candidate.element.bounds,
    }));
    match (&target.fallback, found.is_empty()) {
        (Some(fallback), true) => anchors(fallback, pool),
        _ => Ok(Answer::Known(found)),
    }
}

/// The parts of the page that are called so, or that a pattern is.
fn regions<'a>(target: &Target, pool: &Pool<'a>) -> Vec<Anchor<'a>> {
    let snapshot = pool.snapshot;
    let anchor = |at: usize| {
        let region = snapshot.regions.get(at)?;
        region.visible.then_some(Anchor { element: None, region: at, bounds: region.bounds })
    };
    match target.ways.as_slice() {
        [Way::Pattern { name, part: None }] => {
            let patterns = snapshot.patterns.iter().filter(|pattern| pattern.name == *name);
            patterns.filter_map(|pattern| anchor(pattern.region)).collect()
        }
        [Way::Role(role)] => {
            let wanted = |kind: RegionKind| format!("{kind:?}").eq_ignore_ascii_case(role);
            let regions = snapshot.regions.iter().enumerate().filter(|(_, region)| wanted(region.kind));
            regions.filter_map(|(at, _)| anchor(at)).collect()
        }
        [Way::Text { text, .. }] => {
            let folded = fold(text);
            // What contains a part that is called so is called so as well, by its heading; the inner one is meant.
            let called = |at: usize| {
                snapshot.regions.get(at).is_some_and(|region| {
                    fit(&region.name, text, &folded).is_some_and(|fit| fit <= Fit::Folded)
                })
            };
            let named: Vec<usize> = (0..snapshot.regions.len()).filter(|at| called(*at)).collect();
            let outer: Vec<usize> = named
                .iter()
                .filter_map(|at| snapshot.regions.get(*at).and_then(|region| region.parent))
                .collect();
            named.into_iter().filter(|at| !outer.contains(at)).filter_map(anchor).collect()
        }
        _ => Vec::new(),
    }
}
