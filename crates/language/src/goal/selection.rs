//! Parses phrases that select several existing things by their sort: "all the PDFs in downloads", "every .log
//! file except a.log", "as fotos da pasta férias".
//!
//! A selection is the object of a verb, or of a request to list it. The things themselves are unknown here; the
//! caller finds them.

use std::ops::Range;

use super::goal::Location;
use super::scanner::Scanner;
use super::thing_clause::{Container, Place};
use super::things::Things;
use super::token::{Token, tokens};
use super::vocabulary::{Role, Sort, Vocabulary};
use crate::literal::{has_extension, is_extension};
use crate::words::{Tongue, Word};

/// A phrase that selects existing things.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// Its bytes in the sentence.
    pub span: Range<usize>,
    /// The extensions that the things have; all extensions if empty.
    pub extensions: Vec<String>,
    /// The container of the things; that of the session without one.
    pub place: Location,
    /// The names of things that are excluded.
    pub except: Vec<String>,
    /// Whether a word such as "all" selects the things, and not an article alone.
    pub is_quantified: bool,
    /// Whether the sentence only asks for a list of the things.
    pub is_listed: bool,
    /// Whether it selects everything, and not only things of a sort.
    pub is_everything: bool,
    /// The words for the sort of the things.
    pub noun: String,
}

impl Selection {
    /// Returns the selections of a sentence, given its words and the kinds of things.
    pub fn of(
        sentence: &str,
        words: &[Word],
        tongue: Tongue,
        things: &Things,
        literal: impl Fn(&Word) -> Option<String>,
    ) -> Vec<Self> {
        let tokens = tokens(sentence, words, literal);
        let parser = Parser { sentence, tokens: &tokens, vocabulary: things.vocabulary(tongue) };
        let mut found: Vec<Self> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match parser.selection(at) {
                Some((selection, end)) => {
                    found.push(selection);
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    /// Whether a name is a phrase that selects things by a word such as "all", and so the name of none.
    pub fn is_phrase(name: &str, things: &Things) -> bool {
        [Tongue::English, Tongue::Portuguese].into_iter().any(|tongue| {
            let words = crate::words::words(name);
            let tokens = tokens(name, &words, |_| None);
            let parser = Parser { sentence: name, tokens: &tokens, vocabulary: things.vocabulary(tongue) };
            parser.selection(0).is_some_and(|(selection, _)| selection.is_quantified)
        })
    }
}

/// How a phrase determines which things it selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Determiner {
    /// "All", "every".
    All,
    /// "The", "my".
    Definite,
    /// None.
    Bare,
}

/// The noun of a selection.
struct Noun {
    extensions: Vec<String>,
    is_plural: bool,
    /// Whether it is the general word for all sorts.
    is_general: bool,
    end: usize,
}

struct Parser<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    vocabulary: &'a Vocabulary,
}

/// Words between "all" and the noun.
const ARTICLES: [&str; 22] = [
    "the", "my", "of", "these", "those", "our", "your", "single", "existing", "os", "as", "meus", "minhas",
    "nossos", "nossas", "teus", "tuas", "seus", "suas", "de", "do", "da",
];

/// Words that select all things of a sort.
const ALL: [&str; 9] = ["all", "every", "each", "todos", "todas", "todo", "toda", "cada", "any"];

/// Words that select everything in a place.
const EVERYTHING: [&str; 2] = ["everything", "tudo"];

/// Of these, the ones that a singular follows.
const DISTRIBUTIVE: [&str; 6] = ["every", "each", "cada", "todo", "toda", "any"];

/// Definite articles before a plural.
const DEFINITE: [&str; 10] = ["the", "my", "our", "os", "as", "meus", "minhas", "nossos", "nossas", "these"];

/// Words that join a noun and its sort: "ficheiros de texto", "files with extension txt".
const OF_SORT: [[&str; 3]; 6] = [
    ["com", "a", "extensao"],
    ["com", "extensao", ""],
    ["with", "extension", ""],
    ["do", "tipo", ""],
    ["of", "type", ""],
    ["de", "", ""],
];

/// Words between the noun and its place that state only that the things are there.
const LINKS: [&[&str]; 33] = [
    &["that", "is", "stored"],
    &["that", "is"],
    &["that's"],
    &["i've", "got"],
    &["o", "que", "esta"],
    &["o", "que", "ha"],
    &["o", "que", "tenho"],
    &["o", "que", "tem"],
    &["que", "esta"],
    &["that", "are", "stored"],
    &["that", "i", "have"],
    &["which", "are"],
    &["that", "are"],
    &["do", "i", "have"],
    &["are", "there"],
    &["i", "have"],
    &["are"],
    &["stored"],
    &["saved"],
    &["que", "eu", "tenho"],
    &["que", "estao", "guardados"],
    &["que", "estao", "guardadas"],
    &["que", "estao"],
    &["que", "tenho"],
    &["que", "ha"],
    &["que", "existem"],
    &["que", "tem"],
    &["eu", "tenho"],
    &["tenho"],
    &["estao"],
    &["existem"],
    &["ha"],
    &["tem"],
];

/// Nouns that a selection may belong to: "a copy of all photos".
const COPIES: [&str; 6] = ["copy", "copies", "backup", "copia", "copias", "seguranca"];

impl Parser<'_> {
    /// Parses the selection that starts at a token, and returns the token after it.
    fn selection(&self, start: usize) -> Option<(Selection, usize)> {
        let (determiner, is_distributive, at) = self.determiner(start);
        let lists = self.lists_before(start);
        let is_everything = EVERYTHING.contains(&self.said(start));
        let mut noun = match is_everything {
            true => Noun { extensions: Vec::new(), is_plural: true, is_general: true, end: start + 1 },
            false => self.noun(at)?,
        };
        let is_meant = match determiner {
            Determiner::All => noun.is_plural || is_distributive,
            Determiner::Definite | Determiner::Bare => noun.is_plural,
        };
        // "I'd like to see everything in trips" is about the container.
        let is_meant = is_meant && (!is_everything || self.acts_before(start, true));
        if !is_meant || !self.is_object(start, determiner, lists.is_some()) {
            return None;
        }
        // "All the pngs and jpgs."
        while let Some(next) = self.joined(noun.end) {
            noun.extensions.extend(next.extensions);
            noun.is_general |= next.is_general;
            noun.end = next.end;
        }
        if noun.is_general {
            noun.extensions.clear();
        }
        if self.is_part_of_name(noun.end) {
            return None;
        }
        let mut end = noun.end;
        let mut except = self.exceptions(&mut end);
        let place = self.place(&mut end, start);
        if except.is_empty() {
            except = self.exceptions(&mut end);
        }
        // "The files" without a place refers to what was said before.
        let is_all = determiner == Determiner::All && !is_everything;
        let is_there = is_all || !noun.is_general || place.is_some();
        if !is_there {
            return None;
        }
        let tail = self.link(end).map_or(end, |length| end + length);
        let is_listed = lists.is_some() && tail == self.tokens.len();
        if is_listed {
            end = tail;
        }
        let said = &self.sentence[self.tokens[at].span.start..self.tokens[noun.end - 1].span.end];
        let selection = Selection {
            span: self.tokens[start].span.start..self.tokens[end - 1].span.end,
            extensions: noun.extensions,
            place: place.unwrap_or_default(),
            except,
            is_quantified: determiner == Determiner::All,
            is_listed,
            is_everything,
            noun: said.trim_start_matches(['*', '.']).to_string(),
        };
        Some((selection, end))
    }

