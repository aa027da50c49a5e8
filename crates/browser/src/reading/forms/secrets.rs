use super::cluster::Cluster;
use crate::page::{Element, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::lexicon::FIELDS;
use crate::reading::roles::{Scores, asks_for_repetition};
use crate::text::words_of;

/// Removes the password role from a masked field that is not called a password, if another field of the form
/// is. Such a field holds a secret of another kind, such as an API key.
pub(crate) fn remove_false_password_roles(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    scores: &mut [Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let masked: Vec<usize> = cluster
        .fields
        .iter()
        .copied()
        .filter(|at| {
            let of_type = snapshot.elements[*at].attributes.get("type").map_or("", String::as_str);
            of_type.eq_ignore_ascii_case("password")
                && roles[*at].is_some_and(|role| role.ends_with("password"))
        })
        .collect();
    let is_named = |at: usize| names_password(&snapshot.elements[at], &clues[at]);
    if !masked.iter().any(|at| is_named(*at)) {
        return;
    }
    for at in masked {
        let element = &snapshot.elements[at];
        let label = if element.name.is_empty() { &clues[at].beside } else { &element.name };
        if is_named(at) || words_of(label).is_empty() || asks_for_repetition(label) {
            continue;
        }
        if let Some(own) = &mut scores[at] {
            for role in ["password", "new_password", "confirm_password", "current_password"] {
                own.remove(role);
            }
            roles[at] = own.best().map(|(role, _)| role);
        }
    }
}

/// Whether the label, adjacent text or source of a field calls it a password or its confirmation.
fn names_password(element: &Element, clue: &Clue) -> bool {
    let speaks = |said: &[(&'static str, f32)]| said.iter().any(|(role, _)| role.ends_with("password"));
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    attribute("autocomplete").contains("password")
        || [&element.name, &element.label, &element.placeholder, &clue.beside]
            .iter()
            .any(|text| speaks(&FIELDS.text(text)))
        || ["name", "id"].iter().any(|name| speaks(&FIELDS.identifier(attribute(name))))
}
