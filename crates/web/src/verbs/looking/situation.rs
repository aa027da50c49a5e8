use lemmascope_browser::observation::arrived;
use lemmascope_browser::page::{Element, Snapshot};
use lemmascope_intent::Situation;

/// Patterns that occur on any page, whatever its purpose.
const COMMON_PATTERNS: [&str; 13] = [
    "breadcrumb",
    "cookie_banner",
    "data_table",
    "form_error",
    "login_form",
    "modal_dialog",
    "notification_toast",
    "overlay",
    "pagination",
    "promo_popup",
    "search_form",
    "subscription_form",
    "user_menu",
];
/// The pattern by which a page reports that it rejected an input.
const COMPLAINT: &str = "form_error";
/// The additional pattern name for a page with fillable fields.
const FORM: &str = "form";
/// The maximum number of texts, and their maximum length.
const MOST_TEXTS: usize = 200;
const LONGEST_TEXT: usize = 120;

/// Returns the situation on the page, which determines the available intents.
pub(super) fn situation(snapshot: &Snapshot) -> Situation {
    let names = || snapshot.patterns.iter().map(|pattern| pattern.name.clone());
    let mut patterns: Vec<String> = names().collect();
    if snapshot.elements.iter().any(is_field) {
        patterns.push(FORM.into());
    }
    let mut subjects: Vec<String> = Vec::new();
    for name in names().filter(|name| !COMMON_PATTERNS.contains(&name.as_str()) && name != "search_results") {
        if !subjects.contains(&name) {
            subjects.push(name);
        }
    }
    let telling = snapshot.elements.iter().filter(|element| stands_out(element));
    let texts = std::iter::once(&snapshot.title).chain(telling.map(|element| &element.name));
    let texts = texts.filter(|text| !text.trim().is_empty() && text.len() <= LONGEST_TEXT);
    Situation {
        url: snapshot.url.clone(),
        patterns,
        subjects,
        texts: texts.take(MOST_TEXTS).cloned().collect(),
        complaints: snapshot
            .patterns
            .iter()
            .filter(|pattern| pattern.name == COMPLAINT)
            .map(arrived)
            .collect(),
    }
}

/// Whether an element is a fillable field other than a search field.
fn is_field(element: &Element) -> bool {
    let fillable =
        matches!(element.kind, "input" | "textarea" | "select" | "combobox" | "checkbox" | "radio" | "file");
    fillable && element.role != Some("search") && !element.state.disabled && element.visibility.is_visible()
}

fn stands_out(element: &Element) -> bool {
    matches!(element.kind, "heading" | "button") && element.visibility.is_visible()
}