    fn said(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.folded.as_str())
    }

    /// Parses "all of the", "todos os meus", or an article.
    fn determiner(&self, start: usize) -> (Determiner, bool, usize) {
        let skip = |mut at: usize, words: &[&str]| {
            while words.contains(&self.said(at)) && self.tokens[at].literal.is_none() {
                at += 1;
            }
            at
        };
        if EVERYTHING.contains(&self.said(start)) {
            return (Determiner::All, false, start);
        }
        if ALL.contains(&self.said(start)) {
            let at = skip(start + 1, &ARTICLES);
            return (Determiner::All, DISTRIBUTIVE.contains(&self.said(start)), at);
        }
        let at = skip(start, &DEFINITE);
        if at > start { (Determiner::Definite, false, at) } else { (Determiner::Bare, false, at) }
    }

    /// Parses the noun of a selection: "photos", "png files", "ficheiros .log".
    fn noun(&self, at: usize) -> Option<Noun> {
        if let Some((extension, end)) = self.glob(at) {
            let general = self.general(end);
            let end = general.as_ref().map_or(end, |noun| noun.end);
            let is_glob = self.text(at).starts_with('*') || general.is_some();
            let is_plural = general.is_none_or(|noun| noun.is_plural);
            return is_glob.then(|| Noun { extensions: vec![extension], is_plural, is_general: false, end });
        }
        if let Some(general) = self.general(at) {
            // "Ficheiros de texto" is a sort of its own, and longer.
            if let Some(sort) = self.sort(at).filter(|sort| sort.end > general.end) {
                return Some(sort);
            }
            let led = OF_SORT.iter().find_map(|words| self.words_at(general.end, words)).unwrap_or(0);
            let sort = self.sort_name(general.end + led);
            return Some(match sort {
                Some((extensions, end)) => Noun { extensions, is_general: false, end, ..general },
                None => general,
            });
        }
        let (extensions, end) = self.sort_name(at)?;
        match self.general(end) {
            // "Png files."
            Some(general) => Some(Noun { extensions, is_general: false, ..general }),
            None => self.sort(at),
        }
    }

    /// Parses the general word for all sorts: "files".
    fn general(&self, at: usize) -> Option<Noun> {
        let sort = self.vocabulary.sort(self.tokens.get(at..)?).filter(|(sort, _)| sort.is_general())?;
        Some(noun_of(sort, at))
    }

    /// Parses the word for one sort: "photos", "PDFs".
    fn sort(&self, at: usize) -> Option<Noun> {
        let sort = self.vocabulary.sort(self.tokens.get(at..)?).filter(|(sort, _)| !sort.is_general())?;
        Some(noun_of(sort, at))
    }

    /// Parses the name of a sort or an extension beside the general word.
    fn sort_name(&self, at: usize) -> Option<(Vec<String>, usize)> {
        if let Some((extension, end)) = self.glob(at) {
            return Some((vec![extension], end));
        }
        if let Some(sort) = self.sort(at) {
            return Some((sort.extensions, sort.end));
        }
        let token = self.tokens.get(at).filter(|token| token.literal.is_none() && token.pause.is_none())?;
        is_extension(&token.folded).then(|| (vec![token.folded.clone()], at + 1))
    }

    /// Parses an extension with its dot, or a pattern: ".log", "*.log".
    fn glob(&self, at: usize) -> Option<(String, usize)> {
        let text = self.text(at);
        let extension = text.trim_start_matches('*').strip_prefix('.')?.to_lowercase();
        let is_short = (1..=8).contains(&extension.len()) && extension.chars().all(char::is_alphanumeric);
        is_short.then_some((extension, at + 1))
    }

    /// Returns a token as it is written between spaces.
    fn text(&self, at: usize) -> &str {
        let Some(token) = self.tokens.get(at) else { return "" };
        let start = self.sentence[..token.span.start].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        self.sentence[start..token.span.end.max(start)].trim_start_matches(['(', '"'])
    }

    /// Parses a further noun that a conjunction joins.
    fn joined(&self, at: usize) -> Option<Noun> {
        let is_joint = matches!(self.said(at), "and" | "e" | "or" | "ou");
        let next = if is_joint { at + 1 } else { at };
        let is_parted = is_joint || self.tokens.get(at).is_some_and(|token| token.pause == Some(','));
        let (_, _, behind) = self.determiner(next);
        let behind = if self.tokens.get(behind).is_some() { behind } else { next };
        is_parted.then(|| self.noun(behind).filter(|noun| noun.is_plural))?
    }

    /// Whether the phrase is the object of a verb or of a request for a list, and neither a place nor a part of
    /// a name.
    fn is_object(&self, start: usize, determiner: Determiner, is_listed: bool) -> bool {
        let Some(before) = start.checked_sub(1) else { return true };
        if is_listed {
            return true;
        }
        let token = &self.tokens[before];
        if token.literal.is_some() {
            return false;
        }
        let is_of_copy = matches!(token.folded.as_str(), "of" | "de" | "dos" | "das")
            && before.checked_sub(1).is_some_and(|at| COPIES.contains(&self.said(at)));
        let prepositions = [Role::Inside, Role::To, Role::As, Role::From, Role::Named, Role::Content];
        let is_led = (before.saturating_sub(3)..=before).any(|at| {
            let rest = &self.tokens[at..start];
            self.vocabulary.begins_any(&prepositions, rest).is_some_and(|(_, length)| length == rest.len())
        });
        let is_led =
            is_led || matches!(token.folded.as_str(), "of" | "about" | "for" | "sobre" | "with" | "to");
        if is_led {
            return is_of_copy;
        }
        determiner != Determiner::Bare || token.verb.is_some() || before == 0
    }

    /// Whether the words belong to a name, a list of names, or another noun: "photos folder", "files called x".
    fn is_part_of_name(&self, end: usize) -> bool {
        let Some(rest) = self.tokens.get(end..).filter(|rest| !rest.is_empty()) else { return false };
        let roles = [Role::Container, Role::Named, Role::Thing];
        let is_listed = rest[0].literal.is_some() || rest[0].pause == Some(':');
        is_listed || rest[0].pause.is_none() && self.vocabulary.begins_any(&roles, rest).is_some()
    }

    /// Parses the names after "except". Without a name, the words stay unexplained.
    fn exceptions(&self, end: &mut usize) -> Vec<String> {
        let Some(rest) = self.tokens.get(*end..) else { return Vec::new() };
        let Some(length) = self.vocabulary.begins(Role::Except, rest) else { return Vec::new() };
        let mut at = *end + length;
        let mut names = Vec::new();
        loop {
            while matches!(self.said(at), "the" | "o" | "a" | "not" | "for" | "and" | "e") {
                at += 1;
            }
            let noun = self.tokens.get(at..).and_then(|rest| self.vocabulary.noun(rest));
            at += noun.map_or(0, |noun| noun.length);
            let Some(name) = self.tokens.get(at).and_then(|token| token.literal.clone()) else { break };
            if !has_extension(&name) {
                break;
            }
            names.push(name);
            at += 1;
            *end = at;
        }
        names
    }

    /// Parses the place of the things. "Put the photos in archive" states a destination instead.
    fn place(&self, end: &mut usize, start: usize) -> Option<Location> {
        let behind = *end + self.link(*end).unwrap_or(0);
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut scanner = Scanner { sentence, tokens, vocabulary, at: behind };
        let is_source =
            matches!(self.said(behind), "from" | "of" | "do" | "da" | "dos" | "das" | "de") || behind > *end;
        if self.said(behind) == "of" {
            scanner.at += 1;
        }
        let place = match scanner.at > behind {
            true => scanner.place_itself(),
            false => scanner.place(&[Role::Inside, Role::From]),
        }?;
        let is_sent = self.acts_before(start, false);
        let goes_on = tokens
            .get(scanner.at..)
            .is_some_and(|rest| vocabulary.begins_any(&[Role::To, Role::Inside], rest).is_some());
        if is_sent && !is_source && !goes_on {
            return None;
        }
        let location = location(&place)?;
        *end = scanner.at;
        Some(location)
    }

    /// Whether a verb before a token moves or copies things, or deletes them.
    fn acts_before(&self, end: usize, or_deletes: bool) -> bool {
        let roles = [Role::Put, Role::Move, Role::Copy, Role::Send, Role::Delete];
        let roles = if or_deletes { &roles[..] } else { &roles[..4] };
        (0..end).any(|at| self.vocabulary.begins_any(roles, &self.tokens[at..end]).is_some())
    }

    /// Returns the number of words that state only that the things are somewhere.
    fn link(&self, at: usize) -> Option<usize> {
        LINKS.iter().find_map(|words| self.words_at(at, words))
    }

    /// Returns the number of words if they are at a token.
    fn words_at(&self, at: usize, words: &[&str]) -> Option<usize> {
        let words = || words.iter().filter(|word| !word.is_empty());
        let is_there = words().enumerate().all(|(next, word)| self.said(at + next) == *word);
        is_there.then(|| words().count())
    }

    /// Returns the words before the phrase if they ask only for a list.
    fn lists_before(&self, start: usize) -> Option<usize> {
        let before = self.tokens.get(..start).filter(|before| !before.is_empty())?;
        (0..start).find(|at| {
            let fillers = (0..*at).all(|at| self.vocabulary.begins(Role::Filler, &before[at..]).is_some());
            fillers && self.vocabulary.begins(Role::Enumerate, &before[*at..]) == Some(start - at)
        })
    }
}

