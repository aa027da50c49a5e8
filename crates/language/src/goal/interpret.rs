//! From a sentence to its goals: parts, then containers and scopes.

use std::collections::BTreeSet;
use std::ops::Range;

use super::anchor::Anchor;
use super::clause::{Clause, Ears, clauses};
use super::file::{Action, Container, FileClause, Object, Pick, Place, Target};
use super::goal::{Goal, GoalType, Location, MetaGoal, MetaType};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;

/// What was understood of a sentence of one or several goals.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpretation {
    /// The goals and what they need.
    pub meta: MetaGoal,
    /// The goals that speak of something that the sentence does not have: "it".
    pub unbound: Vec<usize>,
    /// How many parts the sentence has. Some only name things, or except them, and are no goals.
    pub parts: usize,
}

impl Interpretation {
    /// A sentence that is several requests, none of which needs another.
    pub fn of_requests(sentence: &str, requests: Vec<String>) -> Self {
        let goal = |(at, request)| Goal { request: Some(request), ..Goal::new(at, 0..sentence.len()) };
        let parts = requests.len();
        let goals = requests.into_iter().enumerate().map(goal).collect();
        let meta = MetaGoal { meta_type: MetaType::IndependentMulti, goals, dependencies: Vec::new() };
        Self { meta, unbound: Vec::new(), parts }
    }
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
        let mut names = tokens[clause.tokens.clone()].iter().filter_map(|token| token.literal.as_ref());
        let name = names.next().filter(|name| has_extension(name));
        scopes.spoken = name.filter(|_| names.next().is_none()).cloned();
        let reference = reference(clause, &tokens[clause.tokens.clone()], vocabulary);
        let members = reference.map(|reference| scopes.referents(reference.0)).unwrap_or_default();
        if let (Some((_, at)), false) = (reference, members.is_empty()) {
            let lead = &sentence[said.start..tokens[clause.tokens.start + at].span.start];
            scopes.add_referring(clause, &said, lead, &members);
            continue;
        }
        scopes.add(clause, said);
        if let (Some(goal), Some(request)) = (scopes.goals.last_mut(), &clause.request) {
            goal.request = Some(request.clone());
        }
    }
    Interpretation { parts: clauses.len(), ..scopes.finish() }
}

/// The phrase for several or for one of several that ends a part about something else than files, and where it begins: "open
/// the first one".
fn reference(clause: &Clause, tokens: &[Token], vocabulary: &Vocabulary) -> Option<(Role, usize)> {
    let roles = [Role::They, Role::First, Role::Second, Role::Last, Role::FirstTwo, Role::Others];
    if clause.file.is_some() || clause.request.is_some() || tokens.iter().any(|it| it.literal.is_some()) {
        return None;
    }
    (1..tokens.len()).find_map(|at| {
        let (role, length) = vocabulary.begins_any(&roles, &tokens[at..])?;
        (at + length == tokens.len()).then_some((role, at))
    })
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
    /// The file that the part names which is looked at.
    spoken: Option<String>,
    /// Goals that the sentence takes out again.
    left_out: BTreeSet<usize>,
    before: Antecedents,
}

impl Scopes {
    fn add(&mut self, clause: &Clause, said: Range<usize>) {
        let Some(file) = &clause.file else {
            self.add_one(clause, said, None);
            return;
        };
        if file.action == Action::Keep {
            self.leave_out(&file.target);
            return;
        }
        let group = match &file.target {
            Target::They => Some(self.group(2)).filter(|it| !it.is_empty()).unwrap_or_else(|| self.group(1)),
            Target::Picked(pick) => self.picked(*pick),
            _ => Vec::new(),
        };
        self.make_places(clause, file, &said);
        let is_in_each = file.place.as_ref().is_some_and(|place| place.folder == Some(Container::Each));
        if is_in_each {
            for folder in self.listed_containers().to_vec() {
                let place = Some(Place { folder: Some(Container::Of(folder)), ..Place::default() });
                let file = Some(FileClause { place, ..file.clone() });
                self.add_one(&Clause { file, ..clause.clone() }, said.clone(), None);
            }
            return;
        }
        if file.to.as_ref().is_some_and(|to| to.folder == Some(Container::Each)) {
            self.add_for_each(clause, file, &said);
            return;
        }
        if group.is_empty() {
            self.add_one(clause, said.clone(), None);
        }
        for member in group {
            self.add_one(clause, said.clone(), Some(member));
        }
        if let Some(other) = &file.except {
            self.leave_out(other);
        }
    }

