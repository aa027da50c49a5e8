//! References to several goals of a sentence, or to some of them: "them", "the first two", "each", "all but
//! b.txt".

use std::ops::Range;

use lemmascope_intent::NameShape;

use super::clause::Clause;
use super::goal::Location;
use super::scopes::{Scopes, is_same};
use super::thing_clause::{Action, Container, Pick, Place, Target, ThingClause};
use super::vocabulary::Role;
use crate::literal::has_extension;

impl Scopes<'_> {
    /// Repeats an action for each destination, or for each container of a list: "copy c.txt to both". An
    /// object cannot be moved to two places.
    pub(super) fn add_for_each(&mut self, clause: &Clause, thing: &ThingClause, said: &Range<usize>) {
        let mut to: Vec<Container> = Vec::new();
        let mut seen: Vec<Location> = Vec::new();
        for (at, goal) in self.goals.iter().enumerate() {
            let Some(place) = goal.to.as_ref().map(|to| Location { name: None, ..to.clone() }) else {
                continue;
            };
            if !seen.contains(&place) {
                seen.push(place);
                to.push(Container::DestinationOf(at));
            }
        }
        if to.len() < 2 {
            to = self.listed_containers().iter().map(|at| Container::Of(*at)).collect();
        }
        if to.len() < 2 || thing.action != Action::COPY {
            self.add_one(clause, said.clone(), None);
            return;
        }
        for container in to {
            let to = Some(Place { container: Some(container), ..Place::default() });
            let thing = Some(ThingClause { to, ..thing.clone() });
            self.add_one(&Clause { thing, ..clause.clone() }, said.clone(), None);
        }
    }

    /// Returns the goals about files that a reference to some of several means.
    pub(super) fn referents(&self, role: Role, is_last: bool) -> Vec<usize> {
        let is_file = |at: &usize| {
            let is_named = self.goals[*at].at.name.as_deref().is_some_and(has_extension);
            let kind = self.kind_of(&self.goals[*at]);
            is_named && is_last || kind.is_some_and(|kind| kind.names == NameShape::Words)
        };
        let members = match Target::of_several(role) {
            Some(Target::Picked(pick)) => self.picked(pick),
            _ => self.group(2),
        };
        if members.iter().all(is_file) { members } else { Vec::new() }
    }

    /// Repeats a clause with another topic for each file that it refers to.
    pub(super) fn add_referring(
        &mut self,
        clause: &Clause,
        said: &Range<usize>,
        around: [&str; 2],
        members: &[usize],
    ) {
        let [lead, tail] = around;
        for member in members {
            let Some(name) = self.goals[*member].product().name.clone() else { continue };
            let kind = self.kind_of(&self.goals[*member]).filter(|kind| kind.names == NameShape::Words);
            self.spoken = Some(name.clone());
            self.add_one(clause, said.clone(), None);
            let Some(goal) = self.goals.last_mut() else { continue };
            let noun = kind.and_then(|kind| self.vocabulary.noun_with_article(kind));
            // A name of words follows the noun for its kind.
            let name = match noun {
                Some(noun) if name.starts_with('#') => format!("{noun} {name}"),
                Some(noun) => format!("{noun} \"{name}\""),
                None => name,
            };
            goal.object_type = kind.map(|kind| kind.name.to_string());
            goal.request = Some(format!(
                "{}{name}{tail}",
                lead.trim_end_matches('-').to_string() + if lead.ends_with('-') { " " } else { "" }
            ));
        }
    }

    /// Returns the referents of "them": the latest sequence of at least `least` goals with the same action.
    pub(super) fn group(&self, least: usize) -> Vec<usize> {
        let is_left = |at: &usize| self.goals[*at].at.name.is_some() && !self.left_out.contains(at);
        let mut last = self.goals.len();
        while let Some(end) = (0..last).rev().find(is_left) {
            let is_alike = |at: &usize| self.goals[*at].action == self.goals[end].action;
            let mut group: Vec<usize> = (0..=end).rev().take_while(is_alike).filter(is_left).collect();
            group.reverse();
            if group.len() >= least {
                return group;
            }
            last = group[0];
        }
        Vec::new()
    }

    /// Returns the referents of "them": the latest group, or two objects with different actions. If there are more
    /// of these, it is not clear which of them are meant.
    pub(super) fn they(&self) -> Vec<usize> {
        let group = self.group(2);
        if !group.is_empty() {
            return group;
        }
        let mut objects: Vec<usize> = Vec::new();
        for at in (0..self.goals.len()).filter(|at| !self.left_out.contains(at)) {
            let product = self.goals[at].product();
            let is_same = |other: &usize| self.goals[*other].product() == product;
            if product.name.is_some() {
                objects.retain(|other| !is_same(other));
                objects.push(at);
            }
        }
        if objects.len() > 2 { Vec::new() } else { objects }
    }

    /// Returns the selected ones of the latest group.
    pub(super) fn picked(&self, pick: Pick) -> Vec<usize> {
        let group = self.group(2);
        let is_untouched = |member: &&usize| {
            let at = &self.goals[**member].at;
            let is_last = |other: &usize| group.last() < Some(other);
            !(0..self.goals.len()).filter(is_last).any(|other| self.goals[other].at == *at)
        };
        match pick {
            Pick::Others => group.iter().filter(is_untouched).copied().collect(),
            pick => pick.of(&group),
        }
    }

    /// Excludes objects from a group.
    pub(super) fn leave_out(&mut self, target: &Target) {
        let group = self.group(2);
        let out: Vec<usize> = match target {
            Target::Named(name) => {
                let is_named =
                    |at: &usize| self.goals[*at].at.name.as_deref().is_some_and(|it| is_same(it, name));
                group.into_iter().filter(is_named).collect()
            }
            Target::Picked(pick) => pick.of(&group),
            _ => Vec::new(),
        };
        self.left_out.extend(out);
    }
}
