//! Reports the outcome of an attempt to sign in.

use lemmascope_browser::observation::change_of_address;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Outcome, Value};

use super::login_credentials::LoginCredentials;
use super::login_form::LoginForm;
use super::verdict::Obstacle;
use crate::intents::PageActor;

/// The maximum length of a quoted text.
const LONGEST: usize = 300;

/// Reports a successful login.
pub(super) fn entered(hands: &mut PageActor<'_>, guest: &LoginCredentials, asks: Option<String>) -> Outcome {
    let mut fields = vec![("authenticated", Value::from(true))];
    if hands.before.url != hands.seen.url {
        hands.logbook().did("wait navigation");
        let (_, redirect) = change_of_address(&hands.before.url, &hands.seen.url);
        fields.push(("redirect", Value::from(redirect)));
    }
    if let Some(question) = asks {
        fields.push(("asks", Value::from(quote(&guest.masked(&question), LONGEST))));
    }
    hands.tell_changes();
    let value = object(fields);
    hands.logbook().result(value.clone());
    Outcome { value, ..Outcome::default() }
}

/// Reports a filled form that was not submitted.
pub(super) async fn filled(hands: &mut PageActor<'_>, login_form: &LoginForm) -> Result<Outcome, Failure> {
    hands.look().await?;
    hands.tell_changes();
    let mut fields = vec![("filled", Value::from(true)), ("submitted", Value::from(false))];
    if let Some(button) = login_form.submit.and_then(|id| hands.found(id).ok()) {
        fields.push(("submit", Value::from(button.shown())));
    }
    let value = object(fields);
    hands.logbook().result(value.clone());
    Ok(Outcome { value, ..Outcome::default() })
}

/// Reports an obstacle.
pub(super) fn stopped(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    obstacle: Obstacle,
    message: Option<String>,
) -> Failure {
    let said = message.map(|message| quote(&guest.masked(&message), LONGEST));
    let (text, hint) = match obstacle {
        Obstacle::Refused | Obstacle::Unauthorised => {
            ("authentication failed".to_string(), "Verify credentials and retry.")
        }
        Obstacle::SecondFactor => (
            "a second factor is wanted".to_string(),
            "Type the code into its field and submit it; a credential with a TOTP secret does it by itself.",
        ),
        Obstacle::CodeRefused => (
            "the one-time code was not accepted".to_string(),
            "Check the TOTP secret of the credential, and the clock of this machine.",
        ),
        Obstacle::Captcha => ("captcha shown".to_string(), "Let a person answer it, then submit the form."),
        Obstacle::Locked => {
            ("account locked".to_string(), "Do not retry now: wait, or have the account unlocked.")
        }
        Obstacle::PasswordChange => (
            "password change demanded".to_string(),
            "The password was taken, but has to be replaced: fill in the form that shows.",
        ),
        Obstacle::Inactive => {
            ("account not active".to_string(), "The account has to be verified or activated first.")
        }
        Obstacle::LinkSent => (
            "no password is asked for: a link was sent by e-mail".to_string(),
            "Get the link from the mail and open it with `goto <url>`; it signs in by itself.",
        ),
        Obstacle::Server(status) => (
            format!("the server answered with status {status}"),
            "Look at the page with `observe`, or try again later.",
        ),
        Obstacle::NoEffect => (
            "the page did not react to the form".to_string(),
            "Look at the page with `observe`: a field may be missing, or the button may be another.",
        ),
        Obstacle::Unanswered => (
            "there was no answer in time".to_string(),
            "Give it longer with --wait, or look at the page with `observe`.",
        ),
    };
    let result = match (obstacle, &said) {
        (Obstacle::Refused, Some(said)) => format!("Form error: {said}"),
        (Obstacle::Refused, None) => "Form error: none shown; the form is there again.".to_string(),
        (Obstacle::Unauthorised, said) => {
            let said = said.as_ref().map(|said| format!(": {said}")).unwrap_or_default();
            format!("Server says: 401 unauthorized{said}")
        }
        (_, Some(said)) => format!("Page says: {said}"),
        (_, None) => String::new(),
    };
    if !result.is_empty() {
        hands.logbook().result(result);
    }
    if !matches!(obstacle, Obstacle::Refused) {
        hands.tell_changes();
    }
    let cause = match obstacle {
        Obstacle::NoEffect => Cause::NoEffect,
        Obstacle::Unanswered => Cause::Timeout,
        _ => Cause::VerificationFailed,
    };
    let failure = Failure::new(cause, text).hint(hint);
    if obstacle == Obstacle::Unanswered { failure.effect_unknown() } else { failure }
}

fn object(fields: Vec<(&str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}
