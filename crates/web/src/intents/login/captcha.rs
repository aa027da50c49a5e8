use std::time::Duration;

use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::Deadline;
use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::login_form::LoginForm;
use crate::intents::PageActor;

/// Parts of the frame addresses of captcha providers.
const CAPTCHA_PROVIDERS: &[&str] = &[
    "recaptcha",
    "hcaptcha",
    "turnstile",
    "challenges.cloudflare.com",
    "arkoselabs",
    "funcaptcha",
    "geetest",
    "captcha",
];

/// The minimum size of a visible captcha frame; invisible ones are smaller.
const SMALLEST: f64 = 40.0;

/// Whether a page shows a captcha of a known provider.
pub(super) fn shows(page: &Snapshot) -> bool {
    page.frames.iter().skip(1).any(|frame| {
        let url = frame.url.to_ascii_lowercase();
        let address = url.split(['?', '#']).next().unwrap_or_default();
        let is_keeper = CAPTCHA_PROVIDERS.iter().any(|keeper| address.contains(keeper));
        is_keeper
            && !url.contains("size=invisible")
            && frame.clip.width >= SMALLEST
            && frame.clip.height >= SMALLEST
    })
}

/// The timeout for a captcha that may solve itself.
const SELF_SOLVING_TIMEOUT: Duration = Duration::from_millis(3500);
const LIMIT: Duration = Duration::from_secs(2);

/// Whether the form has a captcha that the user has to solve before submission. Some solve themselves after a
/// while.
pub(super) async fn awaits(hands: &mut PageActor<'_>, login_form: &LoginForm) -> Result<bool, Failure> {
    if login_form.captcha.is_some() {
        return Ok(true);
    }
    let Some(field) = login_form.password.or(login_form.user).or(login_form.code) else { return Ok(false) };
    let found = hands.found(field)?;
    let until = Deadline::within(SELF_SOLVING_TIMEOUT);
    loop {
        // A last query is made after the timeout.
        let is_last = until.is_over();
        let asked = hands.tab()?.call(&found.frame, "lemmascope.asksPuzzle", json!([found.key]), LIMIT).await;
        match asked {
            Ok(Value::Bool(true)) if is_last => return Ok(true),
            Ok(Value::Bool(true)) => hands.wait_for_change(until).await?,
            _ => return Ok(false),
        }
    }
}
