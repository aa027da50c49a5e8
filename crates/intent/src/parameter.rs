use std::fmt;

use serde::Serialize;

use crate::failure::{Cause, Failure};
use crate::format::Format;
use crate::notation::Notation;
use crate::number::Number;
use crate::value::Value;

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// A text.
    String,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// An object: values by name.
    Object,
    /// A list of values.
    Array,
    /// Any value: verbs that take a target accept a text or an object. Definitions cannot declare it.
    Any,
}

impl Type {
    /// All types that a definition may name, in the order of the specification.
    pub const ALL: [Type; 5] = [Type::String, Type::Number, Type::Boolean, Type::Object, Type::Array];

    /// Returns the name of the type in definitions.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Object => "object",
            Self::Array => "array",
            Self::Any => "any",
        }
    }

    /// Whether a value has this type. Null has none.
    pub fn admits(self, value: &Value) -> bool {
        matches!(
            (self, value),
            (Self::String, Value::Text(_) | Value::Secret(_))
                | (Self::Number, Value::Number(_))
                | (Self::Boolean, Value::Boolean(_))
                | (Self::Object, Value::Object(_))
                | (Self::Array, Value::List(_))
                | (
                    Self::Any,
                    Value::Boolean(_)
                        | Value::Number(_)
                        | Value::Text(_)
                        | Value::Secret(_)
                        | Value::List(_)
                        | Value::Object(_)
                )
        )
    }

    /// Parses a text as a value of this type: `5` as a number, `yes` as a boolean, JSON as an object or
    /// array, `a, b` as an array of texts.
    pub fn read(self, text: &str) -> Option<Value> {
        match self {
            Self::String | Self::Any => Some(Value::from(text)),
            Self::Number => Number::parse(text.trim()).map(Value::Number),
            Self::Boolean => match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "on" | "1" => Some(true.into()),
                "false" | "no" | "off" | "0" => Some(false.into()),
                _ => None,
            },
            Self::Object => json(text).filter(|value| self.admits(value)),
            Self::Array => match json(text).filter(|value| self.admits(value)) {
                Some(list) => Some(list),
                None => {
                    // Accept brackets around unquoted words, the list notation of other languages.
                    let text = text.trim();
                    let inner = match (text.strip_prefix('['), text.ends_with(']')) {
                        (Some(rest), true) => &rest[..rest.len() - 1],
                        (None, false) => text,
                        _ => return None,
                    };
                    let items = inner.split(',').map(str::trim).filter(|item| !item.is_empty());
                    Some(Value::List(items.map(Value::from).collect()))
                }
            },
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str::<serde_json::Value>(text).ok().map(Value::from)
}

/// An input of an intent or of a capability.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Type,
    /// Whether it is required.
    pub required: bool,
    /// Its default value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// A one-sentence description.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The kind of object that its texts name, or their notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The inclusive range of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<(i64, i64)>,
    /// Whether its value may be stored. Text that is typed into a field may be a password, whatever the name
    /// of the parameter.
    #[serde(skip)]
    pub recorded: bool,
    /// The notation of its values, if the type does not imply it.
    #[serde(skip)]
    pub written: Option<Notation>,
    /// Whether the preceding argument names it: the field that receives the text, the cookie that is set.
    /// That name decides whether the value is a secret.
    #[serde(skip)]
    pub named_by_previous: bool,
    /// Whether a step of a definition takes it next to `action`, although it is optional. Other optional
    /// parameters are under `options`.
    #[serde(skip)]
    pub beside_action: bool,
}

impl Parameter {
    /// Creates a required parameter.
    pub fn required(name: &str, kind: Type, description: &str) -> Self {
        Self {
            name: name.into(),
            kind,
            required: true,
            default: None,
            description: description.into(),
            format: None,
            within: None,
            recorded: true,
            written: None,
            named_by_previous: false,
            beside_action: false,
        }
    }

    /// Creates an optional parameter without default.
    pub fn optional(name: &str, kind: Type, description: &str) -> Self {
        Self { required: false, ..Self::required(name, kind, description) }
    }

    /// Creates a parameter with a default.
    pub fn defaulted(name: &str, default: impl Into<Value>, kind: Type, description: &str) -> Self {
        Self { default: Some(default.into()), ..Self::optional(name, kind, description) }
    }

