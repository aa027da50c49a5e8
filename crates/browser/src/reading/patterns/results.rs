use super::topics::{is_results, results};
use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};
use crate::reading::forms::Purpose;
use crate::text::{fold, words_of};

const MOST: usize = 60;
/// The scanner's mark for a header row.
const HEAD_ROW: &str = "head";

/// Finds search results: a list of similar items on a page that presents itself as the answer to a search.
pub(crate) fn find(context: &DetectionContext<'_>, pages: &[Pattern]) -> Vec<Pattern> {
    let said = results_evidence(context);
    if said < 1.0 {
        return Vec::new();
    }
    let asked = asked(context);
    // A page that only offers a search has no results yet.
    if asked.is_empty() && !mentions_results(context) {
        return Vec::new();
    }
    let is_answered = is_answered(context, &asked);
    let mut best: Option<(f64, usize, Vec<usize>)> = None;
    for (at, region) in context.snapshot.regions.iter().enumerate() {
        let is_list = matches!(
            region.kind,
            RegionKind::List
                | RegionKind::Group
                | RegionKind::Section
                | RegionKind::Article
                | RegionKind::Main
                | RegionKind::Table
        );
        if !region.visible || !is_list {
            continue;
        }
        let is_aside = is_aside(context, at);
        // Lists in a form are choices; but tables with selectable rows are often inside a form.
        let is_choice = region.kind != RegionKind::Table
            && context.snapshot.around(at).any(|around| around.kind == RegionKind::Form);
        if is_aside || is_choice {
            continue;
        }
        let items: Vec<usize> = context.inner[at]
            .iter()
            .filter(|inner| {
                matches!(
                    context.region(**inner).kind,
                    RegionKind::Item | RegionKind::Article | RegionKind::Row | RegionKind::Group
                ) && context.region(**inner).hints != HEAD_ROW
            })
            .copied()
            .collect();
        let leads: Vec<(usize, usize)> = items
            .into_iter()
            .filter_map(|item| Some((item, detail_link(context, item)?)))
            .take(MOST)
            .collect();
        let (items, links): (Vec<usize>, Vec<usize>) =
            remove_header_row(context, region.kind, leads).into_iter().unzip();
        let answering = items.iter().filter(|item| mentions(context, **item, &asked)).count();
        // If some link on the page contains the search words, a list without any is not the result list.
        if is_answered && answering == 0 {
            continue;
        }
        // One or two similar items occur on every page; they are results only if they contain the search
        // words.
        let is_plain = matches!(region.kind, RegionKind::List | RegionKind::Table);
        if links.is_empty() || (links.len() < 3 && !(is_plain && answering > 0)) {
            continue;
        }
        // The largest list by area is chosen, with a preference for one that contains the search words.
        let room = region.bounds.area().max(1.0)
            * if region.repeat > 0 { 1.5 } else { 1.0 }
            * if answering * 2 > links.len() { 4.0 } else { 1.0 };
        if best.as_ref().is_none_or(|(most, ..)| room > *most) {
            best = Some((room, at, links));
        }
    }
    let Some((_, at, links)) = best else { return Vec::new() };
    let count = links.len();
    let next = pages.first().and_then(|pattern| pattern.part("next"));
    vec![
        Draft::new("search_results", at, (0.5 + 0.2 * said).min(0.95))
            .parts("results", links.into_iter().map(|at| context.id(at)).collect())
            .part("next", next)
            .says(if count == 1 { "1 result".to_string() } else { format!("{count} results") })
            .done(),
    ]
}

/// Returns the search words, from the URL or the search field.
fn asked(context: &DetectionContext<'_>) -> Vec<String> {
    let url = url::Url::parse(&context.snapshot.url).ok();
    let in_address = url
        .iter()
        .flat_map(|url| url.query_pairs())
        .find_map(|(name, value)| (is_query(&name) && !value.trim().is_empty()).then(|| value.into_owned()));
    let in_field = || {
        context.snapshot.elements.iter().find_map(|element| {
            let value = element.value.as_ref().filter(|value| !value.is_empty())?;
            (element.role == Some("search")).then(|| value.to_string())
        })
    };
    words_of(&in_address.or_else(in_field).unwrap_or_default())
}

