//! Finds the existing things that a sentence refers to by full names or together: "#1, #2 and #3", "the cards Fix login and
//! Write tests", "these three", "the first two".
//!
//! The sentence can then be read with the name of a single thing in place of each phrase, so that neither a title that contains
//! a verb nor the number of the things matters to the other parsers.

use std::ops::Range;

use lemmascope_intent::{NameShape, ThingKind};

use super::lexicon::Lexicon;
use super::reference::{Referent, contracted};
use super::tokenized::Tokenized;
use crate::literal::Kind;
use crate::words::{Hanging, Tongue, Word, hanging, made_of, words};

/// Things of one kind that a phrase of a sentence means.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The phrase.
    pub said: String,
    /// The kind of the things.
    pub kind: &'static ThingKind,
    /// Their names, in the order of the phrase.
    pub names: Vec<String>,
    /// Whether the phrase refers to things that were mentioned or listed before, and does not name them.
    pub is_reference: bool,
}

/// The groups of a sentence, and the phrases that mean them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups {
    /// The groups.
    pub groups: Vec<Group>,
    phrases: Vec<Phrase>,
}

/// Groups that a sentence can refer to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Earlier<'a> {
    /// The things that the last action created, changed or listed.
    pub last: &'a [Referent],
    /// The things that were last listed, from which a sentence can pick some.
    pub listed: &'a [Referent],
}

#[derive(Debug, Clone, PartialEq)]
struct Phrase {
    span: Range<usize>,
    /// The index of its group.
    group: usize,
    lead: Lead,
}

/// The part of a phrase that stays when a name replaces the rest of it.
#[derive(Debug, Clone, PartialEq)]
enum Lead {
    None,
    /// The preposition of a contraction: "dos cartões".
    Preposition(String),
    /// The verb of a clitic: "apaga-os".
    Verb(String),
}

impl Groups {
    /// Finds the groups of a sentence.
    pub fn of(heard: &Tokenized<'_>, lexicon: &Lexicon, earlier: Earlier<'_>) -> Self {
        let words = words(heard.sentence);
        let known = known(&words, heard, lexicon);
        let scan = Scan { heard, words: &words, known, earlier };
        let mut found = Self::default();
        let mut at = 0;
        while at < words.len() {
            let named = scan.list(at).map(|it| (it, false));
            let phrase = named.or_else(|| scan.reference(at, &found).map(|it| (it, true)));
            let Some((phrase, is_reference)) = phrase else {
                at += 1;
                continue;
            };
            at = phrase.end;
            found.push(phrase, is_reference, heard.sentence);
        }
        found
    }

    /// Whether the sentence has no such phrase.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Returns the sentence with these names in place of the phrases, one for each group.
    pub fn with_names(&self, heard: &Tokenized<'_>, names: &[String]) -> String {
        let mut text = heard.sentence.to_string();
        for phrase in self.phrases.iter().rev() {
            let (group, name) = (&self.groups[phrase.group], &names[phrase.group]);
            let noun = heard.things.noun_of(group.kind, heard.tongue).unwrap_or_default();
            // An article before a number would be unusual in English.
            let noun = if heard.tongue == Tongue::English { noun.trim_start_matches("the ") } else { &noun };
            let name = format!("{noun} {name}");
            let name = match &phrase.lead {
                Lead::None => name,
                Lead::Preposition(preposition) => contracted(preposition, &name),
                Lead::Verb(verb) => format!("{verb} {name}"),
            };
            text.replace_range(phrase.span.clone(), &name);
        }
        text
    }

    fn push(&mut self, found: Found, is_reference: bool, sentence: &str) {
        let is_same = |group: &Group| group.names == found.names && group.kind.name == found.kind.name;
        let group = self.groups.iter().position(is_same).unwrap_or_else(|| {
            let said = sentence[found.span.clone()].to_string();
            self.groups.push(Group { said, kind: found.kind, names: found.names, is_reference });
            self.groups.len() - 1
        });
        self.phrases.push(Phrase { span: found.span, group, lead: found.lead });
    }

