//! What is on a sheet of a calendar that the page draws: days, or months, or years, and what turns it.

use super::values::{Date, as_date, as_month};
use crate::page::{Element, ElementId, Snapshot};
use crate::reading::{ACTIONS, ANSWERS, words_of_identifier};

/// With fewer days, months or years it is no sheet of them.
const FEWEST_DAYS: usize = 20;
const FEWEST_MONTHS: usize = 10;
const FEWEST_YEARS: usize = 6;

/// What shows of a calendar that has come.
#[derive(Default)]
pub(super) struct Sheet {
    /// The number of the day, its date where it says so.
    days: Vec<(u32, Option<Date>, ElementId)>,
    /// The month that it shows, and the year alone where months are to choose from.
    month: Option<(u32, u32)>,
    year: Option<u32>,
    /// Months and years to click on.
    months: Vec<(u32, ElementId)>,
    years: Vec<(u32, ElementId)>,
    /// Lists of the browser's own, and a field, in which they are chosen.
    month_list: Option<ElementId>,
    year_list: Option<ElementId>,
    year_field: Option<(u32, ElementId)>,
    /// What turns the sheet, and what turns it by a year.
    next: Option<ElementId>,
    previous: Option<ElementId>,
    next_year: Option<ElementId>,
    previous_year: Option<ElementId>,
    /// What says which month it is, where it can be clicked.
    headings: Vec<ElementId>,
}

/// What is to be done next to come to a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Move {
    /// It shows: a click chooses it.
    Day(ElementId),
    /// A click turns the sheet, or chooses a month or a year on it.
    Click(ElementId),
    /// In a list, the option of this place.
    Choose(ElementId, usize),
    /// Into a field.
    Write(ElementId, u32),
    /// What says which month it is may lead to the years.
    Zoom(ElementId),
}

impl Sheet {
    /// The sheet that was not there before.
    pub(super) fn read(before: &Snapshot, now: &Snapshot) -> Self {
        let is_new = |element: &&Element| {
            element.visibility.is_visible()
                && before
                    .element(element.id)
                    .is_none_or(|was| !was.visibility.is_visible() || was.name != element.name)
        };
        let mut sheet = Self::default();
        let mut listed = (None, None);
        for element in now.elements.iter().filter(is_new) {
            if element.kind == "select" {
                sheet.note_list(element, &mut listed);
            } else if let Some(year) = year_field(element) {
                sheet.year_field = sheet.year_field.or(Some((year, element.id)));
                listed.1 = listed.1.or(Some(year));
            } else {
                sheet.note(element);
            }
        }
        if let (None, (Some(month), Some(year))) = (sheet.month, listed) {
            sheet.month = Some((year, month));
        }
        if sheet.month.is_none() {
            let middle = sheet.days.get(sheet.days.len() / 2).and_then(|(_, date, _)| *date);
            sheet.month = middle.map(|date| (date.year, date.month));
        }
        // A year that stands beside the month, or beside months to choose from.
        if sheet.years.len() < FEWEST_YEARS {
            sheet.year = sheet.years.first().map(|(year, _)| *year);
            sheet.headings.extend(sheet.years.iter().map(|(_, id)| *id));
            if let (None, Some(year), [(month, id)]) = (sheet.month, sheet.year, sheet.months.as_slice()) {
                sheet.month = Some((year, *month));
                sheet.headings.push(*id);
            }
        }
        sheet
    }

    fn note(&mut self, element: &Element) {
        let text = if element.text.is_empty() { &element.name } else { &element.text };
        let label = element.attributes.get("aria-label").map_or(element.name.as_str(), String::as_str);
        let dated = as_date(label).or_else(|| dated_within(label));
        let number = text.trim().parse::<u32>().ok();
        let day = number.or(dated.map(|date| date.day)).filter(|day| (1..=31).contains(day));
        if let Some(day) = day {
            if !element.state.disabled {
                self.days.push((day, dated, element.id));
            }
            return;
        }
        if let Some(year) = number.filter(|year| is_year(*year)) {
            if !element.state.disabled {
                self.years.push((year, element.id));
            }
            return;
        }
        let is_word = number.is_none() && text.split_whitespace().count() == 1;
        if let Some(month) = as_month(text).filter(|_| is_word) {
            if !element.state.disabled {
                self.months.push((month, element.id));
            }
        } else if let Some(month) = month_of(text).or_else(|| month_of(label)) {
            self.month = self.month.or(Some(month));
            if element.interactive {
                self.headings.push(element.id);
            }
        }
        if !element.interactive {
            return;
        }
        let place = match turning(element) {
            Some((true, false)) => &mut self.next,
            Some((false, false)) => &mut self.previous,
            Some((true, true)) => &mut self.next_year,
            Some((false, true)) => &mut self.previous_year,
            None => return,
        };
        *place = place.or(Some(element.id));
    }

