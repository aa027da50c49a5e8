//! Detectors of common page patterns: forms, banners, dialogs and lists, found by structure and meaning.

mod breadcrumb;
mod cart;
mod consent;
mod floating;
mod form;
mod form_error;
mod loading;
mod pagination;
mod product;
mod results;
mod table;
mod topics;
mod user_menu;
mod wishlist;

pub(crate) use topics::is_price;
pub use topics::is_results;

use super::assembly::Clue;
use super::forms::Form;
use super::lexicon::Evidence;
use crate::page::{Element, ElementId, Pattern, Region, Snapshot};

/// The input of the pattern detectors.
pub(crate) struct DetectionContext<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) clues: &'a [Clue],
    pub(crate) forms: &'a [Form],
    /// The actions of each button and link, most likely first; empty for other elements.
    pub(crate) actions: &'a [Evidence],
    /// The direct elements of each region, without those of nested regions.
    pub(crate) members: Vec<Vec<usize>>,
    /// The direct children of each region.
    pub(crate) inner: Vec<Vec<usize>>,
}

/// Returns all patterns of a page, in display order.
pub(crate) fn detect(
    snapshot: &Snapshot,
    clues: &[Clue],
    actions: &[Evidence],
    forms: &[Form],
) -> Vec<Pattern> {
    let context = DetectionContext::new(snapshot, clues, actions, forms);
    let mut found = form::find(&context);
    found.extend(form_error::find(&context));
    found.extend(loading::find(&context));
    let banners = consent::find(&context);
    found.extend(floating::find(&context, &banners));
    found.extend(banners);
    found.extend(product::find(&context));
    found.extend(wishlist::find(&context));
    found.extend(cart::find(&context));
    let pages = pagination::find(&context);
    found.extend(results::find(&context, &pages));
    found.extend(pages);
    found.extend(user_menu::find(&context));
    found.extend(breadcrumb::find(&context));
    found.extend(table::find(&context));
    found.retain(|pattern| !pattern.parts.is_empty() || pattern.says.is_some());
    // Visible patterns come first, otherwise in order of detection.
    found.sort_by_key(|pattern| !shows(snapshot, pattern));
    found
}

fn shows(snapshot: &Snapshot, pattern: &Pattern) -> bool {
    let region = snapshot.regions.get(pattern.region);
    region.is_none_or(|region| region.visible || region.parent.is_none())
        && (pattern.parts.is_empty()
            || pattern
                .parts
                .iter()
                .flat_map(|(_, ids)| ids.first())
                .any(|id| snapshot.element(*id).is_some_and(|element| element.visibility.is_visible())))
}

impl<'a> DetectionContext<'a> {
    fn new(snapshot: &'a Snapshot, clues: &'a [Clue], actions: &'a [Evidence], forms: &'a [Form]) -> Self {
        let mut members = vec![Vec::new(); snapshot.regions.len()];
        for (at, element) in snapshot.elements.iter().enumerate() {
            if let Some(members) = members.get_mut(element.region) {
                members.push(at);
            }
        }
        let mut inner = vec![Vec::new(); snapshot.regions.len()];
        for (at, region) in snapshot.regions.iter().enumerate() {
            if let Some(parent) = region.parent.filter(|parent| *parent < at) {
                inner[parent].push(at);
            }
        }
        Self { snapshot, clues, forms, actions, members, inner }
    }

    pub(crate) fn element(&self, at: usize) -> &Element {
        &self.snapshot.elements[at]
    }

    pub(crate) fn region(&self, at: usize) -> &Region {
        &self.snapshot.regions[at]
    }

    pub(crate) fn id(&self, at: usize) -> ElementId {
        self.snapshot.elements[at].id
    }

    /// Returns the strength of an action of an element.
    pub(crate) fn does(&self, at: usize, action: &str) -> f32 {
        self.actions[at].iter().find(|(known, _)| *known == action).map_or(0.0, |(_, strength)| *strength)
    }

    /// Returns the strongest action of an element.
    pub(crate) fn main_action(&self, at: usize) -> Option<(&'static str, f32)> {
        self.actions[at].first().copied()
    }

    /// Returns the elements of a region and its descendants in document order, at most `most`.
    pub(crate) fn elements_in_region(&self, region: usize, most: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![region];
        while let Some(at) = open.pop() {
            found.extend_from_slice(&self.members[at]);
            if found.len() > most {
                break;
            }
            open.extend_from_slice(&self.inner[at]);
        }
        found.sort_unstable();
        found.truncate(most);
        found
    }

    /// Returns the element with the highest strength of an action, if it reaches `least`.
    pub(crate) fn best_for_action(&self, among: &[usize], action: &str, least: f32) -> Option<usize> {
        among
            .iter()
            .copied()
            .map(|at| (self.does(at, action), at))
            .filter(|(strength, _)| *strength >= least)
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
            .map(|(_, at)| at)
    }
}

/// A builder of patterns.
pub(crate) struct Draft(Pattern);

impl Draft {
    pub(crate) fn new(name: &str, region: usize, confidence: f32) -> Self {
        Self(Pattern {
            name: name.to_owned(),
            parts: Vec::new(),
            region,
            confidence: confidence.clamp(0.0, 1.0),
            says: None,
        })
    }

    /// Adds an element as a part, unless the part exists already.
    pub(crate) fn part(mut self, name: &str, id: Option<ElementId>) -> Self {
        if let Some(id) = id
            && !self.0.parts.iter().any(|(known, _)| known == name)
        {
            self.0.parts.push((name.to_owned(), vec![id]));
        }
        self
    }

    pub(crate) fn parts(mut self, name: &str, ids: Vec<ElementId>) -> Self {
        if !ids.is_empty() {
            self.0.parts.push((name.to_owned(), ids));
        }
        self
    }

    pub(crate) fn says(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.0.says = Some(text);
        }
        self
    }

    pub(crate) fn done(self) -> Pattern {
        self.0
    }
}
