//! Executes the plan: fills all fields at once where possible, individually where not, and verifies every
//! value.

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::page::ElementId;
use lemmascope_browser::session::{Content, Deadline, Fill, FillResult, Found, Readiness, Writing};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure};

use super::fitting::Way;
use super::plan::Step;
use crate::intents::PageActor;
use crate::values::{Choice, Picked, parse_date, pick_option};
use crate::verbs::{click, count_to, keypad, pick, pick_day, set_input_files, shows_date};

/// The timeout for an element to become ready, since it may depend on previously filled fields.
const PATIENCE: Duration = Duration::from_millis(1500);
/// The timeout for the options of a list to load.
const OPTIONS: Duration = Duration::from_millis(4000);

/// The result of a step.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    pub(crate) step: Step,
    pub(crate) id: ElementId,
    pub(crate) found: Found,
    pub(crate) end: End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Holds,
    /// The element no longer exists, because the page has re-rendered it.
    Gone,
    /// The message of the failure.
    Failed(String),
}

/// Executes the steps in order. Completed steps are kept in `done` even if the page fails meanwhile.
pub(crate) async fn fill(
    hands: &mut PageActor<'_>,
    steps: &[Step],
    done: &mut Vec<Done>,
) -> Result<(), Failure> {
    let mut at = 0;
    while at < steps.len() {
        let direct = steps[at..].iter().take_while(|step| matches!(step.task.way, Way::Directly(_))).count();
        if direct > 0 {
            fill_directly(hands, &steps[at..at + direct], done).await?;
            at += direct;
            continue;
        }
        let step = &steps[at];
        let found = found(hands, step)?;
        let end = ended(fill_interactively(hands, step, &found).await)?;
        done.push(Done { id: found.id, step: step.clone(), found, end });
        at += 1;
    }
    Ok(())
}

fn found(hands: &PageActor<'_>, step: &Step) -> Result<Found, Failure> {
    let id = hands.seen.elements.get(step.task.element).map(|element| element.id).unwrap_or_default();
    hands.found(id)
}

async fn fill_directly(
    hands: &mut PageActor<'_>,
    steps: &[Step],
    done: &mut Vec<Done>,
) -> Result<(), Failure> {
    let mut fills = Vec::with_capacity(steps.len());
    for step in steps {
        if let Way::Directly(content) = &step.task.way {
            fills.push(Fill { found: found(hands, step)?, content: content.clone() });
        }
    }
    let held = hands.fill(&fills, false).await?;
    for ((step, fill), held) in steps.iter().zip(fills).zip(held) {
        let end = if held.has(&fill.content) {
            End::Holds
        } else if held.problem == "gone" {
            End::Gone
        } else {
            ended(again(hands, step, &fill, &held).await)?
        };
        done.push(Done { id: fill.found.id, step: step.clone(), found: fill.found, end });
    }
    Ok(())
}

/// Retries a step individually, with user input, after the combined fill did not succeed.
async fn again(
    hands: &mut PageActor<'_>,
    step: &Step,
    fill: &Fill,
    held: &FillResult,
) -> Result<(), Failure> {
    let Fill { found, content } = fill;
    let patience = PATIENCE.min(hands.visit.patience());
    match content {
        Content::Text(text) | Content::Put(text) => {
            let aim = hands.aim(found, Readiness::TEXT, patience).await?;
            let writing = Writing { text, append: false, delay: Duration::ZERO, secret: step.task.secret };
            let written = hands.field(found, aim.at)?.write(&writing).await;
            match (written, parse_date(text)) {
                // A field that refuses the written date may have a date picker.
                (Err(failure), Some(date)) if failure.cause == Cause::TypeFailed => {
                    pick_day(hands.visit, hands, found, date).await.map_err(|_| failure)
                }
                (written, _) => written.map(drop),
            }
        }
        Content::Options(options) => {
            let readiness = Readiness { enabled: true, ..Readiness::SHOWN };
            hands.aim(found, readiness, patience).await?;
            if held.problem == "no_option" {
                let wanted = options.first().map(|(_, value)| value.clone()).unwrap_or_default();
                return awaited(hands, found, &wanted).await;
            }
            settle(hands, fill).await
        }
        Content::Ticked(_) => {
            hands.aim(found, Readiness { enabled: true, ..Readiness::SHOWN }, patience).await?;
            if !held.has(content) {
                let visit = hands.visit;
                click(visit, hands, found, Button::Left, 1, false).await?;
            }
            check(hands, fill).await
        }
        Content::AsItIs => Ok(()),
    }
}

