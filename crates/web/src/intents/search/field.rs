use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::{actions_of, clusters};
use lemmascope_browser::session::Deadline;
use lemmascope_intent::{Cause, Failure};

use crate::intents::PageActor;

/// The timeout for a search box to open.
const OPENING: Duration = Duration::from_millis(1500);
/// The maximum number of controls that are tried to open a search.
const MOST_OPENERS: usize = 3;
/// The keyboard shortcuts for search, with the texts that announce them.
const SHORTCUTS: &[(&str, &[&str])] = &[
    ("control+k", &["ctrl k", "ctrl+k", "⌘k", "⌘ k", "ctrl + k", "cmd+k", "command k"]),
    ("/", &["press /", "type /"]),
];

/// Returns the search field, opening it if it is hidden.
pub(super) async fn open(hands: &mut PageActor<'_>) -> Result<ElementId, Failure> {
    if let Some(field) = best(&hands.seen) {
        return Ok(field);
    }
    let mut tried: Vec<ElementId> = Vec::new();
    for _ in 0..MOST_OPENERS {
        let Some(opener) = openers(&hands.seen).into_iter().find(|id| !tried.contains(id)) else { break };
        tried.push(opener);
        if hands.click(opener).await.is_err() {
            continue;
        }
        if let Some(field) = wait_for_field(hands).await? {
            return Ok(field);
        }
    }
    if let Some(keys) = shortcut(&hands.seen) {
        hands.press(keys, None).await?;
        if let Some(field) = wait_for_field(hands).await? {
            return Ok(field);
        }
    }
    hands.tell_changes();
    Err(Failure::new(Cause::TargetNotFound, "there is no search on this page")
        .hint("`observe` lists the fields; go to a page with a search, or type into a field with `type`."))
}

/// Replaces the text of the field with the query.
pub(super) async fn write(hands: &mut PageActor<'_>, field: ElementId, query: &str) -> Result<(), Failure> {
    let found = hands.found(field)?;
    let is_filled =
        hands.seen.element(field).and_then(|it| it.value.as_ref()).is_some_and(|it| !it.is_empty());
    if is_filled {
        hands.logbook().did(format!("clear {}", found.shown_id()));
    }
    hands.write(field, query, false).await
}

async fn wait_for_field(hands: &mut PageActor<'_>) -> Result<Option<ElementId>, Failure> {
    let until = Deadline::within(OPENING);
    loop {
        if let Some(field) = best(&hands.seen).or_else(|| focused(&hands.seen)) {
            return Ok(Some(field));
        }
        if until.is_over() {
            return Ok(None);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

/// Returns the field that a search button has opened, which is recognized by its focus.
fn focused(snapshot: &Snapshot) -> Option<ElementId> {
    let is_meant = |element: &&Element| {
        element.state.focused
            && takes_text(element)
            && !is_in_larger_form(snapshot, element.id)
            && matches!(element.role, None | Some("search" | "text"))
            && element.visibility.is_visible()
    };
    snapshot.elements.iter().find(is_meant).map(|element| element.id)
}

fn takes_text(element: &Element) -> bool {
    matches!(element.kind, "input" | "combobox" | "textarea" | "editor")
        && !element.state.disabled
        && !element.state.readonly
        && !element.secret
}

/// Whether the field is submitted together with other texts, in a form that does more than a query.
pub(super) fn is_in_larger_form(snapshot: &Snapshot, field: ElementId) -> bool {
    let Some(at) = snapshot.elements.iter().position(|element| element.id == field) else { return false };
    let all = clusters(snapshot);
    let Some(form) = all.iter().find(|form| form.fields.contains(&at)) else { return false };
    let Some(region) = snapshot.regions.get(form.region) else { return false };
    // Fields without a form are submitted separately, unless they are grouped in a part of the page.
    let is_apart = match form.is_form {
        true => !region.hints.lines().any(|hint| hint == "method=post"),
        false => matches!(region.kind, RegionKind::Page | RegionKind::Main),
    };
    if is_apart {
        return false;
    }
    let is_text = |at: &usize| {
        let element = &snapshot.elements[*at];
        matches!(element.kind, "input" | "textarea" | "editor") && element.visibility.is_visible()
    };
    form.fields.iter().filter(|other| **other != at && is_text(other)).count() > 1
}

/// Returns the search button beside a field.
pub(super) fn search_button(snapshot: &Snapshot, field: ElementId) -> Option<ElementId> {
    let of = snapshot.element(field)?;
    let near = snapshot.elements.iter().filter(|element| {
        matches!(element.kind, "button" | "link")
            && element.frame == of.frame
            && element.visibility.is_visible()
            && !element.state.disabled
            // The control that opened the search is covered now.
            && !element.visibility.covered
            && element.bounds.distance(&of.bounds) < 40.0
    });
    let searches = |element: &&Element| {
        let does = actions_of(std::slice::from_ref(*element)).pop().unwrap_or_default();
        does.iter().any(|(what, strength)| *what == "search" && *strength >= 0.5)
    };
    near.into_iter().find(searches).map(|element| element.id)
}

/// Returns the main search field of the page.
fn best(snapshot: &Snapshot) -> Option<ElementId> {
    let mut best: Option<(f64, ElementId)> = None;
    for element in snapshot.elements.iter().filter(|it| takes_text(it) && it.visibility.is_visible()) {
        let pattern = snapshot
            .patterns
            .iter()
            .filter(|pattern| pattern.name == "search_form")
            .find(|pattern| pattern.part("input") == Some(element.id));
        if pattern.is_none() && element.role != Some("search") {
            continue;
        }
        // A form with further entries creates a record, unless the field has a separate search button.
        if is_in_larger_form(snapshot, element.id) && search_button(snapshot, element.id).is_none() {
            continue;
        }
        let strength = weigh(snapshot, element) + pattern.map_or(0.0, |it| 0.5 + f64::from(it.confidence));
        if best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, element.id));
        }
    }
    best.map(|(_, id)| id)
}

