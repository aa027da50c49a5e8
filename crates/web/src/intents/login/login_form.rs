use lemmascope_browser::page::{Element, ElementId, Pattern, Snapshot};
use lemmascope_browser::reading::ACTIONS;
use lemmascope_browser::session::Keypad;

/// A login form, or the visible step of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LoginForm {
    /// The field for the user name.
    pub(super) user: Option<ElementId>,
    pub(super) password: Option<ElementId>,
    /// The field for a one-time code beside the password.
    pub(super) code: Option<ElementId>,
    pub(super) captcha: Option<ElementId>,
    pub(super) remember: Option<ElementId>,
    pub(super) submit: Option<ElementId>,
    /// The pad of buttons on which the password or the code is entered.
    pub(super) pad: Option<Box<Pad>>,
}

/// A pad of buttons, and what it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pad {
    pub(super) keypad: Keypad,
    pub(super) asks_code: bool,
}

/// The roles that a user name field may have.
const USER_ROLES: &[&str] = &["email", "username", "phone", "tax_id", "card_number", "full_name", "text"];
const PASSWORD_ROLES: &[&str] = &["password", "current_password"];
/// Forms that ask for a password for another purpose.
const OTHER_FORMS: &[&str] = &["registration_form", "password_recovery_form", "payment_form"];

impl LoginForm {
    /// Whether it asks for a code on a pad of buttons.
    pub(super) fn asks_code(&self) -> bool {
        self.pad.as_ref().is_some_and(|pad| pad.asks_code)
    }

    /// Finds the visible login form; `username` helps to choose between two fields for names.
    pub(super) fn on(page: &Snapshot, username: &str) -> Option<Self> {
        let mut known: Vec<(f32, Self)> = page
            .patterns
            .iter()
            .filter(|pattern| pattern.name == "login_form")
            .filter_map(|pattern| Some((worth(page, pattern), Self::of(page, pattern, username)?)))
            .collect();
        known.sort_by(|one, other| other.0.total_cmp(&one.0));
        let whole = known.iter().position(|(_, login_form)| login_form.password.is_some());
        let first = known.into_iter().nth(whole.unwrap_or(0)).map(|(_, login_form)| login_form);
        match first {
            Some(login_form) if login_form.password.is_some() => Some(login_form),
            // A password field elsewhere takes precedence over a single name field.
            other => Self::from_password_field(page).or(other).or_else(|| Self::from_username_step(page)),
        }
    }

    fn of(page: &Snapshot, pattern: &Pattern, username: &str) -> Option<Self> {
        let part = |name: &str| pattern.part(name).filter(|id| page.element(*id).is_some_and(is_open));
        let (email, name) = (part("email"), part("username"));
        let user = if username.contains('@') { email.or(name) } else { name.or(email) };
        let login_form = Self {
            user,
            password: part("password"),
            code: part("code"),
            captcha: part("captcha"),
            remember: pattern.part("remember"),
            submit: pattern.part("submit").filter(|id| page.element(*id).is_some_and(shows)),
            pad: None,
        };
        // The user name field may be in another group.
        let is_named = |element: &Element| matches!(element.role, Some("email" | "username" | "phone"));
        let at = login_form.password.and_then(|id| page.elements.iter().position(|element| element.id == id));
        let user = login_form
            .user
            .or_else(|| username_field_before(page, at?, &|one| is_named(one) && is_free(page, one.id)));
        let login_form = Self { user, ..login_form };
        (login_form.user.is_some() || login_form.password.is_some()).then_some(login_form)
    }

    /// Finds a password field outside of known patterns, with the fields around it.
    fn from_password_field(page: &Snapshot) -> Option<Self> {
        let elements = &page.elements;
        let mut passwords: Vec<usize> =
            (0..elements.len()).filter(|at| is_password(&elements[*at])).collect();
        let others = |at: &usize| is_in_other_form(page, elements[*at].id);
        if passwords.iter().any(|at| !others(at)) {
            passwords.retain(|at| !others(at));
        } else if passwords.len() != 1 {
            // Two password fields belong to a registration.
            return None;
        }
        let at = *passwords.first()?;
        let password = &elements[at];
        // A second password field directly after it is the confirmation of a new password.
        if passwords.get(1).is_some_and(|next| elements[*next].region == password.region) {
            return None;
        }
        let user = username_field_before(page, at, &is_username_field);
        let submit = submit_button_after(page, at);
        Some(Self { user, password: Some(password.id), submit, ..Self::default() })
    }

    /// Finds the first of two steps, on a page for signing in.
    fn from_username_step(page: &Snapshot) -> Option<Self> {
        let is_login_page = is_login_address(&page.url)
            || ACTIONS.says(&page.title, "login") > 0.6
            || page
                .elements
                .iter()
                .any(|one| one.kind == "heading" && shows(one) && ACTIONS.says(&one.name, "login") > 0.8);
        if !is_login_page {
            return None;
        }
        let is_asked = |element: &Element| {
            is_open(element)
                && matches!(element.role, Some("email" | "username" | "phone"))
                && !is_in_other_form(page, element.id)
                && !is_pattern_part(page, element.id, &["search_form", "subscription_form"])
        };
        let at = page.elements.iter().position(is_asked)?;
        Some(Self {
            user: Some(page.elements[at].id),
            submit: submit_button_after(page, at),
            ..Self::default()
        })
    }
}

