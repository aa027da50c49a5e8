use std::collections::BTreeSet;

use lemmascope_browser::page::{Element, Region, RegionKind, Snapshot};
use lemmascope_browser::reading::{FIELDS, is_field, is_filler};
use lemmascope_browser::text::words_of_identifier;

/// A slot of a form for one value: a field, a group of radio buttons, or several fields for the parts of one
/// code.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    /// Its elements, as indexes into the snapshot's elements.
    pub(crate) elements: Vec<usize>,
    pub(crate) shape: Shape,
    /// Its names.
    pub(crate) names: Vec<Name>,
    /// Its roles, with their confidence.
    pub(crate) roles: Vec<(&'static str, f32)>,
    /// The words of its names and of the names of its ancestors, innermost first: `billing address`.
    pub(crate) around: Vec<BTreeSet<String>>,
    /// Whether it is visible, and whether it accepts input.
    pub(crate) is_visible: bool,
    pub(crate) is_open: bool,
    /// Whether it is a checkbox.
    pub(crate) is_toggle: bool,
    /// The input type, if it is specific: `email`, `number`, `date`.
    pub(crate) of_type: String,
    /// Whether it is the only large text field of its form.
    pub(crate) is_body: bool,
    /// The options of a list that accepts nothing else.
    pub(crate) choices: Vec<String>,
}

/// The composition of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Field,
    /// A group of radio buttons.
    Radios,
    /// A group of checkboxes.
    Boxes,
    /// A text that is distributed over several fields.
    Spread,
    /// A number with buttons that increase and decrease it, by its index.
    Counter(usize),
    /// A pad of buttons for a code, by its index.
    Keypad(usize),
}

/// The source of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Its part in a pattern, or its role.
    Part,
    /// A visible label.
    Label,
    Placeholder,
    /// An identifier in the source.
    Identifier,
}

/// A name of a slot.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) source: Source,
    pub(crate) wording: Wording,
    /// The original text.
    pub(crate) text: String,
}

/// A text, normalized for comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Wording {
    /// The whole text, without case, accents, spaces and punctuation.
    pub(crate) whole: String,
    /// The whole text without filler words.
    pub(crate) core: String,
    /// The words without filler words.
    pub(crate) words: Vec<String>,
    /// The numbers in it.
    pub(crate) numbers: Vec<u32>,
}

impl Wording {
    pub(crate) fn of(text: &str) -> Self {
        let all = words_of_identifier(text);
        let telling: Vec<String> = all.iter().filter(|word| !is_filler(word)).cloned().collect();
        Self {
            whole: all.concat(),
            core: if telling.is_empty() { all.concat() } else { telling.concat() },
            numbers: all.iter().filter_map(|word| word.parse().ok()).collect(),
            words: if telling.is_empty() { all } else { telling },
        }
    }
}

/// Roles that state the type of a field and not its purpose.
pub(super) const GENERIC: &[&str] =
    &["text", "textarea", "number", "date", "time", "month", "week", "color", "range", "file"];

/// Groups the fields into slots, in order.
pub(crate) fn slots(snapshot: &Snapshot, fields: &[usize]) -> Vec<Slot> {
    let mut taken = vec![false; snapshot.elements.len()];
    let mut found = Vec::new();
    for (place, at) in fields.iter().copied().enumerate() {
        let Some(element) = snapshot.elements.get(at) else { continue };
        if taken[at] {
            continue;
        }
        let rest = &fields[place..];
        let (shape, elements) = match element.kind {
            "radio" => (Shape::Radios, group(snapshot, rest, at)),
            "checkbox" => {
                let all = group(snapshot, rest, at);
                // Each checkbox of a group is a slot too.
                if all.len() > 1 && named(element).is_some() {
                    found.push(slot(snapshot, Shape::Boxes, all));
                }
                (Shape::Field, vec![at])
            }
            _ => match spread(snapshot, rest) {
                Some(all) => (Shape::Spread, all),
                None => (Shape::Field, vec![at]),
            },
        };
        for at in &elements {
            taken[*at] = true;
        }
        found.push(slot(snapshot, shape, elements));
    }
    mark_message_body(snapshot, &mut found);
    found
}

