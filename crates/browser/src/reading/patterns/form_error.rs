use std::sync::LazyLock;

use super::{DetectionContext, Draft};
use crate::bounded_cache::BoundedCache;
use crate::page::{Element, Pattern, RegionKind};
use crate::reading::forms::is_field;
use crate::reading::lexicon::ANSWERS;
use crate::reading::tone::{is_error, is_success};
use crate::text::words_of_identifier;

const MOST: usize = 12;
/// The minimum strength of a phrase for empty results.
const SAYS_NOTHING: f32 = 0.3;
const HINTS: &[&str] = &[
    "error",
    "errors",
    "invalid",
    "danger",
    "alert",
    "warning",
    "fail",
    "failed",
    "validation",
    "err",
    "fehler",
    "erreur",
    "erro",
];

/// Finds error messages about the user's input.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let invalid: Vec<usize> = (0..context.snapshot.elements.len())
        .filter(|at| is_field(context.element(*at)) && context.element(*at).state.invalid)
        .collect();
    for (at, element) in context.snapshot.elements.iter().enumerate() {
        if found.len() >= MOST {
            break;
        }
        if element.interactive
            || !element.visibility.is_visible()
            || !matches!(element.kind, "text" | "alert" | "heading" | "dialog")
        {
            continue;
        }
        let text = if element.name.is_empty() { element.text.as_str() } else { element.name.as_str() };
        if text.chars().count() < 3
            || text.chars().count() > 400
            || said.iter().any(|known| known.contains(text) || text.contains(known.as_str()))
        {
            continue;
        }
        let mut weight = 0.0_f32;
        if matches!(element.aria.as_str(), "alert" | "alertdialog") {
            weight += 1.0;
        }
        if element
            .attributes
            .iter()
            .any(|(name, value)| matches!(name.as_str(), "class" | "id") && hints_at_error(value))
            || source_hints_at_error(context, element.region)
        {
            weight += 1.0;
        }
        if element.attributes.get("class").is_some_and(|class| is_error_message(class)) {
            weight += 1.0;
        }
        if context.clues[at].is_red {
            weight += 1.0;
        }
        if !invalid.is_empty() && in_form(context, element.region) {
            weight += 0.5;
        }
        // The wording alone is not sufficient, so it is analyzed only for texts with other evidence.
        if weight < 1.0 {
            continue;
        }
        if is_error(text) {
            weight += 1.0;
        }
        if is_success(text) {
            weight -= 1.5;
        }
        // An empty search result is an answer, not an error.
        if invalid.is_empty() && ANSWERS.says(text, "no_results") >= SAYS_NOTHING && searches(context) {
            continue;
        }
        // A popup is a message, and an error only if its wording says so.
        if is_floating_alert(context, element.region) && !is_error(text) {
            weight -= 1.0;
        }
        if weight < 2.0 {
            continue;
        }
        said.push(text.to_owned());
        let field = invalid.iter().copied().find(|field| context.clues[*field].described.contains(text));
        found.push(
            Draft::new("form_error", element.region, (weight / 3.5).min(0.98))
                .part("message", Some(element.id))
                .part("field", field.map(|at| context.id(at)))
                .says(text)
                .done(),
        );
    }
    for at in invalid {
        let described = &context.clues[at].described;
        if found.len() >= MOST
            || described.is_empty()
            || !is_error(described)
            || said.iter().any(|known| described.contains(known.as_str()))
        {
            continue;
        }
        said.push(described.clone());
        found.push(
            Draft::new("form_error", context.element(at).region, 0.8)
                .part("field", Some(context.id(at)))
                .says(described.clone())
                .done(),
        );
    }
    found
}

/// Whether the page shows the result of a search.
fn searches(context: &DetectionContext<'_>) -> bool {
    let is_filled = |element: &Element| element.value.as_ref().is_some_and(|value| !value.is_empty());
    context.snapshot.elements.iter().any(|element| element.role == Some("search") && is_filled(element))
}

fn in_form(context: &DetectionContext<'_>, region: usize) -> bool {
    context
        .snapshot
        .around(region)
        .any(|region| matches!(region.kind, RegionKind::Form | RegionKind::Dialog | RegionKind::Fieldset))
}

fn is_floating_alert(context: &DetectionContext<'_>, region: usize) -> bool {
    let mut around = context.snapshot.around(region);
    around
        .find(|region| matches!(region.kind, RegionKind::Alert | RegionKind::Dialog))
        .is_some_and(|region| region.kind == RegionKind::Alert && region.floating)
}

fn source_hints_at_error(context: &DetectionContext<'_>, region: usize) -> bool {
    let region = context.region(region);
    matches!(region.kind, RegionKind::Alert)
        && (region.hints.contains("role=alert") || hints_at_error(&region.hints))
}

/// Whether an identifier in the source mentions errors.
fn hints_at_error(identifier: &str) -> bool {
    static KNOWN: LazyLock<BoundedCache<bool>> = LazyLock::new(|| BoundedCache::new(4096));
    KNOWN.answer(identifier, |identifier| {
        words_of_identifier(identifier).iter().any(|word| HINTS.contains(&word.as_str()))
    })
}

/// Whether a class marks an element as an error message, which is sufficient whatever its text.
fn is_error_message(class: &str) -> bool {
    class.split_ascii_whitespace().any(|name| {
        let words = words_of_identifier(name);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        has(&["error", "errors", "fehler", "erreur", "erro"])
            && has(&["message", "messages", "msg", "text", "meldung", "mensagem"])
    })
}
