use lemmascope_intent::Failure;

use super::anchor::{Anchor, anchors};
use super::candidates::{Answer, Candidate, Pool};
use super::rules::Rules;
use super::target::{Related, Relation, Target, Way};
use super::{grouping, missing, number};
use crate::page::{Element, Rect, RegionKind};

/// Filters the candidates by all relations. Boolean relations are evaluated before those that select the best
/// match: `near`, `after` and `before`. The page decides the grouping; where it cannot, as across frames,
/// regions and distances decide.
pub(super) fn narrow<'a>(
    mut candidates: Vec<Candidate<'a>>,
    target: &Target,
    pool: &Pool<'a>,
    rules: &Rules<'_>,
) -> Result<Answer<Vec<Candidate<'a>>>, Failure> {
    let mut ordered: Vec<&Related> = target.relations.iter().collect();
    ordered.sort_by_key(|related| {
        matches!(related.relation, Relation::Near | Relation::After | Relation::Before)
    });
    let mut scope: Vec<Anchor<'a>> = Vec::new();
    for related in ordered {
        if let [Way::Number(number)] = related.target.ways[..]
            && let Some(question) = number::question(number, pool, &Rules::default())
        {
            return Err(question);
        }
        let mut around = match anchors(&related.target, pool)? {
            Answer::Known(anchors) => anchors,
            Answer::Ask(query) => return Ok(Answer::Ask(query)),
        };
        around = match chained(around, &related.target, pool, rules)? {
            Answer::Known(anchors) => anchors,
            Answer::Ask(query) => return Ok(Answer::Ask(query)),
        };
        if around.is_empty() {
            return Err(missing::anchor(&related.target, pool));
        }
        // In `"Add" near "Blue shirt" inside "Results"`, the reference "Blue shirt" has to be inside the
        // results too.
        let inner: Vec<Anchor<'a>> = around
            .iter()
            .copied()
            .filter(|anchor| {
                scope.is_empty() || scope.iter().any(|outer| anchor_is_inside(anchor, outer, pool))
            })
            .collect();
        if !inner.is_empty() {
            around = inner;
        }
        if related.relation == Relation::Contains {
            // An element with a text contains it, even if no descendant with that text is listed.
            let is_text = matches!(related.target.ways.as_slice(), [Way::Text { .. } | Way::TextContains(_)]);
            let says = |it: &Candidate<'_>, anchor: &Anchor<'_>| {
                is_text && anchor.element.is_some_and(|element| element.id == it.element.id)
            };
            candidates
                .retain(|it| around.iter().any(|anchor| says(it, anchor) || holds(it.element, anchor, pool)));
            continue;
        }
        keep_best_matches(&mut candidates, rules);
        match grouping::choose(&candidates, &around, related, pool) {
            Answer::Ask(query) => return Ok(Answer::Ask(query)),
            Answer::Known(Some(chosen)) => candidates.retain(|it| chosen.contains(&it.element.id)),
            Answer::Known(None) => match related.relation {
                Relation::Near => rank(&mut candidates, &around, |it, anchor| nearness(it, anchor, pool)),
                Relation::After => {
                    rank(&mut candidates, &around, |it, anchor| distance_after(it, anchor, pool))
                }
                Relation::Before => {
                    rank(&mut candidates, &around, |it, anchor| distance_before(it, anchor, pool))
                }
                Relation::Inside | Relation::Contains => {
                    candidates.retain(|it| around.iter().any(|anchor| is_inside(it.element, anchor, pool)));
                }
            },
        }
        if related.relation == Relation::Inside {
            scope = around;
        }
    }
    Ok(Answer::Known(candidates))
}

/// Keeps the best matches only, since for `near` a better match takes precedence over a nearer one.
fn keep_best_matches(candidates: &mut Vec<Candidate<'_>>, rules: &Rules<'_>) {
    let fits = |it: &Candidate<'_>| {
        let seen = rules.hidden || it.element.visibility.is_visible();
        it.grade / 4 + 2 * u32::from(!seen) + 2 * u32::from(!rules.suits(it.element))
    };
    if let Some(best) = candidates.iter().map(fits).min() {
        candidates.retain(|it| fits(it) == best);
    }
}

/// Filters the reference elements by their own relations.
fn chained<'a>(
    anchors: Vec<Anchor<'a>>,
    target: &Target,
    pool: &Pool<'a>,
    rules: &Rules<'_>,
) -> Result<Answer<Vec<Anchor<'a>>>, Failure> {
    if target.relations.is_empty() {
        return Ok(Answer::Known(anchors));
    }
    let elements = anchors.iter().filter_map(|anchor| anchor.element);
    let candidates = elements.map(|element| Candidate::new(element, 0)).collect();
    // The reference element need not suit the verb.
    let rules = Rules { suits: None, ..*rules };
    Ok(match narrow(candidates, target, pool, &rules)? {
        Answer::Ask(query) => Answer::Ask(query),
        Answer::Known(left) => Answer::Known(
            anchors
                .into_iter()
                .filter(|anchor| {
                    let id = anchor.element.map(|element| element.id);
                    left.iter().any(|candidate| Some(candidate.element.id) == id)
                })
                .collect(),
        ),
    })
}

