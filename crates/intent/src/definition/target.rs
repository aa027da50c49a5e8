use super::Span;
use super::template::Template;

/// What an action operates on, and what to try when that is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The ways to find it, all of which must agree; tried in the order of the specification.
    pub kinds: Vec<TargetKind>,
    /// What to try otherwise.
    pub fallback: Option<Box<Target>>,
    /// Where it stands.
    pub span: Span,
}

/// One way to find an element.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetKind {
    /// An element of a pattern: `login_form.email`.
    Pattern(Template),
    /// By role.
    Role(Template),
    /// By its visible text.
    Text {
        /// The text.
        text: Template,
        /// How it is compared.
        how: Match,
    },
    /// By a text that contains any of these.
    TextContains(Vec<Template>),
    /// By CSS selector.
    Selector(Template),
    /// By its id in the current scan.
    Id(Template),
    /// The visible part of the page.
    Viewport,
}

/// How texts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Match {
    /// Letter by letter.
    Exact,
    /// As a part.
    #[default]
    Contains,
    /// As a regular expression.
    Regex,
}

impl Match {
    /// As a definition writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Contains => "contains",
            Self::Regex => "regex",
        }
    }
}
