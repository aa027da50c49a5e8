use super::topics::promotion;
use super::{DetectionContext, Draft};
use crate::page::{Pattern, Region, RegionKind};
use crate::reading::forms::reaches;
use crate::reading::tone::is_error;

/// Finds dialogs, popups, toasts and other overlays, except consent banners, which were found before.
pub(crate) fn find(context: &DetectionContext<'_>, banners: &[Pattern]) -> Vec<Pattern> {
    let mut found = Vec::new();
    let mut taken: Vec<usize> = Vec::new();
    for (at, region) in context.snapshot.regions.iter().enumerate() {
        if !region.visible || taken.iter().any(|outer| reaches(context.snapshot, *outer, at)) {
            continue;
        }
        let is_banner = |other: &Pattern| {
            reaches(context.snapshot, other.region, at)
                || (reaches(context.snapshot, at, other.region)
                    && context.region(other.region).kind != RegionKind::Footer)
        };
        if banners.iter().any(is_banner) {
            continue;
        }
        match classify_region(context, at, region) {
            Sort::Nothing => {}
            Sort::Toast => {
                found.push(toast(context, at, region));
                taken.push(at);
            }
            Sort::Dialog => {
                if promotion(&region.text) + promotion(&region.name) >= 2 {
                    found.push(boxed(context, at, region, "promo_popup"));
                }
                found.push(boxed(context, at, region, "modal_dialog"));
                taken.push(at);
            }
            Sort::Promotion => {
                found.push(boxed(context, at, region, "promo_popup"));
                taken.push(at);
            }
            Sort::Overlay => {
                // An overlay that contains a dialog is only its backdrop.
                let holds_dialog =
                    context.snapshot.regions.iter().enumerate().skip(at + 1).any(|(inner, other)| {
                        matches!(other.kind, RegionKind::Dialog)
                            && other.visible
                            && reaches(context.snapshot, at, inner)
                    });
                let is_behind = context.snapshot.regions.iter().any(|other| {
                    other.kind == RegionKind::Dialog && other.visible && region.bounds.holds(&other.bounds)
                });
                if !holds_dialog && !is_behind {
                    found.push(boxed(context, at, region, "overlay"));
                    taken.push(at);
                }
            }
        }
    }
    found
}

enum Sort {
    Nothing,
    Dialog,
    Promotion,
    Overlay,
    Toast,
}

fn classify_region(context: &DetectionContext<'_>, at: usize, region: &Region) -> Sort {
    let view = context.snapshot.viewport;
    match region.kind {
        RegionKind::Dialog => {
            return if region.text.is_empty() && context.members[at].is_empty() {
                Sort::Nothing
            } else {
                Sort::Dialog
            };
        }
        RegionKind::Alert if region.floating && !region.text.is_empty() => return Sort::Toast,
        RegionKind::Alert
        | RegionKind::Header
        | RegionKind::Navigation
        | RegionKind::Menu
        | RegionKind::Toolbar
        | RegionKind::Page
        | RegionKind::Search => {
            return Sort::Nothing;
        }
        _ => {}
    }
    if !region.floating || view.area() < 1.0 || region.bounds.is_empty() {
        return Sort::Nothing;
    }
    // An expanded list, menu or tooltip belongs to its control.
    if context.elements_in_region(at, 60).iter().any(|at| {
        let element = context.element(*at);
        let unfolds = matches!(element.kind, "menuitem" | "option" | "listbox") || element.aria == "tooltip";
        unfolds && element.visibility.is_visible()
    }) {
        return Sort::Nothing;
    }
    let bounds = region.bounds;
    // Bars along an edge are part of the page: its header or navigation.
    let is_wide = bounds.width > view.width * 0.9;
    let is_bar = is_wide && bounds.height < view.height * 0.25;
    let is_column = bounds.height > view.height * 0.9 && bounds.width < view.width * 0.4;
    let controls =
        context.elements_in_region(at, 60).into_iter().filter(|at| context.element(*at).interactive).count();
    if region.cover > 0.85 {
        return if controls > 0 && controls < 40 && !region.text.is_empty() {
            Sort::Dialog
        } else {
            Sort::Overlay
        };
    }
    if is_bar || is_column {
        return if promotion(&region.text) >= 2 && controls <= 8 && closes(context, at).is_some() {
            Sort::Promotion
        } else {
            Sort::Nothing
        };
    }
    let center = bounds.center();
    let is_central = (center.x - view.width / 2.0).abs() < view.width * 0.12
        && (center.y - view.height / 2.0).abs() < view.height * 0.3;
    if is_central && region.cover > 0.04 && !region.text.is_empty() {
        return Sort::Dialog;
    }
    if promotion(&region.text) >= 2 && closes(context, at).is_some() {
        return Sort::Promotion;
    }
    let is_small = region.cover < 0.12 && bounds.height < view.height * 0.3;
    let has_fields = context
        .elements_in_region(at, 60)
        .iter()
        .any(|at| crate::reading::forms::is_field(context.element(*at)));
    if is_small
        && controls <= 3
        && !has_fields
        && region.text.chars().count() > 3
        && is_at_edge(region, context)
    {
        let is_message = closes(context, at).is_some() || is_error(&region.text) || controls <= 1;
        if is_message && region.text.split_whitespace().count() >= 2 {
            return Sort::Toast;
        }
    }
    if region.cover > 0.5 { Sort::Overlay } else { Sort::Nothing }
}

