use std::collections::{HashMap, HashSet};

use lemmascope_intent::{Cause, Failure};

use crate::page::{Element, ElementId, RegionKind, Snapshot};
use crate::text::{comparable, quote};

/// The options of an observation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Whether repetitive and empty elements are listed too, and long names are printed in full.
    pub full: bool,
    /// Whether only fields and main actions are listed.
    pub minimal: bool,
    /// Whether only elements in the viewport are listed.
    pub viewport: bool,
    /// Whether invisible elements are listed too.
    pub hidden: bool,
    /// Whether bounding boxes are printed.
    pub positions: bool,
    /// A text; only elements near it are listed.
    pub near: Option<String>,
    /// The maximum number of tokens of the whole text.
    pub budget: Option<usize>,
    /// Whether `data` has to stay within the budget too.
    pub budget_is_asked: bool,
    /// The page number, counted from 1; 0 also selects the first page.
    pub page: usize,
    /// A frame; only elements in it and its descendants are listed.
    pub frame: Option<usize>,
    /// The part of the budget that is reserved for additions of the engine: the available intents.
    pub reserve: usize,
}

/// Returns the indexes of the elements to list, in document order.
pub(super) fn eligible(snapshot: &Snapshot, options: &Options) -> Result<Vec<usize>, Failure> {
    let near = match &options.near {
        Some(text) => Some(around(snapshot, text)?),
        None => None,
    };
    let shown = |element: &Element| {
        (options.hidden || element.visibility.is_visible())
            && options.frame.is_none_or(|frame| is_within(snapshot, element.frame, frame))
            && (!options.viewport || element.visibility.in_viewport)
            && (!options.minimal || is_essential(element))
            && (options.full || has_information(element))
    };
    Ok(snapshot
        .elements
        .iter()
        .enumerate()
        .filter(|(at, element)| shown(element) && near.as_ref().is_none_or(|near| near.contains(at)))
        .map(|(at, _)| at)
        .collect())
}

/// Whether a frame is `outer` or one of its descendants.
fn is_within(snapshot: &Snapshot, mut frame: usize, outer: usize) -> bool {
    loop {
        if frame == outer {
            return true;
        }
        match snapshot.frames.get(frame).and_then(|here| here.parent) {
            Some(parent) if parent < frame => frame = parent,
            _ => return false,
        }
    }
}

fn is_essential(element: &Element) -> bool {
    is_field(element)
        || element.primary
        || element.state.focused
        || element.role == Some("submit")
        || element.kind == "alert"
}

pub(super) fn is_field(element: &Element) -> bool {
    matches!(
        element.kind,
        "input"
            | "textarea"
            | "select"
            | "checkbox"
            | "radio"
            | "switch"
            | "slider"
            | "combobox"
            | "listbox"
            | "file"
            | "editor"
    )
}

/// Whether an element carries information. An image without a description or a list without a name does not.
fn has_information(element: &Element) -> bool {
    element.interactive
        || element.table.is_some()
        || !element.name.trim().is_empty()
        || !element.text.trim().is_empty()
}

/// Removes elements that only repeat the text of their parent or the label of a field.
pub(super) fn remove_repetitions(snapshot: &Snapshot, mut shown: Vec<usize>) -> Vec<usize> {
    let labels: HashSet<&str> = snapshot
        .elements
        .iter()
        .filter(|element| is_field(element))
        .flat_map(|element| [element.name.as_str(), element.label.as_str()])
        .filter(|text| !text.is_empty())
        .collect();
    let said =
        |element: &Element| if element.name.is_empty() { element.text.clone() } else { element.name.clone() };
    shown.retain(|at| {
        let Some(element) = snapshot.elements.get(*at) else { return false };
        if element.interactive || element.kind == "alert" {
            return true;
        }
        let says = said(element);
        if element.kind == "text" && labels.contains(says.as_str()) {
            return false;
        }
        let mut parent = element.parent;
        let mut left = 20;
        while let Some(around) = parent.and_then(|at| snapshot.elements.get(at)) {
            if around.interactive && around.name.contains(&says) {
                return false;
            }
            left -= 1;
            parent = around.parent.filter(|_| left > 0);
        }
        true
    });
    shown
}

/// The number of elements of a kind up to which each gets a higher rank.
const RARE: usize = 5;

