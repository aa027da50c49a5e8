//! Parses places in a clause.

use lemmascope_intent::ThingKind;

use super::anchor::Anchor;
use super::scanned_name::MARKS;
use super::scanner::Scanner;
use super::thing_clause::{Container, Place, ThingClause};
use super::token::{Token, tokens};
use super::vocabulary::{Role, Vocabulary};
use crate::words::words;

/// Returns the anchor that these words name exactly.
pub(super) fn anchor_of(text: &str, vocabulary: &Vocabulary) -> Option<Anchor> {
    let tokens = tokens(text, &words(text), |_| None);
    let mut scanner = Scanner { sentence: text, tokens: &tokens, vocabulary, at: 0 };
    scanner.take(Role::Container);
    scanner.anchor().filter(|_| scanner.at == tokens.len())
}

/// Whether words can be the name of an existing container: no conjunctions and no relative clauses.
fn is_container_name(tokens: &[Token]) -> bool {
    let is_other = |token: &Token| {
        let joins =
            ["and", "e", "or", "ou", "que", "that", "which", "depois", "then", "cada", "each", "every"];
        token.literal.is_none() && joins.contains(&token.folded.as_str())
    };
    !tokens.iter().any(is_other)
}

impl Scanner<'_> {
    /// Parses a preposition and its place.
    pub(super) fn place(&mut self, prepositions: &[Role]) -> Option<Place> {
        let start = self.at;
        if let Some(length) = self.vocabulary.begins(Role::InEach, self.rest_of())
            && self.ends_at(start + length)
        {
            self.at += length;
            return Some(Place { container: Some(Container::Each), ..Place::default() });
        }
        // "Nesta última" contains its preposition.
        let is_contracted = self.tokens.get(start).is_some_and(|token| token.folded.starts_with("nes"));
        let is_ordinal = self.vocabulary.begins_any(&[Role::First, Role::Second, Role::Last], self.rest_of());
        if is_contracted && is_ordinal.is_some() {
            return self.place_itself();
        }
        let place = self.take_any(prepositions).and_then(|_| self.place_itself());
        if place.is_none() {
            self.at = start;
        }
        place
    }

    /// Parses a reference to the preceding container before the objects to create in it: "inside it math and
    /// physics".
    pub(super) fn leading_it(&mut self) -> Option<Place> {
        let enclosed = self.vocabulary.begins(Role::Enclosed, self.rest_of());
        let is_parted = |length: &usize| self.rest_of().get(*length).is_some_and(|next| next.pause.is_some());
        let length =
            self.vocabulary.begins(Role::Within, self.rest_of()).or_else(|| enclosed.filter(is_parted))?;
        let place = self.place_of_it(Role::Within);
        let is_followed = self.at + length < self.tokens.len();
        self.at += if is_followed { length } else { 0 };
        is_followed.then_some(place)
    }

    /// Returns the container that a reference with this role means, with the kind that it states: "inside
    /// that folder".
    pub(super) fn place_of_it(&self, role: Role) -> Place {
        let kind = self.vocabulary.kind(role, self.rest_of());
        Place { container: Some(Container::It), kind, ..Place::default() }
    }

    /// Parses a word for the current location, without a preposition.
    pub(super) fn here(&mut self) -> Option<Place> {
        self.take(Role::Here).map(|_| Place {
            anchor: Some(Anchor::Workspace),
            container: None,
            ..Place::default()
        })
    }

    /// Parses "there" before an object, which means the container mentioned before, or else the current
    /// location: "faz lá um ficheiro".
    pub(super) fn there(&mut self, before: Option<&ThingClause>) -> Option<Place> {
        let length = self.vocabulary.begins(Role::There, self.rest_of())?;
        // "Move it there": the last word is the destination.
        if self.at + length >= self.tokens.len() {
            return None;
        }
        self.at += length;
        Some(match before {
            Some(_) => Place { container: Some(Container::It), ..Place::default() },
            None => Place { anchor: Some(Anchor::Workspace), ..Place::default() },
        })
    }

    pub(super) fn place_itself(&mut self) -> Option<Place> {
        if let Some(length) = self.vocabulary.begins(Role::It, self.rest_of())
            && self.ends_at(self.at + length)
        {
            let place = self.place_of_it(Role::It);
            self.at += length;
            return Some(place);
        }
        // "… and c.txt to both"
        let both = self.vocabulary.begins(Role::They, self.rest_of());
        let is_pair = matches!(self.rest_of(), [only] if matches!(only.written.as_str(), "dois" | "duas"));
        if both == Some(self.rest_of().len()) || is_pair {
            self.at = self.tokens.len();
            return Some(Place { container: Some(Container::Each), ..Place::default() });
        }
        if let Some((role, length)) =
            self.vocabulary.begins_any(&[Role::First, Role::Second, Role::Last], self.rest_of())
            && self.ends_at(self.at + length)
        {
            self.at += length;
            let container = match role {
                Role::First => Container::First,
                Role::Second => Container::Second,
                _ => Container::Last,
            };
            return Some(Place { container: Some(container), ..Place::default() });
        }
        if let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), container: None, ..Place::default() });
        }
        let bare = self.at;
        let mut is_new = false;
        loop {
            is_new |= self.vocabulary.begins(Role::Fresh, self.rest_of()).is_some();
            if self.take(Role::Article).is_none() {
                break;
            }
        }
        if let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), container: None, ..Place::default() });
        }
        let mut kind = self.take_container();
        let is_named_so = kind.is_some();
        if is_named_so && let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), container: None, ..Place::default() });
        }
        is_new |= is_named_so && self.take(Role::Fresh).is_some();
        self.take(Role::Named);
        let start = self.at;
        let name = self.name_of_place().filter(|_| is_container_name(&self.tokens[start..self.at]));
        let Some(name) = name else {
            self.at = bare;
            return None;
        };
        // "Another folder" does not have the name "another".
        let is_other =
            self.vocabulary.begins(Role::Another, &self.tokens[start..self.at]) == Some(self.at - start);
        if is_other {
            self.at = bare;
            return None;
        }
        let is_literal = self.tokens[start..self.at].iter().any(|token| token.literal.is_some());
        kind = kind.or_else(|| self.take_container());
        let is_plain = is_literal || kind.is_some();
        // "the folder plans on the desktop"
        let end = self.at;
        let anchor = self.place(&[Role::Inside, Role::From]).and_then(|place| place.anchor);
        if anchor.is_none() {
            self.at = end;
        }
        let is_new = is_new && is_named_so;
        Some(Place { anchor, container: Some(Container::Named(name)), kind, is_doubtful: !is_plain, is_new })
    }

    /// Parses the name of a container, which ends before the verb of the clause: "in the folder plans create the file
    /// a.txt".
    fn name_of_place(&mut self) -> Option<String> {
        let objects = [Role::Article, Role::Some, Role::Fresh];
        let begins_object = |at: usize| {
            let rest = self.tokens.get(at..).unwrap_or_default();
            self.vocabulary.begins_any(&objects, rest).is_some()
                || self.vocabulary.noun(rest).is_some()
                || rest.first().is_some_and(|first| first.literal.is_some())
        };
        let verb = (self.at + 1..self.tokens.len()).find(|at| {
            let length = self.verb_length(*at);
            length.is_some_and(|length| begins_object(at + length))
        });
        let tokens = &self.tokens[..verb.unwrap_or(self.tokens.len())];
        let mut ahead = Scanner { tokens, ..*self };
        let name = ahead.name(&MARKS);
        self.at = ahead.at;
        name
    }

    /// Parses the noun of a container.
    fn take_container(&mut self) -> Option<&'static ThingKind> {
        let kind = self.vocabulary.kind(Role::Container, self.rest_of());
        self.take(Role::Container).and(kind)
    }

    /// Parses the words of a known place, with its modifiers.
    pub(super) fn anchor(&mut self) -> Option<Anchor> {
        let start = self.at;
        while self.take(Role::Article).is_some() {}
        let anchor = match self.vocabulary.place(self.rest_of()) {
            Some((name, length)) => {
                self.at += length;
                Some(Anchor::named(name))
            }
            None => self.drive(),
        };
        if anchor.is_none() {
            self.at = start;
            return None;
        }
        self.take(Role::Container);
        // "desktop stuff" is a folder with that name, and not the desktop.
        if !self.ends_at(self.at) {
            self.at = start;
            return None;
        }
        anchor
    }

    /// Parses a drive: "d drive", "drive d", "D:".
    pub(super) fn drive(&mut self) -> Option<Anchor> {
        let start = self.at;
        if self.take(Role::Drive).is_some() {
            let letter = self.tokens.get(self.at).and_then(|token| Anchor::drive(&token.folded));
            self.at = if letter.is_some() { self.at + 1 } else { start };
            return letter;
        }
        let token = self.tokens.get(self.at)?;
        let letter = Anchor::drive(&token.folded)?;
        let said = &self.sentence[token.span.clone()];
        let has_colon = said.ends_with(':') || said.contains(":\\");
        if has_colon || self.vocabulary.begins(Role::Drive, &self.tokens[self.at + 1..]).is_some() {
            self.at += 1;
            self.take(Role::Drive);
            return Some(letter);
        }
        None
    }
}
