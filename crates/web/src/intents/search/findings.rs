use std::collections::{BTreeMap, BTreeSet, HashSet};

use lemmascope_browser::page::{Element, ElementId, Region, RegionKind, Snapshot};
use lemmascope_intent::fold;

use super::evidence::Evidence;
use super::submitted_query::SubmittedQuery;
use crate::intents::PageActor;

/// The number of entries from which a list may continue on another page.
const BEGINNING: u64 = 3;

/// The results of a search.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Findings {
    /// The number of results, as stated or shown by the page.
    pub(super) count: Option<u64>,
    /// The links of the visible results.
    pub(super) ids: Vec<ElementId>,
    /// Whether the search led directly to a result page instead of a list.
    pub(super) is_page: bool,
}

impl Findings {
    /// Returns the results that have appeared since the query, or `None` if there are none yet.
    pub(super) async fn read(hands: &PageActor<'_>, asked: &SubmittedQuery<'_>) -> Option<Self> {
        let (before, after) = (&asked.before, &hands.seen);
        let is_another = before.document != after.document;
        let has_moved = is_another || before.url != after.url;
        let url_contains_query = url_contains_query(after, asked.query);
        let evidence = Evidence::read(hands, asked.query, before).await;
        // If the page has changed since the snapshot, its texts would be attributed to the previous page.
        if !hands.tab().is_ok_and(|tab| tab.state().shows(&after.document)) {
            return None;
        }
        let totals = evidence.totals(&asked.evidence, asked.query, is_another);
        let is_repeated = is_another && path_of(before) == path_of(after);
        let reports_no_results = evidence.reports_no_results(&asked.evidence, asked.query, is_repeated);
        let List { ids, count: listed, is_sure } = List::read(&evidence, asked, after, has_moved);
        // Some pages have a second, empty list beside the results.
        let is_beside = has_moved && is_named(after, &ids, asked.query);
        let none = Some(Self { count: Some(0), ..Self::default() });
        if totals.iter().eq([&0]) || (reports_no_results && totals.is_empty() && !is_beside) {
            return none;
        }
        let stated = agreed(&totals, listed);
        if listed > 0 {
            let count = match stated {
                // A list with more entries than the stated total is another list.
                Some(stated) if stated < listed => {
                    return Some(Self { count: Some(stated), ..Self::default() });
                }
                Some(stated) => {
                    (stated == listed || listed >= BEGINNING || has_more(after)).then_some(stated)
                }
                None => (is_sure && totals.is_empty() && !has_more(after)).then_some(listed),
            };
            return Some(Self { count, ids, is_page: false });
        }
        if stated.is_some() {
            return Some(Self { count: stated, ..Self::default() });
        }
        let is_emptied = evidence.is_bare && (is_another || !asked.evidence.is_bare);
        if (is_emptied && (url_contains_query || !is_another))
            || (evidence.is_quoted && has_no_new_links(asked, after))
        {
            return none;
        }
        has_moved.then(|| Self { is_page: !url_contains_query, ..Self::default() })
    }

    /// Formats the range of ids: `[5-15]`.
    pub(super) fn range(&self) -> Option<String> {
        let (first, last) = (self.ids.iter().min()?, self.ids.iter().max()?);
        Some(if first == last { first.to_string() } else { format!("[{}-{}]", first.0, last.0) })
    }
}

/// Whether the URL contains the query, as that of a result list does.
fn url_contains_query(after: &Snapshot, query: &str) -> bool {
    let Ok(url) = url::Url::parse(&after.url) else { return false };
    let wanted = fold(query);
    url.query_pairs().any(|(_, value)| fold(&value) == wanted)
}

/// Whether one of the elements has the query in its name.
fn is_named(after: &Snapshot, listed: &[ElementId], query: &str) -> bool {
    let wanted = fold(query);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    listed.iter().filter_map(|id| after.element(*id)).any(|element| {
        let said = fold(&element.name);
        !words.is_empty() && words.iter().all(|word| said.contains(word))
    })
}