fn mentions(context: &DetectionContext<'_>, item: usize, asked: &[String]) -> bool {
    !asked.is_empty()
        && context.elements_in_region(item, 40).into_iter().any(|at| {
            let element = context.element(at);
            let said = fold(&format!("{} {}", element.name, element.text));
            asked.iter().any(|word| said.contains(word.as_str()))
        })
}

fn is_aside(context: &DetectionContext<'_>, region: usize) -> bool {
    context.snapshot.around(region).any(|around| {
        matches!(
            around.kind,
            RegionKind::Navigation
                | RegionKind::Header
                | RegionKind::Footer
                | RegionKind::Aside
                | RegionKind::Menu
        )
    })
}

/// Whether a link in the main content contains the search words.
fn is_answered(context: &DetectionContext<'_>, asked: &[String]) -> bool {
    !asked.is_empty()
        && context.snapshot.elements.iter().any(|element| {
            element.kind == "link"
                && element.visibility.is_visible()
                && !is_aside(context, element.region)
                && {
                    let said = fold(&element.name);
                    asked.iter().any(|word| said.contains(word.as_str()))
                }
        })
}

/// Returns the rows of a table without the header row, whose links only sort the same page.
fn remove_header_row(
    context: &DetectionContext<'_>,
    kind: RegionKind,
    mut leads: Vec<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let path = |at: usize| {
        let page = url::Url::parse(&context.snapshot.url).ok()?;
        let to = page.join(context.element(at).attributes.get("href")?).ok()?;
        Some(to.path() == page.path())
    };
    let leads_here = |(_, link): &(usize, usize)| path(*link) == Some(true);
    if kind == RegionKind::Table
        && leads.len() > 1
        && leads_here(&leads[0])
        && !leads[1..].iter().any(leads_here)
    {
        leads.remove(0);
    }
    leads
}

/// Returns the link of an item that leads to its detail page: the one in its heading, or the longest.
fn detail_link(context: &DetectionContext<'_>, region: usize) -> Option<usize> {
    let all = context.elements_in_region(region, 40);
    let is_title = |at: usize| {
        all.iter().any(|other| {
            let other = context.element(*other);
            other.kind == "heading" && other.name.contains(&context.element(at).name)
        })
    };
    all.iter()
        .copied()
        .filter(|at| context.element(*at).kind == "link" && context.element(*at).visibility.is_visible())
        .filter(|at| context.element(*at).name.chars().count() > 2)
        .max_by_key(|at| (is_title(*at), context.element(*at).name.chars().count().min(60)))
}

fn results_evidence(context: &DetectionContext<'_>) -> f32 {
    let snapshot = context.snapshot;
    let mut said = 0.0;
    let address = snapshot.url.to_ascii_lowercase();
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    if query.split('&').any(|pair| is_query(pair.split('=').next().unwrap_or(""))) {
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
    let is_filled = context.forms.iter().filter(|form| form.is_for(Purpose::Search).is_some()).any(|form| {
        form.cluster.fields.iter().any(|at| {
            let element = context.element(*at);
            element.role == Some("search") && element.value.as_ref().is_some_and(|value| !value.is_empty())
        })
    });
    if is_filled {
        said += 0.8;
    }
    said
}

/// Whether the title or a heading mentions results and not only a search.
fn mentions_results(context: &DetectionContext<'_>) -> bool {
    let headings = context.snapshot.elements.iter().filter(|element| element.kind == "heading");
    let texts = headings.map(|element| element.name.as_str()).chain([context.snapshot.title.as_str()]);
    texts.flat_map(words_of).any(|word| is_results(&word))
}

/// Whether a URL parameter is a common name for a search query.
fn is_query(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    matches!(
        name.as_str(),
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
    ) || name.replace("%40", "").contains("search")
}
