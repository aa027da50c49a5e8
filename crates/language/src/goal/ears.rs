//! The interface to the other parsers, for judging clauses.

use lemmascope_intent::ThingKind;

/// Callbacks into the other parsers, for judging clauses.
pub struct Ears<'a> {
    /// Whether requests can start with a word.
    pub begins: &'a dyn Fn(&str) -> bool,
    /// Returns the topic of a text, if it is a request by itself.
    pub understands: &'a dyn Fn(&str) -> Option<Topic>,
    /// Returns the action of a text, if it is a complete request.
    pub acts: &'a dyn Fn(&str) -> Option<Act>,
    /// Whether an object with that name exists.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// Returns the kind of existing objects with that name, if names of the kind are any words.
    pub kind: &'a dyn Fn(&str) -> Option<&'static ThingKind>,
    /// Returns the object that a request names, and its kind, if names of the kind are any words.
    pub about: &'a dyn Fn(&str) -> Option<(String, &'static ThingKind)>,
    /// Returns the site of a search.
    pub site: &'a dyn Fn(&str) -> Option<String>,
    /// Whether a text is a request that contains another text as a part of a text to write or to search for.
    pub holds: &'a dyn Fn(&str, &str) -> bool,
    /// Whether a text is a request that ends with a text to write or to search for, which may continue.
    pub ends_in_text: &'a dyn Fn(&str) -> bool,
}

/// A complete request.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// The intent.
    pub intent: String,
    /// The values, as texts.
    pub values: Vec<String>,
    /// Whether it is a search on a page.
    pub is_query: bool,
}

/// The topic of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Named objects in containers.
    Things,
    /// Any other topic.
    Other,
}
