use super::topics::breadcrumb;
use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};

const SEPARATORS: &[char] = &['›', '»', '>', '→', '❯', '⟩', '▸'];

/// Finds breadcrumbs: the path from the home page to this page.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = Vec::new();
    for (at, region) in context.snapshot.regions.iter().enumerate() {
        if !matches!(
            region.kind,
            RegionKind::Navigation | RegionKind::List | RegionKind::Group | RegionKind::Section
        ) || !region.visible
        {
            continue;
        }
        let named = breadcrumb(&region.name) || breadcrumb(&region.hints);
        let separators = region.text.matches(SEPARATORS).count();
        let is_line = region.bounds.height > 0.0 && region.bounds.height < 60.0;
        let is_drawn =
            separators >= 1 && is_line && matches!(region.kind, RegionKind::Navigation | RegionKind::List);
        if !named && !is_drawn {
            continue;
        }
        if found.iter().any(|pattern| crate::reading::forms::reaches(context.snapshot, pattern.region, at)) {
            continue;
        }
        let links: Vec<usize> = context
            .elements_in_region(at, 30)
            .into_iter()
            .filter(|at| context.element(*at).kind == "link" && !context.element(*at).name.is_empty())
            .collect();
        if links.is_empty()
            || links.len() > 12
            || (!named && (links.len() < 2 || separators + 1 < links.len()))
        {
            continue;
        }
        let way = links.iter().map(|at| context.element(*at).name.as_str()).collect::<Vec<_>>().join(" › ");
        found.push(
            Draft::new("breadcrumb", at, if named { 0.95 } else { 0.6 })
                .parts("items", links.into_iter().map(|at| context.id(at)).collect())
                .says(way)
                .done(),
        );
    }
    found
}
