use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::{ACTIONS, REPLIES};

/// The minimum strength of the label of a control.
const SURE: f32 = 0.7;

/// The session indicators of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SessionIndicators {
    /// The logout control.
    pub(super) logout: Option<ElementId>,
    /// Whether there is a menu of a signed-in user.
    pub(super) user_menu: bool,
    /// The login links.
    pub(super) login: Vec<ElementId>,
}

impl SessionIndicators {
    pub(super) fn on(page: &Snapshot) -> Self {
        let logout = page.elements.iter().filter(|element| is_control(element) && logs_out(element));
        let logout = logout
            .reduce(|best, next| if logout_strength(next) > logout_strength(best) { next } else { best });
        let login = page.elements.iter().filter(|element| is_control(element) && leads_in(element));
        Self {
            logout: logout.map(|element| element.id),
            user_menu: page.patterns.iter().any(|pattern| pattern.name == "user_menu"),
            login: login.map(|element| element.id).collect(),
        }
    }

    /// Whether a control is visible that only a signed-in user has.
    pub(super) fn of_session(&self) -> bool {
        self.logout.is_some() || self.user_menu
    }
}

fn is_control(element: &Element) -> bool {
    element.interactive
        && element.visibility.is_visible()
        && matches!(element.kind, "link" | "button" | "menuitem" | "tab")
}

/// Whether an element ends this session, and not other sessions of the user.
pub(super) fn logs_out(element: &Element) -> bool {
    !element.state.disabled && does(element, "logout") && !REPLIES.mentions(said(element), "elsewhere")
}

/// Returns how much the label is about signing out: "Log out" more than "Log out of this device".
fn logout_strength(element: &Element) -> f32 {
    ACTIONS.says(said(element), "logout")
}

/// Returns the label of an element.
pub(super) fn said(element: &Element) -> &str {
    if element.name.is_empty() { &element.text } else { &element.name }
}

/// Whether an element has this action, by its role or its label.
pub(super) fn does(element: &Element, action: &str) -> bool {
    if element.role == Some(action) {
        return true;
    }
    let said = said(element);
    // A mention in a longer sentence is not a label.
    said.chars().count() <= 40
        && ACTIONS.text(said).first().is_some_and(|(first, strength)| *first == action && *strength >= SURE)
}

/// Whether an element leads to a login form with a password: not to another identity provider, and not a
/// submit button.
fn leads_in(element: &Element) -> bool {
    let said = said(element);
    element.role != Some("submit") && does(element, "login") && ACTIONS.says(said, "social") < 0.3
}
