//! The controls that change the month of a calendar, and their step sizes.

use std::collections::HashMap;

use lemmascope_browser::page::{Element, ElementId, Rect};
use lemmascope_browser::reading::{ACTIONS, ANSWERS};

const YEAR: i32 = 12;
/// The maximum distance in pixels between a control above the days and the heading of the calendar.
const HEADING_DISTANCE: f64 = 24.0;

/// A control that may change the month, with the presumed number of months.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arrow {
    pub(super) id: ElementId,
    months: Option<i32>,
    bounds: Rect,
}

impl Arrow {
    /// Parses an element as an arrow; `None` if it has another kind of text.
    pub(super) fn read(element: &Element) -> Option<Self> {
        let name = if element.name.is_empty() { element.text.trim() } else { element.name.trim() };
        let months = named(element, name);
        let is_blank = !name.chars().any(char::is_alphanumeric);
        (months.is_some() || is_blank).then_some(Self { id: element.id, months, bounds: element.bounds })
    }
}

/// Returns the arrows of the calendar with this heading: named ones by their direction, and unnamed ones by
/// position.
pub(super) fn arrows_near_heading(arrows: Vec<Arrow>, head: Rect) -> Vec<Arrow> {
    let is_near = |it: &Arrow| {
        it.bounds.bottom() > head.y - HEADING_DISTANCE && it.bounds.y < head.bottom() + HEADING_DISTANCE
    };
    let (named, unnamed): (Vec<Arrow>, Vec<Arrow>) = arrows.into_iter().partition(|it| it.months.is_some());
    let has = |forward: bool| named.iter().any(|it| it.months.is_some_and(|by| (by > 0) == forward));
    if has(true) && has(false) {
        return normalize_double_arrows(named);
    }
    let mut all: Vec<Arrow> = named.into_iter().chain(unnamed).filter(is_near).collect();
    all.sort_by(|one, other| one.bounds.x.total_cmp(&other.bounds.x));
    let count = all.len();
    // ‹ June 2026 ›, or « ‹ June 2026 › »: the inner ones change by a month.
    let steps: &[i32] = match count {
        2 => &[-1, 1],
        4 => &[-YEAR, -1, 1, YEAR],
        _ => return all.into_iter().filter(|it| it.months.is_some()).collect(),
    };
    for (arrow, step) in all.iter_mut().zip(steps) {
        arrow.months = arrow.months.or(Some(*step));
    }
    all
}

/// Double arrows change by a year only beside single ones.
fn normalize_double_arrows(mut arrows: Vec<Arrow>) -> Vec<Arrow> {
    for forward in [1, -1] {
        if !arrows.iter().any(|it| it.months == Some(forward)) {
            for arrow in arrows.iter_mut().filter(|it| it.months == Some(forward * YEAR)) {
                arrow.months = Some(forward);
            }
        }
    }
    arrows
}

/// Returns the number of months by which a control changes the calendar, by its name.
fn named(element: &Element, name: &str) -> Option<i32> {
    match name {
        "›" | ">" | "→" | "▶" | "❯" | "chevron_right" => return Some(1),
        "‹" | "<" | "←" | "◀" | "❮" | "chevron_left" => return Some(-1),
        "»" | ">>" => return Some(YEAR),
        "«" | "<<" => return Some(-YEAR),
        _ => {}
    }
    let months = if ANSWERS.mentions(name, "by_years") { YEAR } else { 1 };
    let said = ACTIONS.text(name);
    let does = |action: &str| {
        element.role == Some(action) || said.first().is_some_and(|(first, _)| *first == action)
    };
    match (does("next"), does("previous")) {
        (true, false) => Some(months),
        (false, true) => Some(-months),
        _ => None,
    }
}

/// The observed numbers of months by which arrows changed the calendar.
#[derive(Debug, Default)]
pub(super) struct ArrowSteps(HashMap<ElementId, i32>);

impl ArrowSteps {
    pub(super) fn note(&mut self, id: ElementId, months: i32) {
        self.0.insert(id, months);
    }

    /// Returns the arrow with the largest step towards a month at this distance, without going beyond it.
    pub(super) fn towards(&self, arrows: &[Arrow], away: i32) -> Option<ElementId> {
        let step = |arrow: &Arrow| self.0.get(&arrow.id).copied().or(arrow.months).unwrap_or(0);
        let leads = |arrow: &&Arrow| {
            let step = step(arrow);
            step.signum() == away.signum() && step.abs() <= away.abs() && step != 0
        };
        arrows.iter().filter(leads).max_by_key(|arrow| step(arrow).abs()).map(|arrow| arrow.id)
    }
}
