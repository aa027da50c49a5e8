//! Splits a sentence at potential clause boundaries.

use std::ops::Range;

use super::scanner::is_count;
use super::thing_clause::Container;
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::stance::is_verb_form;

/// The tokens between two potential clause boundaries.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub(super) tokens: Range<usize>,
    /// The container in the preceding stretch that contains this one: "a folder with a file a.txt", "folders
    /// a and b, each with a file c.txt".
    pub(super) inside: Option<Container>,
}

/// Splits a sentence at pauses and conjunctions.
pub(super) fn stretches(sentence: &str, tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Stretch> {
    // "Three cards: one, two, three": after a colon everything is a name, and so are capitalized words.
    let listed = tokens.iter().position(|token| token.pause == Some(':')).unwrap_or(tokens.len());
    let is_title = |at: usize| at > 0 && sentence[tokens[at].span.clone()].starts_with(char::is_uppercase);
    let mut found = Vec::new();
    let mut start = 0;
    let mut inside = None;
    let mut at = 0;
    let mut close = |start: usize, end: usize, inside: Option<Container>| {
        let tokens = without_fillers(tokens, start..end, vocabulary);
        if !tokens.is_empty() {
            found.push(Stretch { tokens, inside });
        }
    };
    while at < tokens.len() {
        // "And, inside it, a file": the location belongs to the following words.
        let is_place = [Role::Within, Role::Enclosed]
            .into_iter()
            .any(|role| at > start && vocabulary.begins(role, &tokens[start..at]) == Some(at - start));
        let is_place = is_place || is_leading_container(tokens, start..at, vocabulary);
        // "And another one, b.txt, saying hello" is a single object.
        let is_bare = start >= listed || is_title(start);
        // "And another one, empty, called b.txt" as well.
        let another = vocabulary.begins(Role::Another, &tokens[start..at]).map(|length| start + length);
        let is_fresh = |at: &usize| vocabulary.begins(Role::Fresh, &tokens[*at..=*at]).is_some();
        let is_another = !is_bare && another.is_some_and(|end| (end..at).all(|at| is_fresh(&at)));
        // "Another one, Pay the rent, in Backlog": the location belongs to the object.
        let is_apposed = !is_bare
            && tokens[at].pause == Some(',')
            && vocabulary
                .begins(Role::Another, &tokens[start..])
                .is_some_and(|length| tokens.get(start + length).is_some_and(|name| name.pause == Some(',')))
            && vocabulary.begins_any(&[Role::Inside, Role::To], &tokens[at..]).is_some();
        let is_text = tokens[start..at].last().is_some_and(|last| last.literal.is_some())
            && vocabulary
                .begins(Role::Content, &tokens[at..])
                .is_some_and(|_| brings_more(tokens, at, vocabulary).is_none());
        if at > start && tokens[at].pause.is_some() && !is_place && !is_another && !is_apposed && !is_text {
            close(start, at, inside);
            // "Folders a and b, with a file in each", "…, each with a file".
            let each = vocabulary.begins(Role::EachWith, &tokens[at..]);
            let more = brings_more(tokens, at, vocabulary);
            at += each.or(more).unwrap_or(0);
            inside = each.map(|_| Container::Each).or(more.map(|_| Container::It));
            start = at;
            continue;
        }
        // "Next to it" is not a boundary. A column may be called "Next".
        let is_name = is_title(at) && tokens[at].pause.is_none();
        // "All but b.txt" is an exception.
        let is_exception = tokens[at].folded == "but"
            && at.checked_sub(1).is_some_and(|before| ALL.contains(&tokens[before].folded.as_str()));
        let boundary = vocabulary.begins(Role::Boundary, &tokens[at..]).filter(|_| !is_name && !is_exception);
        // "O a.txt mais o b.txt"
        let boundary = boundary.or((at > start && adds_definite(&tokens[at..])).then_some(1));
        let filler = vocabulary.begins(Role::Filler, &tokens[at..]);
        if let Some(length) = filler.filter(|length| *length > 1 && boundary.is_some_and(|it| it < *length)) {
            at += length;
            continue;
        }
        if let Some(length) = boundary {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, None);
            continue;
        }
        if let Some(length) = vocabulary.begins(Role::EachWith, &tokens[at..]).filter(|_| at > start) {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, Some(Container::Each));
            continue;
        }
        if let Some(length) = brings_more(&tokens[start..], at - start, vocabulary).filter(|_| at > start) {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, Some(Container::It));
            continue;
        }
        at += 1;
    }
    close(start, tokens.len(), inside);
    found
}

