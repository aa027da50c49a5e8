use std::collections::HashMap;

use serde::Deserialize;

use super::target::Relation;
use crate::page::Element;

/// A query that only the page itself can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Query {
    /// The elements that match this CSS selector.
    Css(String),
    /// The elements that match this XPath expression.
    Xpath(String),
    /// The elements that contain this text as whole words, in one place or spread over a small part of the
    /// page.
    Says(String),
    /// The grouping of elements with anchors.
    Together(Grouping),
    /// The element with this id, which the snapshot does not list. The page decides whether it still exists.
    Id(u32),
}

/// The candidates and anchors to group, by the scanner's keys. All are in the same frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grouping {
    pub(crate) frame: usize,
    pub(crate) relation: Relation,
    pub(crate) anchors: Vec<u32>,
    pub(crate) candidates: Vec<u32>,
    /// The text by which the anchors were found, if any.
    pub(crate) text: Option<String>,
}

/// The elements that belong to one anchor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Group {
    pub(crate) keys: Vec<u32>,
    /// The number of candidates in the part of the page that decided the grouping.
    pub(crate) among: usize,
}

/// The query results so far: for each query its elements in document order, with their ids and positions.
/// Those that the snapshot lists too are matched by id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings {
    elements: HashMap<Query, Vec<Element>>,
    groups: HashMap<Grouping, Vec<Group>>,
}

impl Findings {
    /// Adds the result of a query.
    pub(crate) fn add(&mut self, query: Query, elements: Vec<Element>) {
        if let Query::Together(grouping) = query {
            self.groups.entry(grouping).or_default();
        } else {
            self.elements.insert(query, elements);
        }
    }

    /// Adds the result of a grouping query, with a group for each anchor.
    pub(crate) fn add_groups(&mut self, grouping: Grouping, groups: Vec<Group>) {
        self.groups.insert(grouping, groups);
    }

    pub(super) fn get(&self, query: &Query) -> Option<&[Element]> {
        self.elements.get(query).map(Vec::as_slice)
    }

    pub(super) fn groups(&self, grouping: &Grouping) -> Option<&[Group]> {
        self.groups.get(grouping).map(Vec::as_slice)
    }

    /// Iterates over all elements in the results.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.elements.values().flatten()
    }
}
