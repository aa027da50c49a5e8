use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use serde_json::json;

use super::sending::Asked;
use crate::intents::{Hands, Lines};
use crate::page::{Element, ElementId, Region, RegionKind, Snapshot};
use crate::reading::{ANSWERS, fold, speaks_of_results};

/// A longer line is no message.
const LONGEST: usize = 200;
/// How long the page may take to say what it lists.
const LIMIT: Duration = Duration::from_secs(3);
/// How much a line must speak of finding nothing.
const SAYS_NOTHING: f32 = 0.3;

/// What a search has found.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Findings {
    /// How many there are, by what the page says or shows.
    pub(super) count: Option<u64>,
    /// What leads to each of those that show.
    pub(super) ids: Vec<ElementId>,
    /// Whether it led to a page that is no list of results: to the thing itself.
    pub(super) is_page: bool,
}

impl Findings {
    /// What there is now that was not there before the query; nothing when nothing came of it yet.
    pub(super) async fn read(hands: &Hands<'_>, asked: &Asked<'_>) -> Option<Self> {
        let (before, after) = (&asked.before, &hands.seen);
        let has_moved = before.document != after.document || before.url != after.url;
        let lines = Lines::of(hands).await;
        let new = lines.since(&asked.lines).filter(|line| line.chars().count() <= LONGEST);
        let new: Vec<String> = new.map(|line| without(line, asked.query)).collect();
        let says_none = new.iter().any(|line| ANSWERS.says(line, "no_results") >= SAYS_NOTHING);
        let stated = new.iter().find_map(|line| stated(line));
        // A list that is longer than what the page says it has found is another one.
        let is_longer = |listed: &[ElementId]| stated.is_some_and(|count| count < listed.len() as u64);
        let mut listed = listed(before, after, asked.field, has_moved);
        if is_longer(&listed) || (has_moved && is_furniture(before, after, &listed, asked.query)) {
            listed.clear();
        }
        if listed.is_empty() && has_moved && is_echoed(after, asked.query) {
            listed = linked(hands, asked.query).await;
        }
        if is_longer(&listed) {
            listed.clear();
        }
        if listed.is_empty() && has_moved && is_echoed(after, asked.query) {
            listed = named(after, asked.query);
        }
        if is_longer(&listed) {
            listed.clear();
        }
        // Some say of a second list that it is empty, beside what they have found.
        let is_beside = has_moved && is_named(after, &listed, asked.query);
        if stated == Some(0) || (says_none && stated.is_none() && !is_beside) {
            return Some(Self { count: Some(0), ..Self::default() });
        }
        if !listed.is_empty() {
            let shown = u64::try_from(listed.len()).ok();
            return Some(Self { count: stated.or(shown), ids: listed, is_page: false });
        }
        if stated.is_some() {
            return Some(Self { count: stated, ..Self::default() });
        }
        if has_moved && is_echoed(after, asked.query) && is_bare(hands).await {
            return Some(Self { count: Some(0), ..Self::default() });
        }
        has_moved.then(|| Self { is_page: !is_echoed(after, asked.query), ..Self::default() })
    }

    /// `[5-15]`.
    pub(super) fn range(&self) -> Option<String> {
        let (first, last) = (self.ids.iter().min()?, self.ids.iter().max()?);
        Some(if first == last { first.to_string() } else { format!("[{}-{}]", first.0, last.0) })
    }
}

/// Whether the page is about the query itself, as a list of results is: it stands in the address.
fn is_echoed(after: &Snapshot, query: &str) -> bool {
    let Ok(url) = url::Url::parse(&after.url) else { return false };
    let wanted = fold(query);
    url.query_pairs().any(|(_, value)| fold(&value) == wanted)
}

/// Whether one of these is called what was searched for.
fn is_named(after: &Snapshot, listed: &[ElementId], query: &str) -> bool {
    let wanted = fold(query);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    listed.iter().filter_map(|id| after.element(*id)).any(|element| {
        let said = fold(&element.name);
        !words.is_empty() && words.iter().all(|word| said.contains(word))
    })
}

/// A line without what was searched for and without addresses: a number in them counts nothing.
fn without(line: &str, query: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().filter(|word| !word.contains("://")).collect();
    let (folded, query) = (fold(&words.join(" ")), fold(query));
    if query.is_empty() { folded } else { folded.replace(&query, " ") }
}

/// How many results a line says there are.
fn stated(line: &str) -> Option<u64> {
    let words = tokens(line);
    let speaks: Vec<usize> = (0..words.len()).filter(|at| speaks_of_results(&words[*at])).collect();
    for at in speaks {
        let number = |at: usize| words.get(at).and_then(|word| count(word));
        // "About 57 results", "57 Treffer", "57 search results".
        let ahead = at.checked_sub(1).and_then(number).or_else(|| at.checked_sub(2).and_then(number));
        if ahead.is_some() {
            return ahead;
        }
        // "Results 1–10 of 57", "Results: 57", "検索結果 57 件".
        let behind = (at + 1..words.len().min(at + 6)).filter_map(number).max();
        if behind.is_some() {
            return behind;
        }
    }
    None
}

