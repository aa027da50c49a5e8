use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::REPLIES;
use lemmascope_browser::session::is_loading;

use super::captcha;
use super::login_form::{LoginForm, is_login_path, is_password, shows};
use super::reply::Reply;
use crate::intents::session_indicators::SessionIndicators;

/// The outcome of an attempt to sign in.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// The user is signed in; `asks` is a question of the page before it continues.
    Entered { asks: Option<String> },
    /// The user name was accepted, and the password is asked for.
    PasswordWanted(LoginForm),
    /// There is an obstacle, with the message of the page.
    Stopped(Obstacle, Option<String>),
}

impl Verdict {
    /// Whether two verdicts agree; messages are ignored, because a countdown changes them.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stopped(one, _), Self::Stopped(another, _)) => one == another,
            _ => self == other,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    Refused,
    /// HTTP authentication failed.
    Unauthorised,
    SecondFactor,
    /// The generated code was rejected.
    CodeRefused,
    Captcha,
    Locked,
    PasswordChange,
    Inactive,
    /// The site sent a login link by email instead of asking for a password.
    LinkSent,
    /// The server failed with this status.
    Server(u16),
    /// The page did not react at all.
    NoEffect,
    /// There was no response in time.
    Unanswered,
}

/// The page some time after a form was submitted.
pub(super) struct Scene<'a> {
    /// The submitted form, and the page at that time.
    pub(super) sent: &'a LoginForm,
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    /// The login form that is visible now.
    pub(super) login_form: Option<LoginForm>,
    pub(super) reply: Reply,
    /// The HTTP status of a new page, and the highest status of script requests.
    pub(super) status: Option<u16>,
    pub(super) answered: Option<u16>,
    /// Whether any request was sent.
    pub(super) asked: bool,
    /// Whether a response or another page is pending.
    pub(super) pending: bool,
    /// Whether another page is pending.
    pub(super) leaving: bool,
    /// The time without activity or a loading screen.
    pub(super) rest: Duration,
    /// Whether an earlier snapshot showed a loading screen.
    pub(super) was_screened: bool,
    /// The browser's validation message for the fields.
    pub(super) complaint: Option<String>,
    /// Whether the page is still blank.
    pub(super) blank: bool,
    /// Whether the timeout was reached.
    pub(super) is_last: bool,
    /// Whether the page has a pad of buttons for a code.
    pub(super) has_keypad: bool,
}

/// The time for a page to render a response.
const DRAWING: Duration = Duration::from_millis(350);
/// The time for a form that was reloaded without a message to show one.
const SILENT: Duration = Duration::from_millis(700);
/// The time for a page to remove its form after a successful response.
const LEAVING: Duration = Duration::from_millis(2500);
/// The time for a page without requests to react.
const REACTION_TIMEOUT: Duration = Duration::from_millis(1500);

/// The maximum number of new lines of a page with a single statement; beside a visible form, more may be new.
const BRIEF: usize = 25;
const ABOUT_THE_FORM: usize = 60;