    /// Returns the group of the last phrase.
    fn last(&self) -> Option<&Group> {
        self.phrases.last().map(|phrase| &self.groups[phrase.group])
    }
}

/// A phrase for things.
struct Found {
    span: Range<usize>,
    /// The index of the word after it.
    end: usize,
    kind: &'static ThingKind,
    names: Vec<String>,
    lead: Lead,
}

/// A thing whose name may occur in the sentence.
struct Known<'a> {
    kind: &'static ThingKind,
    name: &'a str,
    words: &'a [String],
}

/// Returns the things whose names consist of words of the sentence.
fn known<'a>(words: &[Word], heard: &Tokenized<'_>, lexicon: &'a Lexicon) -> Vec<Known<'a>> {
    let spoken: std::collections::BTreeSet<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    let kinds = heard.things.kinds().iter().copied().filter(|kind| is_named_by_words(kind));
    let mut known: Vec<Known<'a>> = kinds
        .flat_map(|kind| lexicon.all_words(kind).map(move |(name, words)| Known { kind, name, words }))
        .filter(|it| !it.words.is_empty() && it.words.iter().all(|word| spoken.contains(word.as_str())))
        .collect();
    // Of two names that begin alike the longer one is meant.
    known.sort_by_key(|it| std::cmp::Reverse(it.words.len()));
    known
}

/// Whether things of a kind have any words for their names, and contain nothing.
fn is_named_by_words(kind: &ThingKind) -> bool {
    kind.names == NameShape::Words && !kind.is_container()
}

struct Scan<'a> {
    heard: &'a Tokenized<'a>,
    words: &'a [Word],
    known: Vec<Known<'a>>,
    earlier: Earlier<'a>,
}

/// The words before the first name.
struct Beginning {
    /// The position in the sentence.
    start: Option<usize>,
    /// The index of the word after it.
    end: usize,
    kind: Option<&'static ThingKind>,
    preposition: Option<&'static str>,
}

/// A name of a thing.
struct Item {
    span: Range<usize>,
    end: usize,
    kind: &'static ThingKind,
    name: String,
    /// The number of words; a number has none.
    length: usize,
}

/// Articles before a noun or a name.
const ARTICLES: [&str; 9] = ["the", "my", "our", "o", "os", "as", "meus", "minhas", "a"];
/// Words between two names.
const JOINTS: [&str; 5] = ["and", "e", "plus", "mais", "&"];
/// Words before a new name, which is not the name of an existing thing.
const NAMING: [&str; 9] =
    ["called", "named", "titled", "chamado", "chamada", "chamados", "chamadas", "intitulado", "intitulada"];
/// Words after a reference that cannot be a noun.
const ENDS: [&str; 34] = [
    "", "to", "into", "in", "on", "from", "for", "with", "as", "and", "then", "too", "now", "please",
    "again", "by", "high", "low", "para", "pra", "pro", "em", "no", "na", "ao", "à", "por", "com", "e",
    "tambem", "agora", "de", "como", "que",
];

