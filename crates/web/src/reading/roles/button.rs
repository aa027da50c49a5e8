use std::collections::HashMap;

use crate::page::Element;
use crate::reading::lexicon::{ACTIONS, Evidence};

const ENOUGH: f32 = 0.62;

/// What each button and link does, by what it says and, where it says nothing, by what its source says.
pub(crate) fn actions_of(elements: &[Element]) -> Vec<Evidence> {
    // The same classes stand on hundreds of links; they are read once.
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
    if let Some(symbol) = by_symbol(said) {
        evidence.insert(0, (symbol, 0.9));
    }
    match attribute("rel") {
        "next" => evidence.insert(0, ("next", 1.0)),
        "prev" => evidence.insert(0, ("previous", 1.0)),
        _ => {}
    }
    if evidence.is_empty() || said.chars().count() < 2 {
        for name in ["id", "name", "class", "data-testid", "title"] {
            let Some(value) = element.attributes.get(name) else { continue };
            let says = known.entry(value.as_str()).or_insert_with(|| ACTIONS.identifier(value));
            for (role, strength) in says.iter().copied() {
                if !evidence.iter().any(|(known, _)| *known == role) {
                    evidence.push((role, strength * if name == "class" { 0.75 } else { 0.85 }));
                }
            }
        }
    }
    evidence
}

/// The one thing that it does, when that is clear.
pub(crate) fn action_of(actions: &Evidence) -> Option<&'static str> {
    actions.first().filter(|(_, strength)| *strength >= ENOUGH).map(|(role, _)| *role)
}

fn by_symbol(said: &str) -> Option<&'static str> {
    Some(match said.trim() {
        "×" | "✕" | "✖" | "✗" | "⨉" | "╳" | "x" | "X" => "close",
        "›" | "»" | ">" | "→" | "❯" | ">>" | "⟩" => "next",
        "‹" | "«" | "<" | "←" | "❮" | "<<" | "⟨" => "previous",
        "🔍" | "🔎" | "⌕" => "search",
        "☰" | "≡" => "menu",
        _ => return None,
    })
}
