use std::time::Duration;

use futures_util::future::join;
use lemmascope_browser::page::ElementId;
use lemmascope_browser::session::{ActionEffect, Content, Fill, Readiness, read_answer};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, MASK};
use serde::Deserialize;
use serde_json::json;

use super::login_credentials::LoginCredentials;
use super::login_form::LoginForm;
use super::pin::Pin;
use crate::intents::PageActor;
use crate::intents::lines::visible_text_lines;

const LIMIT: Duration = Duration::from_secs(5);

/// A field and its content.
pub(super) struct Entry<'a> {
    pub(super) field: ElementId,
    pub(super) text: &'a str,
    pub(super) secret: bool,
}

/// Fills fields, those of a frame at once, and only at the permitted origin.
///
/// Returns the visible lines of the page, which are read concurrently.
pub(super) async fn fill(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    entries: &[Entry<'_>],
) -> Result<Vec<String>, Failure> {
    let tab = hands.tab()?;
    let mut fills = Vec::with_capacity(entries.len());
    for entry in entries {
        fills.push(Fill { found: hands.found(entry.field)?, content: Content::Text(entry.text.to_string()) });
    }
    let origin = guest.pin.as_ref().map(Pin::origin);
    // Some pages check the user name when its field loses the focus, and then ask for the password.
    let stay = entries.iter().any(|entry| entry.secret);
    let filling = hands.fill_at(origin.as_deref(), &fills, stay);
    let (held, known) = join(filling, visible_text_lines(&tab)).await;
    for ((entry, fill), held) in entries.iter().zip(&fills).zip(held?) {
        guest.check(&held)?;
        if held.is(entry.text) {
            hands.logbook().did(line(entry));
        } else if let Some(origin) = &origin {
            write_at(hands, guest, origin, entry, fill).await?;
        } else {
            // A field that is not ready or refuses the value is typed into.
            hands.write(entry.field, entry.text, entry.secret).await?;
        }
    }
    Ok(known)
}

fn line(entry: &Entry<'_>) -> String {
    let shown = if entry.secret { format!("\"{MASK}\"") } else { quote(entry.text, 80) };
    format!("type {} {shown}", entry.field)
}

/// Fills a field once it is ready. Keyboard events go to the focused document, which may have changed after
/// the origin check, so they are not used here.
async fn write_at(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    origin: &str,
    entry: &Entry<'_>,
    fill: &Fill,
) -> Result<(), Failure> {
    let patience = hands.visit.patience();
    hands.aim(&fill.found, Readiness::TEXT, patience).await?;
    let held = hands.fill_at(Some(origin), std::slice::from_ref(fill), true).await?;
    let mut held = held.into_iter().next().unwrap_or_default();
    guest.check(&held)?;
    if !held.is(entry.text) {
        held = hands.spell(origin, &fill.found, entry.text).await?;
        guest.check(&held)?;
    }
    // The page may reformat the user name, but the password has to match exactly.
    if held.is(entry.text) || (!entry.secret && held.has(&fill.content)) {
        hands.logbook().did(line(entry));
        return Ok(());
    }
    hands.logbook().failed(line(entry));
    Err(Failure::new(Cause::TypeFailed, format!("{} did not take what was typed", fill.found.shown()))
        .hint("Look at the page with `observe`; a credential is written by no other means than its field.")
        .verdict("no_effect"))
}

/// A validation message of the browser.
#[derive(Deserialize)]
struct Complaint {
    native: String,
}

/// Returns the browser's validation messages for the fields.
pub(super) async fn complaints(hands: &PageActor<'_>, fields: &[ElementId]) -> Vec<String> {
    let mut told = Vec::new();
    for field in fields {
        let (Ok(found), Ok(tab)) = (hands.found(*field), hands.tab()) else { continue };
        let call = tab.call(&found.frame, "lemmascope.complaints", json!([[found.key]]), LIMIT);
        let said: Vec<Complaint> = call.await.and_then(read_answer).unwrap_or_default();
        told.extend(said.into_iter().map(|one| one.native).filter(|message| !message.is_empty()));
    }
    told
}

/// Submits the form by its button, or by the Enter key in its last field if there is no usable button.
pub(super) async fn send(
    hands: &mut PageActor<'_>,
    login_form: &LoginForm,
) -> Result<Option<ActionEffect>, Failure> {
    let field = login_form.code.or(login_form.password).or(login_form.user);
    if let Some(button) = login_form.submit {
        let is_covered = hands.seen.element(button).is_some_and(|element| element.visibility.covered);
        if !is_covered || field.is_none() {
            match hands.click(button).await {
                Ok(aftermath) if !aftermath.has_missed() => return Ok(Some(aftermath)),
                Ok(_) => {}
                Err(failure) if is_unreachable(&failure) && field.is_some() => {}
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

async fn enter(hands: &mut PageActor<'_>, field: Option<ElementId>) -> Result<Option<ActionEffect>, Failure> {
    let Some(field) = field else { return Ok(None) };
    let found = hands.found(field)?;
    hands.tab()?.call(&found.frame, "lemmascope.focus", json!([found.key]), LIMIT).await?;
    hands.press("enter", Some(&found)).await.map(Some)
}

fn is_unreachable(failure: &Failure) -> bool {
    matches!(
        failure.cause,
        Cause::ElementDisabled | Cause::ClickIntercepted | Cause::ElementNotVisible | Cause::ElementStale
    ) && !failure.effect_unknown
}