/// Marks the large text field of a form that has only one.
fn mark_message_body(snapshot: &Snapshot, slots: &mut [Slot]) {
    let is_large = |slot: &&mut Slot| {
        let kind = slot.elements.first().map_or("", |at| snapshot.elements[*at].kind);
        matches!(kind, "textarea" | "editor") && slot.is_visible && slot.is_open
    };
    let mut large = slots.iter_mut().filter(is_large);
    if let (Some(only), None) = (large.next(), large.next()) {
        let is_other = |(role, sure): &(&'static str, f32)| {
            *sure >= 0.8 && !matches!(*role, "message" | "comment" | "search")
        };
        only.is_body = !only.roles.iter().any(is_other);
    }
}

fn named(element: &Element) -> Option<&str> {
    element.attributes.get("name").map(String::as_str).filter(|name| !name.is_empty())
}

/// Returns the radio buttons or checkboxes of the same group: with the same name, or without one in the same
/// region.
fn group(snapshot: &Snapshot, rest: &[usize], first: usize) -> Vec<usize> {
    let one = &snapshot.elements[first];
    let belongs = |at: &usize| {
        let Some(other) = snapshot.elements.get(*at) else { return false };
        other.kind == one.kind
            && other.frame == one.frame
            && match (named(one), named(other)) {
                (Some(name), Some(others)) => name == others,
                (None, None) => one.region == other.region,
                _ => false,
            }
    };
    rest.iter().copied().filter(belongs).collect()
}

/// Returns consecutive short fields with similar names, which form a code or a card number.
fn spread(snapshot: &Snapshot, rest: &[usize]) -> Option<Vec<usize>> {
    let first = snapshot.elements.get(*rest.first()?)?;
    let stem = stem(first);
    let few = |element: &Element| {
        let most = element.attributes.get("maxlength").and_then(|most| most.parse::<usize>().ok());
        element.kind == "input" && most.is_some_and(|most| (1..=5).contains(&most))
    };
    if !few(first) {
        return None;
    }
    let run: Vec<usize> = rest
        .iter()
        .copied()
        .take_while(|at| {
            snapshot.elements.get(*at).is_some_and(|element| {
                few(element) && element.region == first.region && self::stem(element) == stem
            })
        })
        .take(12)
        .collect();
    (run.len() >= 2).then_some(run)
}

/// Returns the name of a field without its number.
fn stem(element: &Element) -> String {
    let called = ["name", "id", "data-testid"].iter().find_map(|name| element.attributes.get(*name));
    let called = called.filter(|called| !called.is_empty()).unwrap_or(&element.name);
    words_of_identifier(called).into_iter().filter(|word| word.parse::<u32>().is_err()).collect()
}

/// The maximum number of words of a label.
const LONGEST_LABEL: usize = 24;

const IDENTIFIERS: &[&str] = &[
    "name",
    "id",
    "data-testid",
    "data-test",
    "data-qa",
    "data-cy",
    "formcontrolname",
    "ng-model",
    "itemprop",
];

