use super::Span;
use super::template::Template;

/// The element that an action operates on, with an optional fallback.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The locators: signals that are combined, the more the better. The target is the element that all of
    /// them match; if the page has changed and some no longer match, the others may still identify it.
    pub kinds: Vec<TargetKind>,
    /// Relations to other elements, each of which narrows the matches of the locators before it.
    pub relations: Vec<(Relation, Target)>,
    /// The target to try if this one is not found.
    pub fallback: Option<Box<Target>>,
    /// Its location in the source.
    pub span: Span,
}

/// A locator: one way to find an element.
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
        /// The comparison.
        how: Match,
    },
    /// By a text that contains at least one of these.
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
    /// The 1-based position among the matches of the other locators.
    Index(Template),
    /// By its frame: the name of the frame or a part of its URL.
    Frame(Template),
    /// By its ID in the current scan.
    Id(Template),
    /// The visible part of the page.
    Viewport,
    /// A reference that is resolved at run time to a target: an object, a number or a text.
    Given(Template),
}

/// The relation of one element to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The element is close to the other.
    Near,
    /// The element is within the other.
    Inside,
    /// The element follows the other.
    After,
    /// The element precedes the other.
    Before,
    /// The element contains the other.
    Contains,
}

impl Relation {
    /// All relations.
    pub const ALL: [Self; 5] = [Self::Near, Self::Inside, Self::After, Self::Before, Self::Contains];

    /// Returns the keyword for commands and definitions.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Inside => "inside",
            Self::After => "after",
            Self::Before => "before",
            Self::Contains => "contains",
        }
    }

    /// Returns the relation for a keyword, case-insensitively.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.as_str().eq_ignore_ascii_case(word))
    }
}

/// A text comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Match {
    /// Equality.
    Exact,
    /// Substring.
    #[default]
    Contains,
    /// Regular expression.
    Regex,
}

impl Match {
    /// Returns the keyword for definitions.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Contains => "contains",
            Self::Regex => "regex",
        }
    }
}
