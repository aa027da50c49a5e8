//! Where one goal of a sentence ends and the next begins.
//!
//! A comma or an "and" is a boundary only where both sides are goals: "create a file bread and butter.txt" has one,
//! "create a folder bread and open butter.txt" has two.

use std::ops::Range;

use super::file::{Action, Container, FileClause, Object, Place, Target};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::words::{Opening, opening};

/// A part of a sentence that wants one thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// What it wants done with files, if that is what it wants.
    pub(super) file: Option<FileClause>,
}

/// What the other readers know of a part of a sentence.
pub struct Ears<'a> {
    /// Whether a word is one that requests begin with.
    pub begins: &'a dyn Fn(&str) -> bool,
    /// What a text is about, if it is a request by itself.
    pub understands: &'a dyn Fn(&str) -> Option<Topic>,
}

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Files and folders.
    Files,
    /// Anything else.
    Other,
}

/// A stretch of tokens between two places where a boundary may be.
#[derive(Debug, Clone, PartialEq)]
struct Stretch {
    tokens: Range<usize>,
    /// Whether it is inside of what the stretch before it makes: "a folder with a file a.txt".
    is_inside: bool,
}

/// The parts of a sentence.
pub(super) fn clauses(
    sentence: &str,
    tokens: &[Token],
    vocabulary: &Vocabulary,
    ears: &Ears<'_>,
) -> Vec<Clause> {
    let splitter = Splitter { sentence, tokens, vocabulary, ears };
    let stretches = stretches(tokens, vocabulary);
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let mut is_inside = false;
    for pair in stretches.windows(2) {
        let [left, right] = pair else { break };
        let left = splitter.clause(start..left.tokens.end, found.last(), is_inside);
        if !splitter.is_goal(&left) {
            continue;
        }
        let next = splitter.clause(right.tokens.clone(), Some(&left), right.is_inside);
        let holds = left.file.as_ref().is_some_and(makes_folder);
        if splitter.is_goal(&next) && (!right.is_inside || holds) {
            found.push(left);
            start = right.tokens.start;
            is_inside = right.is_inside;
        }
    }
    let last = splitter.clause(start..tokens.len(), found.last(), is_inside);
    found.push(last);
    share_places(&mut found);
    found
}

struct Splitter<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    vocabulary: &'a Vocabulary,
    ears: &'a Ears<'a>,
}

impl Splitter<'_> {
    fn clause(&self, range: Range<usize>, before: Option<&Clause>, is_inside: bool) -> Clause {
        let tokens = &self.tokens[range.clone()];
        let before = before.and_then(|clause| clause.file.as_ref());
        let mut file = FileClause::read(self.sentence, tokens, self.vocabulary, before)
            .filter(|file| file.has_verb || before.is_some_and(|before| goes_on(file, before)))
            .filter(|file| !self.is_about_something_else(file, tokens));
        if let Some(file) = file.as_mut().filter(|file| is_inside && file.place.is_none()) {
            file.place = Some(Place { anchor: None, folder: Some(Container::It) });
        }
        Clause { tokens: range, file }
    }

    /// Words that files are spoken of with are said of other things too: one puts the volume at thirty.
    fn is_about_something_else(&self, file: &FileClause, tokens: &[Token]) -> bool {
        let is_plain = file.is_plain() || !file.has_verb;
        !is_plain && (self.ears.understands)(self.said(tokens)) == Some(Topic::Other)
    }

    fn is_goal(&self, clause: &Clause) -> bool {
        let tokens = &self.tokens[clause.tokens.clone()];
        clause.file.is_some()
            || tokens.first().is_some_and(|first| (self.ears.begins)(&first.folded))
                && !is_statement(tokens)
                && (self.ears.understands)(self.said(tokens)).is_some()
    }

    fn said(&self, tokens: &[Token]) -> &str {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => &self.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }
}

/// "… where Country is Spain and Total is over 4": who says of something what it is asks for nothing, but for questions.
fn is_statement(tokens: &[Token]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let is_said_to_be =
        ["is", "are", "was", "were", "é", "são", "está", "estão"].contains(&second.form.as_str());
    is_said_to_be && opening(&first.folded, Some(&second.folded)) != Opening::Question
}

/// Whether a part without a verb goes on with what the part before it does: it says where, or what kind of thing, or is
/// one more of several.
fn goes_on(next: &FileClause, before: &FileClause) -> bool {
    let is_one_more = match (&next.target, &before.target) {
        (Target::Named(next), Target::Named(before)) => has_extension(next) && has_extension(before),
        _ => false,
    };
    // "a file bread, butter and jam.txt on the desktop" is one file.
    let says_where = next.place.is_some() && (before.place.is_some() || before.object.is_none());
    says_where || next.object.is_some() || next.is_announced || before.is_plural || is_one_more
}

pub(super) fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && (1..=5).contains(&end.len()) && end.chars().all(char::is_alphanumeric)
    })
}

fn makes_folder(clause: &FileClause) -> bool {
    clause.action == Action::Create && clause.object != Some(Object::File)
}

/// "Create folders a and b on the desktop" speaks of both.
fn share_places(clauses: &mut [Clause]) {
    for at in (1..clauses.len()).rev() {
        let (before, after) = clauses.split_at_mut(at);
        let (Some(Clause { file: Some(before), .. }), Some(Clause { file: Some(after), .. })) =
            (before.last_mut(), after.first())
        else {
            continue;
        };
        let is_list = !after.has_verb && !after.is_announced && after.object.is_none();
        let is_said_later = after.place.as_ref().is_some_and(|place| place.folder != Some(Container::It));
        if before.is_plural && before.place.is_none() && is_list && is_said_later {
            before.place.clone_from(&after.place);
        }
    }
}

/// Stretches of tokens between pauses and words that may part goals.
fn stretches(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut is_inside = false;
    let mut at = 0;
    let mut close = |start: usize, end: usize, is_inside: bool| {
        if end > start {
            found.push(Stretch { tokens: start..end, is_inside });
        }
    };
    while at < tokens.len() {
        if at > start && tokens[at].pause.is_some() {
            close(start, at, is_inside);
            (start, is_inside) = (at, false);
        }
        if let Some(length) = vocabulary.begins(Role::Boundary, &tokens[at..]) {
            close(start, at, is_inside);
            at += length;
            (start, is_inside) = (at, false);
            continue;
        }
        if at > start && brings_more(&tokens[at..], vocabulary) {
            close(start, at, is_inside);
            at += 1;
            (start, is_inside) = (at, true);
            continue;
        }
        at += 1;
    }
    close(start, tokens.len(), is_inside);
    found
}

/// "with a file", "com uma pasta": what follows is made as well.
fn brings_more(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_with = vocabulary.begins(Role::Content, tokens) == Some(1);
    let rest = &tokens[1..];
    let article = vocabulary.begins_any(&[Role::Article, Role::Another], rest).map(|(_, length)| length);
    is_with
        && article.is_some_and(|length| {
            vocabulary.begins_any(&[Role::Folder, Role::File], &rest[length..]).is_some()
        })
}
