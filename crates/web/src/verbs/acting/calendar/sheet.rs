//! The content of an open date picker: days, months or years, and the controls that change it.

use lemmascope_browser::page::{Element, ElementId, Rect, Snapshot};
use lemmascope_browser::text::words_of_identifier;

use super::arrows::{Arrow, ArrowSteps, arrows_near_heading};
use crate::values::{Date, parse_date, parse_month};

/// The minimum numbers of days, months or years.
const FEWEST_DAYS: usize = 20;
const FEWEST_MONTHS: usize = 10;
const FEWEST_YEARS: usize = 6;

/// The minimum number of days of a completely visible month.
const FEWEST_DAYS_OF_A_MONTH: usize = 28;

/// An open date picker.
#[derive(Default)]
pub(super) struct Sheet {
    days: Vec<Day>,
    /// The first month that it shows, and only the year when months are shown.
    pub(super) month: Option<(u32, u32)>,
    year: Option<u32>,
    /// The clickable months and years.
    months: Vec<(u32, ElementId)>,
    years: Vec<(u32, ElementId)>,
    /// The native lists, and a field, for choosing them.
    month_list: Option<ElementId>,
    year_list: Option<ElementId>,
    year_field: Option<(u32, ElementId)>,
    arrows: Vec<Arrow>,
    /// The bounding box of the first heading.
    head: Option<Rect>,
    /// The clickable headings.
    headings: Vec<ElementId>,
}

/// A day of the calendar.
#[derive(Debug, Clone, Copy)]
struct Day {
    number: u32,
    date: Option<Date>,
    id: ElementId,
    is_disabled: bool,
}

/// The next step towards a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Move {
    /// The day is visible: click it.
    Day(ElementId),
    /// The day is visible, and disabled.
    Closed,
    /// Click to change the month.
    Turn(ElementId),
    /// Click a month or a year.
    Click(ElementId),
    /// Choose the option with this index in a list.
    Choose(ElementId, usize),
    /// Write into a field.
    Write(ElementId, u32),
    /// Click the heading, which may lead to the years.
    Zoom(ElementId),
}

impl Sheet {
    /// Finds the date picker among elements that have appeared since `before`, or on the whole page.
    pub(super) fn read(before: Option<&Snapshot>, now: &Snapshot) -> Self {
        let is_new = |element: &&Element| {
            let was = before.and_then(|before| before.element(element.id));
            element.visibility.is_visible()
                && was.is_none_or(|was| !was.visibility.is_visible() || was.name != element.name)
        };
        let mut sheet = Self::default();
        let mut listed = (None, None);
        for element in now.elements.iter().filter(is_new) {
            if element.kind == "select" {
                sheet.record_list(element, &mut listed);
            } else if let Some(year) = year_field(element) {
                sheet.year_field = sheet.year_field.or(Some((year, element.id)));
                listed.1 = listed.1.or(Some(year));
            } else {
                sheet.note(element);
            }
        }
        sheet.conclude(listed);
        sheet
    }

    fn conclude(&mut self, listed: (Option<u32>, Option<u32>)) {
        if let (None, (Some(month), Some(year))) = (self.month, listed) {
            self.month = Some((year, month));
        }
        // A year beside the month, or above the months.
        if self.years.len() < FEWEST_YEARS {
            self.year = self.years.first().map(|(year, _)| *year).or(listed.1);
            self.headings.extend(self.years.iter().map(|(_, id)| *id));
            if let (None, Some(year), Some((month, id))) = (self.month, self.year, self.months.first())
                && self.months.len() < FEWEST_MONTHS
            {
                self.month = Some((year, *month));
                self.headings.push(*id);
            }
        }
        self.assign_dates();
        if self.month.is_none() {
            let middle = self.days.get(self.days.len() / 2).and_then(|day| day.date);
            self.month = middle.map(|date| (date.year, date.month));
        }
        let arrows = std::mem::take(&mut self.arrows);
        self.arrows = arrows_near_heading(arrows, self.head.unwrap_or_default());
    }

