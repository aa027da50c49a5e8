use std::time::Duration;

use lemmascope_browser::page::{ElementId, RegionKind, Snapshot};
use lemmascope_browser::session::{Until, read_answer};
use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::json;

use super::asked::Asked;
use super::field::{is_among_others, search_button};
use super::findings::Findings;
use crate::intents::PageActor;

/// How long a search that answers while one types may take to begin.
const AS_YOU_TYPE: Duration = Duration::from_millis(1200);
/// How long nothing may come of a key until another way is tried.
const IN_VAIN: Duration = Duration::from_millis(1200);
/// A page that has been at rest for so long shows what it has found.
const REST: Duration = Duration::from_millis(350);

/// What has been the same for so long is what was found.
const STAYING: Duration = Duration::from_millis(1500);

/// How a query is sent off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sending {
    Enter,
    Click,
    /// As the page wants it.
    Auto,
}

impl Sending {
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

/// Sends the query off and waits for what comes of it.
pub(super) async fn send(
    hands: &mut PageActor<'_>,
    asked: &Asked<'_>,
    how: Sending,
) -> Result<Findings, Failure> {
    hands.look().await?;
    let button = button(&hands.seen, asked.field);
    let sends = has_form(&hands.seen, asked.field) || button.is_some();
    if how == Sending::Auto && !sends {
        // Nothing sends it off: what comes while one types is the answer, and Enter would open the first of it.
        if let Some(found) = wait_for_results(hands, asked, AS_YOU_TYPE).await? {
            return Ok(found);
        }
    }
    let mut came = None;
    match how {
        Sending::Click => {
            let button = button.ok_or_else(|| {
                Failure::new(Cause::TargetNotFound, "there is no button beside the search")
                    .hint("Send it off with --submit enter.")
            })?;
            hands.click(button).await?;
        }
        Sending::Enter => enter(hands, asked).await?,
        Sending::Auto => {
            came = match send_somehow(hands, asked, button).await {
                // The page has gone on while another way was being tried.
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

/// By Enter; where that is swallowed by Enter once more, and where that is in vain too by the button.
async fn send_somehow(
    hands: &mut PageActor<'_>,
    asked: &Asked<'_>,
    button: Option<ElementId>,
) -> Result<Option<Findings>, Failure> {
    // Enter would send the other entries off as well.
    if let Some(button) = button.filter(|_| is_among_others(&hands.seen, asked.field)) {
        hands.click(button).await?;
        return wait_for_results(hands, asked, asked.wait).await;
    }
    // A suggestion that is chosen already would be taken in place of what was typed.
    if button.is_some() && suggested(hands, asked).await.chosen {
        escape_suggestions(hands, asked).await?;
    }
    enter(hands, asked).await?;
    let mut came = wait_for_results(hands, asked, IN_VAIN.min(asked.wait)).await?;
    if came.is_none() && is_waiting(hands).await {
        came = wait_for_results(hands, asked, asked.wait).await?;
    }
    if came.is_none() && hands.seen.element(asked.field).is_some() {
        escape_suggestions(hands, asked).await?;
        enter(hands, asked).await?;
        came = wait_for_results(hands, asked, IN_VAIN.min(asked.wait)).await?;
    }
    if came.is_none()
        && let Some(button) = button.filter(|button| hands.seen.element(*button).is_some())
    {
        hands.click(button).await?;
    }
    Ok(came)
}

async fn enter(hands: &mut PageActor<'_>, asked: &Asked<'_>) -> Result<(), Failure> {
    let found = hands.found(asked.field)?;
    hands.press("enter", Some(&found)).await.map(drop)
}

/// Closes a list of suggestions; where that empties the field, the query is typed again.
async fn escape_suggestions(hands: &mut PageActor<'_>, asked: &Asked<'_>) -> Result<(), Failure> {
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

async fn suggested(hands: &PageActor<'_>, asked: &Asked<'_>) -> Suggested {
    let Ok(found) = hands.found(asked.field) else { return Suggested::default() };
    let Ok(tab) = hands.tab() else { return Suggested::default() };
    let limit = Duration::from_secs(2);
    let answer = tab.call(&found.frame, "lemmascope.suggested", json!([found.key]), limit).await;
    answer.and_then(read_answer).unwrap_or_default()
}

/// Whether the page is still being asked something.
async fn is_waiting(hands: &PageActor<'_>) -> bool {
    let in_flight = hands.tab().is_ok_and(|tab| tab.state().in_flight() > 0);
    in_flight || hands.is_unsettled(Duration::from_millis(400)).await
}

/// What the search has found, when it shows and the page has come to rest.
async fn wait_for_results(
    hands: &mut PageActor<'_>,
    asked: &Asked<'_>,
    limit: Duration,
) -> Result<Option<Findings>, Failure> {
    let until = Until::within(limit);
    let mut last: Option<(Findings, Until)> = None;
    // On a busy machine a look may take longer than the page: the last one begins when the time is over.
    let mut is_last = false;
    loop {
        let found = Findings::read(hands, asked).await;
        let at_rest = !hands.is_unsettled(REST).await && hands.tab()?.state().in_flight() == 0;
        if (found.is_some() && at_rest) || is_last {
            return Ok(found);
        }
        // A page that never comes to rest shows what it has found all the same.
        last = match (found, last) {
            (Some(found), Some((same, stays))) if found == same => {
                if stays.is_over() {
                    return Ok(Some(found));
                }
                Some((found, stays))
            }
            (found, _) => found.map(|found| (found, Until::within(STAYING))),
        };
        is_last = until.is_over();
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

/// The button beside the field that sends it off.
fn button(snapshot: &Snapshot, field: ElementId) -> Option<ElementId> {
    if is_among_others(snapshot, field) {
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

/// Whether the field is in a form that leads somewhere.
fn has_form(snapshot: &Snapshot, field: ElementId) -> bool {
    let Some(element) = snapshot.element(field) else { return false };
    let is_sent = |region: &lemmascope_browser::page::Region| {
        region.kind == RegionKind::Form && region.hints.lines().any(|hint| hint.starts_with("action="))
    };
    snapshot.around(element.region).any(is_sent)
}
