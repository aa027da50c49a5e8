//! Finds the boundaries of names and texts in a clause.

use super::name::{Part, unnameable};
use super::repeating::is_sign;
use super::scanner::{Scanner, is_count};
use super::thing_clause::{Action, Container};
use super::token::Token;
use super::vocabulary::Role;
use crate::words::fold;

/// The opening quotation marks.
pub(super) const QUOTES: [char; 6] = ['"', '“', '„', '«', '‘', '\''];

/// Roles of words that end a name.
pub(super) const MARKS: [Role; 5] = [Role::Inside, Role::To, Role::From, Role::Content, Role::Named];

impl Scanner<'_> {
    /// Whether the name of another object starts with a noun at this position: "in space a file …".
    pub(super) fn is_noun(&self, at: usize) -> bool {
        let rest = &self.tokens[at..];
        let skipped = self.vocabulary.begins_any(&[Role::Article, Role::Another], rest).map_or(0, |it| it.1);
        self.vocabulary.noun(&rest[skipped..]).is_some()
            || (skipped > 0 && rest.get(skipped).is_some_and(|token| token.literal.is_some()))
    }

    /// Whether a noun at this position introduces the name that starts here: "a folder called …".
    fn is_led_by_noun(&self, at: usize) -> bool {
        let Some(noun) = self.vocabulary.noun(&self.tokens[at..]) else { return false };
        let leading = [Role::Named, Role::Article, Role::Fresh];
        let mut end = at + noun.length;
        while end < self.at
            && let Some((_, length)) = self.vocabulary.begins_any(&leading, &self.tokens[end..])
        {
            end += length;
        }
        end == self.at
    }

    /// Whether the name of another object starts here, if the kind was stated before the name: "a folder
    /// shopping list" is a single folder, even if lists are objects too, and "a folder plans, a list ideas"
    /// are two objects.
    fn is_other_thing(&self) -> bool {
        let begins = self.vocabulary.begins_any(&[Role::Some, Role::Another], self.rest_of());
        begins.is_some_and(|_| self.is_noun(self.at))
    }

    /// Whether the remaining words are only an article of more than one letter.
    pub(super) fn is_article(&self, start: usize) -> bool {
        let said = &self.tokens[start..self.at];
        matches!(said, [only] if only.folded.len() > 1 && self.vocabulary.begins(Role::Article, said).is_some())
    }

    pub(super) fn is_mark(&self, at: usize) -> bool {
        self.vocabulary.begins_any(&MARKS, &self.tokens[at..]).is_some()
    }

    pub(super) fn ends_at(&self, at: usize) -> bool {
        if at >= self.tokens.len() || self.is_mark(at) || self.is_noun(at) {
            return true;
        }
        let rest = &self.tokens[at..];
        self.vocabulary.begins_any(&[Role::Filler, Role::It, Role::Except], rest).is_some()
            || Action::ROLES
                .iter()
                .any(|(role, _)| self.vocabulary.begins(*role, &self.tokens[at..]).is_some())
    }

    /// Parses the words up to one of these roles verbatim; returns nothing if there are none, or if they
    /// cannot all form a name.
    pub(super) fn name(&mut self, stops: &[Role]) -> Option<String> {
        self.name_of(stops, false)
    }

    /// Parses the name of a new object. New objects contain no other ones, so "uma pasta lista de compras"
    /// has that name.
    pub(super) fn new_name(&mut self, stops: &[Role]) -> Option<String> {
        self.name_of(stops, true)
    }

    fn name_of(&mut self, stops: &[Role], is_new: bool) -> Option<String> {
        let start = self.at;
        let name = self.words_up_to(stops, is_new)?;
        let is_quoted = self.tokens[start..self.at].len() == 1 && self.tokens[start].literal.is_some();
        let parts = self.tokens[start..self.at].iter().map(Part::from);
        (is_quoted || unnameable(&parts.collect::<Vec<_>>(), self.vocabulary.tongue()).is_none())
            .then_some(name)
    }

    /// Whether a word joins the next one to the current name: "Lista de Tarefas". For an existing object, the
    /// words on both sides must be capitalized. The next word must not start a place.
    fn is_joint(&self, start: usize, is_new: bool) -> bool {
        let joins = |token: &Token| matches!(token.form.as_str(), "de" | "do" | "da" | "dos" | "das");
        let [token, next, ..] = self.rest_of() else { return false };
        if self.at == start || !joins(token) || token.pause.is_some() || next.pause.is_some() {
            return false;
        }
        let is_capital = |token: &Token| self.sentence[token.span.clone()].starts_with(char::is_uppercase);
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut behind = Scanner { sentence, tokens, vocabulary, at: self.at + 1 };
        let is_container = behind.vocabulary.begins(Role::Container, behind.rest_of()).is_some();
        let is_place = is_container || behind.anchor().is_some();
        let is_name = next.literal.is_none() && !is_place;
        is_name && (is_new || is_capital(next) && is_capital(&self.tokens[self.at - 1]))
    }

    fn words_up_to(&mut self, stops: &[Role], is_new: bool) -> Option<String> {
        let start = self.at;
        let is_stated = (0..start).any(|at| self.is_led_by_noun(at));
        // "#4 e afina a guitarra": a number is a complete name.
        let is_numbered = self.tokens.get(start).is_some_and(is_sign)
            && self.tokens.get(start + 1).is_some_and(|next| is_count(&next.folded));
        if is_numbered && !is_new {
            self.at = start + 2;
            return self.said(start);
        }
        if let Some(end) = self.end_of_apposition(start).filter(|_| is_new) {
            self.at = end;
            return self.said(start);
        }
        while self.at < self.tokens.len() {
            let is_first = self.at == start;
            let token = &self.tokens[self.at];
            if let Some(literal) = &token.literal {
                self.at += 1;
                // "bread and butter.txt": words before a file name belong to it. "the thesis (thesis.md)" is
                // the name in parentheses.
                let is_apart = self.said(start).is_some_and(|said| said.contains('('));
                // "The photo photo.jpg" repeats the name.
                let stem = literal.rsplit_once('.').map_or(literal.as_str(), |(stem, _)| stem);
                let is_twice = matches!(&self.tokens[start..self.at - 1], [only] if fold(&stem.to_lowercase()) == only.written);
                let is_apart = is_apart || is_twice;
                return if is_first || is_apart { Some(literal.clone()) } else { self.said(start) };
            }
            if self.is_joint(start, is_new) {
                self.at += 2;
                continue;
            }
            if self.vocabulary.begins_any(stops, self.rest_of()).is_some() {
                break;
            }
            // "to archive except b.txt"
            let except = self.vocabulary.begins(Role::Except, self.rest_of());
            let names =
                |length: usize| self.tokens[self.at + length..].iter().any(|token| token.literal.is_some());
            if !is_first && except.is_some_and(names) {
                break;
            }
            // "called plans here"
            let here = self.vocabulary.begins(Role::Here, self.rest_of());
            if !is_first && here.is_some_and(|length| self.at + length == self.tokens.len()) {
                break;
            }
            let is_next = if is_stated { self.is_other_thing() } else { self.is_noun(self.at) };
            if !is_first && is_next {
                break;
            }
            // "Ship it" is a title if it names something new.
            let is_title = is_new
                && start + 1 == self.at
                && start > 0
                && self.sentence[self.tokens[start].span.clone()].starts_with(char::is_uppercase);
            let it = self.vocabulary.begins(Role::It, self.rest_of()).filter(|_| !is_title);
            if it.is_some_and(|length| {
                self.at + length == self.tokens.len() || is_first && self.ends_at(self.at + length)
            }) {
                break;
            }
            self.at += 1;
        }
        self.said(start)
    }

    /// Returns the end of a name between two commas: "another one, Ligar pro banco, in Ready".
    fn end_of_apposition(&self, start: usize) -> Option<usize> {
        let is_parted = |at: usize| self.tokens[at].pause == Some(',');
        let end = (start + 1..self.tokens.len()).find(|at| is_parted(*at))?;
        (start > 0 && is_parted(start) && self.is_mark(end)).then_some(end)
    }

    /// Parses a text to write: a quoted text, or the words up to one of these roles before a file name.
    pub(super) fn text(&mut self, stops: &[Role]) -> Option<String> {
        let start = self.at;
        if let Some(literal) = self.tokens.get(start).and_then(|token| token.literal.clone()) {
            self.at += 1;
            let mut lines = vec![literal];
            while let Some((line, length)) = self.another_text() {
                lines.push(line);
                self.at += length;
            }
            return Some(lines.join("\n"));
        }
        while self.at < self.tokens.len() {
            if self.at > start
                && self
                    .vocabulary
                    .begins_any(stops, self.rest_of())
                    .is_some_and(|(_, length)| self.leads_somewhere(self.at + length))
            {
                break;
            }
            self.at += 1;
        }
        // "The line “milk”" means milk.
        let is_quoted = |token: &&Token| self.sentence[token.span.clone()].starts_with(QUOTES);
        let mut quoted = self.tokens[start..self.at].iter().filter(is_quoted);
        match (quoted.next().and_then(|token| token.literal.clone()), quoted.next()) {
            (Some(only), None) => Some(only),
            _ => self.said(start),
        }
    }

    /// Parses another quoted text, and returns the number of tokens including the conjunction: "“bread” and
    /// “milk”".
    fn another_text(&self) -> Option<(String, usize)> {
        let rest = self.rest_of();
        let joint = self.vocabulary.begins(Role::Boundary, rest).unwrap_or(0);
        let joint = joint + self.vocabulary.begins(Role::Filler, &rest[joint..]).unwrap_or(0);
        let text = rest.get(joint).filter(|text| joint > 0 || text.pause == Some(','))?;
        let is_quoted = self.sentence[text.span.clone()].starts_with(QUOTES);
        text.literal.clone().filter(|_| is_quoted).map(|text| (text, joint + 1))
    }

    /// Whether the remaining words can be a place or a file: at the end of the clause, and few.
    pub(super) fn leads_somewhere(&self, at: usize) -> bool {
        let mut rest =
            Scanner { sentence: self.sentence, tokens: self.tokens, vocabulary: self.vocabulary, at };
        let is_place = rest
            .place_itself()
            .is_some_and(|place| place.anchor.is_some() || place.container == Some(Container::It));
        is_place
            || self.tokens[at.min(self.tokens.len())..].iter().any(|token| token.literal.is_some())
            || self.tokens.len().saturating_sub(at) <= 3
    }

    pub(super) fn said(&self, start: usize) -> Option<String> {
        let (first, last) = (self.tokens.get(start)?, self.tokens[start..self.at].last()?);
        Some(self.sentence[first.span.start..last.span.end].trim_end_matches(':').to_string())
    }
}
