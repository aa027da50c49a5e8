use std::collections::HashMap;

use serde::Deserialize;

use super::reading::Relation;
use crate::page::Element;

/// What only the page itself can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    /// The elements that this CSS selector selects.
    Css(String),
    /// The elements that this XPath finds.
    Xpath(String),
    /// The elements that say this, as whole words, in one place or in several places of one small part of the page.
    Says(String),
    /// Which elements go with which.
    Together(Grouping),
    /// The element of this number, which the snapshot does not list. Whoever answers knows whether it is still there.
    Id(u32),
}

/// Which of these elements belong to which of these anchors. All are in one frame, by the scanner's numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grouping {
    pub(crate) frame: usize,
    pub(crate) relation: Relation,
    pub(crate) anchors: Vec<u32>,
    pub(crate) candidates: Vec<u32>,
    /// What the anchors were found by, where that is a text.
    pub(crate) text: Option<String>,
}

/// The elements that belong to one anchor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Group {
    pub(crate) keys: Vec<u32>,
    /// How many candidates there are in the part of the page that decided it.
    pub(crate) among: usize,
}

/// What the page has answered so far: for each question its elements in the order of the page, each with its number
/// and its place. Those that the snapshot lists too are recognised by their numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings {
    elements: HashMap<Query, Vec<Element>>,
    groups: HashMap<Grouping, Vec<Group>>,
}

impl Findings {
    /// Adds an answer.
    pub(crate) fn add(&mut self, query: Query, elements: Vec<Element>) {
        if let Query::Together(grouping) = query {
            self.groups.entry(grouping).or_default();
        } else {
            self.elements.insert(query, elements);
        }
    }

    /// Adds the answer to a question of what belongs together; a group for each anchor.
    pub(crate) fn add_groups(&mut self, grouping: Grouping, groups: Vec<Group>) {
        self.groups.insert(grouping, groups);
    }

    pub(super) fn get(&self, query: &Query) -> Option<&[Element]> {
        self.elements.get(query).map(Vec::as_slice)
    }

    pub(super) fn groups(&self, grouping: &Grouping) -> Option<&[Group]> {
        self.groups.get(grouping).map(Vec::as_slice)
    }

    /// Everything that was found.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.elements.values().flatten()
    }
}