/// Rates a form: a prominent one ranks higher than one at the edge.
fn worth(page: &Snapshot, pattern: &Pattern) -> f32 {
    let mut worth = pattern.confidence;
    let floats = page.around(pattern.region).any(|region| region.floating && region.visible);
    if floats {
        worth += 0.5;
    }
    let first = pattern.parts.iter().filter_map(|(_, ids)| page.element(*ids.first()?)).next();
    if first.is_some_and(|element| element.visibility.covered) {
        worth -= 0.4;
    }
    if first.is_some_and(|element| element.visibility.in_viewport) {
        worth += 0.2;
    }
    worth
}

/// Whether the user can write into the field, possibly after a click.
fn is_open(element: &Element) -> bool {
    shows(element) && !element.state.disabled
}

pub(super) fn shows(element: &Element) -> bool {
    element.visibility.is_visible()
}

pub(super) fn is_password(element: &Element) -> bool {
    let by_type = element.attributes.get("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
    let by_role = element.role.is_some_and(|role| PASSWORD_ROLES.contains(&role));
    is_open(element) && element.kind == "input" && (by_role || by_type)
}

fn is_username_field(element: &Element) -> bool {
    matches!(element.kind, "input" | "combobox")
        && !element.secret
        && element.role.is_none_or(|role| USER_ROLES.contains(&role))
}

/// Returns the user name field shortly before a password field, with no other password field in between.
fn username_field_before(page: &Snapshot, at: usize, is_it: &dyn Fn(&Element) -> bool) -> Option<ElementId> {
    let password = &page.elements[at];
    let before = page.elements[..at].iter().rev().filter(|one| one.frame == password.frame);
    let mut before = before.take_while(|one| !is_password(one));
    before.find(|one| is_open(one) && is_it(one) && is_near(one, password)).map(|user| user.id)
}

/// Whether an element does not belong to a form with another purpose.
fn is_free(page: &Snapshot, id: ElementId) -> bool {
    !is_in_other_form(page, id)
        && !is_pattern_part(page, id, &["search_form", "subscription_form", "contact_form"])
}

fn is_near(one: &Element, other: &Element) -> bool {
    one.bounds.distance(&other.bounds) < 320.0
}

fn is_in_other_form(page: &Snapshot, id: ElementId) -> bool {
    is_pattern_part(page, id, OTHER_FORMS)
}

fn is_pattern_part(page: &Snapshot, id: ElementId, patterns: &[&str]) -> bool {
    page.patterns
        .iter()
        .filter(|pattern| patterns.contains(&pattern.name.as_str()))
        .any(|pattern| pattern.parts.iter().any(|(_, ids)| ids.contains(&id)))
}

/// Returns the button for a field, preferably shortly after it.
fn submit_button_after(page: &Snapshot, at: usize) -> Option<ElementId> {
    let field = &page.elements[at];
    let fits = |element: &&Element| {
        element.frame == field.frame
            && shows(element)
            && element.interactive
            && matches!(element.kind, "button" | "link" | "menuitem")
            && matches!(element.role, Some("submit" | "login" | "next"))
            && is_near(element, field)
            && !is_in_other_form(page, element.id)
    };
    let after = page.elements[at + 1..].iter().find(fits);
    after.or_else(|| page.elements[..at].iter().rev().find(fits)).map(|button| button.id)
}

/// Returns the button for a field with this id.
pub(super) fn submit_button_for(page: &Snapshot, field: ElementId) -> Option<ElementId> {
    let at = page.elements.iter().position(|element| element.id == field)?;
    submit_button_after(page, at)
}

/// Whether the URL is that of a login page.
pub(super) fn is_login_address(url: &str) -> bool {
    let Ok(url) = url::Url::parse(url) else { return false };
    is_login_path(&format!("{} {}", url.path(), url.fragment().unwrap_or_default()))
}

/// Whether the path is that of a login page.
pub(super) fn is_login_path(path: &str) -> bool {
    path.split(['/', '?', '#', ' ', '.', '&', '=']).any(|part| {
        !part.is_empty()
            && part.len() < 40
            && ACTIONS.identifier(part).iter().any(|(role, strength)| *role == "login" && *strength > 0.6)
    })
}

#[cfg(test)]
mod tests {
    use super::is_login_address;

    #[test]
    fn recognizes_login_urls() {
        for url in [
            "https://a.example/login",
            "https://a.example/users/sign_in",
            "https://a.example/wp-login.php",
            "https://a.example/#/login",
            "https://a.example/auth/signin?next=/",
            "https://a.example/connexion",
        ] {
            assert!(is_login_address(url), "{url}");
        }
        for url in ["https://login.example/dashboard", "https://a.example/", "https://a.example/blog/post"] {
            assert!(!is_login_address(url), "{url}");
        }
    }
}