/// Whether a named container for the following object starts here: "and, inside plans, the file a.txt".
fn is_leading_container(tokens: &[Token], range: Range<usize>, vocabulary: &Vocabulary) -> bool {
    let Range { start, end } = range;
    if start == 0 || start >= end || tokens[end].pause != Some(',') {
        return false;
    }
    let said = &tokens[start..end];
    let is_led = vocabulary.begins(Role::Inside, said).is_some_and(|length| {
        (1..=MOST_OF_CONTAINER).contains(&said.len().saturating_sub(length))
            && !said[length..].iter().any(|token| is_verb_form(&token.folded))
    });
    let rest = &tokens[end..];
    let skipped = vocabulary.begins_any(&[Role::Article, Role::Some, Role::Another], rest);
    is_led && skipped.is_some_and(|(_, length)| vocabulary.noun(&rest[length..]).is_some())
}

/// Words before an exception.
const ALL: [&str; 9] = ["all", "everything", "anything", "every", "each", "them", "any", "one", "nothing"];

/// The maximum number of words of a container in front of an object.
const MOST_OF_CONTAINER: usize = 3;

/// Whether "mais" adds an object with an article here.
fn adds_definite(tokens: &[Token]) -> bool {
    let [joint, next, _, ..] = tokens else { return false };
    joint.folded == "mais" && matches!(next.form.as_str(), "o" | "a" | "os" | "as") && next.pause.is_none()
}

/// Removes redundant phrases at both ends of a stretch: "while you're there", "já agora". Alone they are
/// empty, but next to other words a single word may be significant.
fn without_fillers(tokens: &[Token], range: Range<usize>, vocabulary: &Vocabulary) -> Range<usize> {
    let filler = |at: usize| vocabulary.begins(Role::Filler, &tokens[at..range.end]);
    let (mut start, mut end) = (range.start, range.end);
    while let Some(length) =
        filler(start).filter(|length| start < end && (*length > 1 || start + length == end))
    {
        start += length;
    }
    // In "copy it there too", "there" is the destination.
    let is_there = |at: usize| vocabulary.begins(Role::There, &tokens[at..range.end]).is_some();
    let begins_last = |at: &usize| {
        !is_there(*at) && filler(*at).is_some_and(|length| length > 1 && at + length == range.end)
    };
    if let Some(last) = (start + 1..end).find(begins_last) {
        end = last;
    }
    start..end.max(start)
}

/// Returns the number of tokens before another object to create: "with a file", "com uma pasta", "a folder
/// containing css and js".
fn brings_more(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let (before, rest) = tokens.split_at(at);
    let (role, length) = vocabulary.begins_any(&[Role::Named, Role::Content], rest)?;
    let behind = &rest[length..];
    if role != Role::Content || behind.is_empty() {
        return None;
    }
    let has = |role: Role| (0..before.len()).any(|at| vocabulary.begins(role, &before[at..]).is_some());
    let noun = |rest: &[Token]| vocabulary.noun(rest);
    let mut nouns = (0..before.len()).filter_map(|at| noun(&before[at..]));
    let is_container = has(Role::Container) && nouns.all(|it| it.kind.is_container()) && has(Role::Create);
    let article = vocabulary.begins_any(&[Role::Article, Role::Another], behind).map(|(_, length)| length);
    let article = article.or((is_container && is_count(&behind[0].folded)).then_some(1));
    // "with subfolders a and b" needs no article.
    let is_plural = noun(behind).is_some_and(|noun| noun.is_plural);
    // A container contains objects, and no text.
    let is_bare = article.is_none() && !is_verb_form(&behind[0].folded);
    let is_listed = (1..behind.len()).any(|at| {
        behind[at].pause == Some(',') || vocabulary.begins(Role::Boundary, &behind[at..]) == Some(1)
    });
    let is_thing = is_plural || article.is_some_and(|length| noun(&behind[length..]).is_some());
    let is_list = is_container && is_bare && is_listed && length == 1;
    (length == 1 && is_thing || is_list).then_some(length)
}