/// Sorts the elements by importance, the most important first.
pub(super) fn ranked(snapshot: &Snapshot, shown: &[usize]) -> Vec<usize> {
    let parts: HashSet<ElementId> = snapshot
        .patterns
        .iter()
        .flat_map(|pattern| pattern.parts.iter().flat_map(|(_, ids)| ids.iter().copied()))
        .collect();
    let in_front = snapshot.in_front();
    // The only list of a page is more informative than one of three thousand links, whatever its name.
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    for element in shown.iter().filter_map(|at| snapshot.elements.get(*at)) {
        *kinds.entry(element.kind).or_default() += 1;
    }
    let is_rare =
        |element: &Element| is_field(element) && kinds.get(element.kind).is_some_and(|count| *count <= RARE);
    let mut ranked: Vec<(i32, usize)> = shown
        .iter()
        .filter_map(|at| {
            let element = snapshot.elements.get(*at)?;
            let worth = worth(element, snapshot, parts.contains(&element.id), in_front(element));
            Some((-worth - if is_rare(element) { 100 } else { 0 }, *at))
        })
        .collect();
    ranked.sort();
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// Returns the importance of an element for a user who wants to act on the page.
fn worth(element: &Element, snapshot: &Snapshot, in_pattern: bool, in_front: bool) -> i32 {
    let kind = match element.kind {
        _ if is_field(element) => 60,
        "alert" => 150,
        // The rows of the table are printed below it.
        "table" if element.table.is_some() => 160,
        "button" => 50,
        "tab" | "menuitem" | "treeitem" | "option" => 40,
        "link" => 35,
        "heading" => 30,
        "dialog" | "frame" => 25,
        "text" => 10,
        _ => 5,
    };
    let seen = &element.visibility;
    let aside = snapshot.around(element.region).any(|region| matches!(region.kind, RegionKind::Footer));
    let award = |is: bool, points: i32| if is { points } else { 0 };
    kind + award(element.interactive, 100)
        + award(seen.in_viewport, 60)
        + award(in_pattern, 50)
        + award(element.primary, 40)
        + award(element.state.focused, 60)
        + award(in_front, 120)
        - award(!seen.is_visible(), 400)
        - award(seen.covered, 40)
        - award(aside, 30)
        - award(element.name.is_empty() && element.label.is_empty() && !is_field(element), 30)
}

/// Returns the elements near a text: those in the same small region, and those within a short distance.
fn around(snapshot: &Snapshot, text: &str) -> Result<HashSet<usize>, Failure> {
    const CLOSE: f64 = 200.0;
    let wanted = comparable(text);
    let says = |text: &str| comparable(text).contains(&wanted);
    let mut anchors: Vec<usize> = snapshot
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| element.visibility.is_visible())
        .filter(|(_, it)| [&it.name, &it.text, &it.label, &it.placeholder].into_iter().any(|text| says(text)))
        .map(|(at, _)| at)
        .collect();
    // An ancestor contains the text only because its descendant does, so only the innermost element counts.
    let outer: HashSet<usize> = anchors
        .iter()
        .filter_map(|at| snapshot.elements.get(*at).and_then(|element| element.parent))
        .collect();
    anchors.retain(|at| !outer.contains(at));
    let mut regions: HashSet<usize> =
        anchors.iter().filter_map(|at| snapshot.elements.get(*at).map(|element| element.region)).collect();
    if anchors.is_empty() {
        // The text may belong to no listed element. The last region that contains it is the innermost.
        let innermost = snapshot.regions.iter().enumerate().rev();
        let found = innermost.filter(|(_, it)| it.visible).find(|(_, it)| says(&it.text) || says(&it.name));
        match found {
            Some((at, _)) => regions.insert(at),
            None => {
                return Err(Failure::new(
                    Cause::TargetNotFound,
                    format!("nothing here says {}", quote(text, 80)),
                )
                .hint("Look at the whole page with `observe`."));
            }
        };
    }
    regions.retain(|region| *region != 0);
    let close = |element: &Element| {
        anchors
            .iter()
            .filter_map(|at| snapshot.elements.get(*at))
            .any(|anchor| anchor.frame == element.frame && anchor.bounds.distance(&element.bounds) <= CLOSE)
    };
    let together = |element: &Element| {
        let mut next = Some(element.region);
        while let Some(region) = next {
            if regions.contains(&region) {
                return true;
            }
            next = snapshot.regions.get(region).and_then(|it| it.parent).filter(|parent| *parent < region);
        }
        false
    };
    let elements = snapshot.elements.iter().enumerate();
    Ok(elements.filter(|(_, element)| close(element) || together(element)).map(|(at, _)| at).collect())
}
