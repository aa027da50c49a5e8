use std::collections::HashMap;

use lemmascope_intent::{Change, MASK};

use super::address::change_of_address;
use super::element::{kind, line, name, value};
use super::pattern::numbers;
use super::selection::{is_field, ranked};
use crate::page::{Element, ElementId, Pattern, Snapshot};
use crate::text::quote;

/// The number of element changes to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The most important changes, after an action.
    Brief,
    /// Many changes, when the caller asked for the changes.
    Long,
}

impl Extent {
    fn most(self) -> usize {
        match self {
            Self::Brief => 20,
            Self::Long => 200,
        }
    }

    /// The maximum number of elements to report after a navigation, when all elements are new.
    fn most_after_navigation(self) -> usize {
        match self {
            Self::Brief => 0,
            Self::Long => 20,
        }
    }
}

/// Returns the differences between two snapshots: URL, title, patterns, then elements.
pub fn changes(before: &Snapshot, after: &Snapshot, extent: Extent) -> Vec<Change> {
    let mut changes = Vec::new();
    if before.url != after.url {
        let (before, after) = change_of_address(&before.url, &after.url);
        if before != after {
            changes.push(Change::Altered { what: "url".into(), before, after });
        }
    }
    if before.title.trim() != after.title.trim() {
        changes.push(Change::Altered {
            what: "title".into(),
            before: quote(&before.title, 80),
            after: quote(&after.title, 80),
        });
    }
    let navigated = before.document != after.document;
    changes.extend(compare_patterns(&before.patterns, &after.patterns));

    let elements = if navigated { arrivals(after) } else { compare_elements(before, after) };
    let most = if navigated { extent.most_after_navigation() } else { extent.most() };
    let total = elements.len();
    changes.extend(elements.into_iter().take(most));
    if total > most && !navigated {
        changes.push(Change::Added(format!("… {} more changes", total - most)));
    }
    changes
}

/// Patterns that are identified by their text.
const MESSAGES: &[&str] = &["notification_toast", "form_error", "modal_dialog"];

/// Compares patterns by the number of occurrences of each name, and returns the added and removed ones.
fn compare_patterns(before: &[Pattern], after: &[Pattern]) -> Vec<Change> {
    let count = |patterns: &[Pattern]| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for pattern in patterns {
            *counts.entry(pattern.name.clone()).or_default() += 1;
        }
        counts
    };
    let (was, is) = (count(before), count(after));
    let mut changes = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for pattern in before {
        let gone = was.get(&pattern.name).copied() > is.get(&pattern.name).copied();
        if gone && !told.contains(&pattern.name.as_str()) {
            told.push(&pattern.name);
            changes.push(Change::Removed(crate::text::tame(&pattern.name, 60)));
        }
    }
    for pattern in after {
        if MESSAGES.contains(&pattern.name.as_str()) {
            // A message may have replaced another or may be shown beside it; only the new one is reported.
            let is_known = before.iter().any(|one| one.name == pattern.name && one.says == pattern.says);
            if !is_known {
                changes.push(arrived(pattern));
            }
            continue;
        }
        let new = is.get(&pattern.name).copied() > was.get(&pattern.name).copied();
        if new && !told.contains(&pattern.name.as_str()) {
            told.push(&pattern.name);
            changes.push(Change::Added(summary(pattern)));
        }
    }
    changes
}

/// The pattern by which a page reports that it rejected an input.
const COMPLAINT: &str = "form_error";

/// Whether a change concerns a single element, or is the count of such changes.
pub fn is_of_element(change: &Change) -> bool {
    match change {
        Change::Added(what) | Change::Removed(what) => what.starts_with(['[', '…']),
        Change::Altered { what, .. } => what.starts_with('['),
        Change::Refused { .. } => false,
    }
}

/// Returns the change for a new pattern.
pub fn arrived(pattern: &Pattern) -> Change {
    let what = summary(pattern);
    match pattern.says.as_deref().filter(|says| pattern.name == COMPLAINT && !says.trim().is_empty()) {
        Some(says) => Change::Refused { what, says: quote(says, 120) },
        None => Change::Added(what),
    }
}

