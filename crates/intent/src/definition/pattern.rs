use std::sync::Arc;

use super::Spanned;
use crate::sandbox::PackDomain;

/// The most patterns that a file may have: a page is asked about so many selectors only.
pub const MAX_PATTERNS: usize = 100;
/// The most elements that a pattern may have.
pub const MAX_PATTERN_ELEMENTS: usize = 40;

/// Something that recurs on the pages of a site, as a patterns file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternDefinition {
    /// What targets call it by.
    pub name: Spanned<String>,
    /// What it is, for people.
    pub description: String,
    /// When it is on a page.
    pub detection: Detection,
    /// What it is made of.
    pub elements: Vec<ElementPattern>,
}

/// When a pattern is on a page: when all that is given holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detection {
    /// What must be there, as a CSS selector; the elements are looked for inside of it.
    pub container: Option<String>,
    /// What else must be there, as a CSS selector.
    pub selector: Option<String>,
    /// One of these must be in the address.
    pub url_contains: Vec<String>,
    /// A regular expression that must match in the address.
    pub url_matches: Option<String>,
    /// One of these must be in what the page says.
    pub text_contains: Vec<String>,
    /// A pattern that Lemmascope recognises by itself and that must be there.
    pub pattern_exists: Option<String>,
}

/// How an element of a pattern is recognised: by all that is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ElementPattern {
    /// What targets call it by, after the dot.
    pub name: String,
    /// A CSS selector that it matches.
    pub selector: Option<String>,
    /// What it says, all of it.
    pub text: Option<String>,
    /// One of these is in what it says.
    pub text_contains: Vec<String>,
    /// Its role, or the kind of element it is.
    pub role: Option<String>,
}

/// A pattern and where it applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePattern {
    /// The pack that it belongs to.
    pub pack: Option<Arc<str>>,
    /// The domains of the pack that it belongs to; everywhere without one.
    pub domains: Option<Arc<[PackDomain]>>,
    /// The pattern.
    pub pattern: PatternDefinition,
}

impl SitePattern {
    /// Whether it applies on pages of this host and port.
    pub fn is_for(&self, host: &str, port: Option<u16>) -> bool {
        let Some(domains) = &self.domains else { return true };
        domains.iter().any(|domain| domain.covers(host, port))
    }
}
