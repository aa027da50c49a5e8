//! Generalizes the object of several observations into a target for a definition.

use lemmascope_intent::Subject;
use serde_json::Value;

use super::Parameters;
use crate::naming::{field_name, group_name, most_frequent};
use crate::proposal::{Argument, TargetPart};
use crate::similarity::family;
use crate::values::ValueKind;
use crate::words::{content_words, folded, identifier, words};

/// The maximum number of alternative texts.
const MOST_TEXTS: usize = 8;

type Parts = Vec<(&'static str, TargetPart)>;

/// Returns the target that matches the object in each observation.
pub(super) fn target(subjects: &[&Subject], parameters: &mut Parameters<'_>) -> Argument {
    let parts = numbered(subjects, parameters)
        .or_else(|| chosen(subjects, parameters))
        .or_else(|| templated_target(subjects, parameters))
        .or_else(|| named(subjects))
        .or_else(|| unnamed(subjects))
        .unwrap_or_else(|| alternatives(subjects));
    Argument::Target(parts)
}

/// Returns the value that all of them share.
fn shared<T: PartialEq>(subjects: &[&Subject], of: impl Fn(&Subject) -> Option<T>) -> Option<T> {
    let first = of(subjects.first()?)?;
    subjects[1..].iter().all(|subject| of(subject).as_ref() == Some(&first)).then_some(first)
}

fn class(subject: &Subject) -> Option<String> {
    subject.group.as_ref().map(|group| group.class.clone())
}

fn index(subject: &Subject) -> Option<u32> {
    subject.group.as_ref().map(|group| group.index)
}

/// Returns the numbers in a text.
fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).map(str::to_string).collect()
}

/// Returns a text without its numbers.
fn frame(text: &str) -> String {
    folded(&text.replace(|c: char| c.is_ascii_digit(), " "))
}

/// Returns the target for a member of a group whose names differ only in their numbers: a star of a rating.
fn numbered(subjects: &[&Subject], parameters: &mut Parameters<'_>) -> Option<Parts> {
    let class = shared(subjects, class)?;
    let indices: Vec<u32> = subjects.iter().filter_map(|subject| index(subject)).collect();
    let varies = indices.windows(2).any(|pair| pair[0] != pair[1]);
    let is_number = |subject: &&Subject| {
        let said = numbers(&subject.name);
        said.is_empty() || index(subject).is_some_and(|index| said.iter().any(|it| *it == index.to_string()))
    };
    // "1 star" and "5 stars" are in the same group; "Red" and "Blue" are chosen by name.
    let is_alike = |subject: &&Subject| {
        let (own, first) = (content_words(&frame(&subject.name)), content_words(&frame(&subjects[0].name)));
        let stem = |word: &String| word.trim_end_matches('s').to_string();
        own.iter().map(stem).eq(first.iter().map(stem))
    };
    if !subjects.iter().all(is_number) || !subjects.iter().all(is_alike) {
        return None;
    }
    let named = subjects.iter().any(|subject| !subject.name.is_empty());
    if !varies && named {
        return None;
    }
    let index = match varies {
        false => TargetPart::Number(*indices.first()?),
        true => {
            let column = indices.iter().map(|index| Some(Value::from(*index))).collect();
            TargetPart::Parameter(parameters.parameter(column, group_name(subjects)))
        }
    };
    Some(vec![("class_contains", TargetPart::Text(class)), ("index", index)])
}

/// Returns the target for a member of a group whose names differ: a color.
fn chosen(subjects: &[&Subject], parameters: &mut Parameters<'_>) -> Option<Parts> {
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name.as_str()).collect();
    let differ = names.windows(2).any(|pair| folded(pair[0]) != folded(pair[1]));
    if !differ || names.iter().any(|name| name.is_empty()) || have_common_word(subjects) {
        return None;
    }
    let column = || names.iter().map(|name| Some(Value::from(*name))).collect();
    if let Some(class) = shared(subjects, class) {
        let name = parameters.parameter(column(), group_name(subjects));
        let text = TargetPart::Parameter(name);
        return Some(vec![("class_contains", TargetPart::Text(class)), ("text", text)]);
    }
    // Radio buttons of the same field.
    let kind = shared(subjects, |subject| Some(subject.kind.clone()))?;
    if kind == "radio" && shared(subjects, |subject| subject.field.clone()).is_some() {
        let name = parameters.parameter(column(), field_name(&subjects[..1]));
        let text = TargetPart::Parameter(name);
        return Some(vec![("role", TargetPart::Text(kind)), ("text", text)]);
    }
    None
}

fn have_common_word(subjects: &[&Subject]) -> bool {
    let first = content_words(&subjects[0].name);
    first.iter().any(|word| subjects.iter().all(|subject| content_words(&subject.name).contains(word)))
}

