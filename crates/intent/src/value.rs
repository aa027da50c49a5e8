use std::fmt;

use indexmap::IndexMap;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::number::Number;
use crate::secret::Secret;
use crate::sensitive::SensitiveFields;

/// Values by name, in insertion order.
pub type Object = IndexMap<String, Value>;

/// The value of a parameter, an argument or a result: JSON, and secrets.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// No value.
    #[default]
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A public text.
    Text(String),
    /// A secret text.
    Secret(Secret),
    /// A list.
    List(Vec<Value>),
    /// An object.
    Object(Object),
}

impl Value {
    /// Returns the text, unless it is secret.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a public or secret text, for the code that uses it.
    pub fn expose_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Secret(secret) => Some(secret.expose()),
            _ => None,
        }
    }

    /// Returns the boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    /// Returns the number, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the items, if it is a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the fields, if it is an object.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// Whether the value is true as a condition: everything but null, false, zero and empty values.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Boolean(boolean) => *boolean,
            Self::Number(number) => number.as_f64() != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Secret(secret) => !secret.expose().is_empty(),
            Self::List(items) => !items.is_empty(),
            Self::Object(fields) => !fields.is_empty(),
        }
    }

    /// Returns the number of characters, items or fields.
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::List(items) => Some(items.len()),
            Self::Object(fields) => Some(fields.len()),
            Self::Null | Self::Boolean(_) | Self::Number(_) | Self::Secret(_) => None,
        }
    }

    /// Converts every field with a sensitive name into a secret, at any depth. `name` is the name of the
    /// value itself.
    ///
    /// The conversion applies to any value under a sensitive name: a list of tokens becomes a list of
    /// secrets, and a numeric PIN a secret text, because a number cannot be masked.
    #[must_use]
    pub fn guarded(self, name: &str, sensitive: &SensitiveFields) -> Self {
        if sensitive.matches(name) {
            return self.into_secret();
        }
        match self {
            Self::List(items) => {
                Self::List(items.into_iter().map(|item| item.guarded("", sensitive)).collect())
            }
            Self::Object(fields) => Self::Object(
                fields
                    .into_iter()
                    .map(|(key, field)| {
                        let field = field.guarded(&key, sensitive);
                        (key, field)
                    })
                    .collect(),
            ),
            plain => plain,
        }
    }

    /// Converts all texts and numbers in the value into secrets.
    #[must_use]
    pub fn into_secret(self) -> Self {
        match self {
            Self::Text(text) => Self::Secret(Secret::new(text)),
            Self::Number(number) => Self::Secret(Secret::new(number.to_string())),
            Self::List(items) => Self::List(items.into_iter().map(Self::into_secret).collect()),
            Self::Object(fields) => {
                Self::Object(fields.into_iter().map(|(key, field)| (key, field.into_secret())).collect())
            }
            Self::Null | Self::Boolean(_) | Self::Secret(_) => self,
        }
    }

    /// Returns the name of its type in definitions.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Boolean(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) | Self::Secret(_) => "string",
            Self::List(_) => "array",
            Self::Object(_) => "object",
        }
    }
}

/// Formats for people: a text verbatim, everything else as JSON.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Secret(secret) => secret.fmt(f),
            Self::Number(number) => number.fmt(f),
            other => f.write_str(&serde_json::to_string(other).map_err(|_| fmt::Error)?),
        }
    }
}

/// Serializes as JSON with secrets masked, for storage and all interfaces.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(boolean) => serializer.serialize_bool(*boolean),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Secret(secret) => secret.serialize(serializer),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, field) in fields {
                    map.serialize_entry(key, field)?;
                }
                map.end()
            }
        }
    }
}

impl From<serde_json::Value> for Value {
    fn from(json: serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Null,
            Json::Bool(boolean) => Self::Boolean(boolean),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Self::Number(Number::Integer(integer)),
                None => number.as_f64().and_then(Number::from_f64).map_or(Self::Null, Self::Number),
            },
            Json::String(text) => Self::Text(text),
            Json::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Json::Object(fields) => {
                Self::Object(fields.into_iter().map(|(key, field)| (key, Self::from(field))).collect())
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Self {
        Self::Number(Number::Integer(integer))
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Self::List(items)
    }
}

impl From<Object> for Value {
    fn from(fields: Object) -> Self {
        Self::Object(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Value {
        Value::from(serde_json::from_str::<serde_json::Value>(text).unwrap())
    }

    #[test]
    fn guards_sensitive_fields_at_any_depth() {
        let value = json(r#"{"user": "ann", "login": {"password": "p1", "pins": {"token": [1234]}}}"#);
        let guarded = value.guarded("data", &SensitiveFields::default());
        let shown = serde_json::to_string(&guarded).unwrap();
        assert!(shown.contains("ann"));
        assert!(!shown.contains("p1") && !shown.contains("1234"), "{shown}");
    }

    #[test]
    fn preserves_field_order() {
        assert_eq!(json(r#"{"z":1,"a":2.5}"#).to_string(), r#"{"z":1,"a":2.5}"#);
    }
}
