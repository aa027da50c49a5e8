//! Signing in: finds the form, fills it, submits it, and determines the outcome from the response.
//!
//! Reading order: the user and the permitted origin; the form and how it is found; filling and submitting;
//! the response of the page, and its interpretation.

mod login_credentials;
mod pin;
mod totp;

mod challenge;
mod form_search;
mod keypad_form;
mod login_form;

mod credential_entry;

mod captcha;
mod pending_login;
mod reply;
mod report;
mod verdict;

use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Secret, Signature, Type};

use crate::intents::PageActor;
use crate::verbs::{Visit, duration, switch};
use credential_entry::{Entry, fill, send};
use login_form::LoginForm;
use pending_login::PendingLogin;
use verdict::{Obstacle, Verdict, code_field};

pub(super) use login_credentials::LoginCredentials;
pub(super) use pin::Pin;

pub(super) fn signature() -> Signature {
    options(
        Signature::change("web.login", "Sign in with a name and a password.")
            .command("login <username> <password>")
            .known_as(&["sign in", "signin"])
            .everyday("tasks on pages")
            .calls_intent()
            .lasting()
            .parameter(Parameter::required("username", Type::String, "The user name or e-mail address."))
            .parameter(Parameter::required("password", Type::String, "The password.").unrecorded()),
    )
    .examples(&["login ann@example.com hunter2", "login ann hunter2 --no-submit"])
}

/// The common parameters of all login verbs.
pub(super) fn options(signature: Signature) -> Signature {
    signature
        .parameter(switch("no_submit", "Only fill the form and do not send it off."))
        .parameter(
            Parameter::defaulted("wait", "10s", Type::String, "How long to wait for the answer.")
                .written(Notation::Duration),
        )
        .parameter(switch("remember", "Tick the box to stay signed in."))
        .returns(Type::Object)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let username = args.text("username")?;
    // Without a user name, a page that asks only for the password would accept it for an unknown user.
    if username.trim().is_empty() {
        return Err(Failure::new(Cause::MissingParameter, "the user name is missing")
            .about("username")
            .hint("Name the user as well: login <username> <password>."));
    }
    let guest = LoginCredentials {
        username: username.to_string(),
        password: Secret::new(args.text("password")?.to_string()),
        pin: None,
        totp: None,
    };
    sign_in(visit, args, &guest).await
}

/// The maximum number of consecutive forms: user name, password, code, and one more.
const MOST_STEPS: usize = 4;

/// SessionIndicators the user in.
pub(super) async fn sign_in(
    visit: &Visit<'_>,
    args: &Args,
    guest: &LoginCredentials,
) -> Result<Outcome, Failure> {
    let wait = duration(args.text("wait")?)?;
    let mut hands = PageActor::on(visit).await?;
    if let Some(url) = challenge::of(&hands) {
        return challenge::answer(&mut hands, guest, &url, args.flag("no_submit"), wait).await;
    }
    let mut login_form = form_search::find(&mut hands, guest).await?;
    for _ in 0..MOST_STEPS {
        login_form = keypad_form::with_password_pad(&hands, guest, login_form).await?;
        if login_form == LoginForm::default() {
            return Err(report::stopped(&mut hands, guest, Obstacle::SecondFactor, None));
        }
        let known = fill_in(&mut hands, guest, &login_form, args.flag("remember")).await?;
        if args.flag("no_submit") {
            if let Some(pad) = &login_form.pad {
                keypad_form::enter(&mut hands, guest, pad).await?;
            }
            return report::filled(&mut hands, &login_form).await;
        }
        if login_form.password.is_none()
            && login_form.code.is_none()
            && login_form.pad.is_none()
            && let Some(next) = form_search::unfolded(&mut hands, guest, &login_form).await?
        {
            login_form = next;
            continue;
        }
        match submit_and_wait(&mut hands, guest, &login_form, known, wait).await? {
            Verdict::PasswordWanted(next) => login_form = next,
            Verdict::Stopped(Obstacle::SecondFactor, message) => {
                let is_second =
                    login_form.password.is_none() && (login_form.code.is_some() || login_form.asks_code());
                let next = match code_form(&hands, guest) {
                    Some(next) => Some(next),
                    None => keypad_form::code_pad(&hands, guest).await?,
                };
                match next {
                    Some(next) if !is_second => login_form = next,
                    Some(_) => {
                        return Err(report::stopped(&mut hands, guest, Obstacle::CodeRefused, message));
                    }
                    None => return Err(report::stopped(&mut hands, guest, Obstacle::SecondFactor, message)),
                }
            }
            Verdict::Stopped(Obstacle::Refused, message) if login_form.asks_code() => {
                return Err(report::stopped(&mut hands, guest, Obstacle::CodeRefused, message));
            }
            Verdict::Stopped(obstacle, message) => {
                return Err(report::stopped(&mut hands, guest, obstacle, message));
            }
            Verdict::Entered { asks } => return Ok(report::entered(&mut hands, guest, asks)),
        }
    }
    Err(report::stopped(&mut hands, guest, Obstacle::Unanswered, None))
}

/// Fills the visible fields, and returns the visible lines of the page before.
async fn fill_in(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    login_form: &LoginForm,
    remember: bool,
) -> Result<Vec<String>, Failure> {
    let code = match (&guest.totp, login_form.code) {
        (Some(secret), Some(_)) => Some(totp::TotpGenerator::read(secret)?.now()?),
        _ => None,
    };
    let mut entries = Vec::new();
    let entry = |field, text, secret| Entry { field, text, secret };
    entries.extend(login_form.user.map(|field| entry(field, guest.username.as_str(), false)));
    let password = login_form.password.filter(|_| login_form.pad.is_none());
    entries.extend(password.map(|field| entry(field, guest.password.expose(), true)));
    entries.extend(login_form.code.zip(code.as_ref()).map(|(field, code)| entry(field, code.expose(), true)));
    let known = fill(hands, guest, &entries).await?;
    if let Some(tick) = login_form.remember.filter(|_| remember) {
        let is_off = hands.seen.element(tick).is_some_and(|element| element.state.checked == Some(false));
        if is_off {
            hands.click(tick).await?;
        }
    }
    Ok(known)
}

async fn submit_and_wait(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    login_form: &LoginForm,
    known: Vec<String>,
    wait: Duration,
) -> Result<Verdict, Failure> {
    if captcha::awaits(hands, login_form).await? {
        return Ok(Verdict::Stopped(Obstacle::Captcha, None));
    }
    let sent = PendingLogin::mark(hands, login_form, known)?;
    // A pad may send the form with the last character.
    let is_open = match &login_form.pad {
        Some(pad) => keypad_form::enter(hands, guest, pad).await?,
        None => true,
    };
    if is_open {
        send(hands, login_form).await?;
    }
    let wait = wait.min(hands.visit.limit());
    sent.verdict(hands, guest, wait).await
}

/// Returns the step that asks for a code, if a secret for codes exists.
fn code_form(hands: &PageActor<'_>, guest: &LoginCredentials) -> Option<LoginForm> {
    guest.totp.as_ref()?;
    let field = code_field(&hands.seen)?;
    let submit = login_form::submit_button_for(&hands.seen, field.id);
    Some(LoginForm { code: Some(field.id), submit, ..LoginForm::default() })
}
