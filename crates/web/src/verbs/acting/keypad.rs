//! Enters a code or PIN on a pad of buttons. The characters never appear in messages, since they are usually
//! secret.

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::FIELDS;
use lemmascope_browser::session::{Deadline, Found, Keypad, LookOptions, WebSession, read_answer, stale};
use lemmascope_intent::{Cause, Failure, fold};
use serde::Deserialize;
use serde_json::json;

use super::click::click;
use crate::verbs::visit::Visit;

/// The time for the page to show an entered character.
const PATIENCE: Duration = Duration::from_millis(1500);
const REST: Duration = Duration::from_millis(250);
const LIMIT: Duration = Duration::from_secs(5);
/// The maximum number of characters.
const MOST: usize = 64;

const CONFIRMING: &[&str] = &["submit", "login", "next", "accept", "confirm"];
const CONFIRMING_WORDS: &[&str] = &[
    "ok",
    "enter",
    "✓",
    "✔",
    "→",
    "↵",
    "⏎",
    "➔",
    "go",
    "done",
    "confirm",
    "confirmar",
    "validar",
    "continuar",
    "entrar",
];
const CLEARING_WORDS: &[&str] = &["c", "ce", "clear", "clear all", "reset", "limpar", "apagar tudo", "limpa"];
const DELETING_WORDS: &[&str] =
    &["⌫", "←", "⇦", "del", "delete", "backspace", "apagar", "apaga", "corrigir", "x", "✕", "×", "undo"];
/// The roles of fields whose content is secret.
const SECRET_ROLES: &[&str] = &["password", "current_password", "new_password", "one_time_code", "card_cvv"];

/// Returns the pad with this button, display or label.
pub(crate) async fn keypad_of(session: &mut WebSession, found: &Found) -> Result<Option<Keypad>, Failure> {
    let snapshot = session.look(&LookOptions::default()).await?;
    let pads = session.keypads(&snapshot).await?;
    let named =
        |pad: &&Keypad| !found.name.trim().is_empty() && fold(&pad.label).contains(&fold(found.name.trim()));
    let by_label = || pads.iter().find(named).filter(|_| pads.iter().filter(named).count() == 1);
    let is_control = snapshot.element(found.id).is_some_and(|element| element.interactive);
    let meant = pads.iter().find(|pad| pad.has(found.id));
    Ok(meant.or_else(|| by_label().filter(|_| !is_control)).cloned())
}

/// Whether what is entered on a pad is secret, by its display or its label.
pub(crate) fn is_secret(pad: &Keypad) -> bool {
    pad.is_secret
        || FIELDS.text(&pad.label).iter().any(|(role, sure)| SECRET_ROLES.contains(role) && *sure > 0.3)
}

/// Returns the button that confirms the entry.
pub(crate) fn confirm_button(snapshot: &Snapshot, pad: &Keypad) -> Option<ElementId> {
    let others = || pad.others.iter().filter_map(|id| snapshot.element(*id));
    let by_role = others().find(|it| it.role.is_some_and(|role| CONFIRMING.contains(&role)));
    by_role.or_else(|| others().find(|it| is_called(it, CONFIRMING_WORDS))).map(|element| element.id)
}

/// Enters a text. If the page shows how much was entered, every character is verified. `origin`: the only
/// origin that may get the text.
pub(crate) async fn enter(
    visit: &Visit<'_>,
    session: &mut WebSession,
    pad: &Keypad,
    text: &str,
    origin: Option<&str>,
) -> Result<(), Failure> {
    let count = text.chars().count();
    if count > MOST || !pad.takes(text) {
        return Err(Failure::new(
            Cause::InvalidParameter,
            "the keypad does not have all of these characters",
        )
        .hint("Nothing was pressed. Look with `observe` at what it has.")
        .verdict("no_effect"));
    }
    let mut pad = emptied(visit, session, pad).await?;
    for (at, character) in text.chars().enumerate() {
        let (id, key) = pad.key(character).ok_or_else(|| refused(at))?;
        let before = pad.length;
        match origin {
            Some(origin) => press_at(session, &pad, id, key, origin).await?,
            None => press(visit, session, id).await?,
        }
        let next = shown(session, &pad, |length| length != before).await?;
        let is_last = at + 1 == count;
        pad = match next {
            Some(next) => next,
            // A pad that disappears with the last character has taken the entry.
            None if is_last => return Ok(()),
            None => return Err(refused(at)),
        };
        let has_taken = match (before, pad.length) {
            (Some(before), Some(now)) => now == before + 1 || (is_last && now == 0),
            (Some(_), None) => is_last,
            (None, _) => true,
        };
        if !has_taken {
            return Err(refused(at));
        }
    }
    Ok(())
}

