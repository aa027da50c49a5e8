//! From a sentence to its goals: parts, then containers and scopes.

use std::collections::BTreeSet;

use super::anchor::Anchor;
use super::clause::{Clause, Ears, clauses, has_extension};
use super::file::{Action, Container, FileClause, Object, Place, Target};
use super::goal::{Goal, GoalType, Location, MetaGoal, MetaType};
use super::token::Token;
use super::vocabulary::Vocabulary;

/// What was understood of a sentence of one or several goals.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpretation {
    /// The goals and what they need.
    pub meta: MetaGoal,
    /// The goals that speak of something that the sentence does not have: "it".
    pub unbound: Vec<usize>,
}

/// What was spoken of before a sentence, which "it" may be where the sentence itself has nothing that it could be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Antecedents {
    /// The file or folder that was spoken of last, and whether it is a folder.
    pub thing: Option<(String, bool)>,
    /// The folder that was spoken of last.
    pub folder: Option<String>,
}

/// Finds the goals of a sentence.
pub(super) fn interpret(
    sentence: &str,
    tokens: &[Token],
    vocabulary: &Vocabulary,
    ears: &Ears<'_>,
    before: &Antecedents,
) -> Interpretation {
    let clauses = clauses(sentence, tokens, vocabulary, ears);
    let mut scopes = Scopes { before: before.clone(), ..Scopes::default() };
    for clause in &clauses {
        let said = match (tokens.get(clause.tokens.start), tokens[clause.tokens.clone()].last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => 0..sentence.len(),
        };
        scopes.add(clause, said);
        if let (Some(goal), Some(request)) = (scopes.goals.last_mut(), &clause.request) {
            goal.request = Some(request.clone());
        }
    }
    scopes.finish()
}

/// The containers and scopes of a sentence, as they are opened.
#[derive(Default)]
struct Scopes {
    goals: Vec<Goal>,
    needs: Vec<BTreeSet<usize>>,
    /// The goals about folders, the latest last. "Inside it" is inside the latest.
    containers: Vec<usize>,
    /// Where the part before stands: parts without a verb are there too unless they say otherwise.
    last: Location,
    unbound: Vec<usize>,
    before: Antecedents,
}

impl Scopes {
    fn add(&mut self, clause: &Clause, said: std::ops::Range<usize>) {
        let is_of_several = clause.file.as_ref().is_some_and(|file| file.target == Target::They);
        let group = if is_of_several { self.group() } else { Vec::new() };
        if group.is_empty() {
            self.add_one(clause, said, None);
            return;
        }
        for member in group {
            self.add_one(clause, said.clone(), Some(member));
        }
    }

    /// The goals that did the same as the latest, one after the other: what "them" are.
    fn group(&self) -> Vec<usize> {
        let Some(last) = self.goals.iter().rposition(|goal| goal.at.name.is_some()) else {
            return Vec::new();
        };
        let is_alike = |at: &usize| self.goals[*at].action == self.goals[last].action;
        let mut group: Vec<usize> = (0..=last).rev().take_while(is_alike).collect();
        group.reverse();
        group
    }

    fn add_one(&mut self, clause: &Clause, said: std::ops::Range<usize>, referent: Option<usize>) {
        let at = self.goals.len();
        self.needs.push(BTreeSet::new());
        let blank = Goal {
            goal_type: GoalType::AppAction,
            platform: None,
            query: None,
            target: None,
            action: None,
            content: None,
            object_type: None,
            goal_id: format!("g{at}"),
            base_anchor: None,
            resolved_path: None,
            is_plain: false,
            said,
            request: None,
            at: Location::default(),
            to: None,
        };
        let goal = match &clause.file {
            Some(file) => self.file_goal(at, file, blank, referent),
            None => blank,
        };
        self.goals.push(goal);
    }

