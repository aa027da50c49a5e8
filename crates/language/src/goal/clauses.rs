//! Splits a sentence into clauses.
//!
//! A comma or an "and" is a boundary only if both sides are goals: "create a file bread and butter.txt" has
//! one goal, "create a folder bread and open butter.txt" has two.

use std::ops::Range;

use lemmascope_intent::ThingKind;

use super::clause::Clause;
use super::ears::Ears;
use super::sharing::{drop_headers, is_header, send_all, share_destinations, share_places};
use super::splitter::Splitter;
use super::stretch::{Stretch, stretches};
use super::thing_clause::{Action, Container, Target, ThingClause};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::literal::has_extension;

/// Splits a sentence into clauses.
pub(super) fn clauses(
    sentence: &str,
    tokens: &[Token],
    vocabulary: &Vocabulary,
    ears: &Ears<'_>,
) -> Vec<Clause> {
    let splitter = Splitter { sentence, tokens, vocabulary, ears };
    let mut stretches = stretches(sentence, tokens, vocabulary);
    // "If the disk is full, delete old.log": a condition is no request, whatever its words resemble.
    if stretches.len() > 1 && stretches.iter().any(|it| begins_condition(&tokens[it.tokens.clone()])) {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let parts: Vec<Range<usize>> = stretches.iter().map(|it| it.tokens.clone()).collect();
    let is_of_things =
        parts.first().is_some_and(|first| splitter.clause(first.clone(), None, None).thing.is_some());
    if let Some((repeated, behind)) =
        Some(()).filter(|()| !is_of_things).and_then(|()| splitter.repeated(&parts))
    {
        stretches.retain(|it| it.tokens.start >= behind);
        start = stretches.first().map_or(tokens.len(), |first| first.tokens.start);
        found = repeated;
        if stretches.is_empty() {
            return found;
        }
    }
    let shared = text_for_each(&mut stretches, tokens, vocabulary);
    let first = start;
    let mut inside = None;
    for (at, pair) in stretches.windows(2).enumerate() {
        let [left, right] = pair else { break };
        // "On the desktop, create …" starts with the location.
        if start == first && ThingClause::is_place(sentence, &tokens[start..left.tokens.end], vocabulary) {
            continue;
        }
        let mut left = splitter.clause(start..left.tokens.end, found.last(), inside.as_ref());
        let is_settled = splitter.settle(&mut left, found.last());
        if !splitter.shares_end(&mut left, &right.tokens) && !is_settled {
            continue;
        }
        let mut next = splitter.clause(right.tokens.clone(), Some(&left), right.inside.as_ref());
        let holds = left.thing.as_ref().is_some_and(makes_container);
        let is_goal = splitter.settle(&mut next, Some(&left))
            || splitter.writes(right.tokens.start, &stretches[at + 2..], &left);
        if is_goal && (right.inside.is_none() || holds) && !is_left_open(&left, &next) {
            found.push(left);
            start = right.tokens.start;
            inside.clone_from(&right.inside);
        }
    }
    let end = stretches.last().map_or(tokens.len(), |last| last.tokens.end);
    let mut last = splitter.clause(start..end, found.last(), inside.as_ref());
    // Text after a sentence end that is not a goal is a separate part that is not understood, and must not be
    // ignored.
    let is_long = splitter.tokens[last.tokens.clone()]
        .iter()
        .skip(1)
        .any(|token| token.pause.is_some_and(|mark| ".;?!".contains(mark)));
    if !splitter.settle(&mut last, found.last()) && is_long {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    // An object without a name is only created together with another object.
    if found.is_empty() && is_unnamed(&last) {
        last.thing = None;
    }
    found.push(last);
    // Clauses that only mention objects, or only exclude them, are not requests.
    let is_idle = |clause: &Clause| {
        clause.thing.as_ref().is_some_and(|thing| matches!(thing.action, Action::Mention | Action::Keep))
    };
    if found.iter().all(is_idle) {
        found = vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    if !bring_forward(&mut found, tokens, vocabulary) {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    if let Some(text) = shared
        && !give_text(&mut found, &text)
    {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    splitter.share_values(&mut found);
    send_all(&mut found);
    share_destinations(&mut found);
    drop_headers(&mut found);
    share_places(&mut found);
    found
}

/// Moves clauses that have to be executed first to the front: "…, but first copy c.txt and open a.txt". Clauses with
/// references to later ones cannot be moved; the sentence then has no valid order.
fn bring_forward(clauses: &mut [Clause], tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_led = |clause: &Clause| {
        let start = clause.tokens.start;
        let is_foremost =
            |length: usize| vocabulary.begins(Role::Foremost, &tokens[start - length..start]) == Some(length);
        let is_first =
            tokens.get(start).is_some_and(|it| matches!(it.folded.as_str(), "first" | "primeiro" | "antes"));
        let is_contrast =
            start.checked_sub(1).is_some_and(|at| matches!(tokens[at].folded.as_str(), "but" | "mas"));
        (1..=start).any(is_foremost) || is_first && is_contrast
    };
    let Some(at) = (1..clauses.len()).rev().find(|at| is_led(&clauses[*at])) else { return true };
    let (before, moved) = clauses.split_at_mut(at);
    // "Delete a.txt, but first copy it": the object that is named before.
    if let ([only], Some(first)) = (&*before, moved[0].thing.as_mut())
        && let Some(Target::Named(_)) = only.thing.as_ref().map(|thing| &thing.target)
        && first.target == Target::It
        && let Some(named) = &only.thing
    {
        first.target.clone_from(&named.target);
        first.kind = first.kind.or(named.kind);
    }
    let names = |clause: &Clause| {
        clause.thing.as_ref().is_none_or(|thing| thing.has_verb && matches!(thing.target, Target::Named(_)))
    };
    // After several clauses in front, the ones that continue the moved clause are uncertain.
    let is_movable = moved.iter().all(names) && (moved.len() == 1 || before.len() == 1);
    if is_movable {
        clauses.rotate_left(at);
    }
    is_movable
}

/// Whether a part of a sentence is a condition of another part.
fn begins_condition(tokens: &[Token]) -> bool {
    let [first, second, _, ..] = tokens else { return false };
    let is_joined = second.folded == "que";
    match first.folded.as_str() {
        "if" | "unless" | "provided" | "assuming" | "whenever" | "se" | "caso" | "sempre" => {
            first.folded != "sempre" || is_joined
        }
        "assim" | "logo" | "desde" | "contanto" | "mal" => is_joined,
        "as" => second.folded == "soon",
        _ => false,
    }
}

/// Removes the last stretch if it is the text of all files before it, and returns the text: "…, both with the text
/// “milk”".
fn text_for_each(stretches: &mut Vec<Stretch>, tokens: &[Token], vocabulary: &Vocabulary) -> Option<String> {
    let last = stretches.last().filter(|last| last.inside == Some(Container::Each))?;
    // The preposition ends the words for "each with".
    let lead = last.tokens.start.checked_sub(1)?;
    let length = vocabulary.begins(Role::Content, &tokens[lead..])?;
    let text = match &tokens[lead + length..last.tokens.end] {
        [only] => only.literal.clone().filter(|text| !has_extension(text))?,
        _ => return None,
    };
    stretches.pop();
    Some(text)
}

/// Gives all new files of a sentence the same text. Returns whether there are at least two, and nothing else is made.
fn give_text(clauses: &mut [Clause], text: &str) -> bool {
    let is_file = |thing: &ThingClause| {
        thing.action == Action::CREATE
            && thing.content.is_none()
            && thing.kind.is_none_or(|kind| kind.has_text)
    };
    let mut count = 0;
    for clause in clauses {
        if is_header(clause) {
            continue;
        }
        let Some(thing) = clause.thing.as_mut().filter(|thing| is_file(thing)) else { return false };
        thing.content = Some(text.to_string());
        count += 1;
    }
    count > 1
}

fn is_unnamed(clause: &Clause) -> bool {
    clause.thing.as_ref().is_some_and(|thing| thing.target == Target::Unnamed)
}

/// Whether a clause would create an object without a name, and no other object is created inside or next to
/// it.
fn is_left_open(left: &Clause, next: &Clause) -> bool {
    let makes = |clause: &Clause| clause.thing.as_ref().is_some_and(|thing| thing.action == Action::CREATE);
    let goes_inside = next
        .thing
        .as_ref()
        .and_then(|thing| thing.place.as_ref())
        .is_some_and(|place| place.container == Some(Container::It));
    let is_listed = is_header(left) && next.thing.as_ref().is_some_and(|thing| !thing.has_verb);
    // "… and b.txt too, to archive": the destination follows a separator.
    let goes = |thing: &ThingClause| matches!(thing.action, Action::MOVE | Action::COPY);
    let is_destination = match (&left.thing, &next.thing) {
        (Some(left), Some(next)) => {
            goes(left)
                && left.to.is_none()
                && !next.has_verb
                && next.to.is_some()
                && next.target == left.target
        }
        _ => false,
    };
    (is_unnamed(left) && !goes_inside && !is_listed) || (is_unnamed(next) && !makes(left)) || is_destination
}

fn makes_container(clause: &ThingClause) -> bool {
    clause.action == Action::CREATE && clause.kind.is_none_or(ThingKind::is_container)
}
