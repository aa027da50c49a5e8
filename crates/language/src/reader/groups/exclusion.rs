//! Phrases for all things but some: "all cards except #1 and #2", "everything but the last", "todos menos o #3".
//!
//! The exclusion may come later in the sentence than the things: "move all cards in Backlog to Ready except #2". Which things
//! there are is unknown here; the caller finds them, and removes the excluded ones.

use std::ops::Range;
use std::sync::LazyLock;

use lemmascope_intent::ThingKind;

use super::Scan;
use super::naming::{ARTICLES, JOINTS, is_container_named_by_words, is_named_by_words};
use super::referring::{ENDS, Pick, group_of};
use crate::words::{Phrases, fold, made_of};

/// The words before what is excluded, and the words for everything.
static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("exclusion.txt")]));

/// The things that a phrase means, except some of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Exclusion {
    /// The container of the things, with its kind; those in all containers without one.
    pub container: Option<(&'static ThingKind, String)>,
    /// The things that were listed before, if these are meant.
    pub listed: Option<Vec<String>>,
    excluded: Vec<Excluded>,
}

#[derive(Debug, Clone, PartialEq)]
enum Excluded {
    /// By name, title or number.
    Named(String),
    /// By place in the list.
    Picked(Pick),
}

impl Exclusion {
    /// Whether a thing is excluded by its title, so that the titles are needed.
    pub fn is_by_title(&self) -> bool {
        self.excluded.iter().any(|it| matches!(it, Excluded::Named(name) if !name.starts_with('#')))
    }

    /// Returns the names of the things that are not excluded, given all of them with their titles. Returns nothing if
    /// something is excluded that is not among them.
    pub fn remaining(&self, all: &[(String, Option<String>)]) -> Option<Vec<String>> {
        let mut is_out = vec![false; all.len()];
        for excluded in &self.excluded {
            let range = match excluded {
                Excluded::Picked(pick) => pick.of(all.len())?,
                Excluded::Named(name) => {
                    let is_title = |title: &String| fold(&title.to_lowercase()) == fold(&name.to_lowercase());
                    let is = |(own, title): &(String, Option<String>)| {
                        own == name || title.as_ref().is_some_and(is_title)
                    };
                    let at = all.iter().position(is)?;
                    at..at + 1
                }
            };
            is_out[range].fill(true);
        }
        let left = all.iter().zip(&is_out).filter(|(_, is_out)| !**is_out);
        Some(left.map(|((name, _), _)| name.clone()).collect())
    }
}

/// An exclusion in a sentence.
pub(super) enum Excluding {
    /// It is understood.
    Known {
        kind: &'static ThingKind,
        exclusion: Exclusion,
        /// The bytes of the phrase for all things.
        all: Range<usize>,
        /// The bytes of the exclusion, which the sentence is read without.
        except: Range<usize>,
    },
    /// It is not clear what is excluded, or from what.
    Unclear {
        /// The bytes of the phrase for all things.
        all: Range<usize>,
        /// The start of the exclusion.
        except: usize,
    },
}

/// The phrase for all things.
struct All {
    kind: Option<&'static ThingKind>,
    container: Option<(&'static ThingKind, String)>,
    end: usize,
}

impl Scan<'_> {
    /// Finds the exclusion of a sentence. Returns nothing if it has none, or one from things with paths.
    pub(super) fn excluding(&self) -> Option<Excluding> {
        (1..self.words.len()).find_map(|at| {
            let (role, length) = ["except", "but"]
                .into_iter()
                .find_map(|role| Some((role, PHRASES.begins(role, &self.words[at..])?)))?;
            let (start, all) = (0..at).find_map(|start| Some((start, self.all_of(start)?)))?;
            // "But" begins another clause as well.
            let is_adjacent = all.end == at;
            if all.end > at || (role == "but" && !is_adjacent) {
                return None;
            }
            let base = group_of(self.earlier.listed).or_else(|| group_of(self.earlier.last));
            let listed = base.filter(|_| all.kind.is_none());
            let kind = all.kind.or(listed.as_ref().map(|(kind, _)| *kind))?;
            let span =
                |words: Range<usize>| self.words[words.start].span.start..self.words[words.end - 1].span.end;
            let (excluded, end) = self.excluded(at + length, kind);
            let is_clear = (is_adjacent || ENDS.contains(&self.word(all.end))) && !excluded.is_empty();
            let is_end =
                self.words.get(end).is_none_or(|next| next.pause.is_some()) || ENDS.contains(&self.word(end));
            if !is_clear || !is_end {
                let (all, except) = (span(start..end.max(at + length)), self.words[at].span.start);
                return is_named_by_words(kind).then_some(Excluding::Unclear { all, except });
            }
            let before = self.words[at - 1].span.end;
            let exclusion =
                Exclusion { container: all.container, listed: listed.map(|(_, names)| names), excluded };
            Some(Excluding::Known {
                kind,
                exclusion,
                all: span(start..all.end),
                except: before..self.words[end - 1].span.end,
            })
        })
    }