/// Fills a field again, and verifies it.
async fn settle(hands: &mut PageActor<'_>, fill: &Fill) -> Result<(), Failure> {
    let held = hands.fill(std::slice::from_ref(fill), false).await?;
    judge(fill, held.first())
}

/// Verifies the content of a field without changing it.
async fn check(hands: &mut PageActor<'_>, fill: &Fill) -> Result<(), Failure> {
    // The state of a checkbox is read by setting it to its expected state.
    let held = hands.fill(std::slice::from_ref(fill), false).await?;
    judge(fill, held.first())
}

fn judge(fill: &Fill, held: Option<&FillResult>) -> Result<(), Failure> {
    match held {
        Some(held) if held.has(&fill.content) => Ok(()),
        Some(held) if held.problem == "option_disabled" => Err(Failure::new(
            Cause::ElementDisabled,
            format!("the option of {} is disabled", fill.found.shown()),
        )),
        _ => Err(Failure::new(Cause::TypeFailed, format!("{} did not take it", fill.found.shown()))),
    }
}

async fn fill_interactively(hands: &mut PageActor<'_>, step: &Step, found: &Found) -> Result<(), Failure> {
    let visit = hands.visit;
    match &step.task.way {
        Way::Directly(_) => Ok(()),
        Way::Awaited(wanted) => awaited(hands, found, wanted).await,
        Way::Picked(wanted) => picked(hands, found, wanted, step.task.secret).await,
        Way::Day(date) => pick_day(visit, hands, found, *date).await,
        Way::Typed(text) => typed(hands, found, text, step.task.secret).await,
        Way::Counted(counter, wanted) => count_to(visit, hands, counter, *wanted).await.map(drop),
        Way::Keypad(pad, text) => keypad::enter(visit, hands, pad, text, None).await,
        Way::Files(files) => set_input_files(visit, hands, found, files).await.map(drop),
    }
}

async fn typed(hands: &mut PageActor<'_>, found: &Found, text: &str, secret: bool) -> Result<(), Failure> {
    let patience = PATIENCE.min(hands.visit.patience());
    let aim = hands.aim(found, Readiness::TEXT, patience).await?;
    let writing = Writing { text, append: false, delay: Duration::ZERO, secret };
    hands.field(found, aim.at)?.write(&writing).await.map(drop)
}

/// Chooses in a custom list; if it offers no options, it may accept any text.
async fn picked(
    hands: &mut PageActor<'_>,
    found: &Found,
    wanted: &[String],
    secret: bool,
) -> Result<(), Failure> {
    let patience = PATIENCE.min(hands.visit.patience());
    let aim = hands.aim(found, Readiness { enabled: true, ..Readiness::SHOWN }, patience).await?;
    let values: Vec<lemmascope_intent::Value> = wanted.iter().map(|text| text.as_str().into()).collect();
    let line = format!("select {}", found.shown());
    let visit = hands.visit;
    match pick(visit, hands, found, &values.into(), line).await {
        Ok(_) => Ok(()),
        // An option that is selected already cannot be selected again.
        Err(failure) if failure.cause == Cause::NoEffect => {
            shows(hands, found, wanted).await.map_err(|_| failure)
        }
        Err(failure) if failure.cause == Cause::TargetNotFound && aim.what.field && wanted.len() == 1 => {
            typed(hands, found, &wanted[0], secret).await.map_err(|_| failure)
        }
        Err(failure) => Err(failure),
    }
}

