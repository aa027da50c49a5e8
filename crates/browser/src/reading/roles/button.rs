use std::collections::HashMap;

use crate::page::Element;
use crate::reading::assembly::Clue;
use crate::reading::lexicon::{ACTIONS, Evidence, FIELDS};
use crate::text::words_of;

const ENOUGH: f32 = 0.62;

/// The minimum number of words of a link that may be a title.
const LONG: usize = 4;

/// The minimum strength of a phrase that makes up (nearly) all of a text.
const WHOLE: f32 = 0.9;

/// Returns the actions of each button and link, by its label or, without a label, by its source.
pub fn actions_of(elements: &[Element]) -> Vec<Evidence> {
    // Results for classes are cached, because hundreds of links share the same ones.
    let mut known = HashMap::new();
    elements.iter().map(|element| actions(element, &mut known)).collect()
}

fn actions<'page>(element: &'page Element, known: &mut HashMap<&'page str, Evidence>) -> Evidence {
    if !element.interactive || !matches!(element.kind, "button" | "link" | "menuitem" | "tab") {
        return Evidence::new();
    }
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let said = if element.name.is_empty() { element.text.as_str() } else { element.name.as_str() };
    let mut evidence = ACTIONS.text(said);
    if let Some(symbol) = action_by_symbol(said) {
        evidence.insert(0, (symbol, 0.9));
    }
    match attribute("rel") {
        "next" => evidence.insert(0, ("next", 1.0)),
        "prev" => evidence.insert(0, ("previous", 1.0)),
        _ => {}
    }
    if element.kind == "link" && is_title(said, attribute("href")) {
        evidence.retain(|(action, _)| *action != "logout");
    }
    if evidence.is_empty() || said.chars().count() < 2 {
        for name in ["id", "name", "class", "data-testid", "title"] {
            let Some(value) = element.attributes.get(name) else { continue };
            let says = known.entry(value.as_str()).or_insert_with(|| match name {
                "class" => ACTIONS.identifier(&remove_state_classes(value)),
                _ => ACTIONS.identifier(value),
            });
            for (role, strength) in says.iter().copied() {
                if !evidence.iter().any(|(known, _)| *known == role) {
                    evidence.push((role, strength * if name == "class" { 0.75 } else { 0.85 }));
                }
            }
        }
    }
    evidence
}

/// Whether a link that mentions signing out is the title of a page about it: it has more words, and its
/// address does not mention signing out.
fn is_title(said: &str, href: &str) -> bool {
    let leads_on = !href.is_empty() && !href.starts_with('#') && !href.starts_with("javascript:");
    leads_on
        && words_of(said).len() >= LONG
        && !ACTIONS.identifier(href).iter().any(|(action, _)| *action == "logout")
}

/// Removes classes that describe the current state of an element, not its action.
fn remove_state_classes(class: &str) -> String {
    const STATES: &[&str] = &["hide", "hidden", "show", "shown", "open", "closed", "collapse", "collapsed"];
    let names =
        class.split_ascii_whitespace().filter(|name| !STATES.contains(&name.to_ascii_lowercase().as_str()));
    names.collect::<Vec<_>>().join(" ")
}

/// The surroundings of a button, on which the meaning of some labels depends.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Surroundings {
    /// Whether it belongs to fillable fields.
    pub(crate) among_fields: bool,
    /// Whether it is directly beside a password field.
    pub(crate) beside_password: bool,
}

/// Returns the action of a control if it is unambiguous. Many words for submitting have another meaning
/// outside forms: "Go to page 2", "Get directions"; and "show" means a password only beside a password field,
/// or if the control mentions one.
pub(crate) fn action_of(
    element: &Element,
    clue: &Clue,
    actions: &Evidence,
    around: Surroundings,
) -> Option<&'static str> {
    let is_meant = |action: &str, strength: f32| match action {
        "submit" => clue.submits || (around.among_fields && strength >= WHOLE),
        "show_password" => around.beside_password || mentions_password(element),
        _ => true,
    };
    actions
        .iter()
        .find(|(action, strength)| is_meant(action, *strength))
        .filter(|(_, strength)| *strength >= ENOUGH)
        .map(|(action, _)| *action)
}

fn mentions_password(element: &Element) -> bool {
    let speaks = |evidence: Evidence| evidence.iter().any(|(role, _)| role.ends_with("password"));
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    speaks(FIELDS.text(&element.name))
        || ["id", "name", "class", "data-testid", "title"]
            .iter()
            .any(|name| speaks(FIELDS.identifier(attribute(name))))
}

fn action_by_symbol(said: &str) -> Option<&'static str> {
    Some(match said.trim() {
        "×" | "✕" | "✖" | "✗" | "⨉" | "╳" | "x" | "X" => "close",
        "›" | "»" | ">" | "→" | "❯" | ">>" | "⟩" => "next",
        "‹" | "«" | "<" | "←" | "❮" | "<<" | "⟨" => "previous",
        "🔍" | "🔎" | "⌕" => "search",
        "☰" | "≡" => "menu",
        _ => return None,
    })
}
