use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::REPLIES;
use lemmascope_browser::session::is_loading;

use super::captcha;
use super::door::{Door, is_login_path, is_password, shows};
use super::reply::Reply;
use crate::intents::signs::Signs;

/// What became of an attempt to get in.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// A person is signed in now; `asks` is what the page wants to know before it goes on.
    Entered { asks: Option<String> },
    /// The name was taken, and the password is asked for.
    PasswordWanted(Door),
    /// There is something between, with what the page says of it.
    Stopped(Obstacle, Option<String>),
}

impl Verdict {
    /// Whether another look came to the same; the message of a page that counts down differs every time.
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
    /// By the server itself, which has no form.
    Unauthorised,
    SecondFactor,
    /// The code that was made of the secret.
    CodeRefused,
    Captcha,
    Locked,
    PasswordChange,
    Inactive,
    /// Nobody asks for a password: who follows a link in a mail is in.
    LinkSent,
    /// The server has failed, with this status.
    Server(u16),
    /// The page did not react at all.
    NoEffect,
    /// There was no answer in time.
    Unanswered,
}

/// A page some time after a form was sent off.
pub(super) struct Scene<'a> {
    /// The form that was sent, and the page as it was then.
    pub(super) sent: &'a Door,
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    /// The form that shows now.
    pub(super) door: Option<Door>,
    pub(super) reply: Reply,
    /// With what status the page came, if it is another, and the worst that its scripts were answered.
    pub(super) status: Option<u16>,
    pub(super) answered: Option<u16>,
    /// Whether anything was asked of a server.
    pub(super) asked: bool,
    /// Whether something is on its way: an answer, another page.
    pub(super) pending: bool,
    /// Whether that is another page.
    pub(super) leaving: bool,
    /// For how long nothing has been, and no waiting screen was seen.
    pub(super) rest: Duration,
    /// Whether an earlier look saw a waiting screen.
    pub(super) was_screened: bool,
    /// What the browser has against the fields.
    pub(super) complaint: Option<String>,
    /// Whether there is nothing on the page yet.
    pub(super) blank: bool,
    /// Whether no more time is left.
    pub(super) is_last: bool,
}

/// How long a page may take to draw what it was answered.
const DRAWING: Duration = Duration::from_millis(350);
/// How long a form that came again without a word may take to find one.
const SILENT: Duration = Duration::from_millis(700);
/// How long a page that was answered well may take to leave its form.
const LEAVING: Duration = Duration::from_millis(2500);
/// How long a page that asked nothing of anybody may take to do so.
const INERT: Duration = Duration::from_millis(1500);

/// A page that says no more than this says one thing; what came beside a form that still stands may be more.
const BRIEF: usize = 25;
const ABOUT_THE_FORM: usize = 60;