    /// Sets the kind of object that its texts name, or their notation.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Sets the inclusive range of a number.
    #[must_use]
    pub fn within(mut self, least: i64, most: i64) -> Self {
        self.within = Some((least, most));
        self
    }

    /// Excludes its value from storage.
    #[must_use]
    pub fn unrecorded(mut self) -> Self {
        self.recorded = false;
        self
    }

    /// Sets the notation of its values.
    #[must_use]
    pub fn written(mut self, notation: Notation) -> Self {
        self.written = Some(notation);
        self
    }

    /// Marks that the preceding argument names it.
    #[must_use]
    pub fn named_by_previous(mut self) -> Self {
        self.named_by_previous = true;
        self
    }

    /// Puts it next to `action` in a step of a definition.
    #[must_use]
    pub fn beside_action(mut self) -> Self {
        self.beside_action = true;
        self
    }

    /// Returns the notation of its values: the declared one, or the default for its type and format.
    pub fn notation(&self) -> Notation {
        let bound = |bound: i64| u64::try_from(bound).unwrap_or_default();
        match (self.written, self.kind, self.format) {
            (Some(notation), ..) => notation,
            (None, _, Some(Format::Duration)) => Notation::Duration,
            (None, _, Some(Format::Url)) => Notation::Url,
            (None, Type::Number, _) => match self.within {
                Some((least, most)) => Notation::Number(bound(least), bound(most)),
                None => Notation::COUNT,
            },
            (None, Type::Boolean, _) => Notation::Choice(&["true", "false"]),
            (None, Type::Object, _) => Notation::Json,
            (None, Type::Array | Type::Any, _) => Notation::AnyJson,
            (None, Type::String, _) => Notation::Text,
        }
    }

    /// Validates a value, and parses texts as the type of the parameter.
    pub fn accept(&self, value: Value) -> Result<Value, Failure> {
        if self.kind.admits(&value) {
            return Ok(value);
        }
        // A scalar for a text parameter is converted to a text; a text for another type is parsed.
        let read = match (&value, self.kind) {
            (Value::Number(_) | Value::Boolean(_), Type::String) => Some(Value::Text(value.to_string())),
            (Value::Text(text), kind) => kind.read(text),
            (Value::Secret(secret), kind) => kind.read(secret.expose()).map(Value::into_secret),
            _ => None,
        };
        read.ok_or_else(|| {
            Failure::new(
                Cause::InvalidParameter,
                format!("parameter \"{}\" must be {}, not {}", self.name, self.kind.phrase(), value.kind()),
            )
            .hint(format!("Give {} as {}.", self.name, self.kind.example()))
        })
    }
}

impl Type {
    fn phrase(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::Object => "an object",
            Self::Array => "an array",
            Self::Any => "a value",
        }
    }

    /// Returns a description of the type for messages, with an example where it helps.
    fn example(self) -> &'static str {
        match self {
            Self::String => "a text",
            Self::Number => "a number, such as 5 or 2.5",
            Self::Boolean => "true or false",
            Self::Object => "JSON, such as {\"name\": \"Ann\"}",
            Self::Array => "a list, such as a.txt,b.txt or [\"a.txt\", \"b.txt\"]",
            Self::Any => "a text, or JSON",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_typed_parameter_values() {
        assert_eq!(Type::Boolean.read("Yes"), Some(true.into()));
        assert_eq!(Type::Number.read(" 5 "), Some(5.into()));
        assert_eq!(Type::Array.read("a, b"), Some(Value::List(vec!["a".into(), "b".into()])));
        assert_eq!(Type::Array.read("[a, b]"), Type::Array.read("a, b"));
        assert_eq!(Type::Array.read("[1"), None);
        assert_eq!(Type::Object.read("[1]"), None);
    }

    #[test]
    fn converted_secret_value_stays_secret() {
        let parameter = Parameter::required("pin", Type::Number, "");
        let secret = Value::from("1234").into_secret();
        assert!(matches!(parameter.accept(secret), Ok(Value::Secret(_))));
    }

    #[test]
    fn error_message_omits_the_rejected_value() {
        let parameter = Parameter::required("count", Type::Number, "");
        let failure = parameter.accept("hunter2".into()).unwrap_err();
        assert_eq!(failure.code().as_str(), "PARAMETER_INVALID");
        assert!(!failure.message.contains("hunter2"));
    }
}
