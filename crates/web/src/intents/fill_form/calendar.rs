//! Choosing a day on a sheet that the page draws, for fields that take no keys, or not these.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::sheet::{Move, Sheet};
use super::values::{Date, as_date, as_month};
use crate::driver::Button;
use crate::intents::Hands;
use crate::page::{ElementId, Snapshot};
use crate::reading::words_of_identifier;
use crate::session::{Content, Fill, Found, LookOptions, Until};
use crate::verbs::click;

/// How often a sheet is turned.
const MOST_TURNS: usize = 150;
/// How long a sheet takes to come.
const OPENING: Duration = Duration::from_millis(1200);

/// Opens the sheet of a field, turns to the month and clicks the day.
pub(super) async fn pick_day(hands: &mut Hands<'_>, found: &Found, date: Date) -> Result<(), Failure> {
    let visit = hands.visit;
    let options = LookOptions { full: true, ..LookOptions::default() };
    let before = hands.look_with(&options).await?;
    click(visit, hands, found, Button::Left, 1, false).await?;
    let until = Until::within(OPENING);
    let mut turns = 0;
    let mut zoomed = Vec::new();
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
        let next = sheet.lead(&look, date, &zoomed).filter(|_| turns < MOST_TURNS);
        let Some(next) = next else {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("the calendar of {} does not lead there", found.shown()),
            ));
        };
        match next {
            Move::Day(id) => {
                click(visit, hands, &listed(&look, id)?, Button::Left, 1, false).await?;
                break;
            }
            Move::Zoom(id) => {
                zoomed.push(id);
                // What says the month need not be there to be clicked.
                click(visit, hands, &listed(&look, id)?, Button::Left, 1, false).await?;
            }
            Move::Click(id) => {
                let turned = click(visit, hands, &listed(&look, id)?, Button::Left, 1, false).await?;
                if turned.verdict.is_none() {
                    return Err(Failure::new(
                        Cause::NoEffect,
                        format!("the calendar of {} does not turn", found.shown()),
                    ));
                }
            }
            Move::Choose(id, at) => {
                let value =
                    look.element(id).and_then(|list| list.choices.get(at)).map(|one| one.value.clone());
                put(hands, &look, id, Content::Options(vec![(at, value.unwrap_or_default())])).await?;
            }
            Move::Write(id, year) => put(hands, &look, id, Content::Text(year.to_string())).await?,
        }
        turns += 1;
    }
    let after = hands.look().await?;
    let value = after.element(found.id).and_then(|element| element.value.clone()).unwrap_or_default();
    if reads_as(&value, date) {
        Ok(())
    } else {
        Err(Failure::new(
            Cause::TypeFailed,
            format!("{} holds {} instead", found.shown(), crate::observation::quote(&value, 60)),
        ))
    }
}

fn listed(page: &Snapshot, id: ElementId) -> Result<Found, Failure> {
    let element = page.element(id).ok_or_else(|| crate::session::stale(id))?;
    Found::listed(element, page)
}

/// Puts a month or a year where it is chosen or written.
async fn put(hands: &Hands<'_>, page: &Snapshot, id: ElementId, content: Content) -> Result<(), Failure> {
    let found = listed(page, id)?;
    let fill = Fill { found, content };
    let held = hands.fill(std::slice::from_ref(&fill), false).await?;
    // A sheet that is drawn anew for it has another list by now; the next look tells what it shows.
    if held.first().is_some_and(|held| held.has(&fill.content) || held.problem == "gone") {
        return Ok(());
    }
    Err(Failure::new(Cause::NoEffect, format!("{} did not take it", fill.found.shown())))
}

/// Whether a field shows a date, in whichever form.
pub(super) fn reads_as(value: &str, date: Date) -> bool {
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
