//! Describes an element as the subject of a step, by properties that identify it on a slightly different
//! page.

use lemmascope_intent::{Subject, SubjectGroup};

use super::roles::alike;
use crate::page::{Element, RegionKind, Snapshot};

/// The maximum number of elements for which unique words are determined.
const MOST_RIVALS: usize = 2000;
/// The maximum size of a group. In a longer list, the position does not identify an element.
const LARGEST_GROUP: u32 = 50;

/// Describes an element as the subject of a step. Its group is a guess, which the page has to confirm.
pub(crate) fn subject_of(element: &Element, snapshot: &Snapshot) -> Subject {
    let names = [&element.name, &element.text, &element.label, &element.placeholder];
    let name = names.into_iter().find(|name| !name.trim().is_empty()).map(|name| name.trim().to_string());
    let name = name.unwrap_or_default();
    let field = ["name", "id"].into_iter().find_map(|key| element.attributes.get(key));
    Subject {
        parameter: String::new(),
        kind: element.kind.into(),
        role: element.role.map(str::to_string),
        telling: telling(&name, element, snapshot),
        name,
        alone: is_alone(element, snapshot),
        field: field.filter(|name| takes_value(element) && !name.is_empty()).cloned(),
        pattern: snapshot.patterns.iter().find_map(|pattern| {
            let (part, _) = pattern.parts.iter().find(|(_, ids)| ids.as_slice() == [element.id])?;
            Some(format!("{}.{part}", pattern.name))
        }),
        group: group(element, snapshot),
        secret: element.secret,
    }
}

/// Whether an element holds a value.
fn takes_value(element: &Element) -> bool {
    !matches!(element.kind, "button" | "link" | "menuitem" | "tab")
}

fn rivals<'a>(element: &'a Element, snapshot: &'a Snapshot) -> impl Iterator<Item = &'a Element> {
    snapshot.elements.iter().filter(|other| other.id != element.id && other.visibility.is_visible())
}

/// Returns the words of its name that occur in no other interactive element's name.
fn telling(name: &str, element: &Element, snapshot: &Snapshot) -> Vec<String> {
    if snapshot.elements.len() > MOST_RIVALS {
        return Vec::new();
    }
    let others: Vec<String> = rivals(element, snapshot)
        .filter(|other| other.interactive)
        .map(|other| {
            format!("{} {} {} {}", other.name, other.text, other.label, other.placeholder).to_lowercase()
        })
        .collect();
    let mut telling: Vec<String> = Vec::new();
    for word in name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase) {
        // A short word is part of many others.
        let is_long = word.chars().count() > 2 && word.chars().any(char::is_alphabetic);
        if is_long && !telling.contains(&word) && !others.iter().any(|other| other.contains(&word)) {
            telling.push(word);
        }
    }
    telling
}

/// Whether no other element has its role, or its kind if it has no role.
fn is_alone(element: &Element, snapshot: &Snapshot) -> bool {
    let has_same = |other: &Element| match element.role {
        Some(role) => other.role == Some(role),
        None => other.kind == element.kind || alike(other.kind, element.kind),
    };
    !rivals(element, snapshot).any(has_same)
}

/// Returns the series of elements of the same kind and class that it belongs to, if no other elements have
/// the class.
fn group(element: &Element, snapshot: &Snapshot) -> Option<SubjectGroup> {
    let classes = element.attributes.get("class")?;
    classes.split_whitespace().map(stem).filter(|class| class.len() > 2).find_map(|class| {
        let has = |other: &&Element| {
            let classes = other.attributes.get("class");
            classes.is_some_and(|its| its.to_lowercase().contains(&class.to_lowercase()))
        };
        let members: Vec<&Element> = snapshot.elements.iter().filter(has).collect();
        let (first, last) = (members.first()?, members.last()?);
        let at = |one: &Element| snapshot.elements.iter().position(|other| other.id == one.id);
        let is_row = members.iter().all(|other| {
            other.kind == element.kind
                && other.frame == element.frame
                && other.region == element.region
                && other.visibility.is_visible()
        }) && at(last)? - at(first)? < members.len() * 2;
        let index = u32::try_from(members.iter().position(|other| other.id == element.id)? + 1).ok()?;
        let size = u32::try_from(members.len()).ok()?;
        (is_row && (2..=LARGEST_GROUP).contains(&size)).then(|| SubjectGroup {
            class: class.to_string(),
            name: group_name(element, snapshot),
            index,
            size,
        })
    })
}

/// Removes the number at the end of a class: `star-5` becomes `star`.
fn stem(class: &str) -> &str {
    class.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_'])
}

/// Returns the name of the group of controls around it.
fn group_name(element: &Element, snapshot: &Snapshot) -> Option<String> {
    let mut around = snapshot.around(element.region);
    let group = around.find(|region| region.kind == RegionKind::Fieldset)?;
    Some(group.name.trim().to_string()).filter(|name| !name.is_empty())
}