/// Whether a custom list displays the wanted texts.
async fn shows(hands: &mut PageActor<'_>, found: &Found, wanted: &[String]) -> Result<(), Failure> {
    let look = hands.look().await?;
    let value = look.element(found.id).and_then(|element| element.value.clone()).unwrap_or_default();
    let value = lemmascope_intent::fold(&value);
    let shows = wanted.iter().all(|text| value.contains(&lemmascope_intent::fold(text)));
    if shows { Ok(()) } else { Err(Failure::new(Cause::NoEffect, "it shows something else")) }
}

/// Chooses in a list whose options load after another choice.
async fn awaited(hands: &mut PageActor<'_>, found: &Found, wanted: &str) -> Result<(), Failure> {
    let until = Deadline::within(OPTIONS.min(hands.visit.patience()));
    let mut was_at_rest = false;
    loop {
        let options = hands.options_of(found).await?;
        let choices: Vec<Choice> = options
            .iter()
            .map(|option| Choice {
                text: option.text.clone(),
                value: option.value.clone(),
                disabled: option.disabled,
            })
            .collect();
        if let Picked::Exactly(at) | Picked::Nearest(at) = pick_option(&choices, wanted)
            && !choices[at].disabled
        {
            let content = Content::Options(vec![(at, choices[at].value.clone())]);
            let left = until.left().max(Duration::from_millis(300));
            hands.aim(found, Readiness { enabled: true, ..Readiness::SHOWN }, left).await?;
            return settle(hands, &Fill { found: found.clone(), content }).await;
        }
        let is_at_rest = !hands.is_unsettled(PATIENCE).await;
        if until.is_over() || (is_at_rest && was_at_rest) {
            let near: Vec<String> = options
                .iter()
                .filter(|option| !option.value.is_empty())
                .take(8)
                .map(|option| quote(&option.text, 40))
                .collect();
            let failure = Failure::new(
                Cause::TargetNotFound,
                format!("{} has no option {}", found.shown(), quote(wanted, 60)),
            );
            return Err(if near.is_empty() {
                failure
            } else {
                failure.hint(format!("It has {}.", near.join(", ")))
            });
        }
        was_at_rest = is_at_rest;
        hands.look().await?;
        hands.wait_for_change(until).await?;
    }
}

/// The failure of a single field does not affect the others, while a failure of the page is returned.
fn ended(result: Result<(), Failure>) -> Result<End, Failure> {
    match result {
        Ok(()) => Ok(End::Holds),
        Err(failure) if failure.cause == Cause::ElementStale => Ok(End::Gone),
        Err(failure) if failure.cause == Cause::Unavailable => Err(failure),
        Err(failure) => Ok(End::Failed(failure.message)),
    }
}

/// Whether a field contains the wanted date, possibly in another format.
fn is_same_day(content: &Content, value: &str) -> bool {
    matches!(content, Content::Text(text) if parse_date(text).is_some_and(|date| shows_date(value, date)))
}

/// Verifies the filled fields again, since later steps may have changed them. Returns those with another
/// content.
pub(crate) async fn undone(
    hands: &mut PageActor<'_>,
    done: &[Done],
) -> Result<Vec<(usize, String)>, Failure> {
    let mut fills = Vec::new();
    let mut places = Vec::new();
    for (at, one) in done.iter().enumerate().filter(|(_, one)| one.end == End::Holds) {
        let Way::Directly(content) = &one.step.task.way else { continue };
        // A checkbox can only be read by setting it, so its state is taken from the snapshot.
        if !matches!(content, Content::Ticked(_)) {
            fills.push(Fill { found: one.found.clone(), content: Content::AsItIs });
            places.push((at, content.clone()));
        }
    }
    if fills.is_empty() {
        return Ok(Vec::new());
    }
    let held = hands.fill(&fills, false).await?;
    let changed = places
        .into_iter()
        .zip(held)
        .filter(|((_, content), held)| held.problem.is_empty() && !held.has(content))
        .filter(|((_, content), held)| !is_same_day(content, &held.value));
    Ok(changed
        .map(|((at, _), held)| {
            let secret = done[at].step.task.secret || held.secret;
            let holds = if secret { lemmascope_intent::MASK.to_string() } else { quote(&held.value, 80) };
            (at, format!("{} holds {holds} now", done[at].found.shown()))
        })
        .collect())
}
