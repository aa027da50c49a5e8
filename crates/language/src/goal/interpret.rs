//! From a sentence to its goals: parts, then containers and scopes.

use std::collections::BTreeSet;
use std::ops::Range;

use lemmascope_intent::{NameShape, ThingKind};

use super::anchor::Anchor;
use super::clause::{Clause, Ears, clauses};
use super::goal::{Goal, GoalType, Location, MetaGoal, MetaType};
use super::thing_clause::{Action, Container, Pick, Place, Target, ThingClause};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;
use crate::words::is_of_several;

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
    /// The things that were spoken of, with their kinds, the latest last.
    pub things: Vec<(String, &'static ThingKind)>,
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
    let mut scopes = Scopes::new(vocabulary, ears, before);
    for clause in &clauses {
        let said = match (tokens.get(clause.tokens.start), tokens[clause.tokens.clone()].last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => 0..sentence.len(),
        };
        let mut names = tokens[clause.tokens.clone()].iter().filter_map(|token| token.literal.as_ref());
        let name = names.next().filter(|name| has_extension(name));
        scopes.spoken = name.filter(|_| names.next().is_none()).cloned();
        let request = clause.request.as_deref().unwrap_or(&sentence[said.clone()]);
        scopes.about = if clause.thing.is_none() && clauses.len() > 1 { (ears.about)(request) } else { None };
        let reference = reference(clause, &tokens[clause.tokens.clone()], vocabulary);
        let reference = reference.map(|(role, at)| {
            let is_last = clause.tokens.start + at.end == clause.tokens.end;
            (scopes.referents(role, is_last), at)
        });
        let members = reference.as_ref().map(|it| it.0.clone()).unwrap_or_default();
        if let (Some((_, at)), false) = (reference, members.is_empty()) {
            let around = [
                &sentence[said.start..tokens[clause.tokens.start + at.start].span.start],
                &sentence[tokens[clause.tokens.start + at.end - 1].span.end..said.end],
            ];
            scopes.add_referring(clause, &said, around, &members);
            continue;
        }
        scopes.add(clause, said);
        if let (Some(goal), Some(request)) = (scopes.goals.last_mut(), &clause.request) {
            goal.request = Some(request.clone());
        }
    }
    Interpretation { parts: clauses.len(), ..scopes.finish() }
}

/// The phrase for several or for one of several in a part about something else than things, and where it stands: "open
/// the first one", "assign them to Ana".
fn reference(clause: &Clause, tokens: &[Token], vocabulary: &Vocabulary) -> Option<(Role, Range<usize>)> {
    let roles = [Role::They, Role::First, Role::Second, Role::Last, Role::FirstTwo, Role::Others];
    if clause.thing.is_some() || clause.request.is_some() || tokens.iter().any(|it| it.literal.is_some()) {
        return None;
    }
    (1..tokens.len()).find_map(|at| {
        if tokens[at].is_object {
            return is_of_several(&tokens[at].folded).then_some((Role::They, at..at + 1));
        }
        let (role, length) = vocabulary.begins_any(&roles, &tokens[at..])?;
        let is_pronoun = role == Role::They && THEY.contains(&tokens[at].folded.as_str());
        (at + length == tokens.len() || is_pronoun).then_some((role, at..at + length))
    })
}

/// Words for several that stand alone, wherever they are in a part.
const THEY: [&str; 9] = ["them", "these", "those", "both", "all", "eles", "elas", "ambos", "ambas"];

/// The containers and scopes of a sentence, as they are opened.
pub(super) struct Scopes<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) ears: &'a Ears<'a>,
    pub(super) goals: Vec<Goal>,
    pub(super) needs: Vec<BTreeSet<usize>>,
    /// The goals about containers, the latest last. "Inside it" is inside the latest.
    pub(super) containers: Vec<usize>,
    /// Where the part before stands: parts without a verb are there too unless they say otherwise.
    pub(super) last: Location,
    pub(super) unbound: Vec<usize>,
    /// The file that the part names which is looked at.
    pub(super) spoken: Option<String>,
    /// The thing that a part about something else names, whose names are any words.
    pub(super) about: Option<(String, &'static ThingKind)>,
    /// Goals that the sentence takes out again.
    pub(super) left_out: BTreeSet<usize>,
    pub(super) before: &'a Antecedents,
}

