//! The containers of a sentence: which container an object is in, and which kinds of objects it can contain.

use lemmascope_intent::{NameShape, ThingKind};

use super::goal::{Goal, Location};
use super::scopes::{Scopes, is_same};
use super::thing_clause::{Container, Place};
use crate::literal::has_extension;

impl Scopes<'_> {
    /// Returns the kind of the object of a goal, if it was mentioned before.
    pub(super) fn kind_of(&self, goal: &Goal) -> Option<&'static ThingKind> {
        let name = goal.object_type.as_deref()?;
        self.vocabulary.kinds().iter().copied().find(|kind| kind.name == name)
    }

    /// Returns the kind of the container at a location, if known.
    pub(super) fn container_kind(&self, location: &Location) -> Option<&'static ThingKind> {
        location.kind.or_else(|| self.kind_of(&self.goals[location.parent?]))
    }

    /// Whether the container at a location can contain objects of a kind, as far as both are known.
    pub(super) fn can_hold(&self, location: &Location, kind: Option<&ThingKind>) -> bool {
        let container = self.container_kind(location);
        container.zip(kind).is_none_or(|(container, kind)| container.can_contain(kind.name))
    }

    /// Returns the kind of an object without a noun: the first kind that allows its name and content, among
    /// those that its container allows, or else among all.
    pub(super) fn guessed(&self, goal: &Goal, to: Option<&Location>) -> Option<&'static ThingKind> {
        let name = goal.target.as_deref();
        let container = to.into_iter().chain([&goal.at]).find_map(|location| self.container_kind(location));
        let kinds = || self.vocabulary.kinds().iter().copied();
        let is_inside = |kind: &ThingKind| match container {
            Some(container) => container.can_contain(kind.name),
            // An object with a destination has a kind that some container allows.
            None => to.is_none() || kinds().any(|container| container.can_contain(kind.name)),
        };
        let is_so_named = |kind: &ThingKind| {
            goal.content.is_some() || kind.names != NameShape::File || name.is_some_and(has_extension)
        };
        let has_content = |kind: &ThingKind| goal.content.is_none() || kind.has_text;
        kinds().find(|kind| is_inside(kind) && is_so_named(kind) && has_content(kind))
    }

    /// Resolves the location of a place in a sentence, using preceding clauses. Containers that cannot
    /// contain the object are excluded.
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
            // A container in the same sentence takes precedence over one mentioned earlier, even if it does
            // not fit.
            Some(Container::It)
                if self.containers.is_empty()
                    && let Some((name, of)) = self.before.things.iter().rfind(is_before) =>
            {
                kind = Some(of);
                Some(name.clone())
            }
            // "On the board" needs no name if boards are top-level objects: it is the current one.
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

    /// Whether no other kind contains objects of this kind, whose names are any words.
    fn is_outermost(&self, kind: &ThingKind) -> bool {
        let is_inside = self.vocabulary.kinds().iter().any(|container| container.can_contain(kind.name));
        kind.names == NameShape::Words && !is_inside
    }

    /// Whether the container of a goal has the stated kind and can contain objects of a kind, as far as these
    /// are known.
    pub(super) fn fits(&self, goal: usize, stated: Option<&ThingKind>, inside: Option<&ThingKind>) -> bool {
        self.kind_of(&self.goals[goal]).is_none_or(|kind| {
            stated.is_none_or(|stated| stated.name == kind.name)
                && inside.is_none_or(|inside| kind.can_contain(inside.name))
        })
    }

    /// Returns the latest goal that moves or copies to a container for objects of a kind.
    pub(super) fn latest_destination(&self, kind: Option<&ThingKind>) -> Option<usize> {
        let goes = |goal: &Goal| matches!(goal.action.as_deref(), Some("move" | "copy"));
        let takes = |goal: &Goal| goal.to.as_ref().is_some_and(|to| self.can_hold(to, kind));
        self.goals.iter().rposition(|goal| goes(goal) && takes(goal))
    }

    /// Returns the destination of a goal that moves or copies.
    pub(super) fn destination_of(&self, goal: usize) -> Location {
        let to = self.goals[goal].to.clone().unwrap_or_default();
        Location { name: None, ..to }
    }

    /// Returns the containers that were mentioned together with the latest one, in order.
    pub(super) fn listed_containers(&self) -> &[usize] {
        let Some(last) = self.containers.last() else { return &[] };
        let parent = self.goals[*last].at.parent;
        let alone = self.containers.iter().rposition(|it| self.goals[*it].at.parent != parent);
        &self.containers[alone.map_or(0, |at| at + 1)..]
    }

    /// Returns the goal for the container with that name.
    pub(super) fn container(&self, name: &str) -> Option<usize> {
        let is_named =
            |goal: &&usize| self.goals[**goal].product().name.as_deref().is_some_and(|it| is_same(it, name));
        self.containers.iter().rev().find(is_named).copied()
    }

    /// Returns the goal that creates an object with this name and the stated kind, or renames it to this
    /// name.
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