    fn file_goal(&mut self, at: usize, file: &FileClause, blank: Goal, referent: Option<usize>) -> Goal {
        let place = match &file.place {
            Some(place) => self.location(at, place),
            None if !file.has_verb => self.last.clone(),
            None => Location::default(),
        };
        let mut goal = Goal {
            goal_type: GoalType::FileOperation,
            action: Some(file.action.as_str().into()),
            content: file.content.clone(),
            is_plain: file.is_plain(),
            ..blank
        };
        match &file.target {
            Target::Named(name) => goal.at = self.named(at, file, &place, name),
            // How many are made is said, and not what they are called.
            Target::Unnamed if file.is_plural => self.unbound.push(at),
            Target::Unnamed => {
                let name = if file.object == Some(Object::Folder) { "folder" } else { "file.txt" };
                goal.at = Location { name: Some(name.into()), ..place.clone() };
            }
            Target::They if referent.is_none() => self.unbound.push(at),
            Target::It if !self.goals.iter().any(|goal| goal.at.name.is_some()) => {
                match self.before.thing.clone() {
                    Some((name, is_folder)) => {
                        goal.at = Location { name: Some(name), ..Location::default() };
                        goal.object_type = Some(if is_folder { "folder" } else { "file" }.into());
                    }
                    None => self.unbound.push(at),
                }
            }
            // Who copies something and deletes it then deletes what was copied, and not the copy.
            Target::It | Target::They if file.action == Action::Delete => {
                self.refer(at, &mut goal, referent, |earlier| match earlier.action.as_deref() {
                    Some("copy") => &earlier.at,
                    _ => earlier.product(),
                });
            }
            Target::It | Target::They => self.refer(at, &mut goal, referent, Goal::product),
            Target::Original => self.refer(at, &mut goal, None, |earlier| &earlier.at),
        }
        self.needs[at].extend(goal.at.parent);
        goal.target.clone_from(&goal.at.name);
        goal.base_anchor = Some(goal.at.anchor.unwrap_or(Anchor::Workspace));
        let kind = file.object.unwrap_or_else(|| kind_of(&goal));
        goal.object_type = Some(if kind == Object::Folder { "folder" } else { "file" }.into());
        if let Some(to) = &file.to {
            let to = self.location(at, to);
            self.needs[at].extend(to.parent);
            goal.to = Some(Location { name: goal.target.clone(), ..to });
        }
        if let Some(name) = &file.new_name {
            goal.to = Some(Location { name: Some(name.clone()), ..goal.at.clone() });
        }
        // What is gone holds nothing any more.
        if kind == Object::Folder && file.action != Action::Delete {
            self.containers.push(at);
        }
        self.last = place;
        goal
    }

    /// Where something of that name is: where it was said to be, or where the sentence has put it before.
    fn named(&mut self, at: usize, file: &FileClause, place: &Location, name: &str) -> Location {
        // What was copied is still where it was.
        let is_copied_again = file.action == Action::Copy && !file.has_verb;
        if file.action != Action::Create
            && !is_copied_again
            && file.place.is_none()
            && let Some(earlier) = self.made(name)
        {
            self.needs[at].insert(earlier);
            return self.goals[earlier].product().clone();
        }
        Location { name: Some(name.into()), ..place.clone() }
    }

    /// A goal about "it" is about what the goal before it is about, or about what it is said to be.
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

    /// Where a place of a sentence is, with what was said before it.
    fn location(&mut self, at: usize, place: &Place) -> Location {
        let parent = match &place.folder {
            Some(Container::It) => self.containers.last().copied(),
            Some(Container::First) => self.containers.first().copied(),
            Some(Container::Second) => self.listed_containers().get(1).copied(),
            Some(Container::Last) => self.listed_containers().last().copied(),
            Some(Container::Named(name)) if place.anchor.is_none() => self.container(name),
            _ => None,
        };
        if let Some(parent) = parent {
            let anchor = self.goals[parent].product().anchor;
            return Location { anchor, parent: Some(parent), ..Location::default() };
        }
        let folder = match &place.folder {
            Some(Container::Named(name)) => Some(name.clone()),
            Some(Container::It) if self.before.folder.is_some() => self.before.folder.clone(),
            Some(Container::It | Container::First | Container::Second | Container::Last) => {
                self.unbound.push(at);
                None
            }
            None => None,
        };
        Location { anchor: place.anchor, folder, is_doubtful: place.is_doubtful, ..Location::default() }
    }

    /// The folders that were spoken of together with the latest, in order.
    fn listed_containers(&self) -> &[usize] {
        let Some(last) = self.containers.last() else { return &[] };
        let parent = self.goals[*last].at.parent;
        let alone = self.containers.iter().rposition(|it| self.goals[*it].at.parent != parent);
        &self.containers[alone.map_or(0, |at| at + 1)..]
    }

    /// The goal about the folder of that name.
    fn container(&self, name: &str) -> Option<usize> {
        let is_named =
            |goal: &&usize| self.goals[**goal].product().name.as_deref().is_some_and(|it| is_same(it, name));
        self.containers.iter().rev().find(is_named).copied()
    }

    /// The goal that makes what has this name, or gives it that name.
    fn made(&self, name: &str) -> Option<usize> {
        let makes = |goal: &Goal| {
            goal.action.as_deref() != Some("delete")
                && goal.product().name.as_deref().is_some_and(|it| is_same(it, name))
        };
        self.goals.iter().rposition(makes)
    }

    fn finish(self) -> Interpretation {
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
        Interpretation {
            meta: MetaGoal { meta_type, goals: self.goals, dependencies },
            unbound: self.unbound,
        }
    }
}

fn is_same(one: &str, other: &str) -> bool {
    crate::words::fold(&one.to_lowercase()) == crate::words::fold(&other.to_lowercase())
}

/// Whether something is a file or a folder, where no word says so.
fn kind_of(goal: &Goal) -> Object {
    let is_folder = match goal.object_type.as_deref() {
        Some(kind) => kind == "folder",
        None => !goal.target.as_deref().is_some_and(has_extension) && goal.content.is_none(),
    };
    if is_folder { Object::Folder } else { Object::File }
}
