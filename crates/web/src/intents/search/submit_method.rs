use std::time::Duration;

use lemmascope_browser::page::{ElementId, RegionKind, Snapshot};
use lemmascope_browser::session::{Deadline, read_answer};
use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::json;

use super::field::{is_in_larger_form, search_button};
use super::findings::Findings;
use super::submitted_query::SubmittedQuery;
use crate::intents::PageActor;

/// The timeout for a search that starts while typing.
const AS_YOU_TYPE: Duration = Duration::from_millis(1200);
/// The time without an effect after which another way of submitting is tried.
const NO_EFFECT_TIMEOUT: Duration = Duration::from_millis(1200);
/// The time without changes after which the shown results are final.
const REST: Duration = Duration::from_millis(350);

/// The time after which unchanged results are final, even on a page that keeps changing.
const UNCHANGED_RESULTS_TIMEOUT: Duration = Duration::from_millis(1500);

/// The way of submitting a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubmitMethod {
    Enter,
    Click,
    /// Automatically.
    Auto,
}

impl SubmitMethod {
    pub(super) fn read(word: &str) -> Result<Self, Failure> {
        match word.to_lowercase().as_str() {
            "enter" => Ok(Self::Enter),
            "click" => Ok(Self::Click),
            "auto" => Ok(Self::Auto),
            _ => Err(Failure::new(Cause::InvalidParameter, "a search cannot be sent off like that")
                .hint("It is enter, click or auto.")),
        }
    }
}

/// Submits the query, and waits for the results.
pub(super) async fn send(
    hands: &mut PageActor<'_>,
    asked: &SubmittedQuery<'_>,
    how: SubmitMethod,
) -> Result<Findings, Failure> {
    hands.look().await?;
    let button = button(&hands.seen, asked.field);
    let sends = has_form(&hands.seen, asked.field) || button.is_some();
    if how == SubmitMethod::Auto && !sends {
        // Without a form or button, the results appear while typing, and Enter would open the first one.
        if let Some(found) = wait_for_results(hands, asked, AS_YOU_TYPE).await? {
            return Ok(found);
        }
    }
    let mut came = None;
    match how {
        SubmitMethod::Click => {
            let button = button.ok_or_else(|| {
                Failure::new(Cause::TargetNotFound, "there is no button beside the search")
                    .hint("Send it off with --submit enter.")
            })?;
            hands.click(button).await?;
        }
        SubmitMethod::Enter => enter(hands, asked).await?,
        SubmitMethod::Auto => {
            came = match submit_with_fallbacks(hands, asked, button).await {
                // The page has navigated while another way was being tried.
                Err(failure) if failure.cause == Cause::ElementStale => None,
                other => other?,
            };
        }
    }
    let came = match came {
        Some(came) => Some(came),
        None => wait_for_results(hands, asked, asked.wait).await?,
    };
    came.ok_or_else(|| {
        Failure::new(Cause::NoEffect, "the search had no effect")
            .hint("Look at the page with `observe`; the results may need more time (--wait), or another way to send it off (--submit click).")
    })
}

/// Submits by Enter; if that has no effect, by Enter again, and then by the button.
async fn submit_with_fallbacks(
    hands: &mut PageActor<'_>,
    asked: &SubmittedQuery<'_>,
    button: Option<ElementId>,
) -> Result<Option<Findings>, Failure> {
    // Enter would submit the other entries too.
    if let Some(button) = button.filter(|_| is_in_larger_form(&hands.seen, asked.field)) {
        hands.click(button).await?;
        return wait_for_results(hands, asked, asked.wait).await;
    }
    // A selected suggestion would replace the typed query.
    if button.is_some() && suggested(hands, asked).await.chosen {
        escape_suggestions(hands, asked).await?;
    }
    enter(hands, asked).await?;
    let mut came = wait_for_results(hands, asked, NO_EFFECT_TIMEOUT.min(asked.wait)).await?;
    if came.is_none() && is_waiting(hands).await {
        came = wait_for_results(hands, asked, asked.wait).await?;
    }
    if came.is_none() && hands.seen.element(asked.field).is_some() {
        escape_suggestions(hands, asked).await?;
        enter(hands, asked).await?;
        came = wait_for_results(hands, asked, NO_EFFECT_TIMEOUT.min(asked.wait)).await?;
    }
    if came.is_none()
        && let Some(button) = button.filter(|button| hands.seen.element(*button).is_some())
    {
        hands.click(button).await?;
    }
    Ok(came)
}

