//! Finds the existing things that a sentence refers to by full names or together: "#1, #2 and #3", "the cards Fix login and
//! Write tests", "these three", "the first two".
//!
//! The sentence can then be read with the name of a single thing in place of each phrase, so that neither a title that contains
//! a verb nor the number of the things matters to the other parsers.

mod exclusion;
mod naming;
mod referring;

use std::ops::Range;

use lemmascope_intent::ThingKind;

use self::exclusion::Excluding;
use self::naming::{Known, is_container_named_by_words, is_named_by_words};
use super::lexicon::Lexicon;
use super::reference::{Referent, contracted};
use super::tokenized::Tokenized;
use crate::literal::Kind;
use crate::words::{Tongue, Word, words};

pub use self::exclusion::Exclusion;

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
    /// What is excluded from the things, which have no names yet then.
    pub exclusion: Option<Exclusion>,
}

/// The groups of a sentence, and the phrases that mean them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups {
    /// The groups.
    pub groups: Vec<Group>,
    /// The phrase for all things but some, if it is not clear which ones are excluded.
    pub unclear: Option<Unclear>,
    phrases: Vec<Phrase>,
}

/// A phrase for all things but some, of which it is not clear which ones are excluded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Unclear {
    /// The phrase.
    pub said: String,
    /// The sentence before the exclusion.
    pub rest: String,
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
    /// Nothing stays of the phrase, and no name replaces it.
    Nothing,
}

impl Groups {
    /// Finds the groups of a sentence.
    pub fn of(heard: &Tokenized<'_>, lexicon: &Lexicon, earlier: Earlier<'_>) -> Self {
        let words = words(heard.sentence);
        let (things, containers) = (
            naming::known(&words, heard, lexicon, is_named_by_words),
            naming::known(&words, heard, lexicon, is_container_named_by_words),
        );
        let scan = Scan { heard, words: &words, known: things, containers, earlier };
        let mut found = Self::default();
        let mut excluding: Vec<Range<usize>> = Vec::new();
        match scan.excluding() {
            Some(Excluding::Known { kind, exclusion, all, except }) => {
                let said = heard.sentence[all.start..all.end.max(except.end)].to_string();
                found.groups.push(Group {
                    said,
                    kind,
                    names: Vec::new(),
                    is_reference: true,
                    exclusion: Some(exclusion),
                });
                excluding = vec![all, except];
                for (span, lead) in excluding.iter().zip([Lead::None, Lead::Nothing]) {
                    found.phrases.push(Phrase { span: span.clone(), group: 0, lead });
                }
            }
            Some(Excluding::Unclear { all, except }) => {
                let rest = heard.sentence[..except].trim_end().trim_end_matches(',').to_string();
                found.unclear = Some(Unclear { said: heard.sentence[all].to_string(), rest });
                return found;
            }
            None => {}
        }
        let mut at = 0;
        while at < words.len() {
            if excluding.iter().any(|span| span.contains(&words[at].span.start)) {
                at += 1;
                continue;
            }
            let named = scan.list(at).map(|it| (it, false));
            let phrase = named.or_else(|| scan.reference(at, &found).map(|it| (it, true)));
            let Some((phrase, is_reference)) = phrase else {
                at += 1;
                continue;
            };
            at = phrase.end;
            found.push(phrase, is_reference, heard.sentence);
        }
        found.phrases.sort_by_key(|phrase| phrase.span.start);
        found.without_leading_list(heard)
    }

    /// Leaves out a list before the request from which the request only picks: "of #1, #2 and #3, move the first".
    fn without_leading_list(mut self, heard: &Tokenized<'_>) -> Self {
        let Some((first, others)) = self.phrases.split_first() else { return self };
        let before = heard.sentence[..first.span.start].trim();
        let behind = heard.sentence[first.span.end..].trim_start();
        let is_led = match &first.lead {
            Lead::Preposition(_) => before.is_empty(),
            _ => AMONG.contains(&before.to_lowercase().as_str()),
        };
        let is_picked = |phrase: &Phrase| {
            let names = &self.groups[phrase.group].names;
            phrase.group != first.group && names.iter().all(|it| self.groups[first.group].names.contains(it))
        };
        let is_repeated = others.iter().any(|phrase| phrase.group == first.group);
        let parted = behind.strip_prefix([',', ':', ';']).filter(|_| is_led && !is_repeated);
        let (Some(rest), true) = (parted, others.iter().any(is_picked)) else { return self };
        let start = heard.sentence.len() - rest.trim_start().len();
        let left_out = first.group;
        self.phrases[0] = Phrase { span: 0..start, group: usize::MAX, lead: Lead::Nothing };
        self.groups.remove(left_out);
        for phrase in &mut self.phrases[1..] {
            phrase.group -= usize::from(phrase.group > left_out);
        }
        self
    }

    /// Whether the sentence has no such phrase.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Returns the sentence with these names in place of the phrases, one for each group.
    pub fn with_names(&self, heard: &Tokenized<'_>, names: &[String]) -> String {
        let mut text = heard.sentence.to_string();
        for phrase in self.phrases.iter().rev() {
            if phrase.lead == Lead::Nothing {
                text.replace_range(phrase.span.clone(), "");
                continue;
            }
            let (group, name) = (&self.groups[phrase.group], &names[phrase.group]);
            let noun = heard.things.noun_of(group.kind, heard.tongue).unwrap_or_default();
            // An article before a number would be unusual in English.
            let noun = if heard.tongue == Tongue::English { noun.trim_start_matches("the ") } else { &noun };
            let name = format!("{noun} {name}");
            let name = match &phrase.lead {
                Lead::None | Lead::Nothing => name,
                Lead::Preposition(preposition) => contracted(preposition, &name),
                Lead::Verb(verb) => format!("{verb} {name}"),
            };
            text.replace_range(phrase.span.clone(), &name);
        }
        text
    }

    fn push(&mut self, found: Found, is_reference: bool, sentence: &str) {
        let is_same = |group: &Group| {
            group.exclusion.is_none() && group.names == found.names && group.kind.name == found.kind.name
        };
        let group = self.groups.iter().position(is_same).unwrap_or_else(|| {
            let said = sentence[found.span.clone()].to_string();
            let (kind, names) = (found.kind, found.names);
            self.groups.push(Group { said, kind, names, is_reference, exclusion: None });
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

/// Words before a list from which the rest of the sentence picks.
const AMONG: [&str; 7] = ["of", "out of", "from", "among", "between", "de", "entre"];

/// A sentence that is searched for phrases.
struct Scan<'a> {
    heard: &'a Tokenized<'a>,
    words: &'a [Word],
    known: Vec<Known<'a>>,
    /// The containers whose names consist of words of the sentence.
    containers: Vec<Known<'a>>,
    earlier: Earlier<'a>,
}

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
}

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
    fn picks_from_list_before_request() {
        for (said, text, names) in [
            ("of #1, #2 and #3, move the last to Classics", "move book #90 to Classics", "#3"),
            ("Of Emma, Ulysses and #4, lend the second to Ann", "lend book #90 to Ann", "Ulysses"),
            ("dos livros #1, #2 e #3, apaga o primeiro", "apaga o livro #90", "#1"),
        ] {
            check(said, text, &[&[names]], &[], &[]);
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