impl Scene<'_> {
    /// Returns the verdict, once it is clear.
    pub(super) fn judge(&self) -> Option<Verdict> {
        let indicators = SessionIndicators::on(self.after);
        let session = indicators.of_session()
            && (self.is_another() || !SessionIndicators::on(self.before).of_session());
        if let (None, Some(login_form)) = (self.sent.password, &self.login_form)
            && login_form.password.is_some()
        {
            return Some(Verdict::PasswordWanted(login_form.clone()));
        }
        if let Some(code) = self.wants_code(session) {
            return Some(stopped(Obstacle::SecondFactor, code));
        }
        let is_first_step =
            self.sent.password.is_none() && self.sent.pad.is_none() && self.sent.code.is_none();
        if is_first_step && self.has_keypad && self.login_form.is_none() && !session {
            return Some(Verdict::PasswordWanted(LoginForm::default()));
        }
        if session
            && self.wants_new_password()
            && let Some(message) = self.message_about("password_change")
        {
            return Some(stopped(Obstacle::PasswordChange, Some(message)));
        }
        if !session && let Some(stopped) = self.obstacle() {
            return Some(stopped);
        }
        // If a logout control has appeared, a form that is still visible is for another purpose.
        let is_let_in = indicators.logout.is_some() && !SessionIndicators::on(self.before).of_session();
        if self.stands() && !is_let_in {
            self.judge_visible_form()
        } else {
            self.judge_missing_form(session, &indicators)
        }
    }

    fn is_another(&self) -> bool {
        self.before.document != self.after.document
    }

    /// Whether the form is still or again visible.
    fn stands(&self) -> bool {
        if self.sent.pad.is_some() && self.has_keypad {
            return true;
        }
        match &self.login_form {
            Some(login_form) if self.sent.password.is_some() => login_form.password.is_some(),
            Some(login_form) => login_form.user.is_some() && self.sent.user.is_some(),
            None => false,
        }
    }

    fn judge_visible_form(&self) -> Option<Verdict> {
        let refused = |message: Option<String>| Some(stopped(Obstacle::Refused, message));
        if let Some(message) = self.reply.complaint(true) {
            return refused(Some(message));
        }
        if let Some(message) = self.reply.remark().filter(|_| !self.pending && self.rest >= DRAWING) {
            return refused(Some(message));
        }
        if !self.asked && !self.is_another() && self.complaint.is_some() {
            return refused(self.complaint.clone());
        }
        let said = || self.reply.anything();
        if self.pending {
            return self.is_last.then(|| stopped(Obstacle::Unanswered, None));
        }
        let enough = match (self.is_another(), self.answered) {
            (true, _) => SILENT,
            (false, Some(400..)) => SILENT,
            (false, _) if !self.asked && said().is_none() => {
                return (self.rest >= REACTION_TIMEOUT || self.is_last)
                    .then(|| stopped(Obstacle::NoEffect, None));
            }
            (false, _) if self.reply.is_under_way() => Duration::MAX,
            (false, _) if said().is_some() => SILENT,
            (false, _) => LEAVING,
        };
        if self.rest < enough && !self.is_last {
            return None;
        }
        match said() {
            None if captcha::shows(self.after) => Some(stopped(Obstacle::Captcha, None)),
            said => refused(said),
        }
    }

    fn judge_missing_form(&self, session: bool, indicators: &SessionIndicators) -> Option<Verdict> {
        let is_drawn = !self.pending && self.rest >= DRAWING;
        // A scripted page has no content until it is rendered.
        if self.blank {
            return self.is_last.then(|| stopped(Obstacle::Unanswered, None));
        }
        // Content behind a loading screen may only be prepared, and may be removed again.
        if self.is_behind_loading_screen() {
            return self.is_last.then(|| stopped(Obstacle::Unanswered, None));
        }
        match self.status {
            Some(status @ 500..) => {
                return Some(stopped(Obstacle::Server(status), self.reply.complaint(true)));
            }
            Some(401 | 403) if !session => {
                return Some(stopped(Obstacle::Refused, self.reply.complaint(true)));
            }
            Some(status @ 400..) if !session => {
                return Some(stopped(Obstacle::Server(status), self.reply.complaint(true)));
            }
            _ => {}
        }
        // The page behind a loading screen has to remain after the screen is gone.
        if session && (!self.was_screened || is_drawn || self.is_last) {
            return Some(Verdict::Entered { asks: None });
        }
        if session {
            return None;
        }
        if let Some(message) = self.reply.complaint(false).filter(|_| is_drawn || self.is_another()) {
            return Some(stopped(Obstacle::Refused, Some(message)));
        }
        let is_there = match (self.is_another(), self.before.url == self.after.url) {
            // Further requests of a new page are its own.
            (true, false) => !self.leaving,
            (true, true) => is_drawn && self.rest >= SILENT,
            (false, _) => is_drawn,
        };
        if !is_there && !self.is_last {
            return None;
        }
        if let Some(question) = self.message_about("stay") {
            return Some(Verdict::Entered { asks: Some(question) });
        }
        // If a login control is visible, no user is signed in; but the page may not have updated yet.
        if indicators.login.iter().any(|id| self.is_login_link(*id)) {
            let is_sure = self.rest >= SILENT || self.is_last;
            return is_sure.then(|| stopped(Obstacle::Refused, self.reply.complaint(true)));
        }
        Some(Verdict::Entered { asks: None })
    }

    /// Whether a loading screen covers the page, or no element in view can be used while the page shows
    /// progress.
    pub(super) fn is_behind_loading_screen(&self) -> bool {
        let in_view = |element: &&Element| {
            element.interactive && element.visibility.is_visible() && element.visibility.in_viewport
        };
        let mut in_view = self.after.elements.iter().filter(in_view);
        let mut is_at_work =
            || self.reply.is_under_way() && in_view.all(|element| element.visibility.covered);
        !self.is_another() && (is_loading(self.after) || is_at_work())
    }

    /// Whether a control is a login link, and not only labelled like one: "Enter" also refers to rooms.
    fn is_login_link(&self, id: ElementId) -> bool {
        let Some(element) = self.after.element(id) else { return false };
        let leads = element.attributes.get("href").is_some_and(|href| is_login_path(href));
        let in_head = self
            .after
            .around(element.region)
            .any(|region| matches!(region.kind, RegionKind::Header | RegionKind::Navigation));
        let before = SessionIndicators::on(self.before).login;
        let was_there =
            before.iter().filter_map(|id| self.before.element(*id)).any(|one| one.name == element.name);
        leads || in_head || was_there
    }

    /// Returns an obstacle other than the form itself.
    fn obstacle(&self) -> Option<Verdict> {
        if self.status == Some(429) || (self.answered == Some(429) && self.rest >= DRAWING) {
            return Some(stopped(Obstacle::Locked, self.reply.complaint(true)));
        }
        let said = |topic: &str| self.message_about(topic);
        if let Some(locked) = said("locked").filter(|text| !REPLIES.mentions(text, "attempts_left")) {
            return Some(stopped(Obstacle::Locked, Some(locked)));
        }
        if self.wants_new_password() {
            return Some(stopped(Obstacle::PasswordChange, said("password_change")));
        }
        if let Some(message) = said("password_change").filter(|_| !self.stands()) {
            return Some(stopped(Obstacle::PasswordChange, Some(message)));
        }
        if let Some(message) = said("captcha") {
            return Some(stopped(Obstacle::Captcha, Some(message)));
        }
        let is_new = |element: &&Element| {
            element.role == Some("captcha")
                && shows(element)
                && (self.is_another() || !self.before.elements.iter().any(|one| one.id == element.id))
        };
        if self.after.elements.iter().any(|element| is_new(&element)) && self.sent.captcha.is_none() {
            return Some(stopped(Obstacle::Captcha, self.reply.complaint(true)));
        }
        if let Some(message) = said("inactive") {
            return Some(stopped(Obstacle::Inactive, Some(message)));
        }
        let link = said("link_sent").filter(|_| self.sent.password.is_none() && self.sent.code.is_none());
        link.map(|message| stopped(Obstacle::LinkSent, Some(message)))
    }

    fn message_about(&self, topic: &str) -> Option<String> {
        let most = if self.stands() { ABOUT_THE_FORM } else { BRIEF };
        self.reply.message_about(topic, most).cloned()
    }

    /// Whether a code is asked for, with the message of the page.
    fn wants_code(&self, session: bool) -> Option<Option<String>> {
        let said = self.message_about("second_factor");
        let field = self.code_field();
        // A pad for the password may be followed by one for a code.
        let was_pin = self.sent.pad.as_ref().is_some_and(|pad| !pad.asks_code);
        if was_pin && self.has_keypad && said.is_some() {
            return Some(said);
        }
        // The form itself may have a code field; and a form that asks for the password again does not ask for
        // a code.
        if self.stands() && (field.is_none() || self.sent.code.is_some() || said.is_none()) {
            return None;
        }
        // A code that is asked for again was wrong.
        if self.sent.password.is_none() && self.sent.code.is_some() && field.is_some() {
            return Some(self.reply.complaint(true).or(said));
        }
        match field {
            Some(_) if said.is_some() || !session => Some(said),
            Some(_) => None,
            None if session || self.stands() => None,
            // A code may be confirmed on another device, or entered in an unlabelled field.
            None => said.filter(|_| !self.pending && self.rest >= DRAWING).map(Some),
        }
    }

    fn code_field(&self) -> Option<&Element> {
        code_field(self.after).filter(|field| self.is_another() || Some(field.id) != self.sent.code)
    }

    fn wants_new_password(&self) -> bool {
        let is_chosen = |element: &&Element| {
            shows(element) && matches!(element.role, Some("new_password" | "confirm_password"))
        };
        let shown = self.after.elements.iter().filter(is_chosen).count();
        let before = self.before.elements.iter().filter(is_chosen).count();
        !self.stands()
            && shown > 0
            && (self.is_another() || before == 0)
            && !self.after.patterns.iter().any(|pattern| pattern.name == "registration_form")
            && !self.after.elements.iter().any(|one| is_password(one) && one.role == Some("password"))
    }
}

/// Whether a snapshot alone shows that the user is signed in: another page with session controls, and no
/// further questions.
pub(super) fn is_clearly_logged_in(before: &Snapshot, after: &Snapshot, username: &str) -> bool {
    let is_asking = |element: &Element| {
        shows(element)
            && matches!(element.role, Some("one_time_code" | "new_password" | "confirm_password" | "captcha"))
    };
    before.document != after.document
        && before.url != after.url
        && SessionIndicators::on(after).of_session()
        && LoginForm::on(after, username).is_none()
        && !after.elements.iter().any(is_asking)
}

/// Returns the field for a one-time code.
pub(super) fn code_field(page: &Snapshot) -> Option<&Element> {
    page.elements.iter().find(|one| one.role == Some("one_time_code") && shows(one) && !one.state.disabled)
}

fn stopped(obstacle: Obstacle, message: Option<String>) -> Verdict {
    Verdict::Stopped(obstacle, message)
}
