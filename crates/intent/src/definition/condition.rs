use indexmap::IndexMap;

use super::{Span, Spanned, Target, TargetKind, Template};
use crate::definition::expression::Expression;

/// A condition, which holds or does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The kind of condition.
    pub kind: ConditionKind,
    /// Its location in the source.
    pub span: Span,
}

/// The kind of a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionKind {
    /// The pattern is present on the page.
    PatternExists(Template),
    /// The element is visible.
    Visible(Target),
    /// The element is hidden or absent.
    Hidden(Target),
    /// The URL contains at least one of these.
    UrlContains(Vec<Template>),
    /// The URL matches this regular expression.
    UrlMatches(Spanned<String>),
    /// The URL matches at least one of these globs, in which `*` matches any text.
    UrlPattern(Vec<Template>),
    /// At least one of these texts is visible.
    TextContains {
        /// The texts.
        texts: Vec<Template>,
        /// The element to search in.
        within: Option<Target>,
    },
    /// The number of matching elements is in a range.
    Count {
        /// The CSS selector.
        selector: Template,
        /// The minimum.
        min: Option<u64>,
        /// The maximum.
        max: Option<u64>,
    },
    /// `load`, `idle`, `navigation` or `ready`.
    State(Spanned<String>),
    /// The value of the expression; a bare `$reference` is also an expression.
    Expression(Expression),
    /// The result of an observing capability that returns a boolean, by its full name.
    Probe {
        /// The capability.
        capability: Spanned<String>,
        /// Its arguments.
        arguments: IndexMap<String, Template>,
    },
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// Returns the condition with `fill` applied to every template. Expressions are not changed.
    #[must_use]
    pub fn map(&self, fill: &dyn Fn(&Template) -> Template) -> Self {
        let all = |templates: &[Template]| templates.iter().map(fill).collect();
        let parts = |parts: &[Condition]| parts.iter().map(|part| part.map(fill)).collect();
        let kind = match &self.kind {
            ConditionKind::PatternExists(pattern) => ConditionKind::PatternExists(fill(pattern)),
            ConditionKind::Visible(target) => ConditionKind::Visible(map_target(target, fill)),
            ConditionKind::Hidden(target) => ConditionKind::Hidden(map_target(target, fill)),
            ConditionKind::UrlContains(texts) => ConditionKind::UrlContains(all(texts)),
            ConditionKind::UrlPattern(globs) => ConditionKind::UrlPattern(all(globs)),
            ConditionKind::TextContains { texts, within } => ConditionKind::TextContains {
                texts: all(texts),
                within: within.as_ref().map(|target| map_target(target, fill)),
            },
            ConditionKind::Count { selector, min, max } => {
                ConditionKind::Count { selector: fill(selector), min: *min, max: *max }
            }
            ConditionKind::Probe { capability, arguments } => ConditionKind::Probe {
                capability: capability.clone(),
                arguments: arguments.iter().map(|(name, argument)| (name.clone(), fill(argument))).collect(),
            },
            ConditionKind::All(conditions) => ConditionKind::All(parts(conditions)),
            ConditionKind::Any(conditions) => ConditionKind::Any(parts(conditions)),
            ConditionKind::Not(condition) => ConditionKind::Not(Box::new(condition.map(fill))),
            ConditionKind::UrlMatches(_) | ConditionKind::State(_) | ConditionKind::Expression(_) => {
                self.kind.clone()
            }
        };
        Self { kind, span: self.span.clone() }
    }

    /// Returns the full names of the capabilities that the condition queries, at any depth.
    pub fn probes(&self) -> Vec<&str> {
        match &self.kind {
            ConditionKind::Probe { capability, .. } => vec![&capability.value],
            ConditionKind::All(parts) | ConditionKind::Any(parts) => {
                parts.iter().flat_map(Self::probes).collect()
            }
            ConditionKind::Not(part) => part.probes(),
            _ => Vec::new(),
        }
    }
}

fn map_target(target: &Target, fill: &dyn Fn(&Template) -> Template) -> Target {
    let map = |kind: &TargetKind| match kind {
        TargetKind::Pattern(pattern) => TargetKind::Pattern(fill(pattern)),
        TargetKind::Role(role) => TargetKind::Role(fill(role)),
        TargetKind::Text { text, how } => TargetKind::Text { text: fill(text), how: *how },
        TargetKind::TextContains(texts) => TargetKind::TextContains(texts.iter().map(fill).collect()),
        TargetKind::Name(name) => TargetKind::Name(fill(name)),
        TargetKind::Label(label) => TargetKind::Label(fill(label)),
        TargetKind::Selector(selector) => TargetKind::Selector(fill(selector)),
        TargetKind::Xpath(xpath) => TargetKind::Xpath(fill(xpath)),
        TargetKind::ClassContains(class) => TargetKind::ClassContains(fill(class)),
        TargetKind::Index(index) => TargetKind::Index(fill(index)),
        TargetKind::Frame(frame) => TargetKind::Frame(fill(frame)),
        TargetKind::Id(id) => TargetKind::Id(fill(id)),
        TargetKind::Viewport => TargetKind::Viewport,
        TargetKind::Given(given) => TargetKind::Given(fill(given)),
    };
    Target {
        kinds: target.kinds.iter().map(map).collect(),
        relations: target.relations.iter().map(|(how, other)| (*how, map_target(other, fill))).collect(),
        fallback: target.fallback.as_ref().map(|fallback| Box::new(map_target(fallback, fill))),
        span: target.span.clone(),
    }
}
