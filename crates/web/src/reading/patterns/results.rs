use super::topics::results;
use super::{Draft, Sight};
use crate::page::{Pattern, RegionKind};
use crate::reading::forms::Purpose;

const MOST: usize = 60;

/// What a search has found: a list of things that look alike, on a page that says it answers a search.
pub(crate) fn find(sight: &Sight<'_>, pages: &[Pattern]) -> Vec<Pattern> {
    let said = says_so(sight);
    if said < 1.0 {
        return Vec::new();
    }
    let mut best: Option<(f64, usize, Vec<usize>)> = None;
    for (at, region) in sight.snapshot.regions.iter().enumerate() {
        let is_list = matches!(
            region.kind,
            RegionKind::List | RegionKind::Group | RegionKind::Section | RegionKind::Main | RegionKind::Table
        );
        if !region.visible || !is_list {
            continue;
        }
        let is_aside = sight.snapshot.around(at).any(|around| {
            matches!(
                around.kind,
                RegionKind::Navigation
                    | RegionKind::Header
                    | RegionKind::Footer
                    | RegionKind::Aside
                    | RegionKind::Form
                    | RegionKind::Menu
            )
        });
        if is_aside {
            continue;
        }
        let links: Vec<usize> = sight.inner[at]
            .iter()
            .filter(|inner| {
                matches!(
                    sight.region(**inner).kind,
                    RegionKind::Item | RegionKind::Article | RegionKind::Row | RegionKind::Group
                )
            })
            .filter_map(|inner| lead_of(sight, *inner))
            .take(MOST)
            .collect();
        if links.len() < 3 {
            continue;
        }
        // The list that takes up most of the page, by area.
        let room = region.bounds.area().max(1.0) * if region.repeat > 0 { 1.5 } else { 1.0 };
        if best.as_ref().is_none_or(|(most, ..)| room > *most) {
            best = Some((room, at, links));
        }
    }
    let Some((_, at, links)) = best else { return Vec::new() };
    let count = links.len();
    let next = pages.first().and_then(|pattern| pattern.part("next"));
    vec![
        Draft::new("search_results", at, (0.5 + 0.2 * said).min(0.95))
            .parts("results", links.into_iter().map(|at| sight.id(at)).collect())
            .part("next", next)
            .says(format!("{count} results"))
            .done(),
    ]
}

/// The link of an item that leads to the thing itself: the one in its heading, or the longest.
fn lead_of(sight: &Sight<'_>, region: usize) -> Option<usize> {
    sight
        .all_in(region, 40)
        .into_iter()
        .filter(|at| sight.element(*at).kind == "link" && sight.element(*at).visibility.is_visible())
        .filter(|at| sight.element(*at).name.chars().count() > 2)
        .max_by_key(|at| sight.element(*at).name.chars().count().min(60))
}

fn says_so(sight: &Sight<'_>) -> f32 {
    let snapshot = sight.snapshot;
    let mut said = 0.0;
    let address = snapshot.url.to_ascii_lowercase();
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    if query.split('&').any(|pair| {
        matches!(
            pair.split('=').next().unwrap_or(""),
            "q" | "query"
                | "search"
                | "s"
                | "k"
                | "keyword"
                | "keywords"
                | "term"
                | "text"
                | "p"
                | "search_query"
                | "busca"
                | "suche"
        )
    }) {
        said += 1.0;
    }
    if path.contains("search")
        || path.contains("result")
        || path.contains("/s/")
        || path.contains("suche")
        || path.contains("recherche")
        || path.contains("busca")
    {
        said += 0.7;
    }
    if results(&snapshot.title) {
        said += 0.5;
    }
    if snapshot
        .elements
        .iter()
        .any(|element| element.kind == "heading" && element.name.len() < 160 && results(&element.name))
    {
        said += 0.6;
    }
    let is_filled = sight.forms.iter().filter(|form| form.is_for(Purpose::Search).is_some()).any(|form| {
        form.cluster.fields.iter().any(|at| {
            let element = sight.element(*at);
            element.role == Some("search") && element.value.as_ref().is_some_and(|value| !value.is_empty())
        })
    });
    if is_filled {
        said += 0.8;
    }
    said
}
