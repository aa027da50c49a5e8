//! What a part of a sentence wants done with files and folders.

use super::anchor::Anchor;
use super::clause::has_extension;
use super::name::{DETERMINERS, Part, unnameable};
use super::token::{Token, tokens};
use super::vocabulary::{Role, Vocabulary};
use crate::literal::Kind;
use crate::words::{Tongue, is_of_several, words};

/// A part of a sentence about a file or a folder.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileClause {
    /// What is to be done.
    pub(super) action: Action,
    /// Whether the part says so itself, or goes on with what the part before it says.
    pub(super) has_verb: bool,
    /// What it is done with, where a word says so.
    pub(super) object: Option<Object>,
    /// Whether the part has such a word itself.
    pub(super) has_noun: bool,
    /// Whether that word speaks of several.
    pub(super) is_plural: bool,
    /// Whether the part begins with where it is.
    pub(super) is_led: bool,
    /// Whether there is a word that announces the name.
    pub(super) is_announced: bool,
    /// What it is called.
    pub(super) target: Target,
    /// Where it is, or is to be.
    pub(super) place: Option<Place>,
    /// Where it is moved or copied to.
    pub(super) to: Option<Place>,
    /// What it is to be called.
    pub(super) new_name: Option<String>,
    /// What is to be written.
    pub(super) content: Option<String>,
}

/// What is done with files and folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Create,
    Delete,
    Move,
    Copy,
    Rename,
    Write,
    Append,
    Read,
    List,
}

impl Action {
    const ROLES: [(Role, Self); 9] = [
        (Role::Create, Self::Create),
        (Role::Delete, Self::Delete),
        (Role::Move, Self::Move),
        (Role::Copy, Self::Copy),
        (Role::Rename, Self::Rename),
        (Role::Write, Self::Write),
        (Role::Append, Self::Append),
        (Role::Read, Self::Read),
        (Role::List, Self::List),
    ];

    /// As goals have it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::Copy => "copy",
            Self::Rename => "rename",
            Self::Write => "write",
            Self::Append => "append",
            Self::Read => "read",
            Self::List => "list",
        }
    }
}

/// What something is done with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    Folder,
    File,
}

/// What something is called.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// By its name.
    Named(String),
    /// What was spoken of last.
    It,
    /// What was spoken of last, if that is several.
    They,
    /// What something was copied from.
    Original,
    /// It is to be made, and nobody has said what it is called.
    Unnamed,
}

/// Where something is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Place {
    /// The place that is known by a word.
    pub(super) anchor: Option<Anchor>,
    /// The folder.
    pub(super) folder: Option<Container>,
    /// Whether nothing but its place in the sentence says that it is one.
    pub(super) is_doubtful: bool,
}

/// A folder that a sentence speaks of.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Container {
    /// The one that was spoken of last.
    It,
    /// The one that was spoken of first.
    First,
    /// The one that was spoken of after the first.
    Second,
    /// The one that was spoken of last by its place among several.
    Last,
    /// By its name.
    Named(String),
}

/// The marks that begin a quotation.
const QUOTES: [char; 6] = ['"', '“', '„', '«', '‘', '\''];

/// Words after which something else than a name comes.
const MARKS: [Role; 5] = [Role::Inside, Role::To, Role::From, Role::Content, Role::Named];

impl FileClause {
    /// Reads a part of a sentence. One without a verb goes on with what the part before it does, if there was one.
    pub(super) fn read(
        sentence: &str,
        tokens: &[Token],
        vocabulary: &Vocabulary,
        before: Option<&Self>,
    ) -> Option<Self> {
        Scanner { sentence, tokens, vocabulary, at: 0 }.clause(before)
    }

    /// Whether these words are nothing but a place that everybody has.
    pub(super) fn is_place(sentence: &str, tokens: &[Token], vocabulary: &Vocabulary) -> bool {
        let mut scanner = Scanner { sentence, tokens, vocabulary, at: 0 };
        let place = scanner.place(&[Role::Inside]);
        place.is_some_and(|place| place.anchor.is_some()) && scanner.at == tokens.len()
    }
}

