use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::ACTIONS;
use lemmascope_intent::fold;

use super::form::Form;

/// The maximum number of elements between the last field of a form and its button.
const MAX_BUTTON_DISTANCE: usize = 12;

/// Actions of buttons that do not submit the form.
const NON_SUBMIT_ACTIONS: &[&str] =
    &["cancel", "close", "reset", "previous", "social", "show_password", "forgot"];

/// Words for saving the form as a draft or for a preview.
const DRAFT_WORDS: &[&str] = &[
    "draft",
    "rascunho",
    "borrador",
    "brouillon",
    "entwurf",
    "bozza",
    "preview",
    "later",
    "depois",
    "spater",
    "apercu",
    "previa",
    "vorschau",
    "anteprima",
    "add another",
    "add more",
    "adicionar outro",
];

/// Returns the submit button of a form.
pub(crate) fn submit_button(snapshot: &Snapshot, form: &Form) -> Option<ElementId> {
    let last = form.fields.iter().copied().max()?;
    let behind = (last + 1..snapshot.elements.len().min(last + 1 + MAX_BUTTON_DISTANCE)).filter(|at| {
        let element = &snapshot.elements[*at];
        element.interactive && element.primary && element.role == Some("submit")
    });
    let own = form.buttons.iter().copied();
    let by_pattern = snapshot.patterns.iter().filter(|pattern| pattern.region == form.region);
    let named = by_pattern.filter_map(|pattern| pattern.part("submit")).next();
    own.chain(behind)
        .filter_map(|at| snapshot.elements.get(at).map(|element| (worth(element, at, last, named), at)))
        .filter(|(worth, _)| *worth > 0.0)
        .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
        .map(|(_, at)| snapshot.elements[at].id)
}

fn worth(element: &Element, at: usize, last: usize, named: Option<ElementId>) -> f32 {
    if !element.visibility.is_visible() || !matches!(element.kind, "button" | "link") {
        return 0.0;
    }
    let text = if element.name.is_empty() { &element.text } else { &element.name };
    let does = ACTIONS.text(text);
    let strongest = does.first().map_or("", |(action, _)| action);
    let folded = fold(text);
    if NON_SUBMIT_ACTIONS.contains(&strongest) || DRAFT_WORDS.iter().any(|word| folded.contains(word)) {
        return 0.0;
    }
    let mut worth: f32 = 0.0;
    if named == Some(element.id) {
        worth += 3.0;
    }
    if element.primary {
        worth += 2.0;
    }
    match element.role {
        Some("submit") => worth += 2.0,
        Some(
            "next" | "register" | "checkout" | "subscribe" | "login" | "search" | "accept" | "buy_now"
            | "add_cart",
        ) => worth += 1.0,
        Some(role) if NON_SUBMIT_ACTIONS.contains(&role) => return 0.0,
        _ => {}
    }
    if at > last {
        worth += 0.5;
    }
    if element.state.disabled {
        worth -= 0.3;
    }
    if element.kind == "link" {
        worth -= 1.5;
    }
    worth
}