    /// Derives the dates of days without one from the heading: the first complete month is that of the
    /// heading, and the next ones follow it. The other days belong to partially visible months.
    fn assign_dates(&mut self) {
        let Some((year, month)) = self.month else { return };
        let mut shown = 0;
        let mut start = 0;
        while start < self.days.len() {
            let follows = |pair: &[Day]| pair[1].number == pair[0].number + 1;
            let length = 1 + self.days[start..].windows(2).take_while(|pair| follows(pair)).count();
            let run = &mut self.days[start..start + length];
            if run[0].number == 1 && length >= FEWEST_DAYS_OF_A_MONTH {
                let months = year * 12 + month - 1 + shown;
                for day in run.iter_mut().filter(|day| day.date.is_none()) {
                    day.date = Some(Date { year: months / 12, month: months % 12 + 1, day: day.number });
                }
                shown += 1;
            }
            start += length;
        }
    }

    fn note(&mut self, element: &Element) {
        let text = if element.text.is_empty() { &element.name } else { &element.text };
        let label = element.attributes.get("aria-label").map_or(element.name.as_str(), String::as_str);
        let dated = parse_date(label).or_else(|| parse_labelled_date(label));
        let number = text.trim().parse::<u32>().ok();
        let is_disabled = element.state.disabled;
        if let Some(day) = number.or(dated.map(|date| date.day)).filter(|day| (1..=31).contains(day)) {
            self.record_day(
                Day { number: day, date: dated, id: element.id, is_disabled },
                element.interactive,
            );
            return;
        }
        if let Some(year) = number.filter(|year| is_year(*year)) {
            if !is_disabled {
                self.years.push((year, element.id));
            }
            return;
        }
        let is_word = number.is_none() && text.split_whitespace().count() == 1;
        if let Some(month) = parse_month(text).filter(|_| is_word) {
            if !is_disabled {
                self.head = self.head.or(Some(element.bounds));
                self.months.push((month, element.id));
            }
            return;
        }
        if let Some(month) = month_of(text).or_else(|| month_of(label)) {
            self.head = self.head.or(Some(element.bounds));
            self.month = self.month.or(Some(month));
            if element.interactive {
                self.headings.push(element.id);
            }
            return;
        }
        if element.interactive && !is_disabled {
            self.arrows.extend(Arrow::read(element));
        }
    }

    /// The cell of a day and its text are the same day.
    fn record_day(&mut self, day: Day, is_interactive: bool) {
        match self.days.last_mut() {
            Some(last) if last.number == day.number => {
                last.date = last.date.or(day.date);
                last.is_disabled |= day.is_disabled;
                if is_interactive {
                    last.id = day.id;
                }
            }
            _ => self.days.push(day),
        }
    }

    /// Records a list. `listed` are the month and the year selected in lists.
    fn record_list(&mut self, element: &Element, listed: &mut (Option<u32>, Option<u32>)) {
        let chosen = element.choices.iter().find(|choice| choice.selected);
        let is_month = |text: &str| text.trim().parse::<u32>().is_err() && parse_month(text).is_some();
        let months = element.choices.iter().filter(|choice| is_month(&choice.text)).count();
        let years = element.choices.iter().filter(|choice| year_of(&choice.text).is_some()).count();
        if months >= FEWEST_MONTHS {
            self.month_list = self.month_list.or(Some(element.id));
            self.head = self.head.or(Some(element.bounds));
            listed.0 = listed.0.or(chosen.and_then(|choice| parse_month(&choice.text)));
        } else if years > 1 {
            self.year_list = self.year_list.or(Some(element.id));
            listed.1 = listed.1.or(chosen.and_then(|choice| year_of(&choice.text)));
        }
    }

    /// Whether it has a complete set of days, months or years.
    pub(super) fn is_whole(&self) -> bool {
        let has_days = self.days.len() >= FEWEST_DAYS && self.month.is_some();
        has_days || self.months.len() >= FEWEST_MONTHS || self.years.len() >= FEWEST_YEARS
    }

    /// Returns the number of months from the given month to the visible one.
    pub(super) fn months_since(&self, (year, month): (u32, u32)) -> Option<i32> {
        let (now_year, now_month) = self.month?;
        Some((now_year as i32 - year as i32) * 12 + now_month as i32 - month as i32)
    }

