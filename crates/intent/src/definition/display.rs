//! How templates, targets, conditions and expressions are shown on one line.

use std::fmt;

use super::{Condition, ConditionKind, Part, Template};
use crate::value::Value;

/// Texts are quoted, references are not.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(Value::Secret(secret)) => write!(f, "\"{secret}\""),
            Self::Literal(value) => f.write_str(&serde_json::to_string(value).map_err(|_| fmt::Error)?),
            Self::Reference(reference) => reference.fmt(f),
            Self::Text(parts) => {
                f.write_str("\"")?;
                for part in parts {
                    match part {
                        Part::Text(text) => f.write_str(text)?,
                        Part::Reference(reference) => write!(f, "{{{reference}}}")?,
                    }
                }
                f.write_str("\"")
            }
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Self::Object(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, field)| format!("{name}: {field}")).collect();
                write!(f, "{{{}}}", fields.join(", "))
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ConditionKind::Expression(expression) => f.write_str(&expression.source),
            _ => f.write_str("a condition"),
        }
    }
}
