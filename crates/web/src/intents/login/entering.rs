use std::time::Duration;

use futures_util::future::join;
use lemmascope_intent::{Cause, Failure, MASK};
use serde::Deserialize;
use serde_json::json;

use super::door::Door;
use super::guest::Guest;
use super::reply::lines_of;
use crate::intents::Hands;
use crate::observation::quote;
use crate::page::ElementId;
use crate::session::{Aftermath, read_answer};

const LIMIT: Duration = Duration::from_secs(5);

/// A field and what is to stand in it.
pub(super) struct Entry<'a> {
    pub(super) field: ElementId,
    pub(super) text: &'a str,
    pub(super) secret: bool,
}

/// What the page answers when its fields are filled.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    origin: String,
    problems: Vec<String>,
}

/// Fills fields of one frame, all at once, and nowhere but at the origin that the guest allows. The document itself is
/// asked where it is, in the same evaluation, so that nothing is given away between the question and the act.
///
/// What can be read on the page then is the answer: it is asked for in the same go.
pub(super) async fn fill(
    hands: &mut Hands<'_>,
    guest: &Guest,
    entries: &[Entry<'_>],
) -> Result<Vec<String>, Failure> {
    let tab = hands.tab()?;
    let Some(first) = entries.first() else { return Ok(lines_of(&tab).await) };
    let frame = hands.found(first.field)?.frame;
    let mut keys = Vec::new();
    for entry in entries {
        keys.push(json!([hands.found(entry.field)?.key, entry.text]));
    }
    let origin = guest.pin.as_ref().map(super::pin::Pin::origin);
    let call = tab.call(&frame, "lemmascope.putEntries", json!([keys, origin]), LIMIT);
    let (answer, known) = join(call, lines_of(&tab)).await;
    let answer: Answer = read_answer(answer?)?;
    guest.check(&answer.origin)?;
    for (at, entry) in entries.iter().enumerate() {
        match answer.problems.get(at).map(String::as_str) {
            Some("") => {
                let shown = if entry.secret { format!("\"{MASK}\"") } else { quote(entry.text, 80) };
                hands.logbook().did(format!("type {} {shown}", entry.field));
            }
            // A field that is not ready, or does not take a text as a whole, is written by keys.
            _ => write(hands, guest, entry).await?,
        }
    }
    Ok(known)
}

/// Writes it as any form is filled, by keys if need be. They go to whatever has the focus, so that all that is around the field has to be of the place that
/// the guest allows.
async fn write(hands: &mut Hands<'_>, guest: &Guest, entry: &Entry<'_>) -> Result<(), Failure> {
    if guest.pin.is_some() {
        let tab = hands.tab()?;
        let mut next = Some(hands.found(entry.field)?.frame);
        while let Some(frame) = next {
            let origin = tab.call(&frame, "lemmascope.originHere", json!([]), LIMIT).await?;
            guest.check(origin.as_str().unwrap_or_default())?;
            next = tab.frames().into_iter().find(|one| one.id == frame).and_then(|one| one.parent);
        }
    }
    hands.write_all(&[(entry.field, entry.text, entry.secret)]).await
}

/// What the browser itself has against what stands in the fields.
pub(super) async fn complaints(hands: &Hands<'_>, fields: &[ElementId]) -> Vec<String> {
    let mut told = Vec::new();
    for field in fields {
        let (Ok(found), Ok(tab)) = (hands.found(*field), hands.tab()) else { continue };
        let call = tab.call(&found.frame, "lemmascope.complaint", json!([found.key]), LIMIT);
        if let Ok(answer) = call.await
            && let Some(message) = answer.as_str().filter(|message| !message.is_empty())
        {
            told.push(message.to_string());
        }
    }
    told
}

/// Sends a form off: by its button, or by the enter key in its last field where there is none or it cannot be pressed.
pub(super) async fn send(hands: &mut Hands<'_>, door: &Door) -> Result<Option<Aftermath>, Failure> {
    let field = door.code.or(door.password).or(door.user);
    if let Some(button) = door.submit {
        let is_covered = hands.seen.element(button).is_some_and(|element| element.visibility.covered);
        if !is_covered || field.is_none() {
            match hands.click(button).await {
                Ok(aftermath) if !aftermath.has_missed() => return Ok(Some(aftermath)),
                Ok(_) => {}
                Err(failure) if is_out_of_reach(&failure) && field.is_some() => {}
                Err(failure) => return Err(failure),
            }
        }
        let pressed = enter(hands, field).await?;
        if pressed.as_ref().is_some_and(|aftermath| aftermath.verdict.is_some()) || !is_covered {
            return Ok(pressed);
        }
        return hands.click(button).await.map(Some);
    }
    enter(hands, field).await
}

async fn enter(hands: &mut Hands<'_>, field: Option<ElementId>) -> Result<Option<Aftermath>, Failure> {
    let Some(field) = field else { return Ok(None) };
    let found = hands.found(field)?;
    hands.tab()?.call(&found.frame, "lemmascope.focus", json!([found.key]), LIMIT).await?;
    hands.press("enter", Some(&found)).await.map(Some)
}

fn is_out_of_reach(failure: &Failure) -> bool {
    matches!(
        failure.cause,
        Cause::ElementDisabled | Cause::ClickIntercepted | Cause::ElementNotVisible | Cause::ElementStale
    ) && !failure.effect_unknown
}
