//! Converts clauses about named objects into goals with locations.

use lemmascope_intent::{NameShape, ThingKind};

use super::anchor::Anchor;
use super::goal::{Goal, GoalType, Location};
use super::scopes::{Scopes, is_same};
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use crate::literal::has_extension;

impl Scopes<'_> {
    pub(super) fn thing_goal(
        &mut self,
        at: usize,
        thing: &ThingClause,
        blank: Goal,
        referent: Option<usize>,
    ) -> Goal {
        let stated = thing.kind.or_else(|| match &thing.target {
            Target::Named(name) => self.vocabulary.kind_of_name(name),
            _ => None,
        });
        let place = match &thing.place {
            // "Move a.txt to archive and create b.txt there."
            Some(Place { container: Some(Container::It), anchor: None, .. })
                if thing.action == Action::CREATE
                    && self.containers.is_empty()
                    && let Some(latest) = self.latest_destination(stated) =>
            {
                self.destination_of(latest)
            }
            Some(place) => self.location(at, place, stated),
            None if !thing.has_verb && self.can_hold(&self.last, stated) => self.last.clone(),
            None => Location::default(),
        };
        let mut goal = Goal {
            goal_type: GoalType::ThingOperation,
            action: Some(thing.action.as_str().into()),
            content: thing.content.clone(),
            is_plain: thing.is_plain(),
            is_sent: thing.is_sent,
            ..blank
        };
        match &thing.target {
            Target::Named(name) => self.name(at, thing, &place, name, &mut goal),
            // The clause states the number of new objects, but not their names.
            Target::Unnamed if thing.is_plural => self.unbound.push(at),
            Target::Unnamed => match stated.and_then(|kind| kind.default_name) {
                Some(name) => goal.at = Location { name: Some(name.into()), ..place.clone() },
                None => self.unbound.push(at),
            },
            Target::They | Target::Originals | Target::Picked(_) if referent.is_none() => {
                self.unbound.push(at);
            }
            Target::It if !self.goals.iter().any(|goal| goal.at.name.is_some()) => {
                match self.spoken_of_before(thing) {
                    Some((name, kind)) => {
                        goal.is_plain |= has_extension(&name) || kind.names == NameShape::Words;
                        goal.at = Location { name: Some(name), ..Location::default() };
                        goal.object_type = Some(kind.name.into());
                    }
                    None => self.unbound.push(at),
                }
            }
            // After a copy, "delete it" means the original, and not the copy.
            Target::It | Target::They | Target::Picked(_) if thing.action == Action::DELETE => {
                self.refer(at, &mut goal, referent, |earlier| match earlier.action.as_deref() {
                    Some("copy") => &earlier.at,
                    _ => earlier.product(),
                });
            }
            Target::It | Target::They | Target::Picked(_) => {
                self.refer(at, &mut goal, referent, Goal::product);
            }
            Target::Original => self.refer(at, &mut goal, None, |earlier| &earlier.at),
            Target::Originals => self.refer(at, &mut goal, referent, |earlier| &earlier.at),
        }
        if thing.action == Action::LIST {
            self.look_where_it_went(&mut goal);
        }
        self.needs[at].extend(goal.at.parent);
        goal.target.clone_from(&goal.at.name);
        goal.base_anchor = Some(goal.at.anchor.clone().unwrap_or(Anchor::Workspace));
        let known =
            goal.target.as_deref().and_then(|name| (self.ears.kind)(name)).filter(|_| stated.is_none());
        goal.is_plain |= known.is_some();
        let stated = stated.or_else(|| self.kind_of(&goal)).or(known);
        let to = thing.to.as_ref().map(|to| match (&to.container, self.latest_destination(stated)) {
            // "Move a.txt to archive and b.txt there, too."
            (Some(Container::It), Some(latest)) if self.containers.last() <= Some(&latest) => {
                self.destination_of(latest)
            }
            _ => self.location(at, to, stated),
        });
        let kind = stated.or_else(|| self.guessed(&goal, to.as_ref()));
        goal.object_type = kind.map(|kind| kind.name.to_string());
        if let Some(to) = to {
            self.needs[at].extend(to.parent);
            goal.to = Some(Location { name: goal.target.clone(), ..to });
        }
        if let Some(name) = &thing.new_name {
            goal.to = Some(Location { name: Some(name.clone()), ..goal.at.clone() });
        }
        // A deleted container contains nothing any more.
        if kind.is_some_and(ThingKind::is_container) && thing.action != Action::DELETE {
            self.containers.push(at);
        }
        self.last = place;
        goal
    }

    /// Returns the object that was mentioned last before the sentence; a container if its contents are
    /// listed.
    fn spoken_of_before(&self, thing: &ThingClause) -> Option<(String, &'static ThingKind)> {
        let latest = |is_meant: &dyn Fn(&ThingKind) -> bool| {
            self.before.things.iter().rev().find(|(_, kind)| is_meant(kind)).cloned()
        };
        if matches!(thing.action, Action::WRITE | Action::APPEND) {
            return latest(&|kind| kind.has_text);
        }
        let container = latest(&ThingKind::is_container).filter(|_| thing.action == Action::LIST);
        container.or_else(|| latest(&|_| true))
    }

    /// Applies a goal that reads or lists a moved object to its new location.
    fn look_where_it_went(&self, goal: &mut Goal) {
        let Some(earlier) = self.goals.last() else { return };
        let Some(to) = earlier.to.as_ref().filter(|to| **to == goal.at) else { return };
        if let Some(parent) = to.parent {
            goal.at = self.goals[parent].product().clone();
            goal.object_type.clone_from(&self.goals[parent].object_type);
        } else if let Some(container) = &to.container {
            let inside = earlier.object_type.as_deref().unwrap_or_default();
            let kinds = self.vocabulary.kinds().iter().copied();
            let kind = to.kind.or_else(|| kinds.into_iter().find(|kind| kind.can_contain(inside)));
            goal.at =
                Location { anchor: to.anchor.clone(), name: Some(container.clone()), ..Location::default() };
            goal.object_type = kind.map(|kind| kind.name.to_string());
        }
    }

    /// Sets the location of an object with this name: the stated one, or the one where an earlier goal has
    /// put it.
    fn name(&mut self, at: usize, thing: &ThingClause, place: &Location, name: &str, goal: &mut Goal) {
        // The original of a copy is still in its place.
        let is_copied_again = thing.action == Action::COPY && !thing.has_verb;
        if thing.action != Action::CREATE
            && !is_copied_again
            && thing.place.is_none()
            && let Some(earlier) = self.made(name, thing.kind)
        {
            self.needs[at].insert(earlier);
            let made = &self.goals[earlier];
            // A copy leaves the original in its place, and the name refers to the original.
            let is_copied = made.action.as_deref() == Some(Action::COPY.as_str())
                && made.at.name.as_deref().is_some_and(|original| is_same(original, name));
            goal.at = if is_copied { made.at.clone() } else { made.product().clone() };
            goal.object_type.clone_from(&made.object_type);
            return;
        }
        goal.at = Location { name: Some(name.into()), ..place.clone() };
    }

    /// Sets the object of a goal about "it" to that of the preceding goal, or to its explicit referent.
    fn refer(&mut self, at: usize, goal: &mut Goal, referent: Option<usize>, which: fn(&Goal) -> &Location) {
        let last = || self.goals.iter().rposition(|goal| goal.at.name.is_some());
        let Some(before) = referent.or_else(last) else {
            self.unbound.push(at);
            return;
        };
        let earlier = &self.goals[before];
        goal.at = which(earlier).clone();
        goal.object_type.clone_from(&earlier.object_type);
        self.needs[at].insert(before);
    }
}
