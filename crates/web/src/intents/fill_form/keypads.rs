//! Pads of buttons on which a form asks for a code.

use std::collections::BTreeSet;

use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::Keypad;

use super::slot::{Name, Shape, Slot, Source, Wording};

/// The keys that a pad fits, whatever its label.
const KEYS: &[&str] = &["pin", "pin_code", "code", "passcode", "one_time_code", "otp", "codigo"];
/// What is asked for on a pad, by the roles of keys.
const ROLES: &[(&str, f32)] = &[("one_time_code", 0.95), ("password", 0.9), ("current_password", 0.7)];

/// Returns the slots of pads whose entry is in no field of the form.
pub(super) fn slots(snapshot: &Snapshot, fields: &[usize], keypads: &[Keypad]) -> Vec<Slot> {
    let is_field = |pad: &Keypad| {
        let is_of = |at: &usize| pad.displays.contains(&snapshot.elements[*at].id);
        fields.iter().any(is_of)
    };
    let own = keypads.iter().enumerate().filter(|(_, pad)| !is_field(pad));
    own.filter_map(|(at, pad)| slot(snapshot, at, pad)).collect()
}

fn slot(snapshot: &Snapshot, at: usize, pad: &Keypad) -> Option<Slot> {
    let (first, ..) = pad.keys.first()?;
    let place = snapshot.elements.iter().position(|element| element.id == *first)?;
    let name = |source, text: &str| Name { source, wording: Wording::of(text), text: text.to_string() };
    let label = name(Source::Label, &pad.label);
    let words: BTreeSet<String> = label.wording.words.iter().cloned().collect();
    let names = [label].into_iter().chain(KEYS.iter().map(|key| name(Source::Identifier, key)));
    Some(Slot {
        elements: vec![place],
        shape: Shape::Keypad(at),
        names: names.filter(|name| !name.wording.whole.is_empty()).collect(),
        roles: ROLES.to_vec(),
        around: vec![words],
        is_visible: true,
        is_open: true,
        is_toggle: false,
        of_type: String::new(),
        is_body: false,
        choices: Vec::new(),
    })
}