/// A list that may contain the results.
#[derive(Debug, Default)]
struct List {
    ids: Vec<ElementId>,
    /// The number of entries, including those without a link.
    count: u64,
    /// Whether no other list is a candidate.
    is_sure: bool,
}

impl List {
    fn read(evidence: &Evidence, asked: &SubmittedQuery<'_>, after: &Snapshot, has_moved: bool) -> Self {
        let before = &asked.before;
        let changed = listed(before, after, asked.field, has_moved);
        let answers = has_moved || !changed.is_empty();
        if answers && !evidence.entries.is_empty() {
            let ids: Vec<ElementId> = evidence.entries.iter().flatten().copied().collect();
            let count = u64::try_from(evidence.entries.len()).unwrap_or(u64::MAX);
            return Self { ids, count, is_sure: !evidence.is_unsure };
        }
        if has_moved && is_furniture(before, after, &changed, asked.query) {
            return Self::default();
        }
        // A list without the query in its entries counts if all of it is new.
        let is_sure = !has_moved || is_new(before, after, &changed);
        Self { count: u64::try_from(changed.len()).unwrap_or(u64::MAX), ids: changed, is_sure }
    }
}

/// Returns the stated total: the only one, or the one that agrees with the list.
fn agreed(totals: &BTreeSet<u64>, listed: u64) -> Option<u64> {
    let all: u64 = totals.iter().fold(0, |sum, total| sum.saturating_add(*total));
    match totals.len() {
        1 => totals.first().copied(),
        _ => totals.get(&listed).copied().or((listed > 0 && all == listed).then_some(all)),
    }
}

/// Whether the list continues on another page.
fn has_more(after: &Snapshot) -> bool {
    let is_usable =
        |id: ElementId| after.element(id).is_some_and(|it| it.visibility.is_visible() && !it.state.disabled);
    after
        .patterns
        .iter()
        .any(|pattern| pattern.name == "pagination" && pattern.part("next").is_some_and(is_usable))
}

fn path_of(snapshot: &Snapshot) -> Option<String> {
    url::Url::parse(&snapshot.url).ok().map(|url| url.path().to_string())
}

/// Returns the links of the visible results: those of the pattern on a result page, otherwise those of the
/// list that has changed.
fn listed(before: &Snapshot, after: &Snapshot, field: ElementId, has_moved: bool) -> Vec<ElementId> {
    let pattern = |snapshot: &Snapshot| {
        let found = snapshot.patterns.iter().find(|pattern| pattern.name == "search_results").cloned();
        found
            .and_then(|found| found.parts.into_iter().find(|(part, _)| part == "results"))
            .map(|(_, ids)| ids)
    };
    let now = pattern(after).unwrap_or_default();
    if !now.is_empty() && (has_moved || pattern(before).unwrap_or_default() != now) {
        return now;
    }
    if before.document != after.document {
        return Vec::new();
    }
    let changed = changed_list(before, after);
    if changed.is_empty() { arrived(before, after, field) } else { changed }
}

/// Whether none of the elements was on the page before.
fn is_new(before: &Snapshot, after: &Snapshot, listed: &[ElementId]) -> bool {
    let known: HashSet<&str> = before.elements.iter().map(|element| element.name.as_str()).collect();
    listed.iter().filter_map(|id| after.element(*id)).all(|element| !known.contains(element.name.as_str()))
}

/// Whether the content has no new links: a page that repeats the query and shows no entry has found nothing,
/// whatever its language.
fn has_no_new_links(asked: &SubmittedQuery<'_>, after: &Snapshot) -> bool {
    let before = &asked.before;
    let known: HashSet<&str> = before.elements.iter().map(|element| element.name.as_str()).collect();
    let page = url::Url::parse(&after.url).ok();
    // Links that only sort the same page.
    let is_here = |element: &Element| {
        let to = element.attributes.get("href").and_then(|href| page.as_ref()?.join(href).ok());
        to.is_some_and(|to| page.as_ref().is_some_and(|page| to.path() == page.path()))
    };
    let leads = |element: &&Element| {
        element.interactive
            && matches!(element.kind, "link" | "button" | "option" | "menuitem")
            && element.visibility.is_visible()
            && !element.state.disabled
            && !is_aside(after, element)
            && !known.contains(element.name.as_str())
            && !is_here(element)
    };
    !after.elements.iter().any(|element| leads(&element))
}

