use lemmascope_intent::{Object, Value};

use super::candidates::Pool;
use super::healing::neighbours;
use super::query::Findings;
use crate::page::{ElementId, Snapshot};

/// The attributes that distinguish elements and are stable. Styles and states change, and values may be
/// secret.
const TELLING: [&str; 9] =
    ["id", "name", "type", "autocomplete", "href", "class", "data-testid", "title", "alt"];
/// The maximum length of a meaningful attribute; longer ones are generated.
const LONGEST: usize = 200;

/// Describes an element as a target that finds it again, by several signals: its role, its text, the selector
/// if given, and further properties for healing.
pub(crate) fn describe(snapshot: &Snapshot, id: ElementId, selector: Option<&str>) -> Option<Value> {
    let element = snapshot.element(id)?;
    let findings = Findings::default();
    let pool = Pool::new(snapshot, &findings);
    let text = |text: &str| Value::from(text.chars().take(LONGEST).collect::<String>());

    let mut target = Object::new();
    // As a role, `text` would mean a text input.
    match element.role.unwrap_or(element.kind) {
        "text" => {}
        role => {
            target.insert("role".into(), role.into());
        }
    }
    let told = |text: &String| !text.trim().is_empty() && text.len() <= 10_000;
    if told(&element.name) {
        target.insert("name".into(), element.name.as_str().into());
    } else if told(&element.text) {
        target.insert("text".into(), element.text.as_str().into());
        target.insert("match".into(), "exact".into());
    }
    if told(&element.label) && element.label != element.name {
        target.insert("label".into(), element.label.as_str().into());
    }
    if let Some(selector) = selector.filter(|selector| !selector.trim().is_empty()) {
        target.insert("selector".into(), selector.into());
    }

    if let Some(frame) =
        snapshot.frames.get(element.frame).filter(|frame| element.frame > 0 && !frame.url.is_empty())
    {
        target.insert("frame".into(), text(address(&frame.url)));
    }

    let mut signals = Object::new();
    signals.insert("kind".into(), element.kind.into());
    if !element.placeholder.trim().is_empty() {
        signals.insert("placeholder".into(), text(&element.placeholder));
    }
    if let Some(region) = snapshot.around(element.region).find(|region| !region.name.trim().is_empty()) {
        signals.insert("region".into(), text(&region.name));
    }
    let (before, after) = neighbours(element, &pool);
    for (side, names) in [("before", before), ("after", after)] {
        if !names.is_empty() {
            signals.insert(side.into(), Value::List(names.into_iter().map(text).collect()));
        }
    }
    let attributes: Object = TELLING
        .into_iter()
        .filter_map(|name| element.attributes.get(name).map(|value| (name, value)))
        .filter(|(_, value)| !value.trim().is_empty() && value.len() <= LONGEST)
        .map(|(name, value)| (name.to_string(), Value::from(value.as_str())))
        .collect();
    if !attributes.is_empty() {
        signals.insert("attributes".into(), attributes.into());
    }
    target.insert("signals".into(), signals.into());
    Some(target.into())
}

/// Returns the part of a URL that does not change from visit to visit.
fn address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}
