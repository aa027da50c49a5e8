//! Resolves the containers and scopes of a sentence, and the goals in them.

use std::collections::BTreeSet;
use std::ops::Range;

use lemmascope_intent::ThingKind;

use super::clause::Clause;
use super::ears::Ears;
use super::goal::{Goal, Location, MetaGoal, MetaType};
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use super::vocabulary::Vocabulary;

/// The objects mentioned before a sentence, which "it" refers to if the sentence itself contains no
/// candidate.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Antecedents {
    /// The objects with their kinds, the latest last.
    pub things: Vec<(String, &'static ThingKind)>,
}

/// The containers and scopes of a sentence, in the order of their introduction.
pub(super) struct Scopes<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) ears: &'a Ears<'a>,
    pub(super) goals: Vec<Goal>,
    pub(super) needs: Vec<BTreeSet<usize>>,
    /// The goals for containers, the latest last. "Inside it" refers to the latest.
    pub(super) containers: Vec<usize>,
    /// The location of the preceding clause: clauses without a verb share it unless they state another one.
    pub(super) last: Location,
    pub(super) unbound: Vec<usize>,
    /// The file that the current clause names.
    pub(super) spoken: Option<String>,
    /// The object that a clause with another topic names, if names of its kind are any words.
    pub(super) about: Option<(String, &'static ThingKind)>,
    /// Goals that a later clause of the sentence excludes.
    pub(super) left_out: BTreeSet<usize>,
    pub(super) before: &'a Antecedents,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary, ears: &'a Ears<'a>, before: &'a Antecedents) -> Self {
        Self {
            vocabulary,
            ears,
            goals: Vec::new(),
            needs: Vec::new(),
            containers: Vec::new(),
            last: Location::default(),
            unbound: Vec::new(),
            spoken: None,
            about: None,
            left_out: BTreeSet::new(),
            before,
        }
    }

    pub(super) fn add(&mut self, clause: &Clause, said: Range<usize>) {
        let Some(thing) = &clause.thing else {
            self.add_one(clause, said, None);
            return;
        };
        if thing.action == Action::Keep {
            self.leave_out(&thing.target);
            return;
        }
        let group = match &thing.target {
            Target::They | Target::Originals => self.they(),
            Target::Picked(pick) => self.picked(*pick),
            _ => Vec::new(),
        };
        self.make_places(clause, thing, &said);
        let is_in_each = thing.place.as_ref().is_some_and(|place| place.container == Some(Container::Each));
        if is_in_each {
            for container in self.listed_containers().to_vec() {
                let place = Some(Place { container: Some(Container::Of(container)), ..Place::default() });
                let thing = Some(ThingClause { place, ..thing.clone() });
                self.add_one(&Clause { thing, ..clause.clone() }, said.clone(), None);
            }
            return;
        }
        if thing.to.as_ref().is_some_and(|to| to.container == Some(Container::Each)) {
            self.add_for_each(clause, thing, &said);
            return;
        }
        if group.is_empty() {
            self.add_one(clause, said.clone(), None);
        }
        for member in group {
            self.add_one(clause, said.clone(), Some(member));
        }
        if let Some(other) = &thing.except {
            let before = self.left_out.len();
            self.leave_out(other);
            // "Rename a.txt to b.md, but only for Karen" excludes nothing that is known.
            if self.left_out.len() == before {
                self.unbound.extend(self.goals.len().checked_sub(1));
            }
        }
    }

    /// Adds a goal for a container that is described as new, before anything is moved there.
    fn make_places(&mut self, clause: &Clause, thing: &ThingClause, said: &Range<usize>) {
        for place in [&thing.place, &thing.to].into_iter().flatten().filter(|place| place.is_new) {
            let Some(Container::Named(name)) = &place.container else { continue };
            if self.container(name).is_none() {
                let thing = Some(ThingClause::creating(place.kind, name, place.anchor.clone()));
                self.add_one(&Clause { thing, ..clause.clone() }, said.clone(), None);
            }
        }
    }

    pub(super) fn add_one(&mut self, clause: &Clause, said: Range<usize>, referent: Option<usize>) {
        let at = self.goals.len();
        self.needs.push(BTreeSet::new());
        let blank = Goal::new(at, said);
        let goal = match &clause.thing {
            Some(thing) => self.thing_goal(at, thing, blank, referent),
            // The objects of clauses with another topic can be referred to as well.
            None => {
                let about = self.about.take().filter(|_| self.spoken.is_none());
                let object_type = about.as_ref().map(|(_, kind)| kind.name.to_string());
                let name = self.spoken.clone().or(about.map(|(name, _)| name));
                Goal { at: Location { name, ..Location::default() }, object_type, ..blank }
            }
        };
        self.goals.push(goal);
    }

    /// Removes excluded goals, and those that only mention an object.
    fn settle(&mut self) {
        let is_mention = |at: &usize| self.goals[*at].action.as_deref() == Some(Action::Mention.as_str());
        let mentions: Vec<usize> = (0..self.goals.len()).filter(is_mention).collect();
        let is_used = self.needs.iter().any(|needs| mentions.iter().any(|at| needs.contains(at)));
        match is_used {
            true => self.left_out.extend(mentions),
            false => self.unbound.extend(mentions),
        }
        // A goal inherits the dependencies of goals that it replaces.
        let left: Vec<usize> = (0..self.goals.len()).filter(|at| !self.left_out.contains(at)).collect();
        let place = |at: &usize| left.iter().position(|it| it == at);
        self.needs = left.iter().map(|at| self.needs[*at].iter().filter_map(place).collect()).collect();
        self.unbound = self.unbound.iter().filter_map(place).collect();
        self.goals = left
            .iter()
            .enumerate()
            .map(|(number, at)| {
                let mut goal = self.goals[*at].clone();
                goal.goal_id = format!("g{number}");
                let locations = std::iter::once(&mut goal.at).chain(goal.to.as_mut());
                locations.for_each(|it| it.parent = it.parent.as_ref().and_then(place));
                goal
            })
            .collect();
    }

    /// Returns the goals, and those with unresolved references.
    pub(super) fn finish(mut self) -> (MetaGoal, Vec<usize>) {
        self.settle();
        let dependencies: Vec<(usize, Vec<usize>)> = self
            .needs
            .into_iter()
            .enumerate()
            .filter(|(_, needs)| !needs.is_empty())
            .map(|(at, needs)| (at, needs.into_iter().collect()))
            .collect();
        let meta_type = match (self.goals.len(), dependencies.is_empty()) {
            (0 | 1, _) => MetaType::Single,
            (_, true) => MetaType::IndependentMulti,
            (_, false) => MetaType::DependentMulti,
        };
        (MetaGoal { meta_type, goals: self.goals, dependencies }, self.unbound)
    }
}

pub(super) fn is_same(one: &str, other: &str) -> bool {
    crate::words::fold(&one.to_lowercase()) == crate::words::fold(&other.to_lowercase())
}