/// Keeps the candidates with the lowest cost, if any has a cost at all.
fn rank<'a>(
    candidates: &mut Vec<Candidate<'a>>,
    anchors: &[Anchor<'a>],
    cost: impl Fn(&Element, &Anchor<'a>) -> Option<f64>,
) {
    let costs: Vec<Option<f64>> = candidates
        .iter()
        .map(|it| {
            let costs =
                anchors.iter().filter(|anchor| anchor.element.is_none_or(|el| el.id != it.element.id));
            costs.filter_map(|anchor| cost(it.element, anchor)).min_by(f64::total_cmp)
        })
        .collect();
    let Some(least) = costs.iter().flatten().copied().min_by(f64::total_cmp) else {
        candidates.clear();
        return;
    };
    let mut costs = costs.into_iter();
    candidates.retain(|_| costs.next().flatten().is_some_and(|cost| cost <= least + 0.5));
}

fn is_inside(element: &Element, anchor: &Anchor<'_>, pool: &Pool<'_>) -> bool {
    match anchor.element {
        None => in_region(element.region, anchor.region, pool),
        Some(outer) if outer.id == element.id => false,
        Some(outer) => {
            let outer_at = pool.index(outer);
            (outer_at.is_some() && pool.ancestors(element).any(|at| Some(at) == outer_at))
                || (outer.frame == element.frame && !outer.bounds.is_empty() && outer.bounds.holds(&element.bounds))
                // `inside "Blue shirt"` means the card with this heading.
                || (anchor.region != 0
                    && is_region_label(outer)
                    && is_small(anchor.region, pool)
                    && in_region(element.region, anchor.region, pool))
        }
    }
}

fn is_region_label(element: &Element) -> bool {
    matches!(element.kind, "heading" | "text" | "link" | "image")
}

fn anchor_is_inside(anchor: &Anchor<'_>, outer: &Anchor<'_>, pool: &Pool<'_>) -> bool {
    match anchor.element {
        Some(element) => is_inside(element, outer, pool),
        None => in_region(anchor.region, outer.region, pool),
    }
}

fn in_region(mut region: usize, outer: usize, pool: &Pool<'_>) -> bool {
    loop {
        if region == outer {
            return true;
        }
        match pool.snapshot.regions.get(region).and_then(|here| here.parent) {
            Some(parent) if parent < region => region = parent,
            _ => return false,
        }
    }
}

fn holds(element: &Element, anchor: &Anchor<'_>, pool: &Pool<'_>) -> bool {
    match anchor.element {
        Some(inner) if inner.id == element.id => false,
        Some(inner) => {
            let at = pool.index(element);
            (at.is_some() && pool.ancestors(inner).any(|around| Some(around) == at))
                || (inner.frame == element.frame
                    && !inner.bounds.is_empty()
                    && element.bounds.area() > inner.bounds.area()
                    && element.bounds.holds(&inner.bounds))
        }
        None => !anchor.bounds.is_empty() && element.bounds.holds(&anchor.bounds),
    }
}

/// Returns the distance in pixels, with a bonus for elements in the same small region.
fn nearness(element: &Element, anchor: &Anchor<'_>, pool: &Pool<'_>) -> Option<f64> {
    let gap = element.bounds.distance(&anchor.bounds);
    let (a, b) = (element.bounds.center(), anchor.bounds.center());
    // Overlapping boxes are compared by their centers.
    let cost = gap + (a.x - b.x).hypot(a.y - b.y) / 20.0;
    let together =
        common_region(element.region, anchor.region, pool).is_some_and(|region| is_small(region, pool));
    cost.is_finite().then_some(if together { cost / 4.0 } else { cost })
}

fn common_region(a: usize, b: usize, pool: &Pool<'_>) -> Option<usize> {
    let mut region = a;
    loop {
        if in_region(b, region, pool) {
            return Some(region);
        }
        let parent = pool.snapshot.regions.get(region)?.parent?;
        region = (parent < region).then_some(parent)?;
    }
}

/// Whether a region is one of several items rather than a large part of the page.
fn is_small(region: usize, pool: &Pool<'_>) -> bool {
    let Some(region) = pool.snapshot.regions.get(region) else { return false };
    let screen = pool.snapshot.viewport.area().max(1.0);
    match region.kind {
        RegionKind::Page | RegionKind::Main => false,
        RegionKind::Item | RegionKind::Row | RegionKind::Article | RegionKind::Fieldset => true,
        _ => region.bounds.area() <= screen / 4.0,
    }
}

fn distance_after(element: &Element, anchor: &Anchor<'_>, pool: &Pool<'_>) -> Option<f64> {
    match (anchor.element.and_then(|it| pool.index(it)), pool.index(element)) {
        (Some(anchor_at), Some(at)) => (at > anchor_at).then(|| (at - anchor_at) as f64),
        _ => follows(&anchor.bounds, &element.bounds).then(|| element.bounds.distance(&anchor.bounds)),
    }
}

fn distance_before(element: &Element, anchor: &Anchor<'_>, pool: &Pool<'_>) -> Option<f64> {
    match (anchor.element.and_then(|it| pool.index(it)), pool.index(element)) {
        (Some(anchor_at), Some(at)) => (at < anchor_at).then(|| (anchor_at - at) as f64),
        _ => follows(&element.bounds, &anchor.bounds).then(|| element.bounds.distance(&anchor.bounds)),
    }
}

/// Whether the second box comes after the first in reading order.
fn follows(first: &Rect, second: &Rect) -> bool {
    second.y >= first.bottom() - 1.0 || (second.x >= first.right() - 1.0 && second.bottom() > first.y)
}