    /// Returns the next step towards a day. `zoomed` are the headings that were clicked in search of the
    /// years.
    pub(super) fn lead(
        &self,
        page: &Snapshot,
        date: Date,
        zoomed: &[ElementId],
        turned: &ArrowSteps,
    ) -> Option<Move> {
        let has_days = self.days.len() >= FEWEST_DAYS;
        if !has_days && self.years.len() >= FEWEST_YEARS {
            return self.step_in_year_list(date, turned);
        }
        if !has_days && self.months.len() >= FEWEST_MONTHS {
            let zoom = self.year.and_then(|year| self.zoom(year, date, zoomed));
            return zoom.or_else(|| self.step_in_month_list(date, turned));
        }
        if let Some(day) = self.days.iter().find(|day| day.date == Some(date)) {
            return Some(if day.is_disabled { Move::Closed } else { Move::Day(day.id) });
        }
        let (year, _) = self.month?;
        let away = -self.months_since((date.year, date.month))?;
        if year != date.year {
            if let Some(chosen) = choose_option(page, self.year_list, |text| year_of(text) == Some(date.year))
            {
                return Some(chosen);
            }
            if let Some((_, id)) = self.year_field {
                return Some(Move::Write(id, date.year));
            }
        } else if away != 0
            && let Some(chosen) =
                choose_option(page, self.month_list, |text| parse_month(text) == Some(date.month))
        {
            return Some(chosen);
        }
        let zoom = self.zoom(year, date, zoomed);
        zoom.or_else(|| turned.towards(&self.arrows, away).map(Move::Turn))
    }

    /// For a distant year, a heading may lead to a list of years.
    fn zoom(&self, year: u32, date: Date, zoomed: &[ElementId]) -> Option<Move> {
        let untried = self.headings.iter().find(|id| !zoomed.contains(id));
        untried.filter(|_| year.abs_diff(date.year) > 1).map(|id| Move::Zoom(*id))
    }

    fn step_in_year_list(&self, date: Date, turned: &ArrowSteps) -> Option<Move> {
        if let Some((_, id)) = self.years.iter().find(|(year, _)| *year == date.year) {
            return Some(Move::Click(*id));
        }
        let first = self.years.iter().map(|(year, _)| *year).min()?;
        self.arrow_towards_year(first, date, turned)
    }

    fn step_in_month_list(&self, date: Date, turned: &ArrowSteps) -> Option<Move> {
        match self.year {
            Some(year) if year != date.year => self.arrow_towards_year(year, date, turned),
            _ => self.months.iter().find(|(month, _)| *month == date.month).map(|(_, id)| Move::Click(*id)),
        }
    }

    /// In a list of months or years, each arrow changes by at least a year.
    fn arrow_towards_year(&self, shown: u32, date: Date, turned: &ArrowSteps) -> Option<Move> {
        let away = (date.year as i32 - shown as i32).signum();
        turned
            .towards(&self.arrows, away)
            .or_else(|| turned.towards(&self.arrows, away * 12))
            .map(Move::Click)
    }
}

fn choose_option(page: &Snapshot, list: Option<ElementId>, is_it: impl Fn(&str) -> bool) -> Option<Move> {
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

/// Returns the year in an editable field.
fn year_field(element: &Element) -> Option<u32> {
    let is_field = matches!(element.kind, "input" | "spinbutton" | "slider") && !element.state.readonly;
    element.value.as_deref().filter(|_| is_field).and_then(year_of)
}

/// Parses a label that contains a date: `Wednesday, 24 June 2026`.
fn parse_labelled_date(label: &str) -> Option<Date> {
    label
        .split_once(',')
        .and_then(|(_, rest)| parse_date(rest))
        .or_else(|| label.split_once(' ').and_then(|(_, rest)| parse_date(rest)))
}

/// Parses `June 2026`.
fn month_of(text: &str) -> Option<(u32, u32)> {
    let words = words_of_identifier(&text.to_lowercase());
    let year =
        words.iter().find_map(|word| word.parse::<u32>().ok().filter(|year| (1900..2200).contains(year)))?;
    let month = words.iter().find_map(|word| parse_month(word).filter(|_| word.parse::<u32>().is_err()))?;
    (words.len() <= 4).then_some((year, month))
}
