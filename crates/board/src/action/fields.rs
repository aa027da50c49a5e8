//! Strict parsing of JSON objects: a missing, mistyped or unknown field is an error that names the field.

use serde_json::{Map, Value as Json};

/// An invalid field of an envelope. No action was executed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct InvalidField {
    /// The path of the field: `actions[0].toColumn`.
    pub field: String,
    /// The reason.
    pub reason: String,
}

pub(super) struct Fields<'j> {
    path: String,
    object: &'j Map<String, Json>,
    read: Vec<&'static str>,
}

impl<'j> Fields<'j> {
    pub(super) fn of(json: &'j Json, path: &str) -> Result<Self, InvalidField> {
        match json {
            Json::Object(object) => Ok(Self { path: path.into(), object, read: Vec::new() }),
            other => Err(invalid(path, format!("must be an object, not {}", kind(other)))),
        }
    }

    /// Returns the value of a field, unless it is missing or null.
    pub(super) fn get(&mut self, name: &'static str) -> Option<&'j Json> {
        self.read.push(name);
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.object.contains_key(name)
    }

    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    pub(super) fn optional_text(&mut self, name: &'static str) -> Result<Option<String>, InvalidField> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(self.wrong(name, "a string", other)),
        }
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<String, InvalidField> {
        let text = self.optional_text(name)?.ok_or_else(|| self.missing(name))?;
        match text.trim().is_empty() {
            true => Err(invalid(&self.path(name), "is empty")),
            false => Ok(text),
        }
    }

    pub(super) fn optional_boolean(&mut self, name: &'static str) -> Result<Option<bool>, InvalidField> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Bool(value)) => Ok(Some(*value)),
            Some(other) => Err(self.wrong(name, "true or false", other)),
        }
    }

    /// Returns a positive integer.
    pub(super) fn optional_count(&mut self, name: &'static str) -> Result<Option<i64>, InvalidField> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Number(number)) => match number.as_i64().filter(|number| *number > 0) {
                Some(number) => Ok(Some(number)),
                None => Err(invalid(&self.path(name), "must be a whole number from 1")),
            },
            Some(other) => Err(self.wrong(name, "a number", other)),
        }
    }

    pub(super) fn optional_list(
        &mut self,
        name: &'static str,
        longest: usize,
    ) -> Result<Option<&'j [Json]>, InvalidField> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Array(items)) if items.len() > longest => {
                Err(invalid(&self.path(name), format!("has more than {longest} items")))
            }
            Some(Json::Array(items)) => Ok(Some(items)),
            Some(other) => Err(self.wrong(name, "an array", other)),
        }
    }

    pub(super) fn texts(&mut self, name: &'static str, longest: usize) -> Result<Vec<String>, InvalidField> {
        let items = self.optional_list(name, longest)?.ok_or_else(|| self.missing(name))?;
        if items.is_empty() {
            return Err(invalid(&self.path(name), "is empty"));
        }
        items
            .iter()
            .enumerate()
            .map(|(at, item)| match item {
                Json::String(text) if !text.trim().is_empty() => Ok(text.clone()),
                Json::String(_) => Err(invalid(&format!("{}[{at}]", self.path(name)), "is empty")),
                other => {
                    let reason = format!("must be a string, not {}", kind(other));
                    Err(invalid(&format!("{}[{at}]", self.path(name)), reason))
                }
            })
            .collect()
    }

    pub(super) fn missing(&self, name: &str) -> InvalidField {
        invalid(&self.path(name), "is missing")
    }

    fn wrong(&self, name: &str, wanted: &str, found: &Json) -> InvalidField {
        invalid(&self.path(name), format!("must be {wanted}, not {}", kind(found)))
    }

    /// Rejects fields that were not read.
    pub(super) fn finish(self) -> Result<(), InvalidField> {
        match self.object.keys().find(|key| !self.read.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let known = lemmascope_intent::nearest(key, self.read.iter().copied());
                let meant = known.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
                let shown: String = key.chars().take(60).collect();
                Err(invalid(&self.path(&shown), format!("is not a known field{meant}")))
            }
        }
    }
}

pub(super) fn invalid(field: &str, reason: impl Into<String>) -> InvalidField {
    InvalidField { field: field.into(), reason: reason.into() }
}

fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}
