//! Finds the secret values of a command.
//!
//! A value is secret because of its name: the option, the key in a JSON object, the field that receives the
//! text, the cookie or the setting. Passwords in URLs and credentials in headers are secret too.

use std::borrow::Cow;
use std::ops::Range;

use lemmascope_intent::{MASK, SensitiveFields};
use serde_json::Value as Json;

use super::line::Command;
use super::value::Value;

/// Headers that contain credentials.
const HEADERS: [&str; 4] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/// Returns the name of an argument.
pub(crate) fn label(command: &Command, at: usize) -> Cow<'_, str> {
    let Some(argument) = command.arguments.get(at) else {
        return Cow::Borrowed("");
    };
    let slot = command.form().and_then(|form| form.slot(argument.name));
    let previous = at.checked_sub(1).and_then(|at| command.arguments.get(at));
    match previous {
        Some(previous) if slot.is_some_and(|slot| slot.named_by_previous) => name_of(&previous.value),
        _ => Cow::Borrowed(argument.name),
    }
}

/// Returns the name that a value gives to the next one: the field, the cookie, the setting.
pub(crate) fn name_of(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Target(located) => Cow::Owned(located.target.label()),
        value => Cow::Borrowed(value.as_str().unwrap_or_default()),
    }
}

/// Returns the secrets of a command.
pub(crate) fn of<'a>(command: &'a Command, sensitive: &SensitiveFields) -> Vec<Cow<'a, str>> {
    let mut found = Vec::new();
    for (at, argument) in command.arguments.iter().enumerate() {
        collect(&argument.value, &label(command, at), sensitive, &mut found);
    }
    for given in &command.options {
        if let Some(value) = &given.value {
            collect(value, &given.name, sensitive, &mut found);
        }
    }
    found.retain(|secret| !secret.is_empty());
    found
}

fn collect<'a>(value: &'a Value, label: &str, sensitive: &SensitiveFields, found: &mut Vec<Cow<'a, str>>) {
    if sensitive.matches(label) {
        return match value {
            Value::Target(_) => {}
            Value::Number(number) => found.push(Cow::Owned(number.to_string())),
            Value::Duration(span) => found.push(Cow::Owned(span.to_string())),
            Value::Keys(keys) => found.push(Cow::Owned(keys.to_string())),
            value => found.extend(value.as_str().map(Cow::Borrowed)),
        };
    }
    let Some(text) = value.as_str() else {
        return;
    };
    if let Some(mut json) = object(text) {
        walk(&mut json, false, sensitive, &mut |secret| found.push(Cow::Owned(secret)));
    } else {
        found.extend(
            in_address(text, sensitive).into_iter().filter_map(|range| text.get(range)).map(Cow::Borrowed),
        );
    }
}

/// Returns the value with its secrets masked.
pub(crate) fn hide<'v>(value: &'v Value, label: &str, sensitive: &SensitiveFields) -> Cow<'v, Value> {
    if sensitive.matches(label) && !matches!(value, Value::Target(_)) {
        return Cow::Owned(Value::Text(MASK.to_owned()));
    }
    let Some(text) = value.as_str() else {
        return Cow::Borrowed(value);
    };
    let masked = if let Some(mut json) = object(text) {
        let mut any = false;
        walk(&mut json, false, sensitive, &mut |_| any = true);
        any.then(|| json.to_string())
    } else {
        let ranges = in_address(text, sensitive);
        let mut masked = text.to_owned();
        for range in ranges.iter().rev() {
            masked.replace_range(range.clone(), MASK);
        }
        (!ranges.is_empty()).then_some(masked)
    };
    match (masked, value) {
        (None, value) => Cow::Borrowed(value),
        (Some(text), Value::Json(_)) => Cow::Owned(Value::Json(text)),
        (Some(text), Value::Url(_)) => Cow::Owned(Value::Url(text)),
        (Some(text), Value::Name(_)) => Cow::Owned(Value::Name(text)),
        (Some(text), Value::Path(_)) => Cow::Owned(Value::Path(text)),
        (Some(text), Value::Raw(_)) => Cow::Owned(Value::Raw(text)),
        (Some(text), _) => Cow::Owned(Value::Text(text)),
    }
}

/// Parses a text as JSON.
fn object(text: &str) -> Option<Json> {
    text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
}

/// Masks and reports every string and number under a sensitive key.
fn walk(json: &mut Json, secret: bool, sensitive: &SensitiveFields, report: &mut dyn FnMut(String)) {
    match json {
        Json::Object(members) => {
            for (key, value) in members.iter_mut() {
                let header = HEADERS.iter().any(|header| key.eq_ignore_ascii_case(header));
                walk(value, secret || header || sensitive.matches(key), sensitive, report);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| walk(item, secret, sensitive, report)),
        Json::String(text) if secret => {
            report(std::mem::replace(text, MASK.to_owned()));
        }
        Json::Number(number) if secret => {
            report(number.to_string());
            *json = Json::String(MASK.to_owned());
        }
        // A text inside the JSON may be a URL with a password.
        Json::String(text) => {
            for range in in_address(text, sensitive).into_iter().rev() {
                report(text.get(range.clone()).unwrap_or_default().to_owned());
                text.replace_range(range, MASK);
            }
        }
        Json::Number(_) | Json::Bool(_) | Json::Null => {}
    }
}

/// Returns the ranges of a password and of sensitive parameters in a URL.
fn in_address(text: &str, sensitive: &SensitiveFields) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let Some(start) = text.find("://").map(|at| at + 3) else {
        return found;
    };
    let rest = text.get(start..).unwrap_or_default();
    let authority = start + rest.find(['/', '?', '#']).unwrap_or(rest.len());
    if let Some(user) = text.get(start..authority).and_then(|authority| authority.rfind('@'))
        && let Some(colon) = text.get(start..start + user).and_then(|user| user.find(':'))
    {
        found.push(start + colon + 1..start + user);
    }
    // Both the query and the fragment may contain tokens.
    let mut at = authority;
    for part in text.get(authority..).unwrap_or_default().split(['?', '#', '&']) {
        if let Some((name, value)) = part.split_once('=')
            && !value.is_empty()
            && sensitive.matches(name)
        {
            found.push(at + name.len() + 1..at + part.len());
        }
        at += part.len() + 1;
    }
    found
}