impl Scan<'_> {
    /// Returns the word at an index without accents; empty after the last.
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.folded.as_str())
    }

    /// Returns the word at an index, unless a mark precedes it.
    fn next(&self, at: usize) -> &str {
        self.words.get(at).filter(|word| word.pause.is_none()).map_or("", |word| word.folded.as_str())
    }

    /// Returns the kind that the noun at an index states.
    fn noun(&self, at: usize) -> Option<&'static ThingKind> {
        self.heard.things.kind_of_word(self.next(at))
    }

    /// Returns the number at an index.
    fn count(&self, at: usize) -> Option<usize> {
        let word = self.words.get(at).filter(|word| word.pause.is_none())?;
        let is_here = |found: &&crate::literal::Found| found.span == word.span;
        let found = self.heard.literals.iter().find(is_here)?;
        (found.value.kind() == Kind::Number).then(|| found.value.text().parse().ok()).flatten()
    }

    /// Reads a list of names, or a single name of several words.
    fn list(&self, at: usize) -> Option<Found> {
        let beginning = self.beginning(at);
        let first = self.item(beginning.end).filter(|it| is_of(it, beginning.kind))?;
        let is_announced = at > 0 && NAMING.contains(&self.word(at - 1));
        let (kind, start) = (first.kind, beginning.start.unwrap_or(first.span.start));
        let (mut end, mut last) = (first.end, first.span.end);
        let is_single = at > 0 && first.length > 1;
        let mut names = vec![first.name];
        while let Some(item) = self.further(end).filter(|item| item.kind.name == kind.name) {
            (end, last) = (item.end, item.span.end);
            if !names.contains(&item.name) {
                names.push(item.name);
            }
        }
        let lead = beginning.preposition.map_or(Lead::None, |it| Lead::Preposition(it.to_string()));
        let is_meant = !is_announced && (names.len() > 1 || is_single);
        is_meant.then_some(Found { span: start..last, end, kind, names, lead })
    }

    /// Reads the article, the number and the noun before names.
    fn beginning(&self, at: usize) -> Beginning {
        let mut beginning = Beginning { start: None, end: at, kind: None, preposition: None };
        let Some(word) = self.words.get(at) else { return beginning };
        let mut end = at;
        let parts = made_of(&word.form).filter(|_| self.heard.tongue == Tongue::Portuguese);
        if let Some([preposition, article]) = parts
            && ARTICLES.contains(article)
        {
            beginning.preposition = Some(preposition);
            end += 1;
        } else if ARTICLES.contains(&word.folded.as_str())
            && (word.folded != "a" || self.heard.tongue == Tongue::Portuguese)
        {
            end += 1;
        }
        let counted = if self.count(end).is_some() { end + 1 } else { end };
        let noun = self.words.get(counted).and_then(|word| self.heard.things.kind_of_word(&word.folded));
        if let Some(kind) = noun.filter(|kind| is_named_by_words(kind)) {
            (beginning.kind, end) = (Some(kind), counted + 1);
        }
        if end > at {
            beginning.start = Some(word.span.start);
            beginning.end = end;
        }
        beginning
    }

    /// Reads a further name of a list, with the word before it.
    fn further(&self, at: usize) -> Option<Item> {
        let word = self.words.get(at)?;
        let is_joint =
            JOINTS.contains(&word.folded.as_str()) || self.heard.sentence[..word.span.start].ends_with("& ");
        let next = if JOINTS.contains(&word.folded.as_str()) { at + 1 } else { at };
        if !is_joint && word.pause != Some(',') {
            return None;
        }
        let beginning = self.beginning(next);
        // The first part of a contraction joins other things than these.
        let beginning_end = if beginning.preposition.is_some() { next } else { beginning.end };
        self.item(beginning_end).filter(|it| is_of(it, beginning.kind))
    }

    /// Reads a number with its sign, or the full name of a thing.
    fn item(&self, at: usize) -> Option<Item> {
        let word = self.words.get(at)?;
        let sentence = self.heard.sentence;
        if word.folded == "#" {
            let number = self.words.get(at + 1).filter(|it| it.span.start == word.span.end)?;
            let digits = &sentence[number.span.clone()];
            let kind = self.heard.things.kinds().iter().copied().find(|kind| is_named_by_words(kind))?;
            let is_number = digits.chars().all(|sign| sign.is_ascii_digit());
            let (span, name) = (word.span.start..number.span.end, format!("#{digits}"));
            return is_number.then_some(Item { span, end: at + 2, kind, name, length: 0 });
        }
        let is_said = |known: &&Known<'_>| {
            let said = self.words.get(at..at + known.words.len());
            said.is_some_and(|said| said.iter().zip(known.words).all(|(said, own)| said.folded == *own))
        };
        let known = self.known.iter().find(is_said)?;
        let length = known.words.len();
        let (mut start, mut end) = (word.span.start, self.words[at + length - 1].span.end);
        // Quotation marks around a name belong to it.
        let before = sentence[..start].chars().next_back().filter(|mark| QUOTES.contains(mark));
        let after = sentence[end..].chars().next().filter(|mark| QUOTES.contains(mark));
        if let (Some(before), Some(after)) = (before, after) {
            (start, end) = (start - before.len_utf8(), end + after.len_utf8());
        }
        Some(Item {
            span: start..end,
            end: at + length,
            kind: known.kind,
            name: known.name.to_string(),
            length,
        })
    }

    /// Reads a reference to all things of a group, or to some of them.
    fn reference(&self, at: usize, found: &Groups) -> Option<Found> {
        // What the sentence names itself is meant first.
        let is_file = |it: &crate::literal::Found| {
            matches!(it.value.kind(), Kind::File | Kind::Path) && it.span.end <= self.words[at].span.start
        };
        if found.is_empty() && self.heard.literals.iter().any(is_file) {
            return None;
        }
        let own = found.last().map(|group| (group.kind, group.names.clone()));
        let all = own.clone().or_else(|| group_of(self.earlier.last));
        let base = own
            .filter(|(_, names)| names.len() > 1)
            .or_else(|| group_of(self.earlier.listed))
            .or_else(|| all.clone());
        let several = all.filter(|(_, names)| names.len() > 1);
        let said = match self.heard.tongue {
            Tongue::English => self.english(at, several.as_ref(), base.as_ref()),
            Tongue::Portuguese => self.portuguese(at, several.as_ref(), base.as_ref()),
        }?;
        let (start, end) = (self.words[at].span.start, at + said.length);
        let span = start..self.words[end - 1].span.end;
        let (kind, names) = match said.pick {
            Pick::All => several?,
            Pick::First(count) => {
                base.and_then(|(kind, names)| Some((kind, names.get(..count)?.to_vec())))?
            }
            Pick::Last(count) => base.and_then(|(kind, names)| {
                Some((kind, names.get(names.len().checked_sub(count)?..)?.to_vec()))
            })?,
            Pick::At(index) => {
                base.and_then(|(kind, names)| Some((kind, vec![names.get(index)?.clone()])))?
            }
        };
        Some(Found { span, end, kind, names, lead: said.lead })
    }

    fn english(&self, at: usize, several: Option<&Whole>, base: Option<&Whole>) -> Option<Said> {
        let all = |length: usize| several.map(|_| Said::new(length, Pick::All));
        let is_number_of = |at: usize, group: Option<&Whole>| {
            self.count(at).is_some_and(|count| group.is_some_and(|(_, names)| names.len() == count))
        };
        let is_kind = |at: usize, group: Option<&Whole>| {
            self.noun(at).is_some_and(|kind| group.is_some_and(|(own, _)| own.name == kind.name))
        };
        let is_end = |at: usize| ENDS.contains(&self.next(at));
        let of_them = |at: usize| {
            let is_of = self.next(at) == "of" && ["them", "these", "those"].contains(&self.next(at + 1));
            if is_of { 2 } else { 0 }
        };
        match self.word(at) {
            _ if at == 0 => None,
            // "One of them" is not all of them.
            "them" if self.word(at - 1) != "of" => {
                all(1 + usize::from(["both", "all"].contains(&self.next(at + 1))))
            }
            "these" | "those" if self.word(at - 1) != "of" => {
                let counted = usize::from(is_number_of(at + 1, several));
                if counted == 0 && self.count(at + 1).is_some() {
                    return None;
                }
                let noun = usize::from(is_kind(at + 1 + counted, several));
                (noun + counted > 0 || is_end(at + 1)).then(|| all(1 + counted + noun)).flatten()
            }
            "both" if several.is_some_and(|(_, names)| names.len() == 2) => {
                let noun = usize::from(is_kind(at + 1, several));
                all(1 + noun.max(of_them(at + 1)))
            }
            "all" => {
                let counted = usize::from(is_number_of(at + 1, several));
                let of = of_them(at + 1 + counted);
                (of + counted > 0).then(|| all(1 + counted + of)).flatten()
            }
            "each" => (of_them(at + 1) > 0).then(|| all(3)).flatten(),
            "the" => {
                if is_number_of(at + 1, several) && (is_end(at + 2) || is_kind(at + 2, several)) {
                    return all(2 + usize::from(is_kind(at + 2, several)));
                }
                let ordinal = ENGLISH_ORDINALS.iter().position(|it| *it == self.next(at + 1));
                let is_last = self.next(at + 1) == "last";
                if ordinal.is_none() && !is_last {
                    return None;
                }
                let counted = self.count(at + 2);
                let mut end = at + 2 + usize::from(counted.is_some());
                if is_kind(end, base) || ["one", "ones"].contains(&self.next(end)) {
                    end += 1;
                }
                end += of_them(end);
                let pick = pick(ordinal, is_last, counted)?;
                // "Label the first two urgent": an adjective, which has no plural, follows.
                let is_adjective = end > at + 2 && is_end(end + 1) && !self.next(end).ends_with('s');
                (is_end(end) || is_adjective).then(|| Said::new(end - at, pick))
            }
            _ => None,
        }
    }

    fn portuguese(&self, at: usize, several: Option<&Whole>, base: Option<&Whole>) -> Option<Said> {
        let all = |length: usize| several.map(|_| Said::new(length, Pick::All));
        if let Some(pronoun) = self.words.get(at + 1)
            && let Some(found) = hanging(&self.words[at], pronoun, self.heard.sentence)
            && found.pronoun == Hanging::Several
        {
            let written = &self.heard.sentence[self.words[at].span.clone()];
            let verb = found.verb.unwrap_or_else(|| written.to_string());
            return all(2).map(|said| Said { lead: Lead::Verb(verb), ..said });
        }
        let form = self.words[at].form.as_str();
        let (lead, rest) = match made_of(form) {
            Some([preposition, rest]) => (Lead::Preposition((*preposition).to_string()), *rest),
            _ => (Lead::None, self.word(at)),
        };
        let is_number_of = |at: usize| {
            self.count(at).is_some_and(|count| several.is_some_and(|(_, names)| names.len() == count))
        };
        let is_kind = |at: usize| {
            self.noun(at).is_some_and(|kind| base.or(several).is_some_and(|(own, _)| own.name == kind.name))
        };
        let is_end = |at: usize| ENDS.contains(&self.next(at));
        let said = match rest {
            _ if at == 0 => None,
            "eles" | "elas" | "ambos" | "ambas" => all(1),
            "todos" | "todas"
                if ["eles", "elas", "estes", "estas", "esses", "essas"].contains(&self.next(at + 1)) =>
            {
                all(2)
            }
            "estes" | "estas" | "esses" | "essas" | "aqueles" | "aquelas" => {
                let counted = usize::from(is_number_of(at + 1));
                if counted == 0 && self.count(at + 1).is_some() {
                    return None;
                }
                let noun = usize::from(is_kind(at + 1 + counted));
                (noun + counted > 0 || is_end(at + 1)).then(|| all(1 + counted + noun)).flatten()
            }
            "o" | "a" | "os" | "as" => {
                if is_number_of(at + 1) && (is_end(at + 2) || is_kind(at + 2)) {
                    return all(2 + usize::from(is_kind(at + 2))).map(|said| Said { lead, ..said });
                }
                // "Os dois primeiros" and "os primeiros dois".
                let before = self.count(at + 1);
                let place = at + 1 + usize::from(before.is_some());
                let stem = self.next(place).trim_end_matches('s').trim_end_matches(['o', 'a']);
                let ordinal = PORTUGUESE_ORDINALS.iter().position(|it| *it == stem);
                let is_last = stem == "ultim";
                if ordinal.is_none() && !is_last {
                    return None;
                }
                let behind = self.count(place + 1).filter(|_| before.is_none());
                let mut end = place + 1 + usize::from(behind.is_some());
                end += usize::from(is_kind(end));
                let pick = pick(ordinal, is_last, before.or(behind))?;
                is_end(end).then(|| Said::new(end - at, pick))
            }
            _ => None,
        };
        said.map(|said| Said { lead, ..said })
    }
}