    /// Reads a phrase for all things of a kind, for everything in a container, or for all of what was listed: "all the
    /// cards in Ready", "everything", "todos eles".
    fn all_of(&self, start: usize) -> Option<All> {
        let (role, length) = ["everything", "all", "definite"]
            .into_iter()
            .find_map(|role| Some((role, PHRASES.begins(role, &self.words[start..])?)))?;
        let mut end = start + length;
        let mut kind = None;
        if role != "everything" {
            while end > start && ARTICLES.contains(&self.next(end)) {
                end += 1;
            }
            kind = self.noun(end).filter(|kind| is_named_by_words(kind));
            end += usize::from(kind.is_some());
        }
        if role == "definite" && (kind.is_none() || self.heard.things.singular(self.word(end - 1)).is_some())
        {
            return None;
        }
        let place = self.container_at(end);
        if let Some((container, _, behind)) = &place {
            let mut kinds = self.heard.things.kinds().iter().copied();
            let content = || kinds.find(|kind| container.can_contain(kind.name) && is_named_by_words(kind));
            kind = kind.or_else(content);
            end = *behind;
        }
        Some(All { kind, container: place.map(|(kind, name, _)| (kind, name)), end })
    }

    /// Reads an existing container after a preposition, with the noun for its kind.
    fn container_at(&self, at: usize) -> Option<(&'static ThingKind, String, usize)> {
        let word = self.words.get(at).filter(|word| word.pause.is_none())?;
        let parts = made_of(&word.form);
        let preposition = parts.and_then(|parts| parts.first().copied()).unwrap_or(&word.folded);
        if !PHRASES.has("inside", preposition) {
            return None;
        }
        let mut start = at + 1;
        let is_noun = |at: usize| self.noun(at).is_some_and(is_container_named_by_words);
        while ARTICLES.contains(&self.next(start)) || is_noun(start) {
            start += 1;
        }
        let is_said = |words: &[String]| {
            let said = self.words.get(start..start + words.len());
            said.is_some_and(|said| said.iter().zip(words).all(|(said, own)| said.folded == *own))
        };
        let named = self.containers.iter().filter(|known| is_said(known.words));
        let known = named.max_by_key(|known| known.words.len())?;
        let end = start + known.words.len();
        let end = end + usize::from(is_noun(end));
        Some((known.kind, known.name.to_string(), end))
    }