    /// "Copy c.txt to both": once for each place that things go to, or for each folder of a list. Nothing is moved to two.
    fn add_for_each(&mut self, clause: &Clause, file: &FileClause, said: &Range<usize>) {
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
        if to.len() < 2 || file.action != Action::Copy {
            self.add_one(clause, said.clone(), None);
            return;
        }
        for folder in to {
            let to = Some(Place { folder: Some(folder), ..Place::default() });
            let file = Some(FileClause { to, ..file.clone() });
            self.add_one(&Clause { file, ..clause.clone() }, said.clone(), None);
        }
    }

    /// The goals about files that a phrase for some of several stands for.
    fn referents(&self, role: Role) -> Vec<usize> {
        let is_file = |at: &usize| self.goals[*at].at.name.as_deref().is_some_and(has_extension);
        let members = match Target::of_several(role) {
            Some(Target::Picked(pick)) => self.picked(pick),
            _ => self.group(2),
        };
        if members.iter().all(is_file) { members } else { Vec::new() }
    }

    /// A part about something else, once for each file that it speaks of.
    fn add_referring(&mut self, clause: &Clause, said: &Range<usize>, lead: &str, members: &[usize]) {
        for member in members {
            let Some(name) = self.goals[*member].product().name.clone() else { continue };
            self.spoken = Some(name.clone());
            self.add_one(clause, said.clone(), None);
            if let Some(goal) = self.goals.last_mut() {
                goal.request = Some(format!("{lead}{name}"));
            }
        }
    }

    /// A folder that is said to be new is made before something goes there.
    fn make_places(&mut self, clause: &Clause, file: &FileClause, said: &Range<usize>) {
        for place in [&file.place, &file.to].into_iter().flatten().filter(|place| place.is_new) {
            let Some(Container::Named(name)) = &place.folder else { continue };
            if self.container(name).is_none() {
                let file = Some(FileClause::of_folder(name, place.anchor));
                self.add_one(&Clause { file, ..clause.clone() }, said.clone(), None);
            }
        }
    }

