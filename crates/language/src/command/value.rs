//! The value of an argument or an option.

use std::fmt;

use super::keys::Keys;
use super::print::{Bare, is_bare, string};
use super::span::Span;
use super::target::Located;

/// A typed value. Its `Debug` form only shows the type if the content may be a secret.
#[derive(Clone, PartialEq)]
pub enum Value {
    /// An element.
    Target(Located),
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// A duration.
    Duration(Span),
    /// Validated JSON, verbatim.
    Json(String),
    /// A key or a combination.
    Keys(Keys),
    /// A URL with its scheme.
    Url(String),
    /// A file path.
    Path(String),
    /// A name or setting, verbatim.
    Name(String),
    /// A keyword, in lower case.
    Word(String),
    /// The rest of a line, verbatim.
    Raw(String),
}

impl Value {
    /// Returns the content as a string, for types with string content.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(s)
            | Self::Json(s)
            | Self::Url(s)
            | Self::Path(s)
            | Self::Name(s)
            | Self::Word(s)
            | Self::Raw(s) => Some(s),
            Self::Target(_) | Self::Number(_) | Self::Duration(_) | Self::Keys(_) => None,
        }
    }

    /// Returns the number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number, if it is a non-negative integer.
    pub fn as_count(&self) -> Option<u64> {
        self.as_number().filter(|n| *n >= 0.0 && n.fract() == 0.0).map(|n| n as u64)
    }

    /// Returns the duration, if it is one.
    pub fn as_duration(&self) -> Option<std::time::Duration> {
        match self {
            Self::Duration(span) => Some(span.duration()),
            _ => None,
        }
    }

    /// Returns the element, if it is one.
    pub fn as_target(&self) -> Option<&Located> {
        match self {
            Self::Target(located) => Some(located),
            _ => None,
        }
    }

    /// Writes the canonical form without the relations of a target. `reserved` returns whether the command
    /// would parse a word as something else.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, reserved: &dyn Fn(&str) -> bool) -> fmt::Result {
        match self {
            Self::Target(located) => write!(f, "{}", located.target),
            Self::Text(text) | Self::Json(text) => string(f, text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Duration(span) => write!(f, "{span}"),
            Self::Keys(keys) => {
                let keys = keys.to_string();
                // `-` and brackets are valid keys, but the start of a comment or a string is not.
                if keys.starts_with(['#', '"', '\'']) { string(f, &keys) } else { f.write_str(&keys) }
            }
            Self::Url(text) | Self::Path(text) | Self::Name(text) => {
                if is_bare(text) && !reserved(text) {
                    f.write_str(text)
                } else {
                    string(f, text)
                }
            }
            Self::Word(text) | Self::Raw(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(located) => write!(f, "Target({})", located.target),
            Self::Text(_) => f.write_str("Text(••••••••)"),
            Self::Number(_) => f.write_str("Number(••••••••)"),
            Self::Duration(span) => write!(f, "Duration({span})"),
            Self::Json(_) => f.write_str("Json(••••••••)"),
            Self::Keys(_) => f.write_str("Keys(••••••••)"),
            Self::Url(_) => f.write_str("Url(••••••••)"),
            Self::Path(path) => write!(f, "Path({})", Bare(path)),
            Self::Name(_) => f.write_str("Name(••••••••)"),
            Self::Word(word) => write!(f, "Word({word})"),
            Self::Raw(_) => f.write_str("Raw(••••••••)"),
        }
    }
}
