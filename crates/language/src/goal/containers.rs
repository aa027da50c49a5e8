//! The containers of a sentence: which of them a thing is in, and which kind of thing can be there.

use lemmascope_intent::{NameShape, ThingKind};

use super::goal::{Goal, Location};
use super::scopes::{Scopes, is_same};
use super::thing_clause::{Container, Place};
use crate::literal::has_extension;

impl Scopes<'_> {
    /// The kind of the thing that a goal is about, where something was said of that before.
    pub(super) fn kind_of(&self, goal: &Goal) -> Option<&'static ThingKind> {
        let name = goal.object_type.as_deref()?;
        self.vocabulary.kinds().iter().copied().find(|kind| kind.name == name)
    }

    /// The kind of the container at a location, where that is known.
    pub(super) fn container_kind(&self, location: &Location) -> Option<&'static ThingKind> {
        location.kind.or_else(|| self.kind_of(&self.goals[location.parent?]))
    }

    /// Whether the container at a location can contain a thing of a kind, as far as both are known.
    pub(super) fn can_hold(&self, location: &Location, kind: Option<&ThingKind>) -> bool {
        let container = self.container_kind(location);
        container.zip(kind).is_none_or(|(container, kind)| container.can_contain(kind.name))
    }

    /// The kind of a thing of which no word states one: the first that can have its name and its content, of those that its
    /// container contains, or else of all.
    pub(super) fn guessed(&self, goal: &Goal, to: Option<&Location>) -> Option<&'static ThingKind> {
        let name = goal.target.as_deref();
        let container = to.into_iter().chain([&goal.at]).find_map(|location| self.container_kind(location));
        let kinds = || self.vocabulary.kinds().iter().copied();
        let is_inside = |kind: &ThingKind| match container {
            Some(container) => container.can_contain(kind.name),
            // What goes somewhere is of a kind that something contains.
            None => to.is_none() || kinds().any(|container| container.can_contain(kind.name)),
        };
        let is_so_named = |kind: &ThingKind| {
            goal.content.is_some() || kind.names != NameShape::File || name.is_some_and(has_extension)
        };
        let has_content = |kind: &ThingKind| goal.content.is_none() || kind.has_text;
        kinds().find(|kind| is_inside(kind) && is_so_named(kind) && has_content(kind))
    }

    /// Where a place of a sentence is, with what was said before it. A container that cannot contain the thing is none.
    pub(super) fn location(&mut self, at: usize, place: &Place, inside: Option<&ThingKind>) -> Location {
        let named = |name: &String| self.container(name).filter(|_| place.anchor.is_none());
        let fits = |goal: &usize| self.fits(*goal, place.kind, inside);
        let listed = || self.listed_containers().iter().copied().filter(|goal| fits(goal));
        let parent = match &place.container {
            Some(Container::It) => self.containers.iter().copied().rfind(|goal| fits(goal)),
            Some(Container::First) => self.containers.iter().copied().find(|goal| fits(goal)),
            Some(Container::Second) => listed().nth(1),
            Some(Container::Last) => listed().next_back(),
            Some(Container::Named(name)) => named(name).filter(|goal| fits(goal)),
            Some(Container::Of(goal)) => Some(*goal),
            Some(Container::DestinationOf(goal)) => return self.destination_of(*goal),
            _ => None,
        };
        if let Some(parent) = parent {
            let anchor = self.goals[parent].product().anchor.clone();
            return Location { anchor, parent: Some(parent), ..Location::default() };
        }
        let is_before = |(_, kind): &&(String, &'static ThingKind)| {
            place.kind.is_none_or(|stated| stated.name == kind.name)
                && inside.map_or(kind.is_container(), |inside| kind.can_contain(inside.name))
        };
        let mut kind = place.kind;
        let container = match &place.container {
            Some(Container::Named(name)) => {
                let made = named(name).and_then(|goal| self.kind_of(&self.goals[goal]));
                kind = kind.or(made).or_else(|| (self.ears.kind)(name));
                Some(name.clone())
            }
            // What the sentence itself speaks of comes before what was spoken of earlier, even if it cannot be meant.
            Some(Container::It)
                if self.containers.is_empty()
                    && let Some((name, of)) = self.before.things.iter().rfind(is_before) =>
            {
                kind = Some(of);
                Some(name.clone())
            }
            // "On the board" needs no name where boards are in nothing else: it is the one that is used.
            Some(Container::It) if kind.is_some_and(|kind| self.is_outermost(kind)) => {
                kind = None;
                None
            }
            Some(_) => {
                self.unbound.push(at);
                None
            }
            None => None,
        };
        Location {
            anchor: place.anchor.clone(),
            container,
            kind,
            is_doubtful: place.is_doubtful,
            ..Location::default()
        }
    }

    /// Whether nothing contains things of a kind whose names are any words.
    fn is_outermost(&self, kind: &ThingKind) -> bool {
        let is_inside = self.vocabulary.kinds().iter().any(|container| container.can_contain(kind.name));
        kind.names == NameShape::Words && !is_inside
    }

    /// Whether the container of a goal is of the stated kind and can contain a thing of a kind, where these are known.
    pub(super) fn fits(&self, goal: usize, stated: Option<&ThingKind>, inside: Option<&ThingKind>) -> bool {
        self.kind_of(&self.goals[goal]).is_none_or(|kind| {
            stated.is_none_or(|stated| stated.name == kind.name)
                && inside.is_none_or(|inside| kind.can_contain(inside.name))
        })
    }

    /// The latest goal that moves or copies something to where a thing of a kind can be.
    pub(super) fn latest_destination(&self, kind: Option<&ThingKind>) -> Option<usize> {
        let goes = |goal: &Goal| matches!(goal.action.as_deref(), Some("move" | "copy"));
        let takes = |goal: &Goal| goal.to.as_ref().is_some_and(|to| self.can_hold(to, kind));
        self.goals.iter().rposition(|goal| goes(goal) && takes(goal))
    }

    /// The place that a goal moves or copies something to.
    pub(super) fn destination_of(&self, goal: usize) -> Location {
        let to = self.goals[goal].to.clone().unwrap_or_default();
        Location { name: None, ..to }
    }

    /// The containers that were spoken of together with the latest, in order.
    pub(super) fn listed_containers(&self) -> &[usize] {
        let Some(last) = self.containers.last() else { return &[] };
        let parent = self.goals[*last].at.parent;
        let alone = self.containers.iter().rposition(|it| self.goals[*it].at.parent != parent);
        &self.containers[alone.map_or(0, |at| at + 1)..]
    }

    /// The goal about the container of that name.
    pub(super) fn container(&self, name: &str) -> Option<usize> {
        let is_named =
            |goal: &&usize| self.goals[**goal].product().name.as_deref().is_some_and(|it| is_same(it, name));
        self.containers.iter().rev().find(is_named).copied()
    }

    /// The goal that makes what has this name and is of the stated kind, or gives it that name.
    pub(super) fn made(&self, name: &str, stated: Option<&ThingKind>) -> Option<usize> {
        let is_stated =
            |goal: &Goal| stated.zip(self.kind_of(goal)).is_none_or(|(one, other)| one.name == other.name);
        let makes = |goal: &Goal| {
            goal.action.as_deref() != Some("delete")
                && goal.product().name.as_deref().is_some_and(|it| is_same(it, name))
                && is_stated(goal)
        };
        self.goals.iter().rposition(makes)
    }
}
