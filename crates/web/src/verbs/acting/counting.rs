//! Sets a number that is changed with two buttons beside it: presses them until the page shows the wanted
//! number, and verifies every press.

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::page::{Counter, ElementId};
use lemmascope_browser::session::{Deadline, Found, LookOptions, WebSession, stale};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Change, Failure};

use super::click::click;
use crate::verbs::visit::Visit;

/// The maximum number of presses.
const MOST: usize = 200;
/// The time for the number to change after a press.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time without changes after which the number counts as final.
const REST: Duration = Duration::from_millis(400);

/// Returns the counter whose field or button was found.
pub(crate) async fn counter_of(session: &mut WebSession, id: ElementId) -> Result<Option<Counter>, Failure> {
    let snapshot = session.look(&LookOptions::default()).await?;
    let counters = session.counters(&snapshot).await?;
    Ok(counters.into_iter().find(|counter| counter.has(id)))
}

/// Presses the buttons of a counter until it shows the wanted number. Returns the changes on the page.
pub(crate) async fn count_to(
    visit: &Visit<'_>,
    session: &mut WebSession,
    counter: &Counter,
    wanted: i64,
) -> Result<Vec<Change>, Failure> {
    let mut now = current(session, counter).await?;
    let begin = now.value;
    let mut changes = Vec::new();
    let mut step: Option<i64> = None;
    for _ in 0..MOST {
        let missing = wanted - now.value;
        if missing == 0 {
            break;
        }
        if step.is_some_and(|step| step > missing.abs()) {
            return Err(failure(&now, begin, &format!("counts in steps of {}", step.unwrap_or_default())));
        }
        let pressed = press(visit, session, &now, missing > 0).await;
        let after = match pressed {
            Ok((after, effect)) => {
                changes = effect;
                after
            }
            Err(Pressing::Refused(why)) => return Err(failure(&now, begin, &why)),
            Err(Pressing::Failed(failure)) => return Err(failure),
        };
        let moved = after.value - now.value;
        if moved == 0 {
            let says = changes.iter().map(ToString::to_string);
            return Err(says.fold(failure(&now, begin, "did not change any more"), Failure::context));
        }
        if moved.signum() != missing.signum() || moved.abs() > missing.abs() {
            // The press is reversed, so that the number is not left beyond the wanted one.
            let why = format!("went from {} to {}", now.value, after.value);
            let reversed = press(visit, session, &after, missing < 0).await;
            let end = reversed.map_or(after, |(reversed, _)| reversed);
            return Err(failure(&end, begin, &why));
        }
        step = Some(moved.abs());
        now = after;
    }
    // A page may revert the number when a server refuses it.
    if session.is_unsettled(REST).await {
        session.wait_for_change(Deadline::within(REST)).await?;
    }
    let end = current(session, counter).await?;
    if end.value == wanted {
        return Ok(changes);
    }
    Err(failure(&end, begin, "did not reach the wanted number"))
}

/// The reason for which a press did not happen.
enum Pressing {
    /// The counter cannot go further in this direction.
    Refused(String),
    Failed(Failure),
}

/// Presses a button once, and waits for the number to change.
async fn press(
    visit: &Visit<'_>,
    session: &mut WebSession,
    counter: &Counter,
    is_up: bool,
) -> Result<(Counter, Vec<Change>), Pressing> {
    let (button, word) = if is_up { (counter.up, "increases") } else { (counter.down, "decreases") };
    let Some(button) = button else {
        return Err(Pressing::Refused(format!("has no button that {word} it")));
    };
    let found = found(session, button).await.map_err(Pressing::Failed)?;
    let effect = match click(visit, session, &found, Button::Left, 1, false).await {
        Ok(effect) => effect,
        Err(failure) if failure.cause == Cause::ElementDisabled => {
            return Err(Pressing::Refused(format!(
                "did not change any more, because {} is disabled",
                found.shown()
            )));
        }
        Err(failure) => return Err(Pressing::Failed(failure)),
    };
    if let Some(failure) = effect.elsewhere {
        return Err(Pressing::Failed(failure));
    }
    let until = Deadline::within(PATIENCE.min(visit.limit()));
    let mut was_at_rest = effect.verdict.is_none();
    loop {
        let now = current(session, counter).await.map_err(Pressing::Failed)?;
        if now.value != counter.value || until.is_over() {
            return Ok((now, effect.changes));
        }
        let is_at_rest = !session.is_unsettled(REST).await;
        if is_at_rest && was_at_rest {
            return Ok((now, effect.changes));
        }
        was_at_rest = is_at_rest;
        session.wait_for_change(until).await.map_err(Pressing::Failed)?;
    }
}

async fn found(session: &mut WebSession, id: ElementId) -> Result<Found, Failure> {
    let snapshot = session.look(&LookOptions::default()).await?;
    let element = snapshot.element(id).ok_or_else(|| stale(id))?;
    Found::listed(element, &snapshot)
}

/// Reads the counter again.
async fn current(session: &mut WebSession, counter: &Counter) -> Result<Counter, Failure> {
    let snapshot = session.look(&LookOptions::default()).await?;
    let counters = session.counters(&snapshot).await?;
    let alike = || counters.iter().filter(|other| other.label == counter.label);
    let same = counters.iter().find(|other| counter.is(other));
    // A page that draws its parts anew replaces the buttons too.
    let same = same.or_else(|| alike().next().filter(|_| !counter.label.is_empty() && alike().count() == 1));
    let same = same.or_else(|| counters.first().filter(|_| counters.len() == 1));
    same.cloned().ok_or_else(|| {
        Failure::new(Cause::VerificationFailed, format!("{} is no longer on the page", called(counter)))
            .hint("Look with `observe`: it is not known which number it has.")
            .verdict("changed")
    })
}

fn called(counter: &Counter) -> String {
    if counter.label.is_empty() { "the number".into() } else { quote(&counter.label, 60) }
}

fn failure(now: &Counter, begin: i64, why: &str) -> Failure {
    let message = format!("{} {why}: it shows {}", called(now), now.value);
    let verdict = if now.value == begin { "no_effect" } else { "changed" };
    Failure::new(Cause::VerificationFailed, message)
        .hint("The page may limit the number; give one that it allows.")
        .verdict(verdict)
}
