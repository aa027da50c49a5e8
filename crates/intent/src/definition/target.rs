use super::Span;
use super::template::Template;

/// What an action operates on, and what to try when that is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The ways to find it: signals, the more the better. The element that all of them mean is the one;
    /// when pages have changed since and some of them fail, the others may still be enough to tell.
    pub kinds: Vec<TargetKind>,
    /// What it stands to other elements, each narrowing what comes before it.
    pub relations: Vec<(Relation, Target)>,
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
    /// By its accessible name.
    Name(Template),
    /// By the text of its label.
    Label(Template),
    /// By CSS selector.
    Selector(Template),
    /// By XPath expression.
    Xpath(Template),
    /// By a class whose name contains this.
    ClassContains(Template),
    /// Which of those that the other ways find, counted from 1.
    Index(Template),
    /// By the frame that it is in: its name, or a part of its address.
    Frame(Template),
    /// By its id in the current scan.
    Id(Template),
    /// The visible part of the page.
    Viewport,
    /// What a reference stands for, in the shape of a target: an object, a number or a text.
    Given(Template),
}

/// How one element stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Close to it.
    Near,
    /// Within it.
    Inside,
    /// Following it.
    After,
    /// Preceding it.
    Before,
    /// Around it.
    Contains,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Near, Self::Inside, Self::After, Self::Before, Self::Contains];

    /// As commands and definitions write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Inside => "inside",
            Self::After => "after",
            Self::Before => "before",
            Self::Contains => "contains",
        }
    }

    /// The one that a word means, in any case.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.as_str().eq_ignore_ascii_case(word))
    }
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