/// The words and the numbers of a line; what groups the digits of a number does not part it.
fn tokens(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, character) in characters.iter().copied().enumerate() {
        let digit =
            |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
        let groups = matches!(character, ',' | '.' | '\u{a0}' | '\u{202f}' | '\'' | '’')
            && digit(at.checked_sub(1))
            && (1..=3).all(|more| digit(Some(at + more)))
            && !digit(Some(at + 4));
        if groups {
            continue;
        }
        let changes = word.chars().last().is_some_and(|last| last.is_numeric() != character.is_numeric());
        if !character.is_alphanumeric() || changes {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            // What is behind the point of a number belongs to it: seconds are no results.
            if character == '.' && digit(at.checked_sub(1)) && digit(Some(at + 1)) {
                words.push("point".into());
            }
        }
        if character.is_alphanumeric() {
            word.push(character);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn count(word: &str) -> Option<u64> {
    word.chars().all(|c| c.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// What leads to each result that shows: of the pattern on a page that answers a search, otherwise of the list that the
/// query has changed.
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

/// What leads to each thing that the page mainly lists, where most of them have something to do with what was searched for.
async fn linked(hands: &Hands<'_>, query: &str) -> Vec<ElementId> {
    let Ok(tab) = hands.tab() else { return Vec::new() };
    let Ok(frame) = tab.main_frame() else { return Vec::new() };
    let options = json!([{"linked": true, "least": 1}]);
    let Ok(answer) = tab.call(&frame, "lemmascope.items", options, LIMIT).await else { return Vec::new() };
    let items = answer.get("items").and_then(|items| items.as_array()).cloned().unwrap_or_default();
    let rows = answer.get("rows").and_then(|rows| rows.as_array()).cloned().unwrap_or_default();
    let wanted: Vec<String> = fold(query).split_whitespace().map(String::from).collect();
    let says = |item: &serde_json::Value| {
        let said = fold(&item.to_string());
        wanted.iter().any(|word| said.contains(word.as_str()))
    };
    let all = items.len() + rows.len();
    if items.iter().chain(&rows).filter(|item| says(item)).count() * 2 < all.max(1) {
        return Vec::new();
    }
    let keys = answer.get("keys").and_then(|keys| keys.as_array()).cloned().unwrap_or_default();
    let keys: BTreeSet<u64> = keys.iter().filter_map(serde_json::Value::as_u64).collect();
    let main =
        hands.seen.elements.iter().filter(|element| element.frame == 0 && element.visibility.is_visible());
    main.filter(|element| keys.contains(&u64::from(element.key))).map(|element| element.id).collect()
}

/// Whether these links stood on the page before just so, and have nothing to do with what was searched for.
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

/// The links of the page itself that are called what was searched for, however they stand there.
fn named(after: &Snapshot, query: &str) -> Vec<ElementId> {
    let is_aside = |element: &Element| {
        after.around(element.region).any(|region| {
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
    };
    let links = after
        .elements
        .iter()
        .filter(|element| element.kind == "link" && element.visibility.is_visible() && !is_aside(element));
    links.map(|element| element.id).filter(|id| is_named(after, &[*id], query)).collect()
}

/// Whether the page has a table with a head and nothing under it, where what was found would stand.
async fn is_bare(hands: &Hands<'_>) -> bool {
    let Ok(tab) = hands.tab() else { return false };
    let Ok(frame) = tab.main_frame() else { return false };
    let answer = tab.call(&frame, "lemmascope.hasBareTable", json!([]), LIMIT).await;
    answer.is_ok_and(|answer| answer == json!(true))
}

/// A list by where it is, with what shows in each of its items.
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

/// The items of the list that has changed most: that is new, or has other items than before.
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

/// What of an item leads to the thing itself.
fn lead(snapshot: &Snapshot, ids: &[ElementId]) -> Option<ElementId> {
    let link = ids.iter().find(|id| snapshot.element(**id).is_some_and(|element| element.kind == "link"));
    link.or(ids.first()).copied()
}

/// Links and options that have come, as under a search box that answers while one types.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_many_results_there_are() {
        for (line, count) in [
            ("about 1,234 results (0.35 seconds)", Some(1234)),
            ("results 1–10 of 57", Some(57)),
            ("57 treffer fur", Some(57)),
            ("12.345 ergebnisse", Some(12345)),
            ("0 results", Some(0)),
            ("検索結果 57 件", Some(57)),
            ("showing 1-10 of 57 results", Some(57)),
            ("the best results of your life", None),
            ("published in 2024", None),
        ] {
            assert_eq!(stated(&fold(line)), count, "{line}");
        }
    }

    #[test]
    fn a_number_that_was_searched_for_counts_nothing() {
        assert_eq!(stated(&without("3 results for 2024", "2024")), Some(3));
        assert_eq!(stated(&without("Results for 2024", "2024")), None);
    }

    #[test]
    fn pages_say_in_many_languages_that_there_is_nothing() {
        for line in [
            "No results for “xyzzy”",
            "We could not find anything like that.",
            "Your search did not match any documents.",
            "Nenhum resultado encontrado",
            "Leider wurden keine Ergebnisse gefunden",
            "Aucun résultat pour votre recherche",
            "Ничего не найдено",
            "検索結果はありません",
            "没有找到相关内容",
        ] {
            assert!(ANSWERS.says(line, "no_results") >= SAYS_NOTHING, "{line}");
        }
        assert!(ANSWERS.says("Results for your search", "no_results") < SAYS_NOTHING);
    }
}
