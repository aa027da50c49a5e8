//! Parses a clause about named objects: the action, the object, and the modifiers.

use lemmascope_intent::{NameShape, ThingKind};

use super::name::DETERMINERS;
use super::scanned_name::MARKS;
use super::scanned_place::anchor_of;
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use super::token::Token;
use super::vocabulary::{Noun, Role, Vocabulary};
use crate::literal::Kind;

/// Verbs that create an object.
const ADDING: [&str; 4] = ["add", "adicionar", "acrescentar", "inserir"];

/// The maximum number of words between "with" and the end of an attribute noun: "with a very high priority".
const BEFORE_ATTRIBUTE: usize = 4;

/// Whether a word without accents is a number.
pub(super) fn is_count(folded: &str) -> bool {
    folded == Kind::Number.placeholder()
}

/// Returns the name of a container at a place without further location.
fn container_name(place: &Place) -> Option<String> {
    match &place.container {
        Some(Container::Named(name)) if place.anchor.is_none() => Some(name.clone()),
        _ => None,
    }
}

/// A cursor over the tokens of a clause.
pub(super) struct Scanner<'a> {
    pub(super) sentence: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) at: usize,
}

impl Scanner<'_> {
    pub(super) fn clause(&mut self, before: Option<&ThingClause>, is_first: bool) -> Option<ThingClause> {
        self.skip_to_verb();
        // "… e me lê o a.txt": the beneficiary.
        if self.tokens.get(self.at).is_some_and(|token| matches!(token.folded.as_str(), "me" | "nos"))
            && self.is_verb(self.at + 1)
        {
            self.at += 1;
        }
        // "… e lá renomeia-o": the object is already there.
        if before.is_some()
            && self.vocabulary.begins(Role::There, self.rest_of()).is_some()
            && self.is_verb(self.at + 1)
        {
            self.at += 1;
        }
        // "Pega no a.txt e no b.txt": the preposition does not start a place.
        let is_named = before.is_some_and(|before| before.action == Action::Mention) && self.names_behind();
        let mut place = match is_named {
            true => self.take_any(&[Role::Inside]).and(None),
            false => self.leading_it().or_else(|| self.place(&[Role::Inside])),
        };
        self.skip_to_verb();
        let roles: Vec<Role> = Action::ROLES
            .iter()
            .map(|(role, _)| *role)
            .chain([Role::Put, Role::Send, Role::Wish, Role::RenameIt, Role::ReadIt, Role::ListIt])
            .collect();
        let start = self.at;
        let is_title = before.is_some_and(|before| before.goes_on_with(self.sentence, self.rest_of()));
        let mut verb = if is_title { None } else { self.take_any(&roles) };
        // "Of a.txt and b.txt, …", "old.log: …": the first object is mentioned for the following clause.
        let is_named = self.names_known() || self.vocabulary.begins(Role::Others, self.rest_of()).is_some();
        let is_said_of = matches!(verb, Some(Role::Mention | Role::Keep)) && !is_named;
        if is_said_of || self.denies_only(verb, before) {
            (verb, self.at) = (None, start);
        }
        if verb.is_none() && is_first && (self.take(Role::Among).is_some() || self.is_named_only()) {
            verb = Some(Role::Mention).filter(|_| self.names_known());
        }
        // "Preciso de três pastas": polite words are not part of the request.
        if verb.is_none() && is_first && self.is_behind_wish() {
            verb = Some(Role::Wish);
        }
        if verb == Some(Role::Wish) && !self.names_something_new() {
            (verb, self.at) = (None, start);
        }
        // "List the folder plans" names its object.
        if matches!(verb, Some(Role::ReadIt | Role::ListIt)) && !self.is_at_end() {
            self.at = start;
            verb = self.take_any(&Action::ROLES.map(|(role, _)| role));
        }
        let action = match verb {
            // "Put" applies to a new object, or moves an existing one.
            Some(Role::Put) if self.brings_something_new() || self.adds_named(start) || self.heads_list() => {
                Action::CREATE
            }
            Some(Role::Wish) => Action::CREATE,
            Some(Role::RenameIt) => Action::RENAME,
            Some(Role::ReadIt) => Action::READ,
            Some(Role::ListIt) => Action::LIST,
            // "Add “milk” to list.txt" writes.
            Some(Role::Put) if self.is_text_for_file() => Action::APPEND,
            Some(Role::Put | Role::Send) => Action::MOVE,
            Some(role) => Action::ROLES.into_iter().find(|(known, _)| *known == role)?.1,
            None => before?.action,
        };
        // "Put a copy of a.txt there" does not move anything.
        let is_copy = |token: &Token| {
            token.literal.is_none() && matches!(token.folded.as_str(), "copia" | "copias" | "copy" | "copies")
        };
        if action == Action::MOVE && verb.is_some() && self.rest_of().iter().any(is_copy) {
            return None;
        }
        let is_elided = verb.is_none();
        // "Read me todo.txt": the beneficiary is not part of the name.
        let is_for = |token: &Token| matches!(token.folded.as_str(), "me" | "us");
        if !is_elided && self.rest_of().len() > 1 && self.rest_of().first().is_some_and(is_for) {
            self.at += 1;
        }
        // "Muda o nome do primeiro": a word that selects one of several is not a filler here.
        let is_reference = self.reference().is_some_and(|(role, length)| self.ends_reference(role, length));
        if !is_elided && !is_reference && !matches!(action, Action::CREATE | Action::WRITE | Action::APPEND) {
            self.skip_fillers();
        }
        // "What is in reports? And in pictures?"
        if let Some(container) = place.as_ref().filter(|_| is_elided && action == Action::LIST)
            && self.at >= self.tokens.len()
        {
            let name = container_name(container).or_else(|| self.said_last())?;
            let before = before?.clone();
            return Some(ThingClause {
                has_verb: false,
                is_led: true,
                target: Target::Named(name),
                ..before
            });
        }
        if place.is_none() && action == Action::CREATE {
            place = self.place(&[Role::Inside]).or_else(|| self.here()).or_else(|| self.there(before));
        }
        let to = match action {
            Action::MOVE | Action::COPY => self
                .place(&[Role::To])
                .or_else(|| self.leading_it())
                .or_else(|| self.there(before).filter(|_| before.is_some())),
            _ => None,
        };
        if matches!(action, Action::WRITE | Action::APPEND) {
            if let Some(clause) = before.filter(|_| is_elided).and_then(|before| self.written_alike(before)) {
                return Some(clause);
            }
            return self.writing(action, place, !is_elided);
        }
        if let (Some(before), Some(to)) = (before.filter(|_| is_elided), &to)
            && self.at >= self.tokens.len()
        {
            // "… and to backup": another destination for the same object.
            return Some(ThingClause { has_verb: false, to: Some(to.clone()), ..before.clone() });
        }
        // "Also, file my tax return" is not a continuation.
        let noun = self.vocabulary.noun(self.rest_of());
        let is_owned = |length| {
            self.rest_of().get(length).is_some_and(|it: &Token| DETERMINERS.contains(&it.folded.as_str()))
        };
        if is_elided && noun.is_some_and(|noun| is_owned(noun.length)) {
            return None;
        }
        let is_led = place.is_some() && is_elided;
        let mut clause = ThingClause {
            action,
            has_verb: verb.is_some(),
            kind: None,
            has_noun: false,
            is_plural: false,
            is_led,
            is_announced: false,
            target: Target::It,
            place,
            to,
            new_name: None,
            content: None,
            except: None,
            is_sent: verb == Some(Role::Send),
        };
        if action == Action::Mention {
            self.take_any(&[Role::Inside, Role::From]);
        }
        self.noun(&mut clause);
        if clause.place.is_none() && action == Action::CREATE {
            // "a folder in documents called plans"
            clause.place = self.place(&[Role::Inside]);
        }
        // "Another one, empty, called b.txt"
        let fresh = self.vocabulary.begins(Role::Fresh, self.rest_of());
        let is_named =
            |length: &usize| self.vocabulary.begins(Role::Named, &self.rest_of()[*length..]).is_some();
        if let Some(length) = fresh.filter(is_named) {
            self.at += length;
        }
        clause.is_announced = self.take(Role::Named).is_some();
        // "One for January and one for February."
        let is_counted =
            self.at > 0 && self.vocabulary.begins(Role::Another, &self.tokens[self.at - 1..]) == Some(1);
        if is_elided && action == Action::CREATE && is_counted && self.take(Role::For).is_some() {
            clause.is_announced = true;
            clause.kind = before.and_then(|before| before.kind);
        }
        // "A folder plans and another ideas."
        let is_another = is_counted && !self.is_at_end() && !self.is_mark(self.at);
        if is_elided && action == Action::CREATE && is_another && clause.kind.is_none() {
            clause.kind = before.and_then(|before| before.kind);
            clause.is_announced = clause.kind.is_some();
        }
        if clause.kind.is_some() && self.take(Role::Each).is_some() {
            (clause.is_plural, clause.is_announced) = (true, true);
        }
        // "A folder and a file inside it": a new object may lack a name for now.
        let is_here = self.vocabulary.begins(Role::Here, self.rest_of()) == Some(self.rest_of().len());
        let is_unnamed = action == Action::CREATE
            && clause.kind.is_some()
            && !clause.is_announced
            && (is_here || self.at >= self.tokens.len() || self.is_mark(self.at));
        match self.referred() {
            _ if is_unnamed => clause.target = Target::Unnamed,
            _ if matches!(verb, Some(Role::RenameIt | Role::ReadIt | Role::ListIt)) => {}
            Some(Target::They | Target::Originals | Target::Picked(_)) if before.is_none() && is_first => {
                return None;
            }
            Some(target) => clause.target = target,
            // "… and keep a copy in backup"
            None if action == Action::COPY && before.is_some() && self.is_mark(self.at) => {}
            // "… e depois copia para Documentos": the object is that of the clause before.
            None if clause.to.is_some()
                && !is_elided
                && before.is_some_and(|before| before.has_verb)
                && self.at >= self.tokens.len() => {}
            None => {
                let start = self.at;
                let name = match action {
                    Action::CREATE => self.new_name(&MARKS)?,
                    _ => self.name(&MARKS)?,
                };
                // A punctuation mark ends the name of an existing object: "the two, so a.txt and b.txt".
                let is_parted = self.tokens[start..self.at].iter().skip(1).any(|token| token.pause.is_some());
                if is_parted && action != Action::CREATE {
                    return None;
                }
                // "The files that Rui sent me" is not a name.
                let is_relative =
                    matches!(self.tokens[start].folded.as_str(), "que" | "that" | "which" | "who");
                if is_relative && !clause.is_announced && self.tokens[start].literal.is_none() {
                    return None;
                }
                // "uma pasta nova": an object that is only described as new has no name yet.
                let is_one = clause.kind.is_some() && !clause.is_announced && !clause.is_plural;
                if is_one && self.is_article(start) {
                    return None;
                }
                // "A blank document" does not have the name "blank".
                if !clause.is_announced && self.vocabulary.is(Role::Fresh, &name) {
                    return None;
                }
                clause.target = Target::Named(name);
                // "the backup folder"
                if clause.kind.is_none() && !clause.is_announced {
                    self.noun_behind(&mut clause);
                }
            }
        }
        self.rest(&mut clause)?;
        // The continuation of a list contains the next name, or repeats a property.
        if let Some(before) = before.filter(|_| is_elided) {
            clause.is_plural |= before.is_plural && clause.kind.is_none();
            // "The folders archive and backup and of old.log": a name with an extension does not belong to a
            // container.
            let is_other = clause.names_file()
                && !before.names_file()
                && before.kind.is_some_and(ThingKind::is_container);
            // "Card #1 to Ready and #2 to Done"
            let is_moved_alike = clause.to.is_some() && before.to.is_some() && before.has_words_for_name();
            let is_alike = before.is_plural && !is_other || is_moved_alike && !clause.names_file();
            clause.kind = clause.kind.or(before.kind.filter(|_| is_alike));
            if clause.target == Target::It {
                return None;
            }
        }
        // Moving to the trash is a deletion.
        let is_trash = |to: &Place| matches!(&to.container, Some(Container::Named(name)) if self.vocabulary.is(Role::Trash, name));
        if clause.action == Action::MOVE && clause.to.as_ref().is_some_and(is_trash) {
            (clause.action, clause.to) = (Action::DELETE, None);
        }
        // The content of a text is read; the contents of a container are listed.
        let is_text = |name: &str| self.vocabulary.kind_of_name(name).is_some_and(|kind| kind.has_text);
        if clause.action == Action::LIST && matches!(&clause.target, Target::Named(name) if is_text(name)) {
            clause.action = Action::READ;
        }
        // A known place is identified by its words, and not by a name.
        let is_anchor = |name: &str| anchor_of(name, self.vocabulary).is_some();
        if clause.action == Action::LIST && matches!(&clause.target, Target::Named(name) if is_anchor(name)) {
            return None;
        }
        // People also send things other than files.
        let is_named = matches!(clause.target, Target::Named(_));
        if clause.is_sent && is_named && clause.kind.is_none() && !clause.names_file() {
            return None;
        }
        // A container has no text.
        let holds_text = clause.kind.is_some_and(|kind| !kind.has_text) && clause.content.is_some();
        let is_made = clause.target != Target::It || action != Action::CREATE;
        (is_made && !holds_text).then_some(clause)
    }

    /// Whether "put" introduces a new object: "put a file", "põe na pasta um ficheiro".
    pub(super) fn brings_something_new(&self) -> bool {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut ahead = Scanner { sentence, tokens, vocabulary, at: self.at };
        ahead.place(&[Role::Inside]);
        vocabulary.begins(Role::Some, ahead.rest_of()).is_some()
    }

    /// Whether the names of new objects follow: "put three cards in Backlog: …".
    fn heads_list(&self) -> bool {
        let last = self.tokens.last().map_or("", |last| &self.sentence[last.span.clone()]);
        last.ends_with(':') && self.names_something_new()
    }

    /// Whether "add" creates named objects of a kind whose names are any words: "add the cards Fix header and
    /// Write tests".
    fn adds_named(&self, verb: usize) -> bool {
        let is_added = self.tokens[verb].verb.as_deref().is_some_and(|verb| ADDING.contains(&verb));
        let rest = self.rest_of();
        let article = self.vocabulary.begins(Role::Article, rest).unwrap_or(0);
        let noun = self.vocabulary.noun(&rest[article..]);
        is_added && noun.is_some_and(|noun| noun.kind.names == NameShape::Words)
    }

    /// Whether a noun for a new object follows: "three folders", "a new file".
    pub(super) fn names_something_new(&self) -> bool {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut ahead = Scanner { sentence, tokens, vocabulary, at: self.at };
        let is_counted = |ahead: &Scanner<'_>| {
            let next = ahead.rest_of().first();
            next.is_some_and(|token| is_count(&token.folded))
                || vocabulary.begins_any(&[Role::Some, Role::Fresh], ahead.rest_of()).is_some()
        };
        let is_new = is_counted(&ahead);
        while is_counted(&ahead) {
            ahead.at += 1;
        }
        is_new && vocabulary.noun(ahead.rest_of()).is_some()
    }

    /// Whether the words before the clause express a wish.
    fn is_behind_wish(&self) -> bool {
        let before = self.rest_of().first().map_or("", |first| &self.sentence[..first.span.start]);
        self.at == 0 && self.vocabulary.is(Role::Wish, before.trim())
    }

    /// Whether a word at this position is a verb of an action.
    fn is_verb(&self, at: usize) -> bool {
        self.verb_length(at).is_some()
    }

    /// Returns the number of words of the verb of an action at this position.
    pub(super) fn verb_length(&self, at: usize) -> Option<usize> {
        let rest = self.tokens.get(at..).unwrap_or_default();
        Action::ROLES.iter().find_map(|(role, _)| self.vocabulary.begins(*role, rest))
    }

    /// Whether only a preposition and a literal name remain.
    fn names_behind(&self) -> bool {
        let skipped = self.vocabulary.begins(Role::Inside, self.rest_of()).unwrap_or_default();
        matches!(self.rest_of().get(skipped..), Some([only]) if only.literal.is_some())
    }

    /// Whether literal names follow, after determiners and prepositions.
    pub(super) fn names_known(&self) -> bool {
        let rest = self.rest_of();
        let is_leading = |token: &&Token| {
            let only = std::slice::from_ref(*token);
            let leads = [Role::Article, Role::Inside, Role::From, Role::Thing];
            token.literal.is_none()
                && (self.vocabulary.begins_any(&leads, only).is_some() || is_count(&token.folded))
        };
        let led = rest.iter().take_while(is_leading).count();
        rest.get(led).is_some_and(|token| token.literal.is_some())
    }

    /// Whether the clause is only a literal name.
    fn is_named_only(&self) -> bool {
        self.names_known()
            && self.tokens.iter().filter(|token| token.literal.is_some()).count() == 1
            && self.tokens.last().is_some_and(|token| token.literal.is_some())
    }

    /// Whether a negation excludes an object: "not b.txt" does only after a clause with an action.
    fn denies_only(&self, verb: Option<Role>, before: Option<&ThingClause>) -> bool {
        verb == Some(Role::Keep) && before.is_none()
    }

    /// Skips fillers up to a verb: "back up a.txt" starts with its own.
    fn skip_to_verb(&mut self) {
        while !self.is_verb(self.at) && self.take(Role::Filler).is_some() {}
    }

    pub(super) fn skip_fillers(&mut self) {
        while self.take(Role::Filler).is_some() {}
    }

    /// Parses the words before a name: articles and nouns.
    pub(super) fn noun(&mut self, clause: &mut ThingClause) {
        while !self.is_object() {
            if self.reference().is_some_and(|(role, length)| self.ends_reference(role, length)) {
                return;
            }
            if self.is_title_alone() {
                return;
            }
            if let Some(noun) = self.take_noun() {
                clause.has_noun = true;
                clause.is_plural = noun.is_plural;
                clause.kind = Some(noun.kind);
                // "duas pastas novas, …": names follow.
                let fresh = self.vocabulary.begins(Role::Fresh, self.rest_of()).unwrap_or(0);
                let behind = &self.tokens[self.at + fresh..];
                let is_named = self.vocabulary.begins(Role::Named, behind).is_some()
                    || behind.first().is_some_and(|next| next.literal.is_some());
                if is_named || clause.is_plural && behind.is_empty() {
                    self.at += fresh;
                }
                return;
            }
            // "Three folders": the number is not a name.
            let is_count = self.tokens.get(self.at).is_some_and(|token| is_count(&token.folded))
                && self.vocabulary.noun(&self.tokens[self.at + 1..]).is_some();
            if is_count {
                self.at += 1;
                continue;
            }
            // An article at the end of the clause is a name: a folder may be called "a".
            let article = self.vocabulary.begins_any(&[Role::Article, Role::Another], self.rest_of());
            match article {
                Some((_, length))
                    if self.at + length < self.tokens.len() && !self.is_mark(self.at + length) =>
                {
                    self.at += length;
                }
                _ => return,
            }
        }
    }

    /// Whether a capitalized single word is a name, although it is a noun: "… with folders Photos and
    /// Tickets".
    fn is_title_alone(&self) -> bool {
        let [only] = self.rest_of() else { return false };
        only.span.start > 0 && self.sentence[only.span.clone()].starts_with(char::is_uppercase)
    }

    /// Parses a noun after the name.
    pub(super) fn noun_behind(&mut self, clause: &mut ThingClause) {
        if let Some(noun) = self.take_noun() {
            clause.has_noun = true;
            clause.kind = Some(noun.kind);
        }
    }

    /// Parses the modifiers after the name, in any order.
    pub(super) fn rest(&mut self, clause: &mut ThingClause) -> Option<()> {
        loop {
            if matches!(clause.action, Action::MOVE | Action::COPY)
                && clause.to.is_none()
                && let Some(length) = self.vocabulary.begins(Role::It, self.rest_of())
            {
                // "copy it there"
                clause.to = Some(self.place_of_it(Role::It));
                self.at += length;
                continue;
            }
            self.skip_fillers();
            if self.at >= self.tokens.len() {
                break;
            }
            if clause.except.is_none() && self.take(Role::Except).is_some() {
                self.excepted(clause)?;
                continue;
            }
            match clause.action {
                Action::MOVE | Action::COPY if clause.to.is_none() => {
                    if let Some(to) = self.place(&[Role::To, Role::Inside]) {
                        clause.to = Some(to);
                        continue;
                    }
                }
                // "rename it there to …"
                Action::RENAME if clause.new_name.is_none() && self.take(Role::There).is_some() => continue,
                // "Rename it final.md"
                Action::RENAME
                    if clause.new_name.is_none() && clause.target == Target::It && self.is_last_name() =>
                {
                    clause.new_name = Some(self.name(&[])?);
                    continue;
                }
                Action::RENAME if clause.new_name.is_none() && self.take(Role::As).is_some() => {
                    self.take(Role::Named);
                    clause.new_name = Some(self.name(&[])?);
                    continue;
                }
                _ => {}
            }
            let prepositions: &[Role] = match clause.action {
                // "add a folder to plans"
                Action::CREATE => &[Role::Inside, Role::To],
                _ => &[Role::From, Role::Inside],
            };
            if clause.place.is_none()
                && let Some(place) = self.place(prepositions)
            {
                clause.place = Some(place);
                continue;
            }
            if clause.place.is_none()
                && let Some(here) = self.here()
            {
                clause.place = Some(here);
                continue;
            }
            // "… and a folder plans inside"
            let enclosed = self.vocabulary.begins(Role::Enclosed, self.rest_of());
            if clause.place.is_none() && enclosed.is_some_and(|length| self.at + length == self.tokens.len())
            {
                self.at = self.tokens.len();
                clause.place = Some(Place { container: Some(Container::It), ..Place::default() });
                continue;
            }
            if !clause.is_announced && self.take(Role::Named).is_some() {
                // "A shared folder called plans": the words before the noun are no name, and not understood.
                if clause.has_noun && matches!(clause.target, Target::Named(_)) {
                    return None;
                }
                clause.is_announced = true;
                clause.target = Target::Named(self.new_name(&MARKS)?);
                continue;
            }
            if clause.action == Action::CREATE
                && clause.content.is_none()
                && self.take(Role::Content).is_some()
            {
                // "With the label urgent" is an attribute, and not the content.
                if self.is_before_attribute() {
                    return None;
                }
                clause.content = Some(self.text(&[Role::Inside, Role::Within])?);
                // "With “eggs” in it": the text is in the file.
                self.take(Role::Within);
                continue;
            }
            return None;
        }
        Some(())
    }

    /// Whether one of the next words is an attribute noun: "with high priority". A quoted text is always a
    /// text.
    fn is_before_attribute(&self) -> bool {
        let rest = self.rest_of();
        let ahead = rest.len().min(BEFORE_ATTRIBUTE);
        let is_attribute = |at: usize| self.vocabulary.begins(Role::Attribute, &rest[at..]).is_some();
        rest.iter().take(ahead).all(|token| token.literal.is_none()) && (0..ahead).any(is_attribute)
    }

    /// Whether no significant words remain.
    pub(super) fn is_at_end(&self) -> bool {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut ahead = Scanner { sentence, tokens, vocabulary, at: self.at };
        ahead.skip_fillers();
        ahead.at >= tokens.len()
    }

    /// Whether only a literal name remains.
    pub(super) fn is_last_name(&self) -> bool {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let behind = Scanner { sentence, tokens, vocabulary, at: self.at + 1 };
        self.rest_of().first().is_some_and(|first| first.literal.is_some()) && behind.is_at_end()
    }

    /// Returns the last parsed words verbatim, without the preposition before them.
    fn said_last(&self) -> Option<String> {
        self.tokens.last().map(|last| self.sentence[last.span.clone()].to_string())
    }

    pub(super) fn take(&mut self, role: Role) -> Option<usize> {
        let length = self.vocabulary.begins(role, self.rest_of())?;
        self.at += length;
        Some(length)
    }

    /// Parses a noun.
    pub(super) fn take_noun(&mut self) -> Option<Noun> {
        let noun = self.vocabulary.noun(self.rest_of())?;
        self.at += noun.length;
        Some(noun)
    }

    pub(super) fn take_any(&mut self, roles: &[Role]) -> Option<Role> {
        let (role, length) = self.vocabulary.begins_any(roles, self.rest_of())?;
        self.at += length;
        Some(role)
    }

    pub(super) fn rest_of(&self) -> &[Token] {
        &self.tokens[self.at.min(self.tokens.len())..]
    }
}
