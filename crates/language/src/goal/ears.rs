//! What the other readers know of a part of a sentence.

use lemmascope_intent::ThingKind;

/// What the other readers know of a part of a sentence.
pub struct Ears<'a> {
    /// Whether a word is one that requests begin with.
    pub begins: &'a dyn Fn(&str) -> bool,
    /// What a text is about, if it is a request by itself.
    pub understands: &'a dyn Fn(&str) -> Option<Topic>,
    /// The action that a text asks for, if it is a request of which nothing is left open.
    pub acts: &'a dyn Fn(&str) -> Option<Act>,
    /// Whether there is a thing of that name.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// The kind of the things that there are of that name, where it is one whose names are any words.
    pub kind: &'a dyn Fn(&str) -> Option<&'static ThingKind>,
    /// The thing that a request names whose names are any words, and its kind.
    pub about: &'a dyn Fn(&str) -> Option<(String, &'static ThingKind)>,
    /// The site that a search is made on.
    pub site: &'a dyn Fn(&str) -> Option<String>,
    /// Whether a text is a request that has some other text, which stands in it, as a part of what is written or looked for.
    pub holds: &'a dyn Fn(&str, &str) -> bool,
    /// Whether a text is a request that ends in something that is written or looked for, which may go on.
    pub ends_in_text: &'a dyn Fn(&str) -> bool,
}

/// A request of which nothing is left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// The intent.
    pub intent: String,
    /// The values, as text.
    pub values: Vec<String>,
    /// Whether it looks for words on a page.
    pub is_query: bool,
}

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Things with names in containers.
    Things,
    /// Anything else.
    Other,
}
