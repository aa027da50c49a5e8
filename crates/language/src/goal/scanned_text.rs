//! Parses the text to write in a clause.

use super::scanned_name::{MARKS, QUOTES};
use super::scanner::Scanner;
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use super::token::Token;
use super::vocabulary::Role;
use crate::literal::has_extension;

/// Whether a text only refers to another text.
fn is_of_something_else(text: &str) -> bool {
    let words = ["same", "that", "this", "it", "mesmo", "mesma", "isso", "isto", "aquilo"];
    text.split_whitespace().any(|word| words.contains(&word.to_lowercase().as_str()))
}

/// Nouns for the end of a text.
const END: [&str; 6] = ["end", "bottom", "fim", "final", "fundo", "foot"];

impl Scanner<'_> {
    /// Whether a quoted text, which is not a file name, is followed by a final file name.
    pub(super) fn is_text_for_file(&self) -> bool {
        let name = |token: &Token| token.literal.as_deref().is_some_and(has_extension);
        let is_text = |token: &Token| self.sentence[token.span.clone()].starts_with(QUOTES) && !name(token);
        let rest = self.rest_of();
        let is_it = || rest.len() > 2 && self.vocabulary.begins(Role::It, &rest[rest.len() - 1..]).is_some();
        rest.first().is_some_and(is_text) && (rest.last().is_some_and(name) || is_it())
    }

    /// Parses "write hello into notes.txt", "append milk to the list.txt file".
    pub(super) fn writing(
        &mut self,
        action: Action,
        place: Option<Place>,
        has_verb: bool,
    ) -> Option<ThingClause> {
        let is_quoted = self.rest_of().first().is_some_and(|token| token.literal.is_some());
        if let Some(clause) = self.writing_into(action, has_verb) {
            return Some(clause);
        }
        // "Inside it write …": the location comes first, and all remaining words are the text.
        let is_led = place.as_ref().is_some_and(|place| place.container == Some(Container::It));
        if is_led {
            let content = self.text(&[]).filter(|content| is_quoted || !is_of_something_else(content))?;
            let it = ThingClause { kind: None, target: Target::It, ..ThingClause::creating(None, "", None) };
            return Some(ThingClause {
                action,
                has_verb,
                content: Some(content),
                has_noun: false,
                is_announced: false,
                ..it
            });
        }
        let content = self.text(&[Role::To, Role::Inside, Role::Within])?;
        // "Write the same there" does not state the text.
        if !is_quoted && is_of_something_else(&content) {
            return None;
        }
        // "Escreve leite nele" contains its preposition.
        let is_within = self.vocabulary.begins(Role::Within, self.rest_of()) == Some(self.rest_of().len());
        let lead = self.at;
        if !is_within {
            self.take_any(&[Role::To, Role::Inside])?;
        }
        // "Write “milk” at the end of a.txt" keeps the text that is there.
        let is_end = |token: &Token| END.contains(&token.folded.as_str());
        let is_added = self.tokens[lead..self.at.max(lead)].iter().any(is_end);
        let action = if is_added { Action::APPEND } else { action };
        let mut clause = ThingClause {
            action,
            has_verb,
            kind: None,
            has_noun: false,
            is_plural: false,
            is_led: false,
            is_announced: false,
            target: Target::It,
            place,
            to: None,
            new_name: None,
            content: Some(content),
            except: None,
            is_sent: false,
        };
        self.noun(&mut clause);
        // A kind without text is ruled out.
        clause.kind = clause.kind.filter(|kind| kind.has_text).or_else(|| self.vocabulary.kind_with_text());
        self.take(Role::Named);
        match self.referred() {
            Some(target) => clause.target = target,
            None if is_within => self.at = self.tokens.len(),
            None => clause.target = Target::Named(self.name(&MARKS)?),
        }
        self.rest(&mut clause)?;
        // Unquoted words continue a list only before a file name.
        (has_verb || is_quoted || clause.names_file()).then_some(clause)
    }

    /// Parses another file for the text of the preceding clause: "append “milk” to a.txt and to b.txt".
    pub(super) fn written_alike(&mut self, before: &ThingClause) -> Option<ThingClause> {
        let start = self.at;
        self.take_any(&[Role::To, Role::Inside]);
        while self.take_any(&[Role::Article, Role::Thing]).is_some() {}
        let name = match self.rest_of() {
            [only] => only.literal.clone().filter(|name| has_extension(name)),
            _ => None,
        };
        let Some(name) = name.filter(|_| before.content.is_some() && before.names_file()) else {
            self.at = start;
            return None;
        };
        self.at += 1;
        let kind = self.vocabulary.kind_of_name(&name);
        Some(ThingClause { has_verb: false, kind, target: Target::Named(name), ..before.clone() })
    }

    /// Parses a location before a quoted text: "note in list.txt “milk”".
    fn writing_into(&mut self, action: Action, has_verb: bool) -> Option<ThingClause> {
        let start = self.at;
        let is_led = self.take_any(&[Role::To, Role::Inside]).is_some();
        while is_led && self.take_any(&[Role::Article, Role::Thing]).is_some() {}
        let file =
            self.tokens.get(self.at).and_then(|token| token.literal.clone()).filter(|it| has_extension(it));
        let text = self.tokens.get(self.at + 1);
        let is_text = |token: &&Token| self.sentence[token.span.clone()].starts_with(QUOTES);
        let text = text.filter(is_text).and_then(|token| token.literal.clone());
        let (Some(name), Some(content)) = (file.filter(|_| is_led), text) else {
            self.at = start;
            return None;
        };
        self.at += 2;
        let kind = self.vocabulary.kind_of_name(&name);
        let clause = ThingClause {
            action,
            has_verb,
            content: Some(content),
            ..ThingClause::creating(kind, &name, None)
        };
        self.is_at_end().then_some(clause)
    }
}
