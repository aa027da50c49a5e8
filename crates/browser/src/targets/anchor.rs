use std::collections::HashSet;

use lemmascope_intent::Failure;

use super::candidates::{Answer, Candidate, Pool, texts};
use super::number;
use super::query::Query;
use super::target::{How, Target, Way};
use super::wording::{Fit, fit};
use crate::page::{Element, ElementId, Rect, RegionKind};
use crate::text::comparable;

/// The reference of a relation: an element or a region of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor<'a> {
    pub(super) element: Option<&'a Element>,
    /// The region itself, or that of the element.
    pub(super) region: usize,
    pub(super) bounds: Rect,
    pub(super) frame: usize,
    /// The scanner's key of the element or the region.
    pub(super) key: u32,
}

/// Returns all possible references for the target of a relation.
pub(super) fn anchors<'a>(target: &Target, pool: &Pool<'a>) -> Result<Answer<Vec<Anchor<'a>>>, Failure> {
    match number::reading(target, pool) {
        Answer::Known(None) => {}
        Answer::Known(Some(read)) => return anchors(&read, pool),
        Answer::Ask(query) => return Ok(Answer::Ask(query)),
    }
    let mut found = regions(target, pool);
    let candidates = match target.ways.as_slice() {
        [Way::Text { text, how: How::Contains | How::Exact }] => {
            // Most texts of a page belong to no listed element: the cells of a row, the words of a card.
            let query = Query::Says(text.clone());
            match pool.findings.get(&query) {
                None => return Ok(Answer::Ask(query)),
                Some(said) => elements_with_text(text, said, pool),
            }
        }
        _ => match pool.candidates(target)? {
            Answer::Known(candidates) => best(candidates),
            // A region was found already, so the page need not be queried.
            Answer::Ask(_) if !found.is_empty() => Vec::new(),
            Answer::Ask(query) => return Ok(Answer::Ask(query)),
        },
    };
    found.extend(candidates.into_iter().map(|element| Anchor {
        element: Some(element),
        region: element.region,
        bounds: element.bounds,
        frame: element.frame,
        key: element.key,
    }));
    match (&target.fallback, found.is_empty()) {
        (Some(fallback), true) => anchors(fallback, pool),
        _ => Ok(Answer::Known(found)),
    }
}

fn best(mut candidates: Vec<Candidate<'_>>) -> Vec<&Element> {
    candidates.retain(|candidate| candidate.element.visibility.is_visible());
    if let Some(best) = candidates.iter().map(|candidate| candidate.grade).min() {
        // A match in another case ranks like an exact match, and above a partial one.
        candidates.retain(|candidate| candidate.grade / 4 == best / 4);
    }
    candidates.into_iter().map(|candidate| candidate.element).collect()
}

/// Returns the elements with the best match for a text, among the listed ones and those that the page query
/// found.
fn elements_with_text<'a>(text: &str, said: &[Element], pool: &Pool<'a>) -> Vec<&'a Element> {
    let folded = comparable(text);
    let found: HashSet<ElementId> = said.iter().map(|element| element.id).collect();
    let fitting = pool.all().iter().filter(|element| element.visibility.is_visible()).filter_map(|element| {
        let fit = texts(element).filter_map(|(its, _)| fit(its, text, &folded)).min();
        // Words that are spread over several places of a row match no single text, but the page query finds
        // them. A visible text ranks above an accessible name that is derived from adjacent text.
        let is_said = found.contains(&element.id);
        (fit.is_some() || is_said).then_some(((fit.is_none(), fit, !is_said), *element))
    });
    let mut fitting: Vec<(_, &'a Element)> = fitting.collect();
    if let Some(best) = fitting.iter().map(|(rank, _)| *rank).min() {
        fitting.retain(|(rank, _)| *rank == best);
    }
    fitting.into_iter().map(|(_, element)| element).collect()
}

/// Returns the regions with this name, or those of patterns with this name.
fn regions<'a>(target: &Target, pool: &Pool<'a>) -> Vec<Anchor<'a>> {
    let snapshot = pool.snapshot;
    let anchor = |at: usize| {
        let region = snapshot.regions.get(at)?;
        region.visible.then_some(Anchor {
            element: None,
            region: at,
            bounds: region.bounds,
            frame: region.frame,
            key: region.key,
        })
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
            let folded = comparable(text);
            // An ancestor of a named region may have the same name from its heading; the innermost region is
            // meant.
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
