//! Passwords and codes that a page asks for on a pad of buttons.

use std::sync::Arc;

use lemmascope_intent::{Failure, MASK, Secret};

use super::login_credentials::LoginCredentials;
use super::login_form::{LoginForm, Pad};
use super::pin::Pin;
use super::totp::TotpGenerator;
use crate::intents::PageActor;
use crate::verbs::keypad;

const DIGITS: &str = "0123456789";

/// Returns the step with the pad for its password, if it has no field that accepts typing.
pub(super) async fn with_password_pad(
    hands: &PageActor<'_>,
    guest: &LoginCredentials,
    login_form: LoginForm,
) -> Result<LoginForm, Failure> {
    let field = login_form.password.and_then(|id| hands.seen.element(id));
    let is_typed = field.is_some_and(|field| !field.state.readonly);
    if is_typed || login_form.code.is_some() || login_form.pad.is_some() {
        return Ok(login_form);
    }
    Ok(match pad(hands, guest.password.expose(), false).await? {
        Some(next) => {
            let submit = next.submit.or(login_form.submit);
            LoginForm { submit, pad: next.pad, ..login_form }
        }
        None => login_form,
    })
}

/// Returns the step that asks for the password on a pad alone.
pub(super) async fn password_pad(
    hands: &PageActor<'_>,
    guest: &LoginCredentials,
) -> Result<Option<LoginForm>, Failure> {
    let form = pad(hands, guest.password.expose(), false).await?;
    let is_asked = |form: &LoginForm| form.pad.as_ref().is_some_and(|pad| keypad::is_secret(&pad.keypad));
    Ok(form.filter(is_asked))
}

/// Returns the step that asks for a code on a pad, if a secret for codes exists.
pub(super) async fn code_pad(
    hands: &PageActor<'_>,
    guest: &LoginCredentials,
) -> Result<Option<LoginForm>, Failure> {
    if guest.totp.is_none() { Ok(None) } else { pad(hands, DIGITS, true).await }
}

async fn pad(hands: &PageActor<'_>, text: &str, asks_code: bool) -> Result<Option<LoginForm>, Failure> {
    let snapshot = Arc::clone(&hands.seen);
    let found = hands.keypads(&snapshot).await?.into_iter().find(|keypad| keypad.takes(text));
    Ok(found.map(|keypad| {
        let submit = keypad::confirm_button(&snapshot, &keypad);
        LoginForm { submit, pad: Some(Box::new(Pad { keypad, asks_code })), ..LoginForm::default() }
    }))
}

/// Enters the password or the code on the pad. Returns whether the pad is still there.
pub(super) async fn enter(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    pad: &Pad,
) -> Result<bool, Failure> {
    let code = match (&guest.totp, pad.asks_code) {
        (Some(secret), true) => Some(TotpGenerator::read(secret)?.now()?),
        _ => None,
    };
    let secret: &Secret = code.as_ref().unwrap_or(&guest.password);
    let origin = guest.pin.as_ref().map(Pin::origin);
    if let Some(pin) = &guest.pin {
        pin.check(&pad.keypad.origin)?;
    }
    let visit = hands.visit;
    let first = pad.keypad.keys.first().map(|(id, ..)| *id).unwrap_or_default();
    let line = format!("type {first} \"{MASK}\"");
    let entered = keypad::enter(visit, hands, &pad.keypad, secret.expose(), origin.as_deref()).await;
    match &entered {
        Ok(()) => hands.logbook().did(line),
        Err(_) => hands.logbook().failed(line),
    }
    entered?;
    let snapshot = hands.look().await?;
    Ok(hands.keypads(&snapshot).await?.iter().any(|other| other.is(&pad.keypad)))
}