    /// Reads the excluded things from an index. Returns the index after them.
    fn excluded(&self, start: usize, kind: &'static ThingKind) -> (Vec<Excluded>, usize) {
        let (mut found, mut end, mut at) = (Vec::new(), start, start);
        loop {
            let beginning = self.beginning(at);
            let item = self.item(beginning.end).filter(|item| item.kind.name == kind.name);
            let ordinal = || {
                let first = at + usize::from(ARTICLES.contains(&self.word(at)));
                // A mark before the word does not separate it from its article.
                self.ordinal(first, Some(kind))
            };
            match item {
                Some(item) => {
                    end = item.end;
                    found.push(Excluded::Named(item.name));
                }
                None => {
                    let Some((pick, behind)) = ordinal() else { break };
                    end = behind;
                    found.push(Excluded::Picked(pick));
                }
            }
            let is_joint = JOINTS.contains(&self.word(end));
            if !is_joint && self.words.get(end).is_none_or(|word| word.pause != Some(',')) {
                break;
            }
            at = end + usize::from(is_joint);
        }
        (found, end)
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Format;

    use super::super::{Earlier, Groups};
    use crate::goal::sample;
    use crate::reader::{Lexicon, Referent, Tokenized};

    const BOOKS: [(&str, &str); 4] =
        [("#1", "Emma"), ("#2", "Ulysses"), ("#3", "War and Peace"), ("#4", "Dune")];

    fn groups(sentence: &str, listed: &[&str]) -> (Groups, String) {
        let things = sample();
        let heard = Tokenized::new(sentence, jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0)).about(&things);
        let (book, shelf) = (things.kind("book"), things.kind("shelf"));
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::of_kind(book.unwrap()), BOOKS.map(|(_, title)| title));
        lexicon.add(Format::of_kind(shelf.unwrap()), ["Classics", "Old Novels"]);
        let listed: Vec<Referent> =
            listed.iter().map(|name| Referent { name: (*name).into(), kind: book }).collect();
        let groups = Groups::of(&heard, &lexicon, Earlier { last: &[], listed: &listed });
        let names: Vec<String> = (0..groups.groups.len()).map(|at| format!("#{}", 90 + at)).collect();
        let text = groups.with_names(&heard, &names);
        (groups, text)
    }

    #[track_caller]
    fn check(sentence: &str, listed: &[&str], text: &str, container: Option<&str>, left: &[&str]) {
        let (found, said) = groups(sentence, listed);
        assert_eq!(said, text, "{sentence}: {found:?}");
        let exclusion = found.groups[0].exclusion.as_ref().unwrap();
        assert_eq!(exclusion.container.as_ref().map(|(_, name)| name.as_str()), container, "{sentence}");
        let all: Vec<(String, Option<String>)> = BOOKS
            .iter()
            .filter(|(name, _)| {
                exclusion.listed.as_ref().is_none_or(|listed| listed.iter().any(|it| it == name))
            })
            .map(|(name, title)| ((*name).to_string(), Some((*title).to_string())))
            .collect();
        assert_eq!(exclusion.remaining(&all).unwrap(), left, "{sentence}");
    }

    #[test]
    fn excludes_things_by_number_title_and_place() {
        check("delete all books except #1 and #2", &[], "delete book #90", None, &["#3", "#4"]);
        check("delete every book but Emma", &[], "delete book #90", None, &["#2", "#3", "#4"]);
        check(
            "move all the books in Old Novels to Classics except War and Peace",
            &[],
            "move book #90 to Classics",
            Some("Old Novels"),
            &["#1", "#2", "#4"],
        );
        check(
            "lend everything on the shelf Classics to Ann, but not #4",
            &[],
            "lend book #90 to Ann",
            Some("Classics"),
            &["#1", "#2", "#3"],
        );
        check("apaga todos os livros menos o último", &[], "apaga o livro #90", None, &["#1", "#2", "#3"]);
    }

    #[test]
    fn excludes_things_from_what_was_listed() {
        let listed = ["#1", "#2", "#4"];
        check("delete all but the first", &listed, "delete book #90", None, &["#2", "#4"]);
        check(
            "move everything except Dune to Classics",
            &listed,
            "move book #90 to Classics",
            None,
            &["#1", "#2"],
        );
        check(
            "move todos menos o #2 para Novels",
            &listed,
            "move o livro #90 para Novels",
            None,
            &["#1", "#4"],
        );
    }

    #[test]
    fn unknown_exclusions_are_unclear() {
        for sentence in ["delete all books except the old ones", "delete all the books of Ann except #1"] {
            assert!(groups(sentence, &[]).0.unclear.is_some(), "{sentence}");
        }
        for sentence in ["delete all but the first", "delete all books", "delete all files except a.txt"] {
            let (found, _) = groups(sentence, &[]);
            assert!(found.unclear.is_none() && found.groups.is_empty(), "{sentence}: {found:?}");
        }
    }

    #[test]
    fn missing_exclusions_leave_nothing() {
        let (found, _) = groups("delete all books except #9", &[]);
        let all = [("#1".to_string(), None), ("#2".to_string(), None)];
        assert_eq!(found.groups[0].exclusion.as_ref().unwrap().remaining(&all), None);
    }
}
