//! Choosing a day in a custom date picker, for fields that refuse typing or the typed text.

mod arrows;
mod sheet;

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{Content, Deadline, Fill, Found, LookOptions, WebSession};
use lemmascope_browser::text::words_of_identifier;
use lemmascope_intent::{Cause, Failure, Outcome};

use self::arrows::ArrowSteps;
use self::sheet::{Move, Sheet};
use super::click::click;
use crate::values::{Date, parse_date, parse_month};
use crate::verbs::visit::Visit;

/// The maximum number of snapshots of a calendar.
const MAX_SNAPSHOTS: usize = 200;
/// The timeout for a calendar to open.
const OPENING: Duration = Duration::from_millis(1200);
/// The timeout for a calendar to change its month.
const MONTH_CHANGE_TIMEOUT: Duration = Duration::from_millis(600);

/// Opens the date picker of a field, goes to the month, and clicks the day.
pub(crate) async fn pick_day(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    date: Date,
) -> Result<(), Failure> {
    let options = LookOptions { full: true, ..LookOptions::default() };
    let before = session.look(&options).await?;
    click(visit, session, found, Button::Left, 1, false).await?;
    let mut until = Deadline::within(OPENING);
    let (mut zoomed, mut turned) = (Vec::new(), ArrowSteps::default());
    let mut last_turn = None;
    for _ in 0..MAX_SNAPSHOTS {
        let look = session.look(&options).await?;
        let mut sheet = Sheet::read(Some(&before), &look);
        if !sheet.is_whole() {
            // The calendar was open before, since some open on focus.
            sheet = Sheet::read(None, &look);
        }
        if !sheet.is_whole() {
            if until.is_over() {
                return Err(Failure::new(Cause::TypeFailed, format!("{} opens no calendar", found.shown())));
            }
            session.wait_for_change(until).await?;
            continue;
        }
        if let Some((id, was)) = last_turn
            && let Some(months) = sheet.months_since(was)
        {
            if months == 0 && !until.is_over() {
                session.wait_for_change(until).await?;
                continue;
            }
            turned.note(id, months);
            last_turn = None;
        }
        let Some(next) = sheet.lead(&look, date, &zoomed, &turned) else { break };
        match next {
            Move::Day(id) => {
                click(visit, session, &listed(&look, id)?, Button::Left, 1, false).await?;
                return verify(session, found, date).await;
            }
            Move::Closed => {
                let what = format!("{} cannot be chosen in the calendar of {}", date.iso(), found.shown());
                return Err(Failure::new(Cause::ElementDisabled, what).verdict("disabled"));
            }
            Move::Zoom(id) => {
                zoomed.push(id);
                // Clicking a heading need not have an effect.
                click(visit, session, &listed(&look, id)?, Button::Left, 1, false).await?;
            }
            Move::Turn(id) => {
                click(visit, session, &listed(&look, id)?, Button::Left, 1, false).await?;
                last_turn = sheet.month.map(|month| (id, month));
            }
            Move::Click(id) => {
                click(visit, session, &listed(&look, id)?, Button::Left, 1, false).await?;
            }
            Move::Choose(id, at) => {
                let value =
                    look.element(id).and_then(|list| list.choices.get(at)).map(|one| one.value.clone());
                put(session, &look, id, Content::Options(vec![(at, value.unwrap_or_default())])).await?;
            }
            Move::Write(id, year) => put(session, &look, id, Content::Text(year.to_string())).await?,
        }
        until = Deadline::within(MONTH_CHANGE_TIMEOUT);
    }
    let what = format!("the calendar of {} does not lead to {}", found.shown(), date.iso());
    Err(Failure::new(Cause::TargetNotFound, what).verdict("not_found"))
}

/// Chooses a day, as the complete action of a verb.
pub(super) async fn pick_day_as_action(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    date: Date,
    line: String,
) -> Result<Outcome, Failure> {
    pick_day(visit, session, found, date).await?;
    let mut outcome = Outcome::default().line(line);
    outcome.verdict = Some("changed");
    Ok(outcome)
}

/// Fails if the field does not have the date.
async fn verify(session: &mut WebSession, found: &Found, date: Date) -> Result<(), Failure> {
    let after = session.look(&LookOptions::default()).await?;
    let value = after.element(found.id).and_then(|element| element.value.clone()).unwrap_or_default();
    if shows_date(&value, date) {
        Ok(())
    } else {
        Err(Failure::new(
            Cause::TypeFailed,
            format!("{} holds {} instead", found.shown(), lemmascope_browser::text::quote(&value, 60)),
        ))
    }
}

fn listed(page: &Snapshot, id: ElementId) -> Result<Found, Failure> {
    let element = page.element(id).ok_or_else(|| lemmascope_browser::session::stale(id))?;
    Found::listed(element, page)
}

/// Sets a month or year in a list or field.
async fn put(session: &WebSession, page: &Snapshot, id: ElementId, content: Content) -> Result<(), Failure> {
    let found = listed(page, id)?;
    let fill = Fill { found, content };
    let held = session.fill(std::slice::from_ref(&fill), false).await?;
    // A re-rendered calendar has another list, so the next snapshot verifies the result.
    if held.first().is_some_and(|held| held.has(&fill.content) || held.problem == "gone") {
        return Ok(());
    }
    Err(Failure::new(Cause::NoEffect, format!("{} did not take it", fill.found.shown())))
}

/// Whether a field has a date, in any format.
pub(crate) fn shows_date(value: &str, date: Date) -> bool {
    if parse_date(value) == Some(date) {
        return true;
    }
    let words = words_of_identifier(&value.to_lowercase());
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let has = |number: u32| numbers.contains(&number);
    let has_month = has(date.month)
        || words.iter().any(|word| word.parse::<u32>().is_err() && parse_month(word) == Some(date.month));
    has(date.day) && has_month && (has(date.year) || has(date.year % 100))
}