fn slot(snapshot: &Snapshot, shape: Shape, elements: Vec<usize>) -> Slot {
    let first = &snapshot.elements[elements[0]];
    let is_group = matches!(shape, Shape::Radios | Shape::Boxes);
    let attribute = |name: &str| first.attributes.get(name).map_or("", String::as_str);
    let mut names: Vec<Name> = Vec::new();
    let around: Vec<&Region> = snapshot.around(first.region).collect();
    if is_group || shape == Shape::Spread {
        // The name of the group, not of its options.
        for region in around.iter().filter(|region| is_inner(region)).take(2) {
            add(&mut names, Source::Label, &region.name);
        }
    }
    if !is_group {
        for text in [&first.label, &first.name] {
            add(&mut names, Source::Label, text);
        }
        add(&mut names, Source::Label, attribute("aria-label"));
        if let Some(region) = sole_field_group(snapshot, elements[0], &around) {
            add(&mut names, Source::Label, &region.name);
        }
        add(&mut names, Source::Placeholder, &first.placeholder);
        add(&mut names, Source::Placeholder, attribute("title"));
    }
    for name in IDENTIFIERS {
        // The id of a radio button identifies only that option.
        if !is_group || *name == "name" {
            add(&mut names, Source::Identifier, attribute(name));
        }
    }
    for token in attribute("autocomplete").split_ascii_whitespace() {
        if !matches!(token, "on" | "off" | "none" | "nope") && !token.starts_with("section-") {
            add(&mut names, Source::Identifier, token);
        }
    }
    let roles = roles(first, &names, is_group);
    for pattern in &snapshot.patterns {
        for (part, ids) in &pattern.parts {
            if ids.contains(&first.id) {
                add(&mut names, Source::Part, part);
                add(&mut names, Source::Part, &format!("{}.{part}", pattern.name));
            }
        }
    }
    if let Some(role) = first.role.filter(|role| !is_group && !GENERIC.contains(role)) {
        add(&mut names, Source::Part, role);
    }
    let mut own: BTreeSet<String> =
        names.iter().flat_map(|name| name.wording.words.iter().cloned()).collect();
    own.extend(["name", "id", "autocomplete"].iter().flat_map(|name| words_of_identifier(attribute(name))));
    let mut context = vec![own];
    for region in &around {
        context.push(Wording::of(&region.name).words.into_iter().take(8).collect());
        if region.tag == "form" {
            break;
        }
    }
    let all = || elements.iter().filter_map(|at| snapshot.elements.get(*at));
    Slot {
        shape,
        names,
        roles,
        around: context,
        is_visible: first.kind == "file"
            || all().any(|one| one.visibility.is_visible() || one.proxy.is_some()),
        is_open: all().any(|one| !one.state.disabled && !one.state.readonly),
        is_toggle: shape == Shape::Boxes || matches!(first.kind, "checkbox" | "switch"),
        of_type: attribute("type").to_ascii_lowercase(),
        is_body: false,
        choices: match first.kind {
            "select" if !is_group => {
                first.choices.iter().flat_map(|choice| [choice.text.clone(), choice.value.clone()]).collect()
            }
            _ => Vec::new(),
        },
        elements,
    }
}

/// Returns the group that contains only this field, whose name is also that of the field.
fn sole_field_group<'a>(snapshot: &Snapshot, at: usize, around: &[&'a Region]) -> Option<&'a Region> {
    let group = around
        .iter()
        .find(|region| matches!(region.kind, RegionKind::Fieldset | RegionKind::Group | RegionKind::Row))?;
    if group.name.is_empty() {
        return None;
    }
    let holds = |other: &Element| snapshot.around(other.region).any(|region| std::ptr::eq(region, *group));
    let mut others = snapshot
        .elements
        .iter()
        .enumerate()
        .filter(|(place, other)| *place != at && is_field(other) && holds(other));
    others.next().is_none().then_some(*group)
}

fn add(names: &mut Vec<Name>, source: Source, text: &str) {
    let wording = Wording::of(text);
    // A longer text describes the content of a field and is not its name.
    if source == Source::Label && wording.words.len() > LONGEST_LABEL {
        return;
    }
    let is_known = || names.iter().any(|known| known.wording == wording && known.source == source);
    if !wording.whole.is_empty() && !is_known() {
        names.push(Name { source, wording, text: text.to_string() });
    }
}

/// Whether a region is a named group within a form, and not the form or the page itself.
fn is_inner(region: &Region) -> bool {
    !region.name.is_empty()
        && matches!(
            region.kind,
            RegionKind::Fieldset
                | RegionKind::Group
                | RegionKind::Section
                | RegionKind::List
                | RegionKind::Row
        )
}

/// Returns the roles of a slot, from the classification of the page and from its names.
fn roles(element: &Element, names: &[Name], is_group: bool) -> Vec<(&'static str, f32)> {
    let mut roles: Vec<(&'static str, f32)> = Vec::new();
    let mut note = |role: &'static str, sure: f32| match roles.iter_mut().find(|(known, _)| *known == role) {
        Some((_, most)) => *most = most.max(sure),
        None => roles.push((role, sure)),
    };
    if let Some(role) = element.role.filter(|role| !is_group && !GENERIC.contains(role)) {
        note(role, 1.0);
    }
    let is_known = element.role.is_some_and(|role| !is_group && !GENERIC.contains(&role));
    // If the classification has determined a role, single words weigh less.
    let share = if is_known { 0.6 } else { 0.95 };
    for name in names {
        let text = name.text.as_str();
        let (said, weight) = match name.source {
            Source::Label => (FIELDS.text(text), 1.0),
            Source::Placeholder => (FIELDS.text(text), 0.7),
            Source::Identifier => (FIELDS.identifier(text), 0.9),
            Source::Part => continue,
        };
        for (role, strength) in said {
            note(role, strength * weight * share);
        }
    }
    roles
}
