//! Numbers of a form that have buttons for plus and minus, and no field to write into.

use std::collections::BTreeSet;

use lemmascope_browser::page::{Counter, Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::FIELDS;
use lemmascope_intent::Value;

use super::entry::Entry;
use super::slot::{Name, Shape, Slot, Source, Wording};
use crate::submission::Form;

/// The pattern of a page that sells one thing, and the purpose of its only counter.
const PRODUCT: &str = "product_page";
const QUANTITY: &str = "quantity";

/// Whether a value can be set with such buttons.
pub(super) fn is_count(entry: &Entry) -> bool {
    count(&entry.value).is_some()
}

/// Returns the number to which a counter can be set.
pub(super) fn count(value: &Value) -> Option<i64> {
    let number = match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.trim().to_string(),
        _ => return None,
    };
    number.parse().ok().filter(|number| (0..=9999).contains(number))
}

/// Returns the counters that belong to a form: with a named form, those beside its fields, and those that are
/// in no list of other things.
pub(super) fn of_form(
    snapshot: &Snapshot,
    form: Option<&Form>,
    is_named: bool,
    all: Vec<Counter>,
) -> Vec<Counter> {
    let is_button = |counter: &Counter| {
        let mut buttons = form.iter().flat_map(|form| &form.buttons);
        buttons.any(|at| snapshot.elements.get(*at).is_some_and(|element| counter.has(element.id)))
    };
    let is_form = form.is_some_and(|form| form.is_form && !form.fields.is_empty());
    all.into_iter()
        .filter(|counter| !is_named || is_button(counter) || (!is_form && !is_listed(snapshot, counter)))
        .collect()
}

/// Returns the slots of counters whose number is in no field of the form.
pub(super) fn slots(snapshot: &Snapshot, fields: &[usize], counters: &[Counter]) -> Vec<Slot> {
    let is_field = |counter: &Counter| {
        counter.field.is_some_and(|id| fields.iter().any(|at| snapshot.elements[*at].id == id))
    };
    let own = counters.iter().enumerate().filter(|(_, counter)| !is_field(counter));
    let mut found: Vec<Slot> = own.filter_map(|(at, counter)| slot(snapshot, at, counter)).collect();
    // The only number of a page that sells one thing is the quantity, whether it says so or not.
    let is_product = snapshot.patterns.iter().any(|pattern| pattern.name == PRODUCT);
    let has_quantity = fields.iter().any(|at| snapshot.elements[*at].role == Some(QUANTITY));
    let is_main =
        |slot: &&mut Slot| matches!(slot.shape, Shape::Counter(at) if !is_listed(snapshot, &counters[at]));
    if is_product && !has_quantity {
        let mut main: Vec<&mut Slot> = found.iter_mut().filter(is_main).collect();
        if let [only] = main.as_mut_slice() {
            let wording = Wording::of(QUANTITY);
            only.names.push(Name { source: Source::Part, wording, text: QUANTITY.into() });
            only.roles.push((QUANTITY, 1.0));
        }
    }
    found
}

fn slot(snapshot: &Snapshot, at: usize, counter: &Counter) -> Option<Slot> {
    let place = button(snapshot, counter)?;
    let element = &snapshot.elements[place];
    let field = counter.field.and_then(|id| snapshot.element(id));
    let mut names = Vec::new();
    let mut add = |source: Source, text: &str| {
        let wording = Wording::of(text);
        if !wording.whole.is_empty() {
            names.push(Name { source, wording, text: text.to_string() });
        }
    };
    add(Source::Label, &counter.label);
    if let Some(field) = field {
        add(Source::Label, &field.name);
        for attribute in ["name", "id", "data-testid"] {
            add(Source::Identifier, field.attributes.get(attribute).map_or("", String::as_str));
        }
    }
    let texts: Vec<(&str, f32)> = names
        .iter()
        .map(|name| (name.text.as_str(), if name.source == Source::Label { 0.95 } else { 0.85 }))
        .collect();
    let mut roles: Vec<(&'static str, f32)> = Vec::new();
    for (text, weight) in texts {
        roles.extend(FIELDS.text(text).into_iter().map(|(role, strength)| (role, strength * weight)));
    }
    let own: BTreeSet<String> = names.iter().flat_map(|name| name.wording.words.iter().cloned()).collect();
    let outer = snapshot.around(element.region).map(|region| Wording::of(&region.name).words);
    let around = std::iter::once(own).chain(outer.map(|words| words.into_iter().take(8).collect())).collect();
    Some(Slot {
        elements: vec![place],
        shape: Shape::Counter(at),
        names,
        roles,
        around,
        is_visible: true,
        is_open: true,
        is_toggle: false,
        of_type: "number".into(),
        is_body: false,
        choices: Vec::new(),
    })
}

/// Returns the button that represents a counter, as an index into the snapshot's elements.
pub(super) fn button(snapshot: &Snapshot, counter: &Counter) -> Option<usize> {
    let id: ElementId = counter.up.or(counter.down)?;
    snapshot.elements.iter().position(|element| element.id == id)
}

fn is_listed(snapshot: &Snapshot, counter: &Counter) -> bool {
    let Some(at) = button(snapshot, counter) else { return false };
    let element: &Element = &snapshot.elements[at];
    let mut around = snapshot.around(element.region);
    around.any(|region| matches!(region.kind, RegionKind::Item | RegionKind::Row))
}
