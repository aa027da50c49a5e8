//! Converts a sentence into goals: clauses first, then containers and scopes.

use std::ops::Range;

use super::clause::Clause;
use super::clauses::clauses;
use super::ears::Ears;
use super::goal::{Goal, MetaGoal, MetaType};
use super::scopes::{Antecedents, Scopes};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;
use crate::words::is_of_several;

/// The interpretation of a sentence with one or several goals.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpretation {
    /// The goals with their dependencies.
    pub meta: MetaGoal,
    /// The goals with an unresolved reference: "it".
    pub unbound: Vec<usize>,
    /// The number of clauses. Some only mention or exclude objects, and are not goals.
    pub parts: usize,
}

impl Interpretation {
    /// Creates the interpretation of a sentence with several independent requests.
    pub fn of_requests(sentence: &str, requests: Vec<String>) -> Self {
        let goal = |(at, request)| Goal { request: Some(request), ..Goal::new(at, 0..sentence.len()) };
        let parts = requests.len();
        let goals = requests.into_iter().enumerate().map(goal).collect();
        let meta = MetaGoal { meta_type: MetaType::IndependentMulti, goals, dependencies: Vec::new() };
        Self { meta, unbound: Vec::new(), parts }
    }
}

/// Interprets a sentence as goals.
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
        let names = tokens[clause.tokens.clone()].iter().filter_map(|token| token.literal.as_ref());
        let mut names = names.filter(|name| has_extension(name));
        let name = names.next();
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
    let (meta, unbound) = scopes.finish();
    // If every goal is excluded, the sentence is not understood; it does not ask for nothing.
    if meta.goals.is_empty() {
        return Interpretation::of_requests(sentence, vec![sentence.to_string()]);
    }
    Interpretation { meta, unbound, parts: clauses.len() }
}

/// Returns the reference to several objects, or to one of several, in a clause that is not about named
/// objects: "open the first one", "assign them to Ana".
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

/// Words for several objects, at any position in a clause.
const THEY: [&str; 9] = ["them", "these", "those", "both", "all", "eles", "elas", "ambos", "ambas"];
