//! HTTP authentication (Basic and Digest), which the server requires before it sends any page.

use std::time::Duration;

use lemmascope_browser::driver::HttpCredentials;
use lemmascope_browser::session::Deadline;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, MASK, Outcome};
use url::Url;

use super::login_credentials::LoginCredentials;
use super::report;
use super::verdict::Obstacle;
use crate::intents::PageActor;
use crate::intents::lines::visible_text_lines;

/// Returns the URL that requires HTTP authentication, if any.
pub(super) fn of(hands: &PageActor<'_>) -> Option<String> {
    let tab = hands.tab().ok()?;
    let state = tab.state();
    state.challenge().map(str::to_string)
}

/// Requests the page again with credentials, which are sent only to that origin.
pub(super) async fn answer(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    url: &str,
    no_submit: bool,
    wait: Duration,
) -> Result<Outcome, Failure> {
    let origin = Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    if let Some(pin) = &guest.pin {
        pin.check(&origin)?;
    }
    if no_submit {
        return Err(Failure::new(
            Cause::InvalidParameter,
            "the server itself asks for a name and a password, and there is no form to fill",
        )
        .hint("Leave out --no-submit."));
    }
    let identity =
        HttpCredentials { origin, username: guest.username.clone(), password: guest.password.clone() };
    let tab = hands.tab()?;
    let before = hands.before_leaving();
    let limit = wait.min(hands.visit.limit());
    let until = Deadline::within(limit);
    let line = format!("authenticate {} \"{MASK}\"", quote(&guest.username, 80));
    let gone = tab.navigate_as(identity, url, limit).await;
    if of(hands).is_some() {
        hands.logbook().did(line);
        let said = visible_text_lines(&tab).await.into_iter().next();
        return Err(report::stopped(hands, guest, Obstacle::Unauthorised, said));
    }
    if let Err(failure) = gone {
        hands.logbook().failed(line);
        return Err(failure);
    }
    hands.logbook().did(line.clone());
    hands.arrive(before, until, line).await?;
    hands.look().await?;
    let status = tab.state().status();
    match status {
        Some(status @ 400..) => Err(report::stopped(hands, guest, Obstacle::Server(status), None)),
        _ => Ok(report::entered(hands, guest, None)),
    }
}