impl FileClause {
    /// Whether the words leave no doubt that it is about files.
    pub(super) fn is_plain(&self) -> bool {
        let names_file =
            matches!(&self.target, Target::Named(name) if has_extension(name) || name.contains('/'));
        let has_anchor = [&self.place, &self.to].into_iter().flatten().any(|place| place.anchor.is_some());
        self.object.is_some() || names_file || has_anchor
    }
}

/// The place that is known by these words, if they are nothing else.
pub fn anchor_of(text: &str, tongue: Tongue) -> Option<Anchor> {
    let tokens = tokens(text, &words(text), |_| None);
    let mut scanner = Scanner { sentence: text, tokens: &tokens, vocabulary: Vocabulary::of(tongue), at: 0 };
    scanner.take(Role::Folder);
    scanner.anchor().filter(|_| scanner.at == tokens.len())
}

/// Whether a word without accents says how many.
pub(super) fn is_count(folded: &str) -> bool {
    folded == Kind::Number.placeholder()
}

/// Whether words can be the name of a folder that is there: no words that join, describe or go on.
fn is_folder_name(tokens: &[Token]) -> bool {
    let is_other = |token: &Token| {
        let joins =
            ["and", "e", "or", "ou", "que", "that", "which", "depois", "then", "cada", "each", "every"];
        token.literal.is_none() && joins.contains(&token.folded.as_str())
    };
    !tokens.iter().any(is_other)
}

struct Scanner<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    vocabulary: &'a Vocabulary,
    at: usize,
}

