use std::sync::Arc;

use super::Spanned;
use crate::sandbox::PackDomain;

/// The maximum number of patterns in a file. It bounds the number of selectors that are queried on a page.
pub const MAX_PATTERNS: usize = 100;
/// The maximum number of elements of a pattern.
pub const MAX_PATTERN_ELEMENTS: usize = 40;

/// A recurring component of the pages of a site, as described in a patterns file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternDefinition {
    /// The name that targets refer to.
    pub name: Spanned<String>,
    /// A description for people.
    pub description: String,
    /// How the pattern is detected.
    pub detection: Detection,
    /// Its elements.
    pub elements: Vec<ElementPattern>,
}

/// The detection rules of a pattern. All rules that are given must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detection {
    /// The CSS selector of the container that must exist; elements are searched for inside it.
    pub container: Option<String>,
    /// A CSS selector that must match on the page.
    pub selector: Option<String>,
    /// Texts of which the URL must contain at least one.
    pub url_contains: Vec<String>,
    /// A regular expression that must match in the URL.
    pub url_matches: Option<String>,
    /// Texts of which the page must contain at least one.
    pub text_contains: Vec<String>,
    /// A built-in pattern that must be present.
    pub pattern_exists: Option<String>,
}

/// The selector of an element of a pattern. All properties that are given must match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ElementPattern {
    /// The name that targets use after the dot.
    pub name: String,
    /// A CSS selector that must match the element.
    pub selector: Option<String>,
    /// The complete text of the element.
    pub text: Option<String>,
    /// Texts of which the element must contain at least one.
    pub text_contains: Vec<String>,
    /// The role or the kind of the element.
    pub role: Option<String>,
}

/// A pattern with its scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePattern {
    /// The pack that it belongs to.
    pub pack: Option<Arc<str>>,
    /// The domains of its pack; without a pack it applies everywhere.
    pub domains: Option<Arc<[PackDomain]>>,
    /// The pattern.
    pub pattern: PatternDefinition,
}

impl SitePattern {
    /// Whether the pattern applies to pages at this host and port.
    pub fn is_for(&self, host: &str, port: Option<u16>) -> bool {
        let Some(domains) = &self.domains else { return true };
        domains.iter().any(|domain| domain.covers(host, port))
    }
}
