use super::topics::{is_price, total};
use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};
use crate::reading::forms::reaches;
use crate::reading::lexicon::ACTIONS;

const MOST: usize = 60;

/// Finds a shopping cart: its items, the total, and the checkout control.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let snapshot = context.snapshot;
    let about = ACTIONS.says(&snapshot.title, "cart").max(
        snapshot
            .elements
            .iter()
            .filter(|element| element.kind == "heading")
            .map(|element| ACTIONS.says(&element.name, "cart"))
            .fold(0.0, f32::max),
    );
    let acting: Vec<usize> = (0..snapshot.elements.len())
        .filter(|at| snapshot.elements[*at].interactive && snapshot.elements[*at].visibility.is_visible())
        .collect();
    let checkout = context.best_for_action(&acting, "checkout", 0.6);
    let prices: Vec<usize> = (0..snapshot.elements.len())
        .filter(|at| {
            !snapshot.elements[*at].interactive
                && is_price(&snapshot.elements[*at].name)
                && snapshot.elements[*at].visibility.is_visible()
        })
        .collect();
    let sum = prices.iter().copied().rev().find(|at| {
        total(&context.clues[*at].beside) || total(&snapshot.elements[*at].name) || {
            let region = context.region(snapshot.elements[*at].region);
            matches!(region.kind, RegionKind::Row | RegionKind::Item) && total(&region.text)
        }
    });
    let path = snapshot.url.split(['?', '#']).next().unwrap_or("");
    let in_path = path.contains("/cart")
        || path.contains("/basket")
        || path.contains("/bag")
        || path.contains("/checkout");
    let weight = about.min(1.0)
        + if checkout.is_some() { 1.0 } else { 0.0 }
        + if sum.is_some() { 0.8 } else { 0.0 }
        + if in_path { 0.6 } else { 0.0 };
    if weight < 1.7 || (sum.is_none() && prices.is_empty()) {
        return Vec::new();
    }
    let mut lines: Vec<usize> = Vec::new();
    for price in prices.iter().copied().filter(|at| Some(*at) != sum) {
        let mut at = Some(snapshot.elements[price].region);
        while let Some(here) = at {
            let region = context.region(here);
            let is_line = match region.kind {
                RegionKind::Item | RegionKind::Row | RegionKind::Article => true,
                RegionKind::Group => {
                    !sum.is_some_and(|sum| reaches(snapshot, here, snapshot.elements[sum].region))
                }
                _ => false,
            };
            if is_line {
                if !lines.contains(&here) && !total(&region.text) && lines.len() < MOST {
                    lines.push(here);
                }
                break;
            }
            at = region.parent.filter(|parent| *parent < here);
        }
    }
    let items = lines
        .iter()
        .filter_map(|line| {
            let all = context.elements_in_region(*line, 30);
            all.iter()
                .copied()
                .find(|at| matches!(context.element(*at).kind, "link" | "heading"))
                .or_else(|| all.first().copied())
        })
        .map(|at| context.id(at))
        .collect();
    let region = sum.or(checkout).map_or(0, |at| snapshot.elements[at].region);
    let mut draft = Draft::new("cart_summary", region, (weight / 3.2).min(0.97))
        .parts("items", items)
        .part("total", sum.map(|at| context.id(at)))
        .part("checkout", checkout.map(|at| context.id(at)));
    if let Some(sum) = sum {
        draft = draft.says(snapshot.elements[sum].name.clone());
    }
    vec![draft.done()]
}