async fn enter(hands: &mut PageActor<'_>, asked: &SubmittedQuery<'_>) -> Result<(), Failure> {
    let found = hands.found(asked.field)?;
    hands.press("enter", Some(&found)).await.map(drop)
}

/// Closes a list of suggestions, and types the query again if that cleared the field.
async fn escape_suggestions(hands: &mut PageActor<'_>, asked: &SubmittedQuery<'_>) -> Result<(), Failure> {
    let found = hands.found(asked.field)?;
    hands.press("escape", Some(&found)).await?;
    if hands.seen.element(asked.field).is_some() && suggested(hands, asked).await.value.trim() != asked.query
    {
        hands.write(asked.field, asked.query, false).await?;
    }
    Ok(())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Suggested {
    chosen: bool,
    value: String,
}

async fn suggested(hands: &PageActor<'_>, asked: &SubmittedQuery<'_>) -> Suggested {
    let Ok(found) = hands.found(asked.field) else { return Suggested::default() };
    let Ok(tab) = hands.tab() else { return Suggested::default() };
    let limit = Duration::from_secs(2);
    let answer = tab.call(&found.frame, "lemmascope.suggested", json!([found.key]), limit).await;
    answer.and_then(read_answer).unwrap_or_default()
}

/// Whether the page is still active.
async fn is_waiting(hands: &PageActor<'_>) -> bool {
    let in_flight = hands.tab().is_ok_and(|tab| tab.state().in_flight() > 0);
    in_flight || hands.is_unsettled(Duration::from_millis(400)).await
}

/// Waits until results are visible and the page is idle.
async fn wait_for_results(
    hands: &mut PageActor<'_>,
    asked: &SubmittedQuery<'_>,
    limit: Duration,
) -> Result<Option<Findings>, Failure> {
    let until = Deadline::within(limit);
    let mut last: Option<(Findings, Deadline)> = None;
    // On a busy machine a snapshot may take longer than the page, so a last one is taken after the timeout.
    let mut is_last = false;
    loop {
        let found = Findings::read(hands, asked).await;
        let at_rest = !hands.is_unsettled(REST).await && hands.tab()?.state().in_flight() == 0;
        if (found.is_some() && at_rest) || is_last {
            return Ok(found);
        }
        // Unchanged results are returned even if the page never becomes idle.
        last = match (found, last) {
            (Some(found), Some((same, stays))) if found == same => {
                if stays.is_over() {
                    return Ok(Some(found));
                }
                Some((found, stays))
            }
            (found, _) => found.map(|found| (found, Deadline::within(UNCHANGED_RESULTS_TIMEOUT))),
        };
        is_last = until.is_over();
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

/// Returns the submit button beside the field.
fn button(snapshot: &Snapshot, field: ElementId) -> Option<ElementId> {
    if is_in_larger_form(snapshot, field) {
        return search_button(snapshot, field);
    }
    let patterns = snapshot.patterns.iter().filter(|pattern| pattern.name == "search_form");
    let known = patterns.into_iter().find(|pattern| pattern.part("input") == Some(field));
    let shows = |id: &ElementId| {
        snapshot.element(*id).is_some_and(|it| it.visibility.is_visible() && !it.state.disabled)
    };
    if let Some(submit) = known.and_then(|pattern| pattern.part("submit")).filter(shows) {
        return Some(submit);
    }
    search_button(snapshot, field)
}

/// Whether the field is in a form with an action.
fn has_form(snapshot: &Snapshot, field: ElementId) -> bool {
    let Some(element) = snapshot.element(field) else { return false };
    let is_sent = |region: &lemmascope_browser::page::Region| {
        region.kind == RegionKind::Form && region.hints.lines().any(|hint| hint.starts_with("action="))
    };
    snapshot.around(element.region).any(is_sent)
}
