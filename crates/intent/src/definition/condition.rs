use indexmap::IndexMap;

use super::{Span, Spanned, Target, Template};
use crate::definition::expression::Expression;

/// Something that holds or does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// What must hold.
    pub kind: ConditionKind,
    /// Where it stands.
    pub span: Span,
}

/// What must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionKind {
    /// The page has this pattern.
    PatternExists(Template),
    /// The element can be seen.
    Visible(Target),
    /// The element cannot be seen, or is not there.
    Hidden(Target),
    /// The URL contains any of these.
    UrlContains(Vec<Template>),
    /// The URL matches this regular expression.
    UrlMatches(Spanned<String>),
    /// Any of these texts can be read.
    TextContains {
        /// The texts.
        texts: Vec<Template>,
        /// Only in there.
        within: Option<Target>,
    },
    /// So many elements match.
    Count {
        /// The CSS selector.
        selector: Template,
        /// At least.
        min: Option<u64>,
        /// At most.
        max: Option<u64>,
    },
    /// `load`, `idle`, `navigation` or `ready`.
    State(Spanned<String>),
    /// What the expression says; a bare `$reference` is one too.
    Expression(Expression),
    /// Any observing capability that answers true or false, by its full name.
    Probe {
        /// The capability.
        capability: Spanned<String>,
        /// Its arguments.
        arguments: IndexMap<String, Template>,
    },
    /// All of these.
    All(Vec<Condition>),
    /// Any of these.
    Any(Vec<Condition>),
}