impl<'a> Scopes<'a> {
    fn new(vocabulary: &'a Vocabulary, ears: &'a Ears<'a>, before: &'a Antecedents) -> Self {
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

    fn add(&mut self, clause: &Clause, said: Range<usize>) {
        let Some(thing) = &clause.thing else {
            self.add_one(clause, said, None);
            return;
        };
        if thing.action == Action::Keep {
            self.leave_out(&thing.target);
            return;
        }
        let group = match &thing.target {
            Target::They => Some(self.group(2)).filter(|it| !it.is_empty()).unwrap_or_else(|| self.group(1)),
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
            self.leave_out(other);
        }
    }

    /// "Copy c.txt to both": once for each place that things go to, or for each container of a list. Nothing is moved to two.
    fn add_for_each(&mut self, clause: &Clause, thing: &ThingClause, said: &Range<usize>) {
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

    /// The goals about files that a phrase for some of several stands for.
    fn referents(&self, role: Role, is_last: bool) -> Vec<usize> {
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

    /// A part about something else, once for each file that it speaks of.
    fn add_referring(&mut self, clause: &Clause, said: &Range<usize>, around: [&str; 2], members: &[usize]) {
        let [lead, tail] = around;
        for member in members {
            let Some(name) = self.goals[*member].product().name.clone() else { continue };
            let kind = self.kind_of(&self.goals[*member]).filter(|kind| kind.names == NameShape::Words);
            self.spoken = Some(name.clone());
            self.add_one(clause, said.clone(), None);
            let Some(goal) = self.goals.last_mut() else { continue };
            let noun = kind.and_then(|kind| self.vocabulary.noun_with_article(kind));
            // A name of words comes with the word for its kind.
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

    /// A container that is said to be new is made before something goes there.
    fn make_places(&mut self, clause: &Clause, thing: &ThingClause, said: &Range<usize>) {
        for place in [&thing.place, &thing.to].into_iter().flatten().filter(|place| place.is_new) {
            let Some(Container::Named(name)) = &place.container else { continue };
            if self.container(name).is_none() {
                let thing = Some(ThingClause::creating(place.kind, name, place.anchor.clone()));
                self.add_one(&Clause { thing, ..clause.clone() }, said.clone(), None);
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
        let goal = match &clause.thing {
            Some(thing) => self.thing_goal(at, thing, blank, referent),
            // What something else is done with can be spoken of as well.
            None => {
                let about = self.about.take().filter(|_| self.spoken.is_none());
                let object_type = about.as_ref().map(|(_, kind)| kind.name.to_string());
                let name = self.spoken.clone().or(about.map(|(name, _)| name));
                Goal { at: Location { name, ..Location::default() }, object_type, ..blank }
            }
        };
        self.goals.push(goal);
    }

    fn thing_goal(&mut self, at: usize, thing: &ThingClause, blank: Goal, referent: Option<usize>) -> Goal {
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
            // How many are made is said, and not what they are called.
            Target::Unnamed if thing.is_plural => self.unbound.push(at),
            Target::Unnamed => match stated.and_then(|kind| kind.default_name) {
                Some(name) => goal.at = Location { name: Some(name.into()), ..place.clone() },
                None => self.unbound.push(at),
            },
            Target::They | Target::Picked(_) if referent.is_none() => self.unbound.push(at),
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
            // Who copies something and deletes it then deletes what was copied, and not the copy.
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
        // What is gone holds nothing any more.
        if kind.is_some_and(ThingKind::is_container) && thing.action != Action::DELETE {
            self.containers.push(at);
        }
        self.last = place;
        goal
    }

    /// The thing that was spoken of last before the sentence; a container, if its content is listed.
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

    /// Who moves a thing and looks then looks at where it went.
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

    /// Where something of that name is: where it was said to be, or where the sentence has put it before.
    fn name(&mut self, at: usize, thing: &ThingClause, place: &Location, name: &str, goal: &mut Goal) {
        // What was copied is still where it was.
        let is_copied_again = thing.action == Action::COPY && !thing.has_verb;
        if thing.action != Action::CREATE
            && !is_copied_again
            && thing.place.is_none()
            && let Some(earlier) = self.made(name, thing.kind)
        {
            self.needs[at].insert(earlier);
            let made = &self.goals[earlier];
            // A copy leaves the original where it was, and the name is that of the original.
            let is_copied = made.action.as_deref() == Some(Action::COPY.as_str())
                && made.at.name.as_deref().is_some_and(|original| is_same(original, name));
            goal.at = if is_copied { made.at.clone() } else { made.product().clone() };
            goal.object_type.clone_from(&made.object_type);
            return;
        }
        goal.at = Location { name: Some(name.into()), ..place.clone() };
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

pub(super) fn is_same(one: &str, other: &str) -> bool {
    crate::words::fold(&one.to_lowercase()) == crate::words::fold(&other.to_lowercase())
}
