//! Types of varying values.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The type of a varying value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueKind {
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// A date, such as `2026-11-16`.
    Date,
    /// A time of day, such as `17:30`.
    Time,
    /// An e-mail address.
    Email,
    /// The URL of a page.
    Url,
    /// Any other text.
    Text,
    /// A secret, none of whose values was stored.
    Secret,
    /// A list.
    List,
    /// An object.
    Object,
}

impl ValueKind {
    /// Returns the common type of the values.
    pub(crate) fn of<'a>(values: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut kinds = values.into_iter().map(Self::of_single_value);
        let Some(first) = kinds.next() else { return Self::Secret };
        kinds.fold(first, |known, kind| if known == kind { known } else { Self::Text })
    }

    fn of_single_value(value: &Value) -> Self {
        match value {
            Value::Number(_) => Self::Number,
            Value::Bool(_) => Self::Boolean,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
            Value::Null => Self::Text,
            Value::String(text) => Self::of_text(text),
        }
    }

    fn of_text(text: &str) -> Self {
        let text = text.trim();
        if is_number(text) {
            Self::Number
        } else if matches!(text, "true" | "false") {
            Self::Boolean
        } else if is_digits(text, &[4, 2, 2], '-') {
            Self::Date
        } else if is_digits(text, &[2, 2], ':') || is_digits(text, &[2, 2, 2], ':') {
            Self::Time
        } else if is_email(text) {
            Self::Email
        } else if ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme)) && !text.contains(' ')
        {
            Self::Url
        } else {
            Self::Text
        }
    }

    /// Returns the type in definitions.
    pub fn definition_type(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::List => "array",
            Self::Object => "object",
            Self::Date | Self::Time | Self::Email | Self::Url | Self::Text | Self::Secret => "string",
        }
    }

    /// Returns the format in definitions, for texts with a format.
    pub fn definition_format(self) -> Option<&'static str> {
        match self {
            Self::Date => Some("date"),
            Self::Time => Some("time"),
            Self::Url => Some("url"),
            _ => None,
        }
    }

    /// Returns the type for proposals.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Email => "e-mail",
            Self::Date => "date",
            Self::Time => "time",
            Self::Url => "url",
            Self::Secret => "secret",
            other => other.definition_type(),
        }
    }

    /// Returns the default name of a parameter.
    pub(crate) fn default_name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Boolean => "switch",
            Self::Date => "date",
            Self::Time => "time",
            Self::Email => "email",
            Self::Url => "url",
            Self::Text => "text",
            Self::Secret => "secret",
            Self::List => "values",
            Self::Object => "data",
        }
    }

    /// Whether the observed values are short and useful as examples.
    pub(crate) fn is_enumerable(self) -> bool {
        matches!(self, Self::Number | Self::Boolean | Self::Date | Self::Time)
    }
}

/// Whether a text is a number that survives parsing and formatting, which excludes codes with a leading zero.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_plain = whole.len() == 1 || !whole.starts_with('0');
    is_digits(whole)
        && is_digits(fraction)
        && is_plain
        && whole.len() <= 15
        && fraction.len() <= 15
        && !(digits.contains('.') && fraction.ends_with('0'))
}

/// Whether a text consists of digit groups with these lengths.
fn is_digits(text: &str, groups: &[usize], separator: char) -> bool {
    let mut parts = text.split(separator);
    groups.iter().all(|length| {
        parts.next().is_some_and(|part| part.len() == *length && part.bytes().all(|b| b.is_ascii_digit()))
    }) && parts.next().is_none()
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let is_clean = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '@');
    is_clean(name) && is_clean(host) && host.contains('.') && !host.starts_with('.') && !host.ends_with('.')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn infers_type_common_to_all_values() {
        for (values, kind) in [
            (json!([4, 5]), ValueKind::Number),
            (json!(["4", "2.5", "-3"]), ValueKind::Number),
            (json!(["007", "12"]), ValueKind::Text),
            (json!(["2.50", "1.5"]), ValueKind::Text),
            (json!([true, "false"]), ValueKind::Boolean),
            (json!(["2026-11-16", "2026-01-01"]), ValueKind::Date),
            (json!(["17:30"]), ValueKind::Time),
            (json!(["a@b.pt", "ann.b+c@x.example.com"]), ValueKind::Email),
            (json!(["a@b", "b@c.pt"]), ValueKind::Text),
            (json!(["https://a.example/x"]), ValueKind::Url),
            (json!(["x", 5]), ValueKind::Text),
            (json!([["a"], ["b", "c"]]), ValueKind::List),
            (json!([]), ValueKind::Secret),
        ] {
            let list = values.as_array().cloned().unwrap_or_default();
            assert_eq!(ValueKind::of(&list), kind, "{values}");
        }
    }
}