/// Formats a pattern: `search_results [5-15]`, `form_error "Wrong password"`, or the name alone.
fn summary(pattern: &Pattern) -> String {
    let name = crate::text::tame(&pattern.name, 60);
    if let Some(says) = pattern.says.as_deref().filter(|says| !says.trim().is_empty()) {
        return format!("{name} {}", quote(says, 120));
    }
    match pattern.parts.iter().map(|(_, ids)| ids).max_by_key(|ids| ids.len()) {
        Some(ids) if ids.len() > 1 => format!("{name} {}", numbers(ids, 4)),
        _ => name,
    }
}

/// Returns the most important elements of a newly loaded page.
fn arrivals(after: &Snapshot) -> Vec<Change> {
    let visible: Vec<usize> = (0..after.elements.len())
        .filter(|at| after.elements.get(*at).is_some_and(|element| element.visibility.is_visible()))
        .collect();
    let ranked = ranked(after, &visible);
    ranked
        .into_iter()
        .filter_map(|at| after.elements.get(at))
        .map(|element| Change::Added(line(element, after)))
        .collect()
}

fn compare_elements(before: &Snapshot, after: &Snapshot) -> Vec<Change> {
    let seen = |element: &&Element| element.visibility.is_visible();
    let was: HashMap<ElementId, &Element> =
        before.elements.iter().filter(seen).map(|element| (element.id, element)).collect();
    let is: HashMap<ElementId, &Element> =
        after.elements.iter().filter(seen).map(|element| (element.id, element)).collect();

    // New elements are ranked by importance, because the list may be cut.
    let arrived: Vec<usize> = after
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| is.contains_key(&element.id) && !was.contains_key(&element.id))
        .map(|(at, _)| at)
        .collect();
    let added = ranked(after, &arrived)
        .into_iter()
        .filter_map(|at| after.elements.get(at))
        .map(|element| Change::Added(line(element, after)));
    let removed = before
        .elements
        .iter()
        .filter(|element| was.contains_key(&element.id) && !is.contains_key(&element.id))
        .map(|element| Change::Removed(line(element, before)));
    let altered = after
        .elements
        .iter()
        .filter(|element| is.contains_key(&element.id))
        .filter_map(|element| was.get(&element.id).map(|before| (*before, element)))
        .flat_map(|(before, after)| compare_element(before, after));
    altered.chain(added).chain(removed).collect()
}

/// Compares an element with its earlier version, and returns one change for each difference.
fn compare_element(before: &Element, after: &Element) -> Vec<Change> {
    // A cheap comparison comes first, because nearly all elements are unchanged.
    if before.state == after.state
        && before.name == after.name
        && before.text == after.text
        && before.value == after.value
        && before.choices == after.choices
        && before.secret == after.secret
    {
        return Vec::new();
    }
    let what = format!("{} {}{}", after.id, kind(after), name(after, 60));
    let mut changes = Vec::new();
    let mut tell = |before: String, after: String| {
        if before != after {
            changes.push(Change::Altered { what: what.clone(), before, after });
        }
    };
    let (was, is) = (&before.state, &after.state);
    for (was, is, yes, no) in [
        (was.checked.unwrap_or(false), is.checked.unwrap_or(false), "checked", "unchecked"),
        (was.selected.unwrap_or(false), is.selected.unwrap_or(false), "selected", "not selected"),
        (was.pressed.unwrap_or(false), is.pressed.unwrap_or(false), "pressed", "not pressed"),
        (was.expanded.unwrap_or(false), is.expanded.unwrap_or(false), "expanded", "collapsed"),
        (was.mixed, is.mixed, "mixed", "not mixed"),
        (was.disabled, is.disabled, "disabled", "enabled"),
        (was.readonly, is.readonly, "readonly", "editable"),
        (was.invalid, is.invalid, "invalid", "valid"),
        (was.required, is.required, "required", "optional"),
        (was.busy, is.busy, "busy", "not busy"),
        (was.current, is.current, "current", "not current"),
    ] {
        let word = |is: bool| (if is { yes } else { no }).to_string();
        tell(word(was), word(is));
    }
    if before.secret || after.secret {
        let filled = |element: &Element| element.value.as_deref().is_some_and(|value| !value.is_empty());
        let shown = |element: &Element| if filled(element) { MASK.to_string() } else { "empty".to_string() };
        tell(shown(before), shown(after));
    } else if is_field(after) {
        let shown = |element: &Element| value(element).unwrap_or_else(|| "empty".into());
        tell(shown(before), shown(after));
    }
    let named =
        |element: &Element| quote(if element.name.is_empty() { &element.text } else { &element.name }, 80);
    tell(named(before), named(after));
    changes
}