fn noun_of((sort, length): (&Sort, usize), at: usize) -> Noun {
    Noun {
        extensions: sort.extensions.iter().map(ToString::to_string).collect(),
        is_plural: sort.is_plural,
        is_general: sort.is_general(),
        end: at + length,
    }
}

/// Returns a place as a location, if it exists independently of the sentence.
pub(super) fn location(place: &Place) -> Option<Location> {
    let container = match &place.container {
        Some(Container::Named(name)) => Some(name.clone()),
        Some(_) => return None,
        None => None,
    };
    let Place { anchor, kind, is_doubtful, .. } = place.clone();
    Some(Location { anchor, container, kind, is_doubtful, ..Location::default() })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;
    use crate::reader::Tokenized;

    fn found(sentence: &str) -> Vec<Selection> {
        let things = sample();
        let heard = Tokenized::new(sentence, date(2026, 1, 5).at(9, 0, 0, 0)).about(&things);
        let literal = |word: &Word| heard.literal(word).and_then(crate::literal::Found::named);
        Selection::of(sentence, &heard.request_words(), heard.tongue, &things, literal)
    }

    /// Returns the phrase, the extensions, the container, the exceptions, and whether it is only listed.
    fn said(sentence: &str) -> Option<(String, String, String, String, bool)> {
        let mut found = found(sentence);
        assert!(found.len() < 2, "{sentence}: {found:#?}");
        let selection = found.pop()?;
        Some((
            sentence[selection.span].to_string(),
            selection.extensions.join(" "),
            selection.place.container.unwrap_or_default(),
            selection.except.join(" "),
            selection.is_listed,
        ))
    }

    #[test]
    fn things_are_selected_by_their_sort() {
        for (sentence, phrase, extensions, container, except) in [
            ("delete all the pdfs", "all the pdfs", "pdf", "", ""),
            ("delete all the png files", "all the png files", "png", "", ""),
            ("delete every pdf", "every pdf", "pdf", "", ""),
            ("delete *.log", "*.log", "log", "", ""),
            ("remove all .log files", "all .log files", "log", "", ""),
            ("copy all my files to archive", "all my files", "", "", ""),
            (
                "delete the photos in the folder trips",
                "the photos in the folder trips",
                "jpg png",
                "trips",
                "",
            ),
            ("move the photos in trips to archive", "the photos in trips", "jpg png", "trips", ""),
            ("put the photos in archive", "the photos", "jpg png", "", ""),
            ("move all files from trips to archive", "all files from trips", "", "trips", ""),
            ("delete all the photos except a.png", "all the photos except a.png", "jpg png", "", "a.png"),
            ("move all the pdfs and photos to archive", "all the pdfs and photos", "pdf jpg png", "", ""),
            ("apaga todos os ficheiros png", "todos os ficheiros png", "png", "", ""),
            ("apaga as fotos da pasta férias", "as fotos da pasta férias", "jpg png", "férias", ""),
            ("mova todos os arquivos .log para antigos", "todos os arquivos .log", "log", "", ""),
            ("apaga todas as fotos menos a a.png", "todas as fotos menos a a.png", "jpg png", "", "a.png"),
            ("mete todos os pdfs na pasta contas", "todos os pdfs", "pdf", "", ""),
            ("zip the photos", "the photos", "jpg png", "", ""),
            ("delete everything in the folder trips", "everything in the folder trips", "", "trips", ""),
            ("apaga tudo o que está na pasta férias", "tudo o que está na pasta férias", "", "férias", ""),
        ] {
            let (seen, of, place, without, is_listed) = said(sentence).unwrap_or_default();
            assert_eq!(
                (seen.as_str(), of.as_str(), place.as_str(), without.as_str(), is_listed),
                (phrase, extensions, container, except, false),
                "{sentence}"
            );
        }
    }

    #[test]
    fn a_list_of_them_may_be_all_that_is_asked_for() {
        for (sentence, container) in [
            ("list all the pdfs in trips", "trips"),
            ("how many photos do i have in the folder trips?", "trips"),
            ("show me all the photos", ""),
            ("what photos are in the folder trips?", "trips"),
            ("quantas fotos tenho na pasta férias?", "férias"),
            ("mostra-me todas as fotos", ""),
            ("quais são os pdfs que tenho na pasta contas?", "contas"),
        ] {
            let (_, _, place, _, is_listed) = said(sentence).unwrap_or_default();
            assert_eq!((place.as_str(), is_listed), (container, true), "{sentence}");
        }
    }

    #[test]
    fn other_phrases_select_nothing() {
        for sentence in [
            "move a.txt to the photos",
            "create a folder photos",
            "delete the photos folder",
            "delete the pdf",
            "move my two pdfs, a.pdf and b.pdf, to archive",
            "delete the files a.txt and b.txt",
            "delete the files",
            "delete everything",
            "apaga tudo",
            "I'd like to see everything in the folder trips",
            "apaga a pasta das fotos",
            "move o a.txt para as fotos",
            "delete a.pdf",
        ] {
            assert_eq!(said(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn a_phrase_that_selects_all_is_no_name() {
        let things = sample();
        for phrase in ["all photos", "every pdf", "all the png files", "todas as fotos", "todos os pdfs"] {
            assert!(Selection::is_phrase(phrase, &things), "{phrase}");
        }
        for name in ["photos", "a.pdf", "allowance", "all hands", "toda a gente.txt"] {
            assert!(!Selection::is_phrase(name, &things), "{name}");
        }
    }
}
