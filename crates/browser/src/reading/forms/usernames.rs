use super::purpose::Purpose;
use crate::page::{Element, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::lexicon::FIELDS;
use crate::reading::roles::Scores;

/// The minimum strength of a phrase that always means a user name. Weaker ones, such as a customer number,
/// identify the user only in a login form.
const OUTRIGHT: f32 = 0.4;

/// The roles by which a site may identify a user.
const IDENTIFIERS: &[&str] = &["email", "username", "phone", "tax_id", "coupon", "card_number"];

/// Adjusts user name fields: in a form that uses an account, a field that offers several identifiers accepts
/// any of them; in other forms, a customer or contract number is a plain number.
pub(crate) fn adjust_username_fields(
    snapshot: &Snapshot,
    clues: &[Clue],
    entries: &[usize],
    purpose: Option<Purpose>,
    scores: &[Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let has_password = entries.iter().any(|at| roles[*at].is_some_and(|role| role.ends_with("password")));
    let is_account =
        has_password || matches!(purpose, Some(Purpose::Login | Purpose::Registration | Purpose::Recovery));
    for at in entries.iter().copied() {
        let (Some(element), Some(clue), Some(own)) = (snapshot.elements.get(at), clues.get(at), &scores[at])
        else {
            continue;
        };
        if roles[at] == Some("username") && !is_account && !is_certain_username(element, clue) {
            let mut others = own.clone();
            others.remove("username");
            roles[at] = others.best().map(|(role, _)| role);
        }
        let is_text = matches!(element.attributes.get("type").map_or("", String::as_str), "" | "text");
        if matches!(purpose, Some(Purpose::Login | Purpose::Recovery))
            && is_text
            && roles[at].is_some_and(|role| IDENTIFIERS.contains(&role))
            && offers_alternatives(element, clue)
        {
            roles[at] = Some("username");
        }
    }
}

fn texts<'page>(element: &'page Element, clue: &'page Clue) -> [&'page str; 4] {
    [&element.name, &element.label, &element.placeholder, &clue.beside]
}

fn is_certain_username(element: &Element, clue: &Clue) -> bool {
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let purpose = attribute("autocomplete");
    let said = texts(element, clue).map(|text| FIELDS.says(text, "username"));
    let named = ["name", "id"].map(|name| {
        let said = FIELDS.identifier(attribute(name));
        said.iter().find(|(role, _)| *role == "username").map_or(0.0, |(_, strength)| *strength)
    });
    purpose.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case("username"))
        || said.into_iter().chain(named).any(|strength| strength > OUTRIGHT)
}

/// Whether a single text of a field names several identifiers: "E-mail, phone or card number".
fn offers_alternatives(element: &Element, clue: &Clue) -> bool {
    texts(element, clue).iter().any(|text| {
        let said = FIELDS.text(text);
        said.iter().filter(|(role, _)| IDENTIFIERS.contains(role)).count() > 1
    })
}