    /// The goals that did the same, one after the other, of the latest who are so many at least: what "them" are.
    fn group(&self, least: usize) -> Vec<usize> {
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

    /// Some of the latest several.
    fn picked(&self, pick: Pick) -> Vec<usize> {
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

    /// Nothing is done with what is excepted from several.
    fn leave_out(&mut self, target: &Target) {
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

    fn add_one(&mut self, clause: &Clause, said: Range<usize>, referent: Option<usize>) {
        let at = self.goals.len();
        self.needs.push(BTreeSet::new());
        let blank = Goal::new(at, said);
        let goal = match &clause.file {
            Some(file) => self.file_goal(at, file, blank, referent),
            // What something else is done with can be spoken of as well.
            None => Goal { at: Location { name: self.spoken.clone(), ..Location::default() }, ..blank },
        };
        self.goals.push(goal);
    }

    fn file_goal(&mut self, at: usize, file: &FileClause, blank: Goal, referent: Option<usize>) -> Goal {
        let place = match &file.place {
            // "Move a.txt to archive and create b.txt there."
            Some(Place { folder: Some(Container::It), anchor: None, .. })
                if file.action == Action::Create
                    && self.containers.is_empty()
                    && let Some(latest) = self.latest_destination() =>
            {
                self.destination_of(latest)
            }
            Some(place) => self.location(at, place),
            None if !file.has_verb => self.last.clone(),
            None => Location::default(),
        };
        let mut goal = Goal {
            goal_type: GoalType::FileOperation,
            action: Some(file.action.as_str().into()),
            content: file.content.clone(),
            is_plain: file.is_plain(),
            is_sent: file.is_sent,
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
            Target::They | Target::Picked(_) if referent.is_none() => self.unbound.push(at),
            Target::It if !self.goals.iter().any(|goal| goal.at.name.is_some()) => {
                let folder = self.before.folder.clone().filter(|_| file.action == Action::List);
                match folder.map(|folder| (folder, true)).or_else(|| self.before.thing.clone()) {
                    Some((name, is_folder)) => {
                        goal.is_plain |= has_extension(&name);
                        goal.at = Location { name: Some(name), ..Location::default() };
                        goal.object_type = Some(if is_folder { "folder" } else { "file" }.into());
                    }
                    None => self.unbound.push(at),
                }
            }
            // Who copies something and deletes it then deletes what was copied, and not the copy.
            Target::It | Target::They | Target::Picked(_) if file.action == Action::Delete => {
                self.refer(at, &mut goal, referent, |earlier| match earlier.action.as_deref() {
                    Some("copy") => &earlier.at,
                    _ => earlier.product(),
                });
            }
            Target::It | Target::They | Target::Picked(_) => {
                self.refer(at, &mut goal, referent, Goal::product);
            }
            Target::Original => self.refer(at, &mut goal, None, |earlier| &earlier.at),
        }
        if file.action == Action::List {
            self.look_where_it_went(&mut goal);
        }
        self.needs[at].extend(goal.at.parent);
        goal.target.clone_from(&goal.at.name);
        goal.base_anchor = Some(goal.at.anchor.unwrap_or(Anchor::Workspace));
        let kind = file.object.unwrap_or_else(|| kind_of(&goal));
        goal.object_type = Some(if kind == Object::Folder { "folder" } else { "file" }.into());
        if let Some(to) = &file.to {
            let to = match (&to.folder, self.latest_destination()) {
                // "Move a.txt to archive and b.txt there, too."
                (Some(Container::It), Some(latest)) if self.containers.last() <= Some(&latest) => {
                    self.destination_of(latest)
                }
                _ => self.location(at, to),
            };
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

    /// Who moves a file and looks then looks at where it went.
    fn look_where_it_went(&self, goal: &mut Goal) {
        let to = self.goals.last().and_then(|earlier| earlier.to.as_ref());
        let Some(to) = to.filter(|to| **to == goal.at) else { return };
        if let Some(parent) = to.parent {
            goal.at = self.goals[parent].product().clone();
            goal.object_type = Some("folder".into());
        } else if let Some(folder) = &to.folder {
            goal.at = Location { anchor: to.anchor, name: Some(folder.clone()), ..Location::default() };
            goal.object_type = Some("folder".into());
        }
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
            let goal = &self.goals[earlier];
            // A copy leaves the original where it was, and the name is that of the original.
            let is_copied = goal.action.as_deref() == Some(Action::Copy.as_str())
                && goal.at.name.as_deref().is_some_and(|original| is_same(original, name));
            return if is_copied { goal.at.clone() } else { goal.product().clone() };
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
            Some(Container::Of(goal)) => Some(*goal),
            Some(Container::DestinationOf(goal)) => return self.destination_of(*goal),
            _ => None,
        };
        if let Some(parent) = parent {
            let anchor = self.goals[parent].product().anchor;
            return Location { anchor, parent: Some(parent), ..Location::default() };
        }
        let folder = match &place.folder {
            Some(Container::Named(name)) => Some(name.clone()),
            Some(Container::It) if self.before.folder.is_some() => self.before.folder.clone(),
            Some(_) => {
                self.unbound.push(at);
                None
            }
            None => None,
        };
        Location { anchor: place.anchor, folder, is_doubtful: place.is_doubtful, ..Location::default() }
    }

    /// The latest goal that moves or copies something somewhere.
    fn latest_destination(&self) -> Option<usize> {
        let goes = |goal: &Goal| goal.to.is_some() && matches!(goal.action.as_deref(), Some("move" | "copy"));
        self.goals.iter().rposition(goes)
    }

    /// The place that a goal moves or copies something to.
    fn destination_of(&self, goal: usize) -> Location {
        let to = self.goals[goal].to.clone().unwrap_or_default();
        Location { name: None, ..to }
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

    /// Leaves out what the sentence takes out again, and what was only named for others to speak of.
    fn settle(&mut self) {
        let is_mention = |at: &usize| self.goals[*at].action.as_deref() == Some(Action::Mention.as_str());
        let mentions: Vec<usize> = (0..self.goals.len()).filter(is_mention).collect();
        let is_used = self.needs.iter().any(|needs| mentions.iter().any(|at| needs.contains(at)));
        match is_used {
            true => self.left_out.extend(mentions),
            false => self.unbound.extend(mentions),
        }
        // Whoever is made of several still needs what those need that are left.
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

    fn finish(mut self) -> Interpretation {
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
        Interpretation {
            meta: MetaGoal { meta_type, goals: self.goals, dependencies },
            unbound: self.unbound,
            parts: 1,
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
