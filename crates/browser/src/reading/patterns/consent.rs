use super::topics::consent;
use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};

/// The maximum number of controls in a banner. A page about cookies has more.
const MOST_CONTROLS: usize = 40;

/// Finds cookie consent banners.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let mut found: Vec<(usize, Pattern)> = Vec::new();
    for (at, region) in context.snapshot.regions.iter().enumerate() {
        let is_frame = region.kind == RegionKind::Page && region.frame > 0;
        let can_be = is_frame
            || region.floating
            || matches!(
                region.kind,
                RegionKind::Dialog
                    | RegionKind::Overlay
                    | RegionKind::Section
                    | RegionKind::Aside
                    | RegionKind::Group
                    | RegionKind::Alert
                    | RegionKind::Form
                    | RegionKind::Footer
                    | RegionKind::Header
            );
        if !can_be || (!region.visible && !is_frame) {
            continue;
        }
        // The innermost matching region is the banner; its ancestors are the page.
        let spoken = consent(&region.text).max(consent(&region.name));
        // The address of a third-party frame indicates its purpose.
        let address = if is_frame { frame_of(context, region.frame) } else { 0 };
        let hinted = consent(&region.hints).max(address);
        if spoken == 0 && hinted < 2 {
            continue;
        }
        let all = context.elements_in_region(at, MOST_CONTROLS + 1);
        let acting: Vec<usize> = all.iter().copied().filter(|at| context.element(*at).interactive).collect();
        if acting.is_empty() || acting.len() > MOST_CONTROLS {
            continue;
        }
        if acting.iter().any(|at| matches!(context.element(*at).role, Some("password" | "email" | "search")))
        {
            continue;
        }
        let accept = pick(context, &acting, "accept", &["reject", "settings"]);
        let reject = pick(context, &acting, "reject", &["accept"]);
        let settings = pick(context, &acting, "settings", &["accept", "reject"]);
        let close = pick(context, &acting, "close", &["accept", "reject"]);
        let stands_out = region.floating || matches!(region.kind, RegionKind::Dialog | RegionKind::Overlay);
        if accept.is_none() && reject.is_none() && !(close.is_some() && stands_out && spoken == 2) {
            continue;
        }
        let sure = 0.45
            + 0.15 * f32::from(spoken)
            + if hinted == 2 { 0.1 } else { 0.0 }
            + if stands_out { 0.15 } else { 0.0 }
            + if reject.is_some() || settings.is_some() { 0.1 } else { 0.0 };
        if sure < 0.65 {
            continue;
        }
        let id = |at: Option<usize>| at.map(|at| context.id(at));
        let pattern = Draft::new("cookie_banner", at, sure)
            .part("accept", id(accept))
            .part("reject", id(reject))
            .part("settings", id(settings))
            .part("close", id(close.filter(|close| Some(*close) != accept && Some(*close) != reject)))
            .done();
        // A region comes after its parent, so the later one of two with the same buttons is the inner one.
        if let Some((_, outer)) = found.iter_mut().find(|(outer, pattern)| {
            is_inside(context, at, *outer)
                && pattern.part("accept") == id(accept)
                && pattern.part("reject") == id(reject)
        }) {
            if context.region(outer.region).floating || !region.floating {
                continue;
            }
            *outer = pattern;
            continue;
        }
        found.push((at, pattern));
    }
    found.into_iter().map(|(_, pattern)| pattern).collect()
}

/// Returns the element that has this action more strongly than the others.
fn pick(
    context: &DetectionContext<'_>,
    among: &[usize],
    action: &str,
    rather_than: &[&str],
) -> Option<usize> {
    among
        .iter()
        .copied()
        .filter(|at| !matches!(context.element(*at).kind, "checkbox" | "radio" | "switch"))
        .filter(|at| rather_than.iter().all(|other| context.does(*at, other) <= context.does(*at, action)))
        .map(|at| {
            let emphasis = if context.clues[at].emphasised { 0.05 } else { 0.0 };
            let is_link = if context.element(at).kind == "link" { 0.1 } else { 0.0 };
            (context.does(at, action) + emphasis - is_link, at)
        })
        .filter(|(strength, _)| *strength >= 0.5)
        .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
        .map(|(_, at)| at)
}

/// Returns the consent score of a frame's address.
fn frame_of(context: &DetectionContext<'_>, frame: usize) -> u8 {
    const SIGNS: &[&str] = &["cookie", "consent", "gdpr", "cmp", "privacy"];
    let url = context.snapshot.frames.get(frame).map_or("", |frame| frame.url.as_str());
    let address = url.split(['?', '#']).next().unwrap_or("").to_ascii_lowercase();
    if SIGNS.iter().any(|sign| address.contains(sign)) { 2 } else { 0 }
}

fn is_inside(context: &DetectionContext<'_>, inner: usize, outer: usize) -> bool {
    crate::reading::forms::reaches(context.snapshot, outer, inner)
}