impl Scanner<'_> {
    fn clause(&mut self, before: Option<&FileClause>) -> Option<FileClause> {
        self.skip_fillers();
        let mut place = self.leading_it().or_else(|| self.place(&[Role::Inside]));
        self.skip_fillers();
        let roles: Vec<Role> = Action::ROLES
            .iter()
            .map(|(role, _)| *role)
            .chain([Role::Put, Role::Wish, Role::RenameIt])
            .collect();
        let start = self.at;
        let mut verb = self.take_any(&roles);
        if verb == Some(Role::Wish) && !self.names_something_new() {
            (verb, self.at) = (None, start);
        }
        let action = match verb {
            // One puts something new somewhere, or something that is there somewhere else.
            Some(Role::Put) if self.brings_something_new() => Action::Create,
            Some(Role::Wish) => Action::Create,
            Some(Role::RenameIt) => Action::Rename,
            // "Add “milk” to list.txt" writes.
            Some(Role::Put) if self.is_text_for_file() => Action::Append,
            Some(Role::Put) => Action::Move,
            Some(role) => Action::ROLES.into_iter().find(|(known, _)| *known == role)?.1,
            None => before?.action,
        };
        let is_elided = verb.is_none();
        if place.is_none() && action == Action::Create {
            place = self.place(&[Role::Inside]).or_else(|| self.here()).or_else(|| self.there(before));
        }
        let to = match action {
            Action::Move | Action::Copy => self.place(&[Role::To]),
            _ => None,
        };
        if matches!(action, Action::Write | Action::Append) {
            return self.writing(action, place, !is_elided);
        }
        if let (Some(before), Some(to)) = (before.filter(|_| is_elided), &to)
            && self.at >= self.tokens.len()
        {
            // "… and to backup": the same goes there too.
            return Some(FileClause { has_verb: false, to: Some(to.clone()), ..before.clone() });
        }
        // "Also, file my tax return" goes on with nothing.
        let is_noun = self.vocabulary.begins_any(&[Role::Folder, Role::File], self.rest_of());
        let is_owned = |length| {
            self.rest_of().get(length).is_some_and(|it: &Token| DETERMINERS.contains(&it.folded.as_str()))
        };
        if is_elided && is_noun.is_some_and(|(_, length)| is_owned(length)) {
            return None;
        }
        let is_led = place.is_some() && is_elided;
        let mut clause = FileClause {
            action,
            has_verb: verb.is_some(),
            object: None,
            has_noun: false,
            is_plural: false,
            is_led,
            is_announced: false,
            target: Target::It,
            place,
            to,
            new_name: None,
            content: None,
        };
        self.noun(&mut clause);
        if clause.place.is_none() && action == Action::Create {
            // "a folder in documents called plans"
            clause.place = self.place(&[Role::Inside]);
        }
        clause.is_announced = self.take(Role::Named).is_some();
        if clause.object.is_some() && self.take(Role::Each).is_some() {
            (clause.is_plural, clause.is_announced) = (true, true);
        }
        // "A folder and a file inside it": what is made need not have a name yet.
        let is_unnamed = action == Action::Create
            && clause.object.is_some()
            && !clause.is_announced
            && (self.at >= self.tokens.len() || self.is_mark(self.at));
        match self.referred() {
            _ if is_unnamed => clause.target = Target::Unnamed,
            _ if verb == Some(Role::RenameIt) => {}
            Some(Target::They) if before.is_none() => return None,
            Some(target) => clause.target = target,
            None => {
                let (start, name) = (self.at, self.name(&MARKS)?);
                // "The files that Rui sent me" have no name.
                let is_relative =
                    matches!(self.tokens[start].folded.as_str(), "que" | "that" | "which" | "who");
                if is_relative && !clause.is_announced && self.tokens[start].literal.is_none() {
                    return None;
                }
                // "uma pasta nova": what is only said to be new has no name yet.
                let is_one = clause.object.is_some() && !clause.is_announced && !clause.is_plural;
                if is_one && self.is_article(start) {
                    return None;
                }
                // "A blank document" is not called "blank".
                if !clause.is_announced && self.vocabulary.is(Role::Fresh, &name) {
                    return None;
                }
                clause.target = Target::Named(name);
                // "the backup folder"
                if clause.object.is_none() && !clause.is_announced {
                    self.noun_behind(&mut clause);
                }
            }
        }
        self.rest(&mut clause)?;
        // Whoever goes on with a list of things gives the next one's name, or says the same of it.
        if let Some(before) = before.filter(|_| is_elided) {
            clause.is_plural |= before.is_plural && clause.object.is_none();
            clause.object = clause.object.or(before.object.filter(|_| before.is_plural));
            if clause.target == Target::It {
                return None;
            }
        }
        // What is moved to the bin is deleted.
        let is_trash = |to: &Place| matches!(&to.folder, Some(Container::Named(name)) if self.vocabulary.is(Role::Trash, name));
        if clause.action == Action::Move && clause.to.as_ref().is_some_and(is_trash) {
            (clause.action, clause.to) = (Action::Delete, None);
        }
        // What is in a file is read; what is in a folder is listed.
        if clause.action == Action::List
            && matches!(&clause.target, Target::Named(name) if has_extension(name))
        {
            clause.action = Action::Read;
        }
        // A folder holds no text.
        let holds_text = clause.object == Some(Object::Folder) && clause.content.is_some();
        let is_made = clause.target != Target::It || action != Action::Create;
        (is_made && !holds_text).then_some(clause)
    }

    /// Whether a quoted text comes next that is no name of a file, and the name of one comes last.
    fn is_text_for_file(&self) -> bool {
        let name = |token: &Token| token.literal.as_deref().is_some_and(has_extension);
        let is_text = |token: &Token| self.sentence[token.span.clone()].starts_with(QUOTES) && !name(token);
        self.rest_of().first().is_some_and(is_text) && self.rest_of().last().is_some_and(name)
    }

    /// Whether something new is put somewhere: "put a file", "põe na pasta um ficheiro".
    fn brings_something_new(&self) -> bool {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut ahead = Scanner { sentence, tokens, vocabulary, at: self.at };
        ahead.place(&[Role::Inside]);
        vocabulary.begins(Role::Some, ahead.rest_of()).is_some()
    }

    /// A word for something that was spoken of before, in the place of a name.
    fn referred(&mut self) -> Option<Target> {
        if self.is_object() {
            let is_of_several = is_of_several(&self.tokens[self.at].folded);
            self.at += 1;
            return Some(if is_of_several { Target::They } else { Target::It });
        }
        let (role, length) = self.reference()?;
        if !self.ends_at(self.at + length) {
            return None;
        }
        self.at += length;
        Some(match role {
            Role::Original => Target::Original,
            Role::They => Target::They,
            _ => Target::It,
        })
    }

    /// A phrase for something that was spoken of before, and how many tokens it has.
    fn reference(&self) -> Option<(Role, usize)> {
        let roles = [Role::It, Role::They, Role::Original, Role::Copied];
        self.vocabulary.begins_any(&roles, self.rest_of())
    }

    /// Whether what follows is a kind of thing, and one that is not yet there: "three folders", "a new file".
    fn names_something_new(&self) -> bool {
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
        is_new && vocabulary.begins_any(&[Role::Folder, Role::File], ahead.rest_of()).is_some()
    }

    /// Whether the next word hangs on the verb before it: "apaga-o".
    fn is_object(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is_object)
    }

    fn skip_fillers(&mut self) {
        while self.take(Role::Filler).is_some() {}
    }

    /// The words before a name: articles, and what it is.
    fn noun(&mut self, clause: &mut FileClause) {
        while !self.is_object() {
            if self.reference().is_some_and(|(_, length)| self.ends_at(self.at + length)) {
                return;
            }
            if let Some(role) = self.take_any(&[Role::Folder, Role::File]) {
                let last = &self.tokens[self.at - 1].folded;
                clause.has_noun = true;
                clause.is_plural = last.ends_with('s') || last == "directories";
                clause.object = Some(if role == Role::Folder { Object::Folder } else { Object::File });
                // "duas pastas novas, …": the names follow.
                let fresh = self.vocabulary.begins(Role::Fresh, self.rest_of());
                self.at +=
                    fresh.filter(|it| clause.is_plural && self.at + it == self.tokens.len()).unwrap_or(0);
                return;
            }
            // "Three folders": how many there are is no name.
            let is_count = self.tokens.get(self.at).is_some_and(|token| is_count(&token.folded))
                && self
                    .vocabulary
                    .begins_any(&[Role::Folder, Role::File], &self.tokens[self.at + 1..])
                    .is_some();
            if is_count {
                self.at += 1;
                continue;
            }
            // An article is one only before something else: a folder may be called "a".
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

    /// What it is, where that is said behind its name.
    fn noun_behind(&mut self, clause: &mut FileClause) {
        if let Some(role) = self.take_any(&[Role::Folder, Role::File]) {
            clause.has_noun = true;
            clause.object = Some(if role == Role::Folder { Object::Folder } else { Object::File });
        }
    }

    /// What comes after the name, in any order.
    fn rest(&mut self, clause: &mut FileClause) -> Option<()> {
        loop {
            if matches!(clause.action, Action::Move | Action::Copy)
                && clause.to.is_none()
                && let Some(length) = self.vocabulary.begins(Role::It, self.rest_of())
            {
                // "copy it there"
                self.at += length;
                clause.to = Some(Place { anchor: None, folder: Some(Container::It), ..Place::default() });
                continue;
            }
            self.skip_fillers();
            if self.at >= self.tokens.len() {
                break;
            }
            match clause.action {
                Action::Move | Action::Copy if clause.to.is_none() => {
                    if let Some(to) = self.place(&[Role::To, Role::Inside]) {
                        clause.to = Some(to);
                        continue;
                    }
                }
                // "rename it there to …"
                Action::Rename if clause.new_name.is_none() && self.take(Role::There).is_some() => continue,
                Action::Rename if clause.new_name.is_none() && self.take(Role::As).is_some() => {
                    self.take(Role::Named);
                    clause.new_name = Some(self.name(&[])?);
                    continue;
                }
                _ => {}
            }
            let prepositions: &[Role] = match clause.action {
                // "add a folder to plans"
                Action::Create => &[Role::Inside, Role::To],
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
                clause.place = Some(Place { folder: Some(Container::It), ..Place::default() });
                continue;
            }
            if !clause.is_announced && self.take(Role::Named).is_some() {
                clause.is_announced = true;
                clause.target = Target::Named(self.name(&MARKS)?);
                continue;
            }
            if clause.action == Action::Create
                && clause.content.is_none()
                && self.take(Role::Content).is_some()
            {
                clause.content = Some(self.text(&[Role::Inside])?);
                continue;
            }
            return None;
        }
        Some(())
    }

    /// "write hello into notes.txt", "append milk to the list.txt file".
    fn writing(&mut self, action: Action, place: Option<Place>, has_verb: bool) -> Option<FileClause> {
        let content = self.text(&[Role::To, Role::Inside])?;
        self.take_any(&[Role::To, Role::Inside])?;
        let mut clause = FileClause {
            action,
            has_verb,
            object: Some(Object::File),
            has_noun: false,
            is_plural: false,
            is_led: false,
            is_announced: false,
            target: Target::It,
            place,
            to: None,
            new_name: None,
            content: Some(content),
        };
        self.noun(&mut clause);
        clause.object = Some(Object::File);
        self.take(Role::Named);
        match self.referred() {
            Some(target) => clause.target = target,
            None => clause.target = Target::Named(self.name(&MARKS)?),
        }
        self.rest(&mut clause)?;
        Some(clause)
    }

    /// A preposition and the place that it leads to.
    fn place(&mut self, prepositions: &[Role]) -> Option<Place> {
        let start = self.at;
        let place = self.take_any(prepositions).and_then(|_| self.place_itself());
        if place.is_none() {
            self.at = start;
        }
        place
    }

    /// "Inside it math and physics": what was spoken of last, before what is made in it.
    fn leading_it(&mut self) -> Option<Place> {
        let length = self.vocabulary.begins(Role::Within, self.rest_of())?;
        let is_followed = self.at + length < self.tokens.len();
        self.at += if is_followed { length } else { 0 };
        is_followed.then_some(Place { anchor: None, folder: Some(Container::It), ..Place::default() })
    }

    /// Where one works, by a word that needs no preposition.
    fn here(&mut self) -> Option<Place> {
        self.take(Role::Here).map(|_| Place {
            anchor: Some(Anchor::Workspace),
            folder: None,
            ..Place::default()
        })
    }

    /// "Faz lá um ficheiro": in what was spoken of, or else where one works.
    fn there(&mut self, before: Option<&FileClause>) -> Option<Place> {
        self.take(Role::There)?;
        Some(match before {
            Some(_) => Place { folder: Some(Container::It), ..Place::default() },
            None => Place { anchor: Some(Anchor::Workspace), ..Place::default() },
        })
    }

    fn place_itself(&mut self) -> Option<Place> {
        if let Some(length) = self.vocabulary.begins(Role::It, self.rest_of())
            && self.ends_at(self.at + length)
        {
            self.at += length;
            return Some(Place { anchor: None, folder: Some(Container::It), ..Place::default() });
        }
        if let Some((role, length)) =
            self.vocabulary.begins_any(&[Role::First, Role::Second, Role::Last], self.rest_of())
            && self.ends_at(self.at + length)
        {
            self.at += length;
            let folder = match role {
                Role::First => Container::First,
                Role::Second => Container::Second,
                _ => Container::Last,
            };
            return Some(Place { folder: Some(folder), ..Place::default() });
        }
        if let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), folder: None, ..Place::default() });
        }
        let bare = self.at;
        while self.take(Role::Article).is_some() {}
        if let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), folder: None, ..Place::default() });
        }
        let is_named_so = self.take(Role::Folder).is_some();
        if is_named_so && let Some(anchor) = self.anchor() {
            return Some(Place { anchor: Some(anchor), folder: None, ..Place::default() });
        }
        self.take(Role::Named);
        let start = self.at;
        let name = self.name(&MARKS).filter(|_| is_folder_name(&self.tokens[start..self.at]));
        let Some(name) = name else {
            self.at = bare;
            return None;
        };
        // "Another folder" is not called "another".
        let is_other =
            self.vocabulary.begins(Role::Another, &self.tokens[start..self.at]) == Some(self.at - start);
        if is_other {
            self.at = bare;
            return None;
        }
        let is_literal = self.tokens[start..self.at].iter().any(|token| token.literal.is_some());
        let is_plain = is_literal || is_named_so | self.take(Role::Folder).is_some();
        // "the folder plans on the desktop"
        let end = self.at;
        let anchor = self.place(&[Role::Inside, Role::From]).and_then(|place| place.anchor);
        if anchor.is_none() {
            self.at = end;
        }
        Some(Place { anchor, folder: Some(Container::Named(name)), is_doubtful: !is_plain })
    }

    /// A place that is known by a word, with whatever belongs to it.
    fn anchor(&mut self) -> Option<Anchor> {
        let start = self.at;
        while self.take(Role::Article).is_some() {}
        let anchors = [
            (Role::Workspace, "WORKSPACE"),
            (Role::Desktop, "DESKTOP"),
            (Role::Documents, "DOCUMENTS"),
            (Role::Downloads, "DOWNLOADS"),
        ];
        let found = self.vocabulary.begins_any(&anchors.map(|(role, _)| role), self.rest_of());
        let anchor = match found {
            Some((role, length)) => {
                self.at += length;
                anchors
                    .into_iter()
                    .find(|(known, _)| *known == role)
                    .and_then(|(_, name)| Anchor::named(name))
            }
            None => self.drive(),
        };
        if anchor.is_none() {
            self.at = start;
            return None;
        }
        self.take(Role::Folder);
        // "desktop stuff" is a folder of that name, and not the desktop.
        if !self.ends_at(self.at) {
            self.at = start;
            return None;
        }
        anchor
    }

    /// "d drive", "drive d", "D:".
    fn drive(&mut self) -> Option<Anchor> {
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

    /// Whether a word at this place begins the name of another thing: "in space a file …".
    fn is_noun(&self, at: usize) -> bool {
        let rest = &self.tokens[at..];
        let skipped = self.vocabulary.begins_any(&[Role::Article, Role::Another], rest).map_or(0, |it| it.1);
        self.vocabulary.begins_any(&[Role::Folder, Role::File], &rest[skipped..]).is_some()
            || (skipped > 0 && rest.get(skipped).is_some_and(|token| token.literal.is_some()))
    }

    /// Whether the words from here on are nothing but one that goes with names and is none, of more than one letter.
    fn is_article(&self, start: usize) -> bool {
        let said = &self.tokens[start..self.at];
        matches!(said, [only] if only.folded.len() > 1 && self.vocabulary.begins(Role::Article, said).is_some())
    }

    fn is_mark(&self, at: usize) -> bool {
        self.vocabulary.begins_any(&MARKS, &self.tokens[at..]).is_some()
    }

    fn ends_at(&self, at: usize) -> bool {
        if at >= self.tokens.len() || self.is_mark(at) || self.is_noun(at) {
            return true;
        }
        let rest = &self.tokens[at..];
        self.vocabulary.begins_any(&[Role::Filler, Role::It], rest).is_some()
            || Action::ROLES
                .iter()
                .any(|(role, _)| self.vocabulary.begins(*role, &self.tokens[at..]).is_some())
    }

    /// The words up to one of these roles, as they were written; nothing if there are none, or if they cannot all be a name.
    fn name(&mut self, stops: &[Role]) -> Option<String> {
        let start = self.at;
        let name = self.words_up_to(stops)?;
        let is_quoted = self.tokens[start..self.at].len() == 1 && self.tokens[start].literal.is_some();
        let parts = self.tokens[start..self.at].iter().map(Part::from);
        (is_quoted || unnameable(&parts.collect::<Vec<_>>()).is_none()).then_some(name)
    }

    fn words_up_to(&mut self, stops: &[Role]) -> Option<String> {
        let start = self.at;
        while self.at < self.tokens.len() {
            let is_first = self.at == start;
            let token = &self.tokens[self.at];
            if let Some(literal) = &token.literal {
                self.at += 1;
                // "bread and butter.txt": the words before the name of a file are a part of it.
                // "the thesis (thesis.md)" is the latter.
                let is_apart = self.said(start).is_some_and(|said| said.contains('('));
                return if is_first || is_apart { Some(literal.clone()) } else { self.said(start) };
            }
            if self.vocabulary.begins_any(stops, self.rest_of()).is_some() {
                break;
            }
            // "called plans here"
            let here = self.vocabulary.begins(Role::Here, self.rest_of());
            if !is_first && here.is_some_and(|length| self.at + length == self.tokens.len()) {
                break;
            }
            if !is_first
                && (self.is_noun(self.at) || self.vocabulary.begins(Role::Folder, self.rest_of()).is_some())
            {
                break;
            }
            let it = self.vocabulary.begins(Role::It, self.rest_of());
            if it.is_some_and(|length| {
                self.at + length == self.tokens.len() || is_first && self.ends_at(self.at + length)
            }) {
                break;
            }
            self.at += 1;
        }
        self.said(start)
    }

    /// A text to be written: what stands in quotes, or the words up to one of these roles before a file's name.
    fn text(&mut self, stops: &[Role]) -> Option<String> {
        let start = self.at;
        if let Some(literal) = self.tokens.get(start).and_then(|token| token.literal.clone()) {
            self.at += 1;
            return Some(literal);
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
        // "The line “milk”" is milk.
        let is_quoted = |token: &&Token| self.sentence[token.span.clone()].starts_with(QUOTES);
        let mut quoted = self.tokens[start..self.at].iter().filter(is_quoted);
        match (quoted.next().and_then(|token| token.literal.clone()), quoted.next()) {
            (Some(only), None) => Some(only),
            _ => self.said(start),
        }
    }

    /// Whether what stands there can be a place or a file: the last words of the part, and not many.
    fn leads_somewhere(&self, at: usize) -> bool {
        let mut rest =
            Scanner { sentence: self.sentence, tokens: self.tokens, vocabulary: self.vocabulary, at };
        let is_place = rest
            .place_itself()
            .is_some_and(|place| place.anchor.is_some() || place.folder == Some(Container::It));
        is_place
            || self.tokens[at.min(self.tokens.len())..].iter().any(|token| token.literal.is_some())
            || self.tokens.len().saturating_sub(at) <= 3
    }

    fn said(&self, start: usize) -> Option<String> {
        let (first, last) = (self.tokens.get(start)?, self.tokens[start..self.at].last()?);
        Some(self.sentence[first.span.start..last.span.end].to_string())
    }

    fn take(&mut self, role: Role) -> Option<usize> {
        let length = self.vocabulary.begins(role, self.rest_of())?;
        self.at += length;
        Some(length)
    }

    fn take_any(&mut self, roles: &[Role]) -> Option<Role> {
        let (role, length) = self.vocabulary.begins_any(roles, self.rest_of())?;
        self.at += length;
        Some(role)
    }

    fn rest_of(&self) -> &[Token] {
        &self.tokens[self.at.min(self.tokens.len())..]
    }
}
