use std::fmt;

use serde::Serialize;

use crate::failure::{Cause, Failure};
use crate::format::Format;
use crate::notation::Notation;
use crate::number::Number;
use crate::value::Value;

/// The types a parameter can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// A text.
    String,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// Named values.
    Object,
    /// Values in order.
    Array,
    /// Whatever is given: verbs that take a target take a text or an object. Definitions cannot say it.
    Any,
}

impl Type {
    /// All types that a definition may name, in the order of the specification.
    pub const ALL: [Type; 5] = [Type::String, Type::Number, Type::Boolean, Type::Object, Type::Array];

    /// The type as a definition writes it.
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

    /// Whether a value is of this type. Null is of none.
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

    /// Reads what a person typed as a value of this type: `5` as a number, `yes` as a boolean, JSON as
    /// an object or array, `a, b` as an array of texts.
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
                    // Brackets around plain words are how a list is written elsewhere.
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
    /// Whether it must be given.
    pub required: bool,
    /// Its value when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// What it is for, in a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What its texts are names of, or how they are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The least and the most that a number may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<(i64, i64)>,
    /// Whether what is given may be written down. What is typed into a field may be a password, whatever the
    /// parameter is called.
    #[serde(skip)]
    pub recorded: bool,
    /// How its values are written, where the type does not say so.
    #[serde(skip)]
    pub written: Option<Notation>,
    /// Whether the argument before it names it: the field that is typed into, the cookie that is set. Such a name decides whether
    /// the value is a secret.
    #[serde(skip)]
    pub named_by_previous: bool,
    /// Whether a step of a definition has it beside `action`, although it may be left out. Other optional parameters are under
    /// `options`.
    #[serde(skip)]
    pub beside_action: bool,
}

impl Parameter {
    /// A parameter that must be given.
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

    /// A parameter that may be left out and then has no value.
    pub fn optional(name: &str, kind: Type, description: &str) -> Self {
        Self { required: false, ..Self::required(name, kind, description) }
    }

    /// A parameter that has a value when it is left out.
    pub fn defaulted(name: &str, default: impl Into<Value>, kind: Type, description: &str) -> Self {
        Self { default: Some(default.into()), ..Self::optional(name, kind, description) }
    }

    /// With what its texts are names of, or how they are written.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// With the least and the most that a number may be.
    #[must_use]
    pub fn within(mut self, least: i64, most: i64) -> Self {
        self.within = Some((least, most));
        self
    }

    /// What is given is not written down.
    #[must_use]
    pub fn unrecorded(mut self) -> Self {
        self.recorded = false;
        self
    }

    /// With how its values are written.
    #[must_use]
    pub fn written(mut self, notation: Notation) -> Self {
        self.written = Some(notation);
        self
    }

    /// Named by the argument before it.
    #[must_use]
    pub fn named_by_previous(mut self) -> Self {
        self.named_by_previous = true;
        self
    }

    /// Beside `action` in a step of a definition.
    #[must_use]
    pub fn beside_action(mut self) -> Self {
        self.beside_action = true;
        self
    }

    /// How its values are written: as it states, or as its type and format suggest.
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

    /// Checks a given value, reading texts as what the parameter wants.
    pub fn accept(&self, value: Value) -> Result<Value, Failure> {
        if self.kind.admits(&value) {
            return Ok(value);
        }
        // A scalar where a text is wanted is that text; a text elsewhere is read.
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

    /// The same with an example of how to write it.
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
    fn reads_what_people_type() {
        assert_eq!(Type::Boolean.read("Yes"), Some(true.into()));
        assert_eq!(Type::Number.read(" 5 "), Some(5.into()));
        assert_eq!(Type::Array.read("a, b"), Some(Value::List(vec!["a".into(), "b".into()])));
        assert_eq!(Type::Array.read("[a, b]"), Type::Array.read("a, b"));
        assert_eq!(Type::Array.read("[1"), None);
        assert_eq!(Type::Object.read("[1]"), None);
    }

    #[test]
    fn keeps_a_secret_secret_when_it_reads_it() {
        let parameter = Parameter::required("pin", Type::Number, "");
        let secret = Value::from("1234").into_secret();
        assert!(matches!(parameter.accept(secret), Ok(Value::Secret(_))));
    }

    #[test]
    fn refuses_without_repeating_the_value() {
        let parameter = Parameter::required("count", Type::Number, "");
        let failure = parameter.accept("hunter2".into()).unwrap_err();
        assert_eq!(failure.code().as_str(), "PARAMETER_INVALID");
        assert!(!failure.message.contains("hunter2"));
    }
}