impl Scene<'_> {
    /// The verdict, once it is clear.
    pub(super) fn judge(&self) -> Option<Verdict> {
        let signs = Signs::on(self.after);
        let session = signs.of_session() && (self.is_another() || !Signs::on(self.before).of_session());
        if let (None, Some(door)) = (self.sent.password, &self.door)
            && door.password.is_some()
        {
            return Some(Verdict::PasswordWanted(door.clone()));
        }
        if let Some(code) = self.wants_code(session) {
            return Some(stopped(Obstacle::SecondFactor, code));
        }
        if session
            && self.wants_new_password()
            && let Some(message) = self.speaks_of("password_change")
        {
            return Some(stopped(Obstacle::PasswordChange, Some(message)));
        }
        if !session && let Some(stopped) = self.obstacle() {
            return Some(stopped);
        }
        // Where the way out has appeared, a form that still shows is there for someone else.
        let is_let_in = signs.logout.is_some() && !Signs::on(self.before).of_session();
        if self.stands() && !is_let_in { self.judge_standing() } else { self.judge_gone(session, &signs) }
    }

    fn is_another(&self) -> bool {
        self.before.document != self.after.document
    }

    /// Whether the form is still there, or there again.
    fn stands(&self) -> bool {
        match &self.door {
            Some(door) if self.sent.password.is_some() => door.password.is_some(),
            Some(door) => door.user.is_some() && self.sent.user.is_some(),
            None => false,
        }
    }

    fn judge_standing(&self) -> Option<Verdict> {
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
                return (self.rest >= INERT || self.is_last).then(|| stopped(Obstacle::NoEffect, None));
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

    fn judge_gone(&self, session: bool, signs: &Signs) -> Option<Verdict> {
        let is_drawn = !self.pending && self.rest >= DRAWING;
        // A page that its own scripts draw has nothing to say until they have.
        if self.blank {
            return self.is_last.then(|| stopped(Obstacle::Unanswered, None));
        }
        // However long a waiting screen stays, what is behind it may only be prepared, and be undone.
        if self.is_screened() {
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
        // The page that was behind a waiting screen has to last once the screen is gone.
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
            // What a page that has come goes on to ask for is for itself.
            (true, false) => !self.leaving,
            (true, true) => is_drawn && self.rest >= SILENT,
            (false, _) => is_drawn,
        };
        if !is_there && !self.is_last {
            return None;
        }
        if let Some(question) = self.speaks_of("stay") {
            return Some(Verdict::Entered { asks: Some(question) });
        }
        // Where one can sign in, nobody is signed in; the page may not have found out yet.
        if signs.login.iter().any(|id| self.is_way_in(*id)) {
            let is_sure = self.rest >= SILENT || self.is_last;
            return is_sure.then(|| stopped(Obstacle::Refused, self.reply.complaint(true)));
        }
        Some(Verdict::Entered { asks: None })
    }

    /// Whether a waiting screen is over the page, or nothing in view can be acted on while the page says that it is at work.
    pub(super) fn is_screened(&self) -> bool {
        let in_view = |element: &&Element| {
            element.interactive && element.visibility.is_visible() && element.visibility.in_viewport
        };
        let mut in_view = self.after.elements.iter().filter(in_view);
        let mut is_at_work =
            || self.reply.is_under_way() && in_view.all(|element| element.visibility.covered);
        !self.is_another() && (is_loading(self.after) || is_at_work())
    }

    /// Whether something is what one signs in by, and not only called like it: "Enter" is said of rooms as well.
    fn is_way_in(&self, id: ElementId) -> bool {
        let Some(element) = self.after.element(id) else { return false };
        let leads = element.attributes.get("href").is_some_and(|href| is_login_path(href));
        let in_head = self
            .after
            .around(element.region)
            .any(|region| matches!(region.kind, RegionKind::Header | RegionKind::Navigation));
        let before = Signs::on(self.before).login;
        let was_there =
            before.iter().filter_map(|id| self.before.element(*id)).any(|one| one.name == element.name);
        leads || in_head || was_there
    }

    /// What stands between, other than the form itself.
    fn obstacle(&self) -> Option<Verdict> {
        if self.status == Some(429) || (self.answered == Some(429) && self.rest >= DRAWING) {
            return Some(stopped(Obstacle::Locked, self.reply.complaint(true)));
        }
        let said = |topic: &str| self.speaks_of(topic);
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

    fn speaks_of(&self, topic: &str) -> Option<String> {
        let most = if self.stands() { ABOUT_THE_FORM } else { BRIEF };
        self.reply.speaks_of(topic, most).cloned()
    }

    /// Whether a code is asked for, and what the page says of it.
    fn wants_code(&self, session: bool) -> Option<Option<String>> {
        let said = self.speaks_of("second_factor");
        let field = self.code_field();
        // The form itself may have a field for a code; and who asks for the password again asks for no code.
        if self.stands() && (field.is_none() || self.sent.code.is_some() || said.is_none()) {
            return None;
        }
        // A code that was sent and is asked for again was not the right one.
        if self.sent.password.is_none() && self.sent.code.is_some() && field.is_some() {
            return Some(self.reply.complaint(true).or(said));
        }
        match field {
            Some(_) if said.is_some() || !session => Some(said),
            Some(_) => None,
            None if session || self.stands() => None,
            // It may be waited for on another device, or be asked for in a field that says nothing of itself.
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

/// Whether a look is enough to know that a person is in: another page, with what only a session has, and nothing on it
/// that asks for anything more.
pub(super) fn is_plainly_inside(before: &Snapshot, after: &Snapshot, username: &str) -> bool {
    let is_asking = |element: &Element| {
        shows(element)
            && matches!(element.role, Some("one_time_code" | "new_password" | "confirm_password" | "captcha"))
    };
    before.document != after.document
        && before.url != after.url
        && Signs::on(after).of_session()
        && Door::on(after, username).is_none()
        && !after.elements.iter().any(is_asking)
}

/// The field of a page that takes a one-time code.
pub(super) fn code_field(page: &Snapshot) -> Option<&Element> {
    page.elements.iter().find(|one| one.role == Some("one_time_code") && shows(one) && !one.state.disabled)
}

fn stopped(obstacle: Obstacle, message: Option<String>) -> Verdict {
    Verdict::Stopped(obstacle, message)
}
