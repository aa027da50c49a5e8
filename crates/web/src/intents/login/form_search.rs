use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::REPLIES;
use lemmascope_browser::session::Deadline;
use lemmascope_intent::{Cause, Failure};

use super::login_credentials::LoginCredentials;
use super::login_form::LoginForm;
use crate::intents::PageActor;
use crate::intents::session_indicators::{SessionIndicators, does, said};

/// The timeout for a form on a page that is still loading.
const COMING: Duration = Duration::from_secs(6);
/// The timeout on a page that seems idle and shows no login link.
const LOGIN_LINK_TIMEOUT: Duration = Duration::from_millis(1500);
const UNSETTLED: Duration = Duration::from_millis(600);
/// The maximum number of clicks in search of the form.
const MOST_CLICKS: usize = 3;

/// Finds the form, opening it if necessary.
pub(super) async fn find(hands: &mut PageActor<'_>, guest: &LoginCredentials) -> Result<LoginForm, Failure> {
    let mut tried: Vec<ElementId> = Vec::new();
    loop {
        if let Some(login_form) = coming(hands, guest).await? {
            return Ok(login_form);
        }
        let next = candidates(&hands.seen).into_iter().find(|id| !tried.contains(id));
        let Some(next) = next.filter(|_| tried.len() < MOST_CLICKS) else {
            let pad = super::keypad_form::password_pad(hands, guest).await?;
            return pad.ok_or_else(|| missing(&hands.seen));
        };
        tried.push(next);
        if hands.click(next).await.is_err() {
            hands.look().await?;
        }
    }
}

/// Waits for the form as long as the page keeps changing.
async fn coming(hands: &mut PageActor<'_>, guest: &LoginCredentials) -> Result<Option<LoginForm>, Failure> {
    let until = Deadline::within(COMING);
    let late = Deadline::within(LOGIN_LINK_TIMEOUT);
    loop {
        let login_form = LoginForm::on(&hands.seen, &guest.username);
        let leads = !candidates(&hands.seen).is_empty();
        let is_inside = SessionIndicators::on(&hands.seen).of_session();
        let is_open = is_blank(&hands.seen) || is_loading(hands);
        if login_form.is_some() || until.is_over() || (is_inside && !is_open) {
            return Ok(login_form);
        }
        // If a login link is visible, it need not be waited for.
        if !is_open && (leads || (late.is_over() && !hands.is_unsettled(UNSETTLED).await)) {
            return Ok(None);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

/// The timeout for a form that cannot be submitted yet to ask for the password.
const PASSWORD_STEP_TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the next step of a form that reveals the password field after the user name was entered, without
/// submission, because its button is disabled before. Returns `None` for a form that can be submitted.
pub(super) async fn unfolded(
    hands: &mut PageActor<'_>,
    guest: &LoginCredentials,
    login_form: &LoginForm,
) -> Result<Option<LoginForm>, Failure> {
    let is_shut = |page: &Snapshot| {
        login_form.submit.and_then(|id| page.element(id)).is_some_and(|button| button.state.disabled)
    };
    let until = Deadline::within(PASSWORD_STEP_TIMEOUT);
    while is_shut(&hands.seen) {
        // A last snapshot is taken after the timeout.
        let is_last = until.is_over();
        hands.look().await?;
        let next = LoginForm::on(&hands.seen, &guest.username).filter(|next| next.password.is_some());
        if let Some(next) = next {
            let user = next.user.filter(|user| Some(*user) != login_form.user);
            return Ok(Some(LoginForm { user, ..next }));
        }
        if is_last {
            break;
        }
        if is_shut(&hands.seen) {
            hands.wait_for_change(until).await?;
        }
    }
    Ok(None)
}

/// Whether no interactive element is visible.
fn is_blank(page: &Snapshot) -> bool {
    !page.elements.iter().any(|element| element.interactive && element.visibility.is_visible())
}

fn is_loading(hands: &PageActor<'_>) -> bool {
    hands.tab().is_ok_and(|tab| {
        let state = tab.state();
        !state.lifecycle.loaded || state.in_flight() > 0
    })
}

/// Returns the controls that may lead to the form, most likely first: login links, then menus.
fn candidates(page: &Snapshot) -> Vec<ElementId> {
    let indicators = SessionIndicators::on(page);
    if indicators.of_session() {
        return Vec::new();
    }
    let mut found = indicators.login;
    // If the page asks for another login method first, there may be a link to the password.
    let by_password = |element: &&Element| {
        element.interactive
            && element.visibility.is_visible()
            && matches!(element.kind, "button" | "link" | "tab")
            && said(element).chars().count() <= 60
            && REPLIES.mentions(said(element), "by_password")
    };
    found.extend(page.elements.iter().filter(by_password).map(|element| element.id));
    let in_head = |id: &ElementId| {
        page.element(*id).is_some_and(|element| {
            page.around(element.region).any(|region| {
                matches!(region.kind, RegionKind::Header | RegionKind::Navigation | RegionKind::Dialog)
            })
        })
    };
    found.sort_by_key(|id| !in_head(id));
    let opens = |element: &&Element| {
        element.interactive
            && element.visibility.is_visible()
            && matches!(element.kind, "button" | "link")
            && (does(element, "account") || does(element, "menu"))
    };
    found.extend(page.elements.iter().filter(opens).map(|element| element.id));
    found
}

/// Returns the failure for a missing form, with a hint.
fn missing(page: &Snapshot) -> Failure {
    let indicators = SessionIndicators::on(page);
    if indicators.of_session() {
        return Failure::new(Cause::Unavailable, "a user is signed in already")
            .hint("Sign out first with `logout`.")
            .verdict("no_effect");
    }
    let failure = Failure::new(Cause::TargetNotFound, "there is no login form on the page");
    let others: Vec<&str> = page
        .patterns
        .iter()
        .map(|pattern| pattern.name.as_str())
        .filter(|name| name.ends_with("_form"))
        .collect();
    let failure = if others.is_empty() {
        failure.context("found: no form that asks for a name or a password")
    } else {
        failure.context(format!("found: {}", others.join(", ")))
    };
    failure
        .context(
            "not found: a password field; a field for a user name or an e-mail address; a link to sign in",
        )
        .hint("Go to the page with the form first: goto <url>.")
        .verdict("not_found")
}
