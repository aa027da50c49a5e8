//! Choosing a day on a sheet that the page draws, for fields that take no keys.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::values::{Date, as_date, as_month};
use crate::driver::Button;
use crate::intents::Hands;
use crate::page::{Element, ElementId, Snapshot};
use crate::reading::{ACTIONS, words_of_identifier};
use crate::session::{Found, LookOptions, Until};
use crate::verbs::click;

/// How many months are turned.
const MOST_TURNS: usize = 150;
/// How long a sheet takes to come.
const OPENING: Duration = Duration::from_millis(1200);
/// With fewer days it is no sheet.
const FEWEST_DAYS: usize = 20;

/// Opens the sheet of a field, turns to the month and clicks the day.
pub(super) async fn pick_day(hands: &mut Hands<'_>, found: &Found, date: Date) -> Result<(), Failure> {
    let visit = hands.visit;
    let options = LookOptions { full: true, ..LookOptions::default() };
    let before = hands.look_with(&options).await?;
    click(visit, hands, found, Button::Left, 1, false).await?;
    let until = Until::within(OPENING);
    let mut turns = 0;
    loop {
        let look = hands.look_with(&options).await?;
        let sheet = Sheet::read(&before, &look);
        if !sheet.is_whole() {
            if until.is_over() {
                return Err(Failure::new(Cause::TypeFailed, format!("{} opens no calendar", found.shown())));
            }
            hands.wait_for_change(until).await?;
            continue;
        }
        let next = sheet.day(date).map(|id| (id, true)).or_else(|| Some((sheet.towards(date)?, false)));
        let Some((id, is_day)) = next.filter(|_| turns < MOST_TURNS) else {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("the calendar of {} does not lead there", found.shown()),
            ));
        };
        let element = look.element(id).ok_or_else(|| crate::session::stale(id))?;
        let place = Found::listed(element, &look)?;
        let aftermath = click(visit, hands, &place, Button::Left, 1, false).await?;
        if is_day {
            break;
        }
        if aftermath.verdict.is_none() {
            return Err(Failure::new(
                Cause::NoEffect,
                format!("the calendar of {} does not turn", found.shown()),
            ));
        }
        turns += 1;
    }
    let after = hands.look().await?;
    let value = after.element(found.id).and_then(|element| element.value.clone()).unwrap_or_default();
    if shows(&value, date) {
        Ok(())
    } else {
        Err(Failure::new(
            Cause::TypeFailed,
            format!("{} holds {} instead", found.shown(), crate::observation::quote(&value, 60)),
        ))
    }
}

/// Whether a field shows a date, in whichever form.
fn shows(value: &str, date: Date) -> bool {
    if as_date(value) == Some(date) {
        return true;
    }
    let words = words_of_identifier(&value.to_lowercase());
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let has = |number: u32| numbers.contains(&number);
    let has_month = has(date.month)
        || words.iter().any(|word| word.parse::<u32>().is_err() && as_month(word) == Some(date.month));
    has(date.day) && has_month && (has(date.year) || has(date.year % 100))
}

/// The days and the heading of a sheet that has come.
struct Sheet {
    /// The number of the day, its date where it says so.
    days: Vec<(u32, Option<Date>, ElementId)>,
    /// The month that it shows.
    month: Option<(u32, u32)>,
    next: Option<ElementId>,
    previous: Option<ElementId>,
}

impl Sheet {
    fn read(before: &Arc<Snapshot>, now: &Snapshot) -> Self {
        let is_new = |element: &&Element| {
            element.visibility.is_visible()
                && before
                    .element(element.id)
                    .is_none_or(|was| !was.visibility.is_visible() || was.name != element.name)
        };
        let mut sheet = Self { days: Vec::new(), month: None, next: None, previous: None };
        for element in now.elements.iter().filter(is_new) {
            let text = if element.text.is_empty() { &element.name } else { &element.text };
            let label = element.attributes.get("aria-label").map_or(element.name.as_str(), String::as_str);
            let dated = as_date(label).or_else(|| dated_within(label));
            let number = text.trim().parse::<u32>().ok().or(dated.map(|date| date.day));
            if let Some(day) = number.filter(|day| (1..=31).contains(day)) {
                if !element.state.disabled {
                    sheet.days.push((day, dated, element.id));
                }
            } else if let Some(month) = month_of(text).or_else(|| month_of(label)) {
                sheet.month = sheet.month.or(Some(month));
            }
            if element.interactive && number.is_none() {
                match turning(element) {
                    Some(true) => sheet.next = sheet.next.or(Some(element.id)),
                    Some(false) => sheet.previous = sheet.previous.or(Some(element.id)),
                    None => {}
                }
            }
        }
        if sheet.month.is_none() {
            let middle = sheet.days.get(sheet.days.len() / 2).and_then(|(_, date, _)| *date);
            sheet.month = middle.map(|date| (date.year, date.month));
        }
        sheet
    }

    fn is_whole(&self) -> bool {
        self.days.len() >= FEWEST_DAYS && self.month.is_some()
    }

    fn day(&self, date: Date) -> Option<ElementId> {
        if let Some((_, _, id)) = self.days.iter().find(|(_, its, _)| *its == Some(date)) {
            return Some(*id);
        }
        if self.month != Some((date.year, date.month)) {
            return None;
        }
        // The last days of the month before come first, the first days of the next one last.
        let mut same = self.days.iter().filter(|(day, its, _)| *day == date.day && its.is_none());
        let found = if date.day <= 15 { same.next() } else { same.next_back() };
        found.map(|(_, _, id)| *id)
    }

    fn towards(&self, date: Date) -> Option<ElementId> {
        let shown = self.month?;
        match (date.year, date.month).cmp(&shown) {
            std::cmp::Ordering::Greater => self.next,
            std::cmp::Ordering::Less => self.previous,
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// `Wednesday, 24 June 2026`: a date with more around it.
fn dated_within(label: &str) -> Option<Date> {
    label
        .split_once(',')
        .and_then(|(_, rest)| as_date(rest))
        .or_else(|| label.split_once(' ').and_then(|(_, rest)| as_date(rest)))
}

/// `June 2026`.
fn month_of(text: &str) -> Option<(u32, u32)> {
    let words = words_of_identifier(&text.to_lowercase());
    let year =
        words.iter().find_map(|word| word.parse::<u32>().ok().filter(|year| (1900..2200).contains(year)))?;
    let month = words.iter().find_map(|word| as_month(word).filter(|_| word.parse::<u32>().is_err()))?;
    (words.len() <= 4).then_some((year, month))
}

/// Whether a button turns to the next month, or to the one before.
fn turning(element: &Element) -> Option<bool> {
    let name = if element.name.is_empty() { &element.text } else { &element.name };
    match name.trim() {
        "›" | ">" | "→" | "▶" | "chevron_right" => return Some(true),
        "‹" | "<" | "←" | "◀" | "chevron_left" => return Some(false),
        _ => {}
    }
    // Years are turned by buttons of their own; months lead everywhere.
    if crate::reading::fold(name).contains("year") {
        return None;
    }
    let said = ACTIONS.text(name);
    let does = |action: &str| {
        element.role == Some(action) || said.first().is_some_and(|(first, _)| *first == action)
    };
    match (does("next"), does("previous")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