    /// `listed`: the month and the year that the lists show.
    fn note_list(&mut self, element: &Element, listed: &mut (Option<u32>, Option<u32>)) {
        let chosen = element.choices.iter().find(|choice| choice.selected);
        let is_month = |text: &str| text.trim().parse::<u32>().is_err() && as_month(text).is_some();
        let months = element.choices.iter().filter(|choice| is_month(&choice.text)).count();
        let years = element.choices.iter().filter(|choice| year_of(&choice.text).is_some()).count();
        if months >= FEWEST_MONTHS {
            self.month_list = self.month_list.or(Some(element.id));
            listed.0 = listed.0.or(chosen.and_then(|choice| as_month(&choice.text)));
        } else if years > 1 {
            self.year_list = self.year_list.or(Some(element.id));
            listed.1 = listed.1.or(chosen.and_then(|choice| year_of(&choice.text)));
        }
    }

    /// Whether there is something that can be chosen from.
    pub(super) fn is_whole(&self) -> bool {
        let has_days = self.days.len() >= FEWEST_DAYS && self.month.is_some();
        has_days || self.months.len() >= FEWEST_MONTHS || self.years.len() >= FEWEST_YEARS
    }

    /// What leads to a day, or a step nearer to it. `zoomed`: what has been clicked already in search of the years.
    pub(super) fn lead(&self, page: &Snapshot, date: Date, zoomed: &[ElementId]) -> Option<Move> {
        let has_days = self.days.len() >= FEWEST_DAYS;
        if !has_days && self.years.len() >= FEWEST_YEARS {
            return self.among_years(date).map(Move::Click);
        }
        if !has_days && self.months.len() >= FEWEST_MONTHS {
            let zoom = self.year.and_then(|year| self.zoom(year, date, zoomed));
            return zoom.or_else(|| self.among_months(date).map(Move::Click));
        }
        if let Some(id) = self.day(date) {
            return Some(Move::Day(id));
        }
        let (year, month) = self.month?;
        if year != date.year {
            if let Some(chosen) = choice_in(page, self.year_list, |text| year_of(text) == Some(date.year)) {
                return Some(chosen);
            }
            if let Some((_, id)) = self.year_field {
                return Some(Move::Write(id, date.year));
            }
            let turn = if date.year > year { self.next_year } else { self.previous_year };
            if let Some(id) = turn {
                return Some(Move::Click(id));
            }
        } else if month != date.month
            && let Some(chosen) = choice_in(page, self.month_list, |text| as_month(text) == Some(date.month))
        {
            return Some(chosen);
        }
        let zoom = self.zoom(year, date, zoomed);
        zoom.or_else(|| self.towards((year, month), (date.year, date.month)).map(Move::Click))
    }

    /// A long way is shorter by way of the years, if what says the month or the year leads there.
    fn zoom(&self, year: u32, date: Date, zoomed: &[ElementId]) -> Option<Move> {
        let untried = self.headings.iter().find(|id| !zoomed.contains(id));
        untried.filter(|_| year.abs_diff(date.year) > 1).map(|id| Move::Zoom(*id))
    }

    fn among_years(&self, date: Date) -> Option<ElementId> {
        if let Some((_, id)) = self.years.iter().find(|(year, _)| *year == date.year) {
            return Some(*id);
        }
        let first = self.years.iter().map(|(year, _)| *year).min()?;
        self.towards((first, 0), (date.year, 0))
    }

    fn among_months(&self, date: Date) -> Option<ElementId> {
        match self.year {
            Some(year) if year != date.year => {
                let turn = if date.year > year { self.next_year } else { self.previous_year };
                turn.or_else(|| self.towards((year, 0), (date.year, 0)))
            }
            _ => self.months.iter().find(|(month, _)| *month == date.month).map(|(_, id)| *id),
        }
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

    fn towards(&self, shown: (u32, u32), wanted: (u32, u32)) -> Option<ElementId> {
        match wanted.cmp(&shown) {
            std::cmp::Ordering::Greater => self.next,
            std::cmp::Ordering::Less => self.previous,
            std::cmp::Ordering::Equal => None,
        }
    }
}

fn choice_in(page: &Snapshot, list: Option<ElementId>, is_it: impl Fn(&str) -> bool) -> Option<Move> {
    let id = list?;
    let place = page.element(id)?.choices.iter().position(|choice| is_it(&choice.text))?;
    Some(Move::Choose(id, place))
}

fn is_year(number: u32) -> bool {
    (1900..2200).contains(&number)
}

fn year_of(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|year| is_year(*year))
}

/// The year that stands in a field in which it can be written.
fn year_field(element: &Element) -> Option<u32> {
    let is_field = matches!(element.kind, "input" | "spinbutton" | "slider") && !element.state.readonly;
    element.value.as_deref().filter(|_| is_field).and_then(year_of)
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

/// Whether a button turns forward, and whether by years.
fn turning(element: &Element) -> Option<(bool, bool)> {
    let name = if element.name.is_empty() { &element.text } else { &element.name };
    match name.trim() {
        "›" | ">" | "→" | "▶" | "chevron_right" => return Some((true, false)),
        "‹" | "<" | "←" | "◀" | "chevron_left" => return Some((false, false)),
        "»" | ">>" => return Some((true, true)),
        "«" | "<<" => return Some((false, true)),
        _ => {}
    }
    let by_years = ANSWERS.mentions(name, "by_years");
    let said = ACTIONS.text(name);
    let does = |action: &str| {
        element.role == Some(action) || said.first().is_some_and(|(first, _)| *first == action)
    };
    match (does("next"), does("previous")) {
        (true, false) => Some((true, by_years)),
        (false, true) => Some((false, by_years)),
        _ => None,
    }
}