/// Returns the target for names that differ in a single value: "Delete invoice 12".
fn templated_target(subjects: &[&Subject], parameters: &mut Parameters<'_>) -> Option<Parts> {
    let names: Vec<Vec<&str>> =
        subjects.iter().map(|subject| subject.name.split_whitespace().collect()).collect();
    let first = names.first()?;
    if names.iter().any(|name| name.len() != first.len()) {
        return None;
    }
    let varying: Vec<usize> = (0..first.len())
        .filter(|at| names.iter().any(|name| folded(name[*at]) != folded(first[*at])))
        .collect();
    let [at] = varying.as_slice() else { return None };
    let values: Vec<Value> = names.iter().map(|name| Value::from(name[*at])).collect();
    // Different words are variants of a text; different values become a parameter.
    let is_value = |value: &Value| {
        ValueKind::of([value]) != ValueKind::Text
            || value
                .as_str()
                .is_some_and(|text| text.chars().filter(char::is_ascii_digit).count() * 2 >= text.len())
    };
    if !values.iter().all(is_value) {
        return None;
    }
    let (before, after) = (first[..*at].join(" "), first[at + 1..].join(" "));
    let near = [first[..*at].last(), first.get(at + 1)];
    let name = near.into_iter().flatten().find_map(|word| identifier(word, 1));
    let name = parameters.parameter(values.into_iter().map(Some).collect(), name);
    let space = |text: &str| if text.is_empty() { "" } else { " " };
    let (before, after) = (format!("{before}{}", space(&before)), format!("{}{after}", space(&after)));
    let text = match (before.is_empty(), after.is_empty()) {
        (true, true) => TargetPart::Parameter(name),
        _ => TargetPart::Around(before, name, after),
    };
    Some(vec![("text", text)])
}

/// Returns the target for an object with a constant name.
fn named(subjects: &[&Subject]) -> Option<Parts> {
    let name = most_frequent(subjects.iter().map(|subject| subject.name.as_str()));
    let is_same = subjects.iter().all(|subject| folded(&subject.name) == folded(name));
    if name.is_empty() || !is_same {
        return None;
    }
    Some(vec![("text", TargetPart::Text(name.into()))])
}

/// Returns the target for an object that is identified by its pattern, purpose or field.
fn unnamed(subjects: &[&Subject]) -> Option<Parts> {
    let role = shared(subjects, |subject| subject.role.clone());
    let is_named = subjects.iter().all(|subject| !subject.name.is_empty());
    let is_pressed = subjects.iter().all(|subject| family(&subject.kind) == "button");
    // Several variants of a button's text identify it better than its role.
    if is_named && is_pressed {
        return None;
    }
    let kind = shared(subjects, |subject| Some(subject.kind.clone()));
    let is_alone = subjects.iter().all(|subject| subject.alone);
    if let Some(role) = role.or(kind).filter(|_| is_alone) {
        return Some(vec![("role", TargetPart::Text(role))]);
    }
    if let Some(pattern) = shared(subjects, |subject| subject.pattern.clone()) {
        return Some(vec![("pattern", TargetPart::Text(pattern))]);
    }
    let field = shared(subjects, |subject| subject.field.clone())?;
    let field = field.replace('\\', "\\\\").replace('"', "\\\"");
    Some(vec![("selector", TargetPart::Text(format!("[name=\"{field}\"]")))])
}

/// Returns the target for an object whose name varies: any of its distinctive words.
fn alternatives(subjects: &[&Subject]) -> Parts {
    let named: Vec<&&Subject> = subjects.iter().filter(|subject| !subject.name.is_empty()).collect();
    let role = shared(subjects, |subject| subject.role.clone());
    if named.is_empty() {
        let kind = subjects.first().map(|subject| subject.kind.clone()).unwrap_or_default();
        return vec![("role", TargetPart::Text(role.unwrap_or(kind)))];
    }
    let telling = |word: &str| {
        let mut having = named.iter().filter(|subject| words(&subject.name).iter().any(|it| it == word));
        having.all(|subject| subject.telling.iter().any(|it| it == word))
    };
    let mut candidates: Vec<(String, usize, usize)> = Vec::new();
    for subject in &named {
        for (at, word) in subject.telling.iter().enumerate() {
            if !telling(word) || candidates.iter().any(|(known, ..)| known == word) {
                continue;
            }
            let count = named.iter().filter(|it| it.telling.contains(word)).count();
            candidates.push((word.clone(), count, at));
        }
    }
    candidates.sort_by(|a, b| b.1.cmp(&a.1).then(a.2.cmp(&b.2)));
    let has = |subject: &Subject, word: &str| subject.telling.iter().any(|it| it == word);
    let mut texts: Vec<String> = candidates
        .iter()
        .filter(|(_, count, _)| count * 2 > named.len())
        .map(|(word, ..)| word.clone())
        .collect();
    for subject in &named {
        if texts.len() >= MOST_TEXTS || texts.iter().any(|word| has(subject, word)) {
            continue;
        }
        match candidates.iter().find(|(word, ..)| has(subject, word)) {
            Some((word, ..)) => texts.push(word.clone()),
            None if !texts.contains(&subject.name) => texts.push(subject.name.clone()),
            None => {}
        }
    }
    let mut parts = vec![("text_contains", TargetPart::AnyOf(texts))];
    parts.extend(role.map(|role| ("role", TargetPart::Text(role))));
    parts
}