fn is_at_edge(region: &Region, context: &DetectionContext<'_>) -> bool {
    let view = context.snapshot.viewport;
    let bounds = region.bounds;
    bounds.y < view.height * 0.2 || bounds.bottom() > view.height * 0.8
}

fn closes(context: &DetectionContext<'_>, region: usize) -> Option<usize> {
    let all = context.elements_in_region(region, 200);
    context.best_for_action(&all, "close", 0.5).or_else(|| {
        // A small square in the upper right corner without text is the close button.
        let bounds = context.region(region).bounds;
        all.into_iter().find(|at| {
            let element = context.element(*at);
            element.interactive
                && element.kind == "button"
                && element.name.is_empty()
                && element.bounds.width < 64.0
                && element.bounds.y < bounds.y + 80.0
                && element.bounds.right() > bounds.right() - 90.0
        })
    })
}

fn boxed(context: &DetectionContext<'_>, at: usize, region: &Region, name: &str) -> Pattern {
    let all = context.elements_in_region(at, 300);
    let acting: Vec<usize> = all
        .iter()
        .copied()
        .filter(|at| {
            matches!(context.element(*at).kind, "button" | "link") && context.element(*at).interactive
        })
        .collect();
    let title = all.iter().copied().find(|at| context.element(*at).kind == "heading");
    let id = |at: Option<usize>| at.map(|at| context.id(at));
    let cancel = context.best_for_action(&acting, "cancel", 0.6);
    let accept = context
        .best_for_action(&acting, "accept", 0.6)
        .or_else(|| context.best_for_action(&acting, "submit", 0.6))
        .or_else(|| acting.iter().copied().find(|at| context.element(*at).primary));
    let close = closes(context, at).or(if acting.len() == 1 { acting.first().copied() } else { None });
    let sure = if region.kind == RegionKind::Dialog { 0.95 } else { 0.7 };
    let says = if region.name.is_empty() {
        title.map_or_else(|| region.text.clone(), |at| context.element(at).name.clone())
    } else {
        region.name.clone()
    };
    let mut draft = Draft::new(name, at, sure).part("title", id(title)).part("close", id(close.or(cancel)));
    if name == "modal_dialog" {
        draft = draft
            .part("accept", id(accept.filter(|accept| Some(*accept) != close)))
            .part("cancel", id(cancel));
    }
    draft.says(says).done()
}

fn toast(context: &DetectionContext<'_>, at: usize, region: &Region) -> Pattern {
    Draft::new("notification_toast", at, if region.kind == RegionKind::Alert { 0.9 } else { 0.65 })
        .part("close", closes(context, at).map(|at| context.id(at)))
        .says(region.text.clone())
        .done()
}