/// The things of a group, with their kind.
type Whole = (&'static ThingKind, Vec<String>);

/// A reference.
struct Said {
    /// The number of its words.
    length: usize,
    pick: Pick,
    lead: Lead,
}

impl Said {
    fn new(length: usize, pick: Pick) -> Self {
        Self { length, pick, lead: Lead::None }
    }
}

/// The things of a group that a reference means.
enum Pick {
    All,
    First(usize),
    Last(usize),
    At(usize),
}

/// Returns what an ordinal and a number mean: only "first" and "last" can have a number.
fn pick(ordinal: Option<usize>, is_last: bool, count: Option<usize>) -> Option<Pick> {
    let is_some = count.is_none_or(|count| count > 0);
    match (ordinal, count) {
        _ if !is_some => None,
        (None, count) => is_last.then_some(Pick::Last(count.unwrap_or(1))),
        (Some(0), count) => Some(Pick::First(count.unwrap_or(1))),
        (Some(index), None) => Some(Pick::At(index)),
        (Some(_), Some(_)) => None,
    }
}

/// Returns a group of things, if they are all of one kind, or if all have paths.
fn group_of(things: &[Referent]) -> Option<Whole> {
    let kinds = || things.iter().map(|thing| thing.kind);
    let is_content = |kind: &Option<&ThingKind>| kind.is_some_and(|kind| !kind.is_container());
    let kind = kinds().find(is_content).or_else(|| kinds().next())??;
    let is_alike = |it: &ThingKind| it.name == kind.name || (it.names.is_path() && kind.names.is_path());
    let are_alike = kinds().all(|it| it.is_some_and(is_alike));
    are_alike.then(|| (kind, things.iter().map(|thing| thing.name.clone()).collect()))
}

fn is_of(item: &Item, kind: Option<&'static ThingKind>) -> bool {
    kind.is_none_or(|kind| kind.name == item.kind.name)
}

const QUOTES: [char; 8] = ['"', '“', '”', '«', '»', '\'', '‘', '’'];
const ENGLISH_ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
const PORTUGUESE_ORDINALS: [&str; 5] = ["primeir", "segund", "terceir", "quart", "quint"];

#[cfg(test)]
mod tests {
    use lemmascope_intent::Format;

    use super::*;
    use crate::goal::sample;

    const TITLES: [&str; 5] = ["Emma", "War and Peace", "Search for Truth", "Ulysses", "Fix the shelf"];

    fn found(sentence: &str, last: &[&str], listed: &[&str]) -> (String, Vec<Vec<String>>) {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let heard = Tokenized::new(sentence, now).about(&sample());
        let kind = sample().kind("book");
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::of_kind(kind.unwrap()), TITLES);
        let referents = |names: &[&str]| -> Vec<Referent> {
            names.iter().map(|name| Referent { name: (*name).into(), kind }).collect()
        };
        let (last, listed) = (referents(last), referents(listed));
        let groups = Groups::of(&heard, &lexicon, Earlier { last: &last, listed: &listed });
        let stand_ins: Vec<String> = (0..groups.groups.len()).map(|at| format!("#{}", 90 + at)).collect();
        let names = groups.groups.iter().map(|group| group.names.clone()).collect();
        (groups.with_names(&heard, &stand_ins), names)
    }

    fn check(said: &str, text: &str, names: &[&[&str]], last: &[&str], listed: &[&str]) {
        let wanted: Vec<Vec<String>> =
            names.iter().map(|names| names.iter().map(ToString::to_string).collect()).collect();
        assert_eq!(found(said, last, listed), (text.to_string(), wanted), "{said}");
    }

    #[test]
    fn finds_lists_of_numbers_and_titles() {
        let cases: [(&str, &str, &[&[&str]]); 12] = [
            ("delete #1 and #2", "delete book #90", &[&["#1", "#2"]]),
            ("move #1, #2, and #3 to Classics", "move book #90 to Classics", &[&["#1", "#2", "#3"]]),
            ("lend the books #1 and #2 to Ann", "lend book #90 to Ann", &[&["#1", "#2"]]),
            ("delete War and Peace and Emma", "delete book #90", &[&["War and Peace", "Emma"]]),
            ("delete the book War and Peace", "delete book #90", &[&["War and Peace"]]),
            (
                "lend Emma, search for truth and #4 to Ann",
                "lend book #90 to Ann",
                &[&["Emma", "Search for Truth", "#4"]],
            ),
            (
                "lend the book Emma and the book Ulysses to Ann",
                "lend book #90 to Ann",
                &[&["Emma", "Ulysses"]],
            ),
            ("put \"Emma\" and \"Ulysses\" away", "put book #90 away", &[&["Emma", "Ulysses"]]),
            ("apaga os livros #1 e #2", "apaga o livro #90", &[&["#1", "#2"]]),
            ("muda a ordem dos livros Emma e Ulysses", "muda a ordem do livro #90", &[&["Emma", "Ulysses"]]),
            (
                "lend #1 and #2 to Ann and delete them",
                "lend book #90 to Ann and delete book #90",
                &[&["#1", "#2"]],
            ),
            (
                "empresta #1 e #2 à Ana e apaga-os",
                "empresta o livro #90 à Ana e apaga o livro #90",
                &[&["#1", "#2"]],
            ),
        ];
        for (said, text, names) in cases {
            check(said, text, names, &[], &[]);
        }
    }

    #[test]
    fn leaves_single_numbers_and_new_names() {
        for said in [
            "delete #1",
            "move #1 to Classics and #2 to Novels",
            "add a book called War and Peace",
            "delete Emma",
            "delete them",
            "delete the first two",
            "delete one of them",
        ] {
            check(said, said, &[], &[], &[]);
        }
    }

    #[test]
    fn finds_references_to_earlier_groups() {
        let last = ["#1", "#2", "#3"];
        let all: &[&[&str]] = &[&["#1", "#2", "#3"]];
        for (said, text) in [
            ("move them to Classics", "move book #90 to Classics"),
            (
                "move these three to Classics and lend them to Ann",
                "move book #90 to Classics and lend book #90 to Ann",
            ),
            ("delete all three", "delete book #90"),
            ("delete all of them", "delete book #90"),
            ("move them all to Classics", "move book #90 to Classics"),
            ("delete these books", "delete book #90"),
            ("move estes três para Novels", "move o livro #90 para Novels"),
            ("apaga-os", "apaga o livro #90"),
            ("move-os para Novels", "move o livro #90 para Novels"),
        ] {
            check(said, text, all, &last, &[]);
        }
        for said in
            ["delete these two", "delete these files", "delete one of them", "delete a.txt and move them"]
        {
            check(said, said, &[], &last, &[]);
        }
    }

    #[test]
    fn finds_picks_from_what_was_listed() {
        let listed = ["#5", "#6", "#7"];
        let cases: [(&str, &str, &[&[&str]]); 9] = [
            ("move the first two to Classics", "move book #90 to Classics", &[&["#5", "#6"]]),
            ("delete the last one", "delete book #90", &[&["#7"]]),
            ("label the first two urgent", "label book #90 urgent", &[&["#5", "#6"]]),
            ("lend the second book to Ann", "lend book #90 to Ann", &[&["#6"]]),
            (
                "move the first to Classics and the last to Novels",
                "move book #90 to Classics and book #91 to Novels",
                &[&["#5"], &["#7"]],
            ),
            ("move os dois primeiros para Novels", "move o livro #90 para Novels", &[&["#5", "#6"]]),
            ("apaga o último", "apaga o livro #90", &[&["#7"]]),
            ("apaga os últimos dois livros", "apaga o livro #90", &[&["#6", "#7"]]),
            ("mostra a ordem do segundo", "mostra a ordem do livro #90", &[&["#6"]]),
        ];
        for (said, text, names) in cases {
            check(said, text, names, &["#9"], &listed);
        }
        for said in [
            "delete the first file",
            "delete the first two lines",
            "delete the first four",
            "read the last page",
            "mostra a primeira linha",
        ] {
            check(said, said, &[], &["#9"], &listed);
        }
    }
}
