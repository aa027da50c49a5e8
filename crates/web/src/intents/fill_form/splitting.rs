//! Splits values that a form asks for in parts, and joins parts that it asks for as one.

use lemmascope_browser::reading::FIELDS;
use lemmascope_intent::{Secret, Value};

use super::entry::Entry;
use super::slot::Slot;
use crate::values::{parse_card_expiry, parse_date};

/// Returns the entries as the form asks for them. Each has the keys from which it is made.
pub(crate) fn split_entries_for_form(entries: &[Entry], slots: &[Slot]) -> Vec<Entry> {
    let mut asked: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries {
        let role = role_of(entry);
        let parts = match role {
            Some("full_name") => name(entry, entries, slots),
            Some("card_expiry") => expiry(entry, slots),
            Some("phone") => phone(entry, entries, slots),
            _ => None,
        };
        match parts.or_else(|| date(entry, slots)) {
            Some(parts) => asked.extend(parts),
            None => asked.push(entry.clone()),
        }
    }
    joined(asked, slots)
}

/// Returns the role of a key, if it indicates one.
pub(crate) fn role_of(entry: &Entry) -> Option<&'static str> {
    let said = FIELDS.identifier(&entry.name);
    let full = entry.around.iter().chain([&entry.name]).cloned().collect::<Vec<_>>().join(" ");
    let first = said.first().or(None).copied();
    let more = FIELDS.identifier(&full).first().copied();
    match (first, more) {
        (Some((role, strength)), _) if strength >= 0.7 => Some(role),
        (_, Some((role, strength))) if strength >= 0.7 => Some(role),
        _ => None,
    }
}

fn has(slots: &[Slot], role: &str) -> bool {
    slots.iter().any(|slot| slot.roles.iter().any(|(its, sure)| *its == role && *sure >= 0.9))
}

fn given(entries: &[Entry], role: &str) -> bool {
    entries.iter().any(|entry| role_of(entry) == Some(role))
}

/// Creates a text with the same secrecy.
fn like(value: &Value, text: String) -> Value {
    match value {
        Value::Secret(_) => Value::Secret(Secret::new(text)),
        _ => Value::Text(text),
    }
}

/// Splits a full name for a form with separate first and last names.
fn name(entry: &Entry, entries: &[Entry], slots: &[Slot]) -> Option<Vec<Entry>> {
    let is_apart = has(slots, "first_name") && has(slots, "last_name") && !has(slots, "full_name");
    if !is_apart || given(entries, "first_name") || given(entries, "last_name") {
        return None;
    }
    let text = entry.value.expose_text()?.trim().to_string();
    let (first, middle, last) = match text.split_once(',') {
        Some((last, first)) => (first.trim().to_string(), String::new(), last.trim().to_string()),
        None => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (last, rest) = words.split_last()?;
            let (first, middle) = match rest {
                [first, middle @ ..] if has(slots, "middle_name") => ((*first).to_string(), middle.join(" ")),
                rest => (rest.join(" "), String::new()),
            };
            (first, middle, (*last).to_string())
        }
    };
    if first.is_empty() || last.is_empty() {
        return None;
    }
    let mut parts = vec![entry.part("first_name", like(&entry.value, first))];
    if !middle.is_empty() {
        parts.push(entry.part("middle_name", like(&entry.value, middle)));
    }
    parts.push(entry.part("last_name", like(&entry.value, last)));
    Some(parts)
}

/// Splits a date for a form with separate day, month and year.
fn date(entry: &Entry, slots: &[Slot]) -> Option<Vec<Entry>> {
    let date = parse_date(entry.value.expose_text()?)?;
    let stem = match role_of(entry) {
        Some("birthday") => "birthday".to_string(),
        _ => entry.name.clone(),
    };
    let keys = ["day", "month", "year"].map(|part| format!("{stem}_{part}"));
    let values = [date.day, date.month, date.year];
    let parts: Vec<Entry> = keys
        .iter()
        .zip(values)
        .map(|(key, number)| entry.part(key, like(&entry.value, number.to_string())))
        .collect();
    // Only if all three parts exist, and no field for the whole date.
    let is_whole = super::assignment::assign(std::slice::from_ref(entry), slots)
        .iter()
        .any(|meant| matches!(meant, super::assignment::Assignment::Slot(at, sure) if *sure > 0.6 && !is_part(&slots[*at])));
    let is_apart = super::assignment::assign(&parts, slots)
        .iter()
        .all(|meant| matches!(meant, super::assignment::Assignment::Slot(at, _) if is_part(&slots[*at])));
    (is_apart && !is_whole).then_some(parts)
}