/// Rates whether a search field searches the whole site, and not only a list or a table.
fn weigh(snapshot: &Snapshot, element: &Element) -> f64 {
    let mut weight = 0.0;
    if element.role == Some("search") {
        weight += 0.5;
    }
    if element.attributes.get("type").is_some_and(|kind| kind == "search") {
        weight += 0.3;
    }
    let name = element.attributes.get("name").map_or("", String::as_str);
    if matches!(name, "q" | "s" | "query" | "search" | "keyword" | "keywords") {
        weight += 0.4;
    }
    for region in snapshot.around(element.region) {
        weight += match region.kind {
            RegionKind::Search => 0.6,
            RegionKind::Header | RegionKind::Navigation => 0.4,
            // A dialog with a search field was opened for it, and is on top.
            RegionKind::Dialog => 0.8,
            RegionKind::Table | RegionKind::Row | RegionKind::Item => -0.8,
            RegionKind::Footer | RegionKind::Aside => -0.3,
            _ => 0.0,
        };
        if region.kind == RegionKind::Form && region.hints.contains("search") {
            weight += 0.4;
        }
    }
    // A wide field is prominent; a covered one cannot be used.
    weight += (element.bounds.width / snapshot.viewport.width.max(1.0)).min(1.0) * 0.3;
    if element.visibility.covered {
        weight -= 1.0;
    }
    weight
}

/// Returns the controls that may open a search, the most likely first: a magnifier, a fake field, a menu.
fn openers(snapshot: &Snapshot) -> Vec<ElementId> {
    let mut found: Vec<(f32, ElementId)> = Vec::new();
    for element in snapshot.elements.iter().filter(|it| it.interactive && it.visibility.is_visible()) {
        if element.state.disabled || element.visibility.covered {
            continue;
        }
        let drawn = matches!(element.kind, "input" | "combobox")
            && element.state.readonly
            && element.role == Some("search");
        if drawn {
            found.push((0.9, element.id));
            continue;
        }
        if !matches!(element.kind, "button" | "link" | "menuitem" | "tab") {
            continue;
        }
        let does = actions_of(std::slice::from_ref(element)).pop().unwrap_or_default();
        let of =
            |what: &str| does.iter().find(|(known, _)| *known == what).map_or(0.0, |(_, strength)| *strength);
        let (searches, menu) = (of("search"), of("menu"));
        let is_link = if element.kind == "link" { 0.1 } else { 0.0 };
        if searches >= 0.45 {
            found.push((searches - is_link, element.id));
        } else if menu >= 0.6 && element.kind == "button" {
            found.push((0.2, element.id));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().map(|(_, id)| id).collect()
}

/// Returns the keyboard shortcut that the page announces for its search.
fn shortcut(snapshot: &Snapshot) -> Option<&'static str> {
    let texts = snapshot.elements.iter().flat_map(|it| [&it.name, &it.text, &it.placeholder]);
    let texts = texts.chain(snapshot.regions.iter().map(|region| &region.text));
    let said: Vec<String> = texts.filter(|text| !text.is_empty()).map(|text| text.to_lowercase()).collect();
    let is_said = |signs: &[&str]| signs.iter().any(|sign| said.iter().any(|text| text.contains(sign)));
    SHORTCUTS.iter().find(|(_, signs)| is_said(signs)).map(|(keys, _)| *keys)
}
