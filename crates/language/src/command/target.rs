//! Targets: which element is meant, and what narrows it.

use std::fmt;

pub use lemmascope_intent::definition::Relation;

use super::print::{Bare, string};

/// The role words, one a line. Any other unquoted word is a text.
const ROLES: &str = include_str!("roles.txt");

/// How one element is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An id from the last observation.
    Id(u64),
    /// A visible or accessible text, a label, a placeholder.
    Text(String),
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
    /// What the target says about itself, whichever way it says it.
    pub fn label(&self) -> String {
        match self {
            Self::Id(id) => id.to_string(),
            Self::Text(s) | Self::Role(s) | Self::Css(s) | Self::Xpath(s) | Self::Pattern(s) => s.clone(),
        }
    }

    /// The role that a word names.
    pub(crate) fn role(word: &str) -> Option<&'static str> {
        ROLES.lines().find(|role| role.eq_ignore_ascii_case(word))
    }

    /// What an unquoted word means as a target. Digits that are no id are left to the caller.
    pub(crate) fn of_word(word: &str) -> Self {
        if let Some(role) = Self::role(word) {
            Self::Role(role.to_owned())
        } else if is_path(word) {
            Self::Pattern(word.to_owned())
        } else {
            Self::Text(word.to_owned())
        }
    }
}

/// Whether a word is identifiers joined by dots, two at least.
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
            Self::Id(id) => write!(f, "{id}"),
            Self::Text(text) => string(f, text),
            Self::Role(word) => f.write_str(word),
            // A path that was given as one is a bare word by its own grammar.
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

/// A target with the relations that narrow it, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The element itself.
    pub target: Target,
    /// What narrows it: each relation narrows what stands before it.
    pub relations: Vec<(Relation, Target)>,
}
