use indexmap::IndexMap;

use super::{Span, Spanned, Target, TargetKind, Template};
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
    /// The URL is like one of these, with `*` for anything.
    UrlPattern(Vec<Template>),
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
    /// Not this.
    Not(Box<Condition>),
}

impl Condition {
    /// The same condition with every template replaced by what `fill` makes of it. Expressions stay as
    /// they were written.
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

    /// The capabilities that are asked by their full names, at any depth.
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