/// Whether a slot asks for a part of a date.
fn is_part(slot: &Slot) -> bool {
    const PARTS: &[&str] = &[
        "day", "month", "year", "dia", "mes", "ano", "tag", "monat", "jahr", "jour", "mois", "annee", "dd",
        "mm", "yyyy", "yy", "giorno", "mese", "anno",
    ];
    slot.roles.iter().any(|(role, sure)| {
        *sure >= 0.9
            && (role.starts_with("birthday_") || role.starts_with("card_expiry_") || *role == "month")
    }) || slot.names.iter().any(|name| name.wording.words.iter().any(|word| PARTS.contains(&word.as_str())))
}

fn expiry(entry: &Entry, slots: &[Slot]) -> Option<Vec<Entry>> {
    if has(slots, "card_expiry") || !has(slots, "card_expiry_month") || !has(slots, "card_expiry_year") {
        return None;
    }
    let date = parse_card_expiry(entry.value.expose_text()?)?;
    Some(vec![
        entry.part("card_expiry_month", like(&entry.value, format!("{:02}", date.month))),
        entry.part("card_expiry_year", like(&entry.value, date.year.to_string())),
    ])
}

/// Splits a phone number for a form with a separate country code.
fn phone(entry: &Entry, entries: &[Entry], slots: &[Slot]) -> Option<Vec<Entry>> {
    if !has(slots, "phone_country") || given(entries, "phone_country") {
        return None;
    }
    let text = entry.value.expose_text()?.trim();
    let (code, rest) = text.strip_prefix('+')?.split_once([' ', '-', '('])?;
    let is_code = (1..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| {
        vec![
            entry.part("phone_country", like(&entry.value, format!("+{code}"))),
            entry.part(&entry.name, like(&entry.value, rest.trim().to_string())),
        ]
    })
}

/// Joins parts that the form asks for as one: first and last name, month and year of a card.
fn joined(entries: Vec<Entry>, slots: &[Slot]) -> Vec<Entry> {
    const COMPOSED_FIELDS: &[(&str, &[&str], &str)] = &[
        ("full_name", &["first_name", "middle_name", "last_name"], " "),
        ("card_expiry", &["card_expiry_month", "card_expiry_year"], "/"),
        ("birthday", &["birthday_year", "birthday_month", "birthday_day"], "-"),
    ];
    let mut entries = entries;
    for (whole, parts, glue) in COMPOSED_FIELDS {
        if !has(slots, whole) || parts.iter().any(|part| has(slots, part)) || given(&entries, whole) {
            continue;
        }
        let places: Vec<usize> = parts
            .iter()
            .filter_map(|part| entries.iter().position(|entry| role_of(entry) == Some(part)))
            .collect();
        if places.len() < 2 {
            continue;
        }
        let texts: Vec<String> = places
            .iter()
            .map(|at| match &entries[*at].value {
                Value::Number(number) => format!("{:02}", number.as_i64().unwrap_or_default()),
                other => other.expose_text().unwrap_or_default().trim().to_string(),
            })
            .collect();
        let is_secret = places.iter().any(|at| matches!(entries[*at].value, Value::Secret(_)));
        let text = texts.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(glue);
        let key = places.iter().map(|at| entries[*at].key.clone()).collect::<Vec<_>>().join(" + ");
        let value = if is_secret { Value::Secret(Secret::new(text)) } else { Value::Text(text) };
        let first = places.iter().copied().min().unwrap_or(0);
        let around = entries[first].around.clone();
        entries[first] = Entry { key, name: (*whole).to_string(), around, value };
        let mut gone: Vec<usize> = places.into_iter().filter(|at| *at != first).collect();
        gone.sort_unstable();
        for at in gone.into_iter().rev() {
            entries.remove(at);
        }
    }
    entries
}