/// Whether an element belongs to the site's layout or to a form.
fn is_aside(snapshot: &Snapshot, element: &Element) -> bool {
    snapshot.around(element.region).any(|region| {
        matches!(
            region.kind,
            RegionKind::Navigation
                | RegionKind::Header
                | RegionKind::Footer
                | RegionKind::Aside
                | RegionKind::Menu
                | RegionKind::Form
                | RegionKind::Search
        )
    })
}

/// Whether the links were on the page before in the same order, and do not mention the query.
fn is_furniture(before: &Snapshot, after: &Snapshot, listed: &[ElementId], query: &str) -> bool {
    let links = |snapshot: &Snapshot| -> Vec<String> {
        let links = snapshot.elements.iter().filter(|it| it.kind == "link" && it.visibility.is_visible());
        links.map(|element| element.name.clone()).collect()
    };
    let now: Vec<String> =
        listed.iter().filter_map(|id| after.element(*id)).map(|element| element.name.clone()).collect();
    !now.is_empty()
        && !listed.iter().any(|id| is_named(after, &[*id], query))
        && links(before).windows(now.len()).any(|run| run == now)
}

/// Lists by location, with the visible elements of each item.
type Lists = BTreeMap<(usize, u32), BTreeMap<u32, Vec<ElementId>>>;

fn lists(snapshot: &Snapshot) -> Lists {
    let mut lists = Lists::new();
    let is_item =
        |region: &Region| matches!(region.kind, RegionKind::Item | RegionKind::Row | RegionKind::Article);
    for element in snapshot.elements.iter().filter(|it| it.visibility.is_visible()) {
        let Some(item) = snapshot.around(element.region).find(|region| is_item(region)) else { continue };
        let Some(list) = item.parent.and_then(|parent| snapshot.regions.get(parent)) else { continue };
        lists.entry((list.frame, list.key)).or_default().entry(item.key).or_default().push(element.id);
    }
    lists
}

/// Returns the items of the list with the most changes: a new list, or one with other items than before.
fn changed_list(before: &Snapshot, after: &Snapshot) -> Vec<ElementId> {
    let (was, is) = (lists(before), lists(after));
    let mut best: Vec<ElementId> = Vec::new();
    for (place, items) in &is {
        let keys: BTreeSet<u32> = items.keys().copied().collect();
        let earlier: BTreeSet<u32> =
            was.get(place).map(|items| items.keys().copied().collect()).unwrap_or_default();
        if keys != earlier && items.len() > best.len() {
            best = items.values().filter_map(|ids| lead(after, ids)).collect();
        }
    }
    best
}

/// Returns the link of an item.
fn lead(snapshot: &Snapshot, ids: &[ElementId]) -> Option<ElementId> {
    let link = ids.iter().find(|id| snapshot.element(**id).is_some_and(|element| element.kind == "link"));
    link.or(ids.first()).copied()
}

/// Returns new links and options, such as those of a search box that shows results while typing.
fn arrived(before: &Snapshot, after: &Snapshot, field: ElementId) -> Vec<ElementId> {
    let known: HashSet<ElementId> =
        before.elements.iter().filter(|it| it.visibility.is_visible()).map(|element| element.id).collect();
    let is_result = |element: &&Element| {
        element.id != field
            && matches!(element.kind, "link" | "option" | "menuitem")
            && element.visibility.is_visible()
            && !known.contains(&element.id)
    };
    after.elements.iter().filter(is_result).map(|element| element.id).collect()
}