/// Clears a pad on which something was entered before.
async fn emptied(visit: &Visit<'_>, session: &mut WebSession, pad: &Keypad) -> Result<Keypad, Failure> {
    let Some(length) = pad.length.filter(|length| *length > 0) else { return Ok(pad.clone()) };
    let snapshot = session.look(&LookOptions::default()).await?;
    let named = |words: &[&str]| {
        let mut others = pad.others.iter().filter_map(|id| snapshot.element(*id));
        others.find(|element| is_called(element, words)).map(|element| element.id)
    };
    let (button, times) = match (named(CLEARING_WORDS), named(DELETING_WORDS)) {
        (Some(clear), _) => (Some(clear), 1),
        (None, delete) => (delete, length.min(MOST)),
    };
    let not_empty = || {
        Failure::new(
            Cause::TypeFailed,
            "something is entered on the keypad already, and it could not be cleared",
        )
        .hint("Look with `observe`, clear it, and try again.")
        .verdict("no_effect")
    };
    let button = button.ok_or_else(not_empty)?;
    let mut pad = pad.clone();
    for _ in 0..times {
        press(visit, session, button).await?;
        let before = pad.length;
        pad = shown(session, &pad, |length| length != before).await?.ok_or_else(not_empty)?;
    }
    if pad.length.unwrap_or(0) == 0 { Ok(pad) } else { Err(not_empty()) }
}

async fn press(visit: &Visit<'_>, session: &mut WebSession, id: ElementId) -> Result<(), Failure> {
    let snapshot = session.look(&LookOptions::default()).await?;
    let element = snapshot.element(id).ok_or_else(|| stale(id))?;
    let found = Found::listed(element, &snapshot)?;
    let effect = click(visit, session, &found, Button::Left, 1, false).await?;
    effect.elsewhere.map_or(Ok(()), Err)
}

#[derive(Deserialize)]
struct Pressed {
    #[serde(default)]
    origin: String,
}

/// Presses a key from inside the page, in the same call that checks the origin.
async fn press_at(
    session: &WebSession,
    pad: &Keypad,
    id: ElementId,
    key: u32,
    origin: &str,
) -> Result<(), Failure> {
    let arguments = json!([key, origin]);
    let answer = session.tab()?.call(&pad.frame, "lemmascope.pressKeyAt", arguments, LIMIT).await?;
    match read_answer::<Pressed>(answer)?.origin {
        here if here == origin => Ok(()),
        here if here.is_empty() => Err(stale(id)),
        _ => Err(Failure::new(Cause::Forbidden, "the keypad is of another origin than the credential")
            .verdict("no_effect")),
    }
}

/// Waits until the shown length is as wanted or the page is at rest. Returns `None` if the pad is gone.
async fn shown(
    session: &mut WebSession,
    pad: &Keypad,
    is_wanted: impl Fn(Option<usize>) -> bool,
) -> Result<Option<Keypad>, Failure> {
    let until = Deadline::within(PATIENCE);
    let mut was_at_rest = false;
    loop {
        let snapshot = session.look(&LookOptions::default()).await?;
        let pads = session.keypads(&snapshot).await?;
        let same =
            pads.iter().find(|other| pad.is(other)).or_else(|| pads.first().filter(|_| pads.len() == 1));
        let is_shown = same.is_some_and(|same| is_wanted(same.length) || pad.length.is_none());
        let is_at_rest = !session.is_unsettled(REST).await;
        if is_shown || until.is_over() || (is_at_rest && was_at_rest) {
            return Ok(same.cloned());
        }
        was_at_rest = is_at_rest;
        session.wait_for_change(until).await?;
    }
}

fn is_called(element: &Element, words: &[&str]) -> bool {
    let names = [&element.name, &element.text];
    names.iter().any(|name| words.contains(&name.trim().to_lowercase().as_str()))
}

fn refused(at: usize) -> Failure {
    Failure::new(Cause::TypeFailed, format!("the keypad did not take character {}", at + 1))
        .hint("Look with `observe` at what is entered; clear it before you try again.")
        .effect_unknown()
}
