use std::collections::HashMap;

use crate::page::Element;

/// What only the page itself can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    /// The elements that this CSS selector selects.
    Css(String),
    /// The elements that this XPath finds.
    Xpath(String),
    /// The innermost elements with this text, listed or not.
    Text(String),
    /// The element of this number, which the snapshot does not list. Whoever answers knows whether it is still there.
    Id(u32),
}

/// What the page has answered so far: for each question its elements in the order of the page, each with its number
/// and its place. Those that the snapshot lists too are recognised by their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings(HashMap<Query, Vec<Element>>);

impl Findings {
    /// Adds an answer.
    pub(crate) fn add(&mut self, query: Query, elements: Vec<Element>) {
        self.0.insert(query, elements);
    }

    pub(super) fn get(&self, query: &Query) -> Option<&[Element]> {
        self.0.get(query).map(Vec::as_slice)
    }

    /// Everything that was found.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.0.values().flatten()
    }
}
