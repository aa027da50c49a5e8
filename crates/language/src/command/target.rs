//! Targets: locators of elements, with relations.

use std::fmt;

pub use lemmascope_intent::definition::Relation;

use super::print::{Bare, string};
use super::selector::{is_plain_xpath, plain_css};

/// The role words, one per line. Any other unquoted word is a text.
const ROLES: &str = include_str!("roles.txt");

/// A locator of a single element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An ID from the last observation: `@5`.
    Id(u64),
    /// A bare number: an ID or the text of an element, whichever exists.
    Number(u64),
    /// A visible or accessible text, a label, a placeholder.
    Text(String),
    /// A quoted text that is clearly a selector too. A shell removes the quotes of `click "#send"`, and
    /// canonicalization adds them again, so that they do not determine which it is.
    TextOrCss(String),
    /// A role word.
    Role(String),
    /// A CSS selector.
    Css(String),
    /// An XPath expression.
    Xpath(String),
    /// A path into a detected pattern: `login_form.email`.
    Pattern(String),
}

impl Target {
    /// Returns the text of the locator, whatever its kind.
    pub fn label(&self) -> String {
        match self {
            Self::Id(id) | Self::Number(id) => id.to_string(),
            Self::Text(s)
            | Self::TextOrCss(s)
            | Self::Role(s)
            | Self::Css(s)
            | Self::Xpath(s)
            | Self::Pattern(s) => s.clone(),
        }
    }

    /// Returns the role that a word names.
    pub(crate) fn role(word: &str) -> Option<&'static str> {
        ROLES.lines().find(|role| role.eq_ignore_ascii_case(word))
    }

    /// Interprets an unquoted word as a target. The caller handles numbers.
    pub(crate) fn of_word(word: &str) -> Self {
        if let Some(role) = Self::role(word) {
            Self::Role(role.to_owned())
        } else if is_path(word) {
            Self::Pattern(word.to_owned())
        } else if let Some(named) = Self::of_prefix(word) {
            named
        } else if let Some(css) = plain_css(word) {
            Self::Css(css)
        } else if is_plain_xpath(word) {
            Self::Xpath(word.to_owned())
        } else {
            Self::Text(word.to_owned())
        }
    }

    /// Interprets a quoted text as a target.
    pub(crate) fn of_quoted(text: String) -> Self {
        match Self::of_prefix(&text) {
            Some(named) => named,
            None if plain_css(&text).is_some() => Self::TextOrCss(text),
            None => Self::Text(text),
        }
    }

    /// Returns the digits if a word is clearly an ID: `@5`, `[5]`, as observations print it, or `@e5` and
    /// `ref=e5`, as other programs write it.
    pub(crate) fn id_digits(word: &str) -> Option<&str> {
        let bracketed = || word.strip_prefix('[')?.strip_suffix(']');
        let marked = word.strip_prefix('@').or_else(|| word.strip_prefix("ref="));
        let digits = marked.map(|id| id.strip_prefix('e').unwrap_or(id)).or_else(bracketed)?;
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
    }

    /// Interprets a text with an explicit prefix: `text=Sign in`, `css=.btn`, `xpath=//a`.
    fn of_prefix(text: &str) -> Option<Self> {
        let (prefix, rest) = text.split_once('=').filter(|(_, rest)| !rest.trim().is_empty())?;
        Some(match prefix {
            "text" => {
                let quoted = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                Self::Text(quoted.filter(|text| !text.trim().is_empty()).unwrap_or(rest).to_owned())
            }
            "css" => Self::Css(rest.to_owned()),
            "xpath" => Self::Xpath(rest.to_owned()),
            _ => return None,
        })
    }

    /// Whether a text would be parsed as something else if it were only quoted.
    fn is_told_otherwise(text: &str) -> bool {
        Self::of_prefix(text).is_some() || plain_css(text).is_some()
    }
}

/// Whether a word is two or more identifiers joined by dots.
pub(crate) fn is_path(word: &str) -> bool {
    let identifier = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    };
    word.contains('.') && word.split('.').all(identifier)
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "@{id}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) if Self::is_told_otherwise(text) => {
                f.write_str("text(")?;
                string(f, text)?;
                f.write_str(")")
            }
            Self::Text(text) | Self::TextOrCss(text) => string(f, text),
            Self::Role(word) => f.write_str(word),
            // A path is a bare word in its own grammar.
            Self::Pattern(path) => write!(f, "{}", Bare(path)),
            Self::Css(selector) => {
                f.write_str("css(")?;
                string(f, selector)?;
                f.write_str(")")
            }
            Self::Xpath(selector) => {
                f.write_str("xpath(")?;
                string(f, selector)?;
                f.write_str(")")
            }
        }
    }
}

/// A target with relations, in the given order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The element itself.
    pub target: Target,
    /// The relations, each of which narrows the preceding part.
    pub relations: Vec<(Relation, Target)>,
}
