use core::net::IpAddr;

use super::Spanned;

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
    /// The site and its subdomains; everywhere without one.
    pub site: Option<String>,
    /// The pattern.
    pub pattern: PatternDefinition,
}

impl SitePattern {
    /// Whether it applies on pages of this host. Names are compared label by label, so that
    /// `example.com` admits `shop.example.com` and not `badexample.com`.
    pub fn is_for(&self, host: &str) -> bool {
        let Some(site) = &self.site else { return true };
        // An address has no subdomains.
        if host.starts_with('[') || host.parse::<IpAddr>().is_ok() {
            return host == site;
        }
        let labels = |name: &str| -> Vec<String> {
            name.trim_end_matches('.').split('.').rev().map(str::to_lowercase).collect()
        };
        labels(host).starts_with(&labels(site))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_admits_its_subdomains_only() {
        let pattern = PatternDefinition {
            name: Spanned::new("a".into(), 0..1),
            description: String::new(),
            detection: Detection::default(),
            elements: Vec::new(),
        };
        let on = |site: &str| SitePattern { site: Some(site.into()), pattern: pattern.clone() };
        for host in ["example.com", "Shop.Example.com", "example.com."] {
            assert!(on("example.com").is_for(host), "{host}");
        }
        assert!(on("127.0.0.1").is_for("127.0.0.1") && !on("0.1").is_for("127.0.0.1"));
        for host in ["badexample.com", "example.com.evil.net", "com", ""] {
            assert!(!on("example.com").is_for(host), "{host}");
        }
        assert!(SitePattern { site: None, pattern }.is_for("anything.net"));
    }
}
