use crate::page::Element;

/// The quality of a role match, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RoleMatch {
    /// The element has exactly this role.
    Itself,
    /// The element has a role of the same family.
    Family,
    /// The element is of this kind.
    Kind,
    /// The ARIA role or the tag matches.
    Told,
}

/// Roles that include several specific ones.
const FAMILIES: &[(&str, &[&str])] = &[
    ("password", &["new_password", "current_password", "confirm_password", "password_confirm"]),
    ("username", &["email", "login", "user", "account"]),
    ("login", &["username", "email"]),
    ("phone", &["mobile", "telephone", "tel"]),
    ("search", &["query", "search_query"]),
    ("name", &["full_name", "first_name", "last_name", "given_name", "family_name"]),
    ("address", &["street", "street_address", "address_line1", "address_line2"]),
    ("card", &["card_number"]),
    ("url", &["website"]),
    ("date", &["birthday", "birth_date", "datetime"]),
    ("number", &["quantity", "amount"]),
    ("code", &["otp", "one_time_code", "verification_code"]),
];

/// Words for kinds of elements, in addition to the names of the kinds.
const KINDS: &[(&str, &[&str])] = &[
    ("text", &["input", "textarea", "editor"]),
    ("textbox", &["input", "textarea", "editor"]),
    ("field", &["input", "textarea", "editor", "select", "combobox"]),
    ("input", &["input", "textarea"]),
    ("select", &["select", "combobox", "listbox"]),
    ("dropdown", &["select", "combobox", "listbox"]),
    ("combobox", &["combobox", "select"]),
    ("checkbox", &["checkbox", "switch"]),
    ("textarea", &["textarea", "editor"]),
    ("img", &["image"]),
    ("image", &["image"]),
    ("iframe", &["frame"]),
    ("navigation", &["nav"]),
    ("modal", &["dialog"]),
];

/// Roles of fields that the buttons beside them may have too: `search` means the field.
const FIELDS: [&str; 6] = ["search", "email", "phone", "password", "username", "url"];

/// Returns whether the element has this role, and how well it matches.
pub(super) fn play(element: &Element, role: &str) -> Option<RoleMatch> {
    if element.role == Some(role) {
        let presses = matches!(element.kind, "button" | "link" | "menuitem");
        return Some(if presses && FIELDS.contains(&role) { RoleMatch::Family } else { RoleMatch::Itself });
    }
    let among = |table: &[(&str, &[&str])], what: &str| {
        table.iter().any(|(word, members)| *word == role && members.contains(&what))
    };
    // A specific role such as `new_password` matches only itself; a general one such as `password` matches
    // its whole family.
    if element.role.is_some_and(|its| {
        among(FAMILIES, its) || its.strip_suffix(role).is_some_and(|rest| rest.ends_with('_'))
    }) {
        return Some(RoleMatch::Family);
    }
    // As a role, `text` means a text input, not a readable text.
    if among(KINDS, element.kind) || (element.kind == role && role != "text") {
        return Some(RoleMatch::Kind);
    }
    (element.aria.eq_ignore_ascii_case(role) || element.tag.eq_ignore_ascii_case(role))
        .then_some(RoleMatch::Told)
}

/// Whether two kinds of elements are used in the same way, so that one may have replaced the other.
pub(super) fn alike(a: &str, b: &str) -> bool {
    const GROUPS: &[&[&str]] = &[
        &["input", "textarea", "editor", "combobox", "file"],
        &["select", "combobox", "listbox"],
        &["checkbox", "switch", "radio"],
        &["button", "link", "menuitem", "tab", "treeitem", "option"],
        &["heading", "text", "image", "alert"],
        &["dialog", "region", "nav", "list", "table"],
    ];
    a == b || GROUPS.iter().any(|group| group.contains(&a) && group.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(kind: &'static str, role: Option<&'static str>, aria: &str) -> Element {
        Element { kind, role, aria: aria.into(), ..Element::default() }
    }

    #[test]
    fn matches_roles_families_and_element_types() {
        let password = element("input", Some("new_password"), "textbox");
        assert_eq!(play(&password, "new_password"), Some(RoleMatch::Itself));
        assert_eq!(play(&password, "password"), Some(RoleMatch::Family));
        assert_eq!(play(&password, "text"), Some(RoleMatch::Kind));
        assert_eq!(play(&password, "textbox"), Some(RoleMatch::Kind));
        assert_eq!(play(&password, "submit"), None);
        assert_eq!(play(&element("button", None, "menuitemradio"), "menuitemradio"), Some(RoleMatch::Told));
        assert_eq!(play(&element("input", Some("password"), ""), "new_password"), None);
        assert!(
            play(&element("input", Some("search"), ""), "search")
                < play(&element("button", Some("search"), ""), "search")
        );
    }
}
