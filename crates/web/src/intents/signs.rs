use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::{ACTIONS, REPLIES};

/// From so much on a control is made for something.
const SURE: f32 = 0.7;

/// What a page shows of whether a person is signed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// What ends the session.
    pub(super) logout: Option<ElementId>,
    /// The menu of a person who is signed in.
    pub(super) user_menu: bool,
    /// What leads to a form for signing in.
    pub(super) login: Vec<ElementId>,
}

impl Signs {
    pub(super) fn on(page: &Snapshot) -> Self {
        let logout = page.elements.iter().filter(|element| is_control(element) && lets_out(element));
        let logout = logout.reduce(|best, next| if says_so(next) > says_so(best) { next } else { best });
        let login = page.elements.iter().filter(|element| is_control(element) && leads_in(element));
        Self {
            logout: logout.map(|element| element.id),
            user_menu: page.patterns.iter().any(|pattern| pattern.name == "user_menu"),
            login: login.map(|element| element.id).collect(),
        }
    }

    /// Whether something that only a session has can be seen.
    pub(super) fn of_session(&self) -> bool {
        self.logout.is_some() || self.user_menu
    }
}

fn is_control(element: &Element) -> bool {
    element.interactive
        && element.visibility.is_visible()
        && matches!(element.kind, "link" | "button" | "menuitem" | "tab")
}

/// Whether an element ends this session; what ends others of the same person leaves one where one is.
pub(super) fn lets_out(element: &Element) -> bool {
    !element.state.disabled && does(element, "logout") && !REPLIES.mentions(said(element), "elsewhere")
}

/// How much of what an element says is about leaving: "Log out" more than "Log out of this device".
fn says_so(element: &Element) -> f32 {
    ACTIONS.says(said(element), "logout")
}

/// What an element says of itself.
pub(super) fn said(element: &Element) -> &str {
    if element.name.is_empty() { &element.text } else { &element.name }
}

/// Whether an element does this, by its role or by what it says.
pub(super) fn does(element: &Element, action: &str) -> bool {
    if element.role == Some(action) {
        return true;
    }
    let said = said(element);
    // What a sentence mentions is no offer.
    said.chars().count() <= 40
        && ACTIONS.text(said).first().is_some_and(|(first, strength)| *first == action && *strength >= SURE)
}

/// Whether an element leads to a form for signing in with a password: not by way of someone else, and not the button of
/// a form.
fn leads_in(element: &Element) -> bool {
    let said = said(element);
    element.role != Some("submit") && does(element, "login") && ACTIONS.says(said, "social") < 0.3
}
