//! Courtesy phrases and habitual phrases, which do not affect the request.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::split::words;
use super::word::Word;
use crate::literal::Kind;

/// Returns the ranges of words that can be omitted, in order and not adjacent. Never all words: a sentence
/// that consists only of courtesy is unchanged.
///
/// Quoted text is significant, so the words should be those of [`crate::literal::mask`].
pub fn courtesy(words: &[Word]) -> Vec<Range<usize>> {
    let phrases = &*PHRASES;
    let mut idle = vec![false; words.len()];
    let mut start = 0;
    while let Some(length) = phrases.longest(words, start, &[Place::Opening, Place::Anywhere]) {
        start += length;
    }
    let mut end = words.len();
    while let Some(length) = phrases.longest_before(words, start, end) {
        end -= length;
    }
    idle[..start].fill(true);
    idle[end..].fill(true);
    let mut at = start;
    while at < end {
        let places: &[Place] =
            if at == start + 1 { &[Place::Anywhere, Place::Following] } else { &[Place::Anywhere] };
        match phrases.longest(words, at, places).filter(|length| at + length <= end) {
            // The last remaining word is the request itself: `remember me`.
            Some(length) if at + length < end || places.len() == 1 => {
                idle[at..at + length].fill(true);
                at += length;
            }
            _ => at += 1,
        }
    }
    if idle.iter().all(|&idle| idle) { Vec::new() } else { ranges(&idle) }
}

/// A position at which a phrase is insignificant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Opening,
    Closing,
    Anywhere,
    Following,
}

struct Phrase {
    place: Place,
    words: Vec<String>,
    /// Whether a mark has to follow, as a comma after the phrase in the list states: "vai, apaga-o", but not
    /// "vai a exemplo.com".
    is_parted: bool,
}

/// The phrases of both languages, because speakers of one use `ok` and `please` of the other.
#[derive(Default)]
struct Phrases {
    by_first: FxHashMap<String, Vec<Phrase>>,
    by_last: FxHashMap<String, Vec<Phrase>>,
    /// The first and last words of phrases that are long enough to be recognized when misspelt, by their own
    /// first and last letters.
    long: FxHashMap<(u8, u8), BTreeSet<String>>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut phrases = Phrases::default();
    phrases.add(include_str!("courtesy/english.txt"));
    phrases.add(include_str!("courtesy/portuguese.txt"));
    phrases
});

impl Phrases {
    fn add(&mut self, list: &str) {
        let mut place = Place::Anywhere;
        for line in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line {
                "[opening]" => place = Place::Opening,
                "[closing]" => place = Place::Closing,
                "[anywhere]" => place = Place::Anywhere,
                "[following]" => place = Place::Following,
                line => {
                    for phrase in alternatives(line) {
                        let words: Vec<String> = words(&phrase).into_iter().map(spoken).collect();
                        let (Some(first), Some(last)) = (words.first().cloned(), words.last().cloned())
                        else {
                            continue;
                        };
                        let long = [&first, &last].into_iter().filter(|word| word.len() >= SHORTEST);
                        for word in long {
                            self.long.entry(edges(word)).or_default().insert(word.clone());
                        }
                        let is_parted = phrase.ends_with(',');
                        let phrase = || Phrase { place, words: words.clone(), is_parted };
                        self.by_first.entry(first).or_default().push(phrase());
                        self.by_last.entry(last).or_default().push(phrase());
                    }
                }
            }
        }
    }

    /// Returns the first or last word of phrases that equals this one, or that it misspells.
    fn meant<'w>(&'w self, word: &'w str) -> &'w str {
        if word.len() + 1 < SHORTEST || self.by_first.contains_key(word) || self.by_last.contains_key(word) {
            return word;
        }
        let mut alike = self.long.get(&edges(word)).into_iter().flatten();
        alike.find(|said| is_slip(word, said)).map_or(word, String::as_str)
    }

    /// Returns the length of the longest phrase that starts here and can be at one of these positions.
    fn longest(&self, words: &[Word], at: usize, places: &[Place]) -> Option<usize> {
        let first = words.get(at)?;
        let candidates = self.by_first.get(self.meant(&first.folded))?;
        let fits = |phrase: &&Phrase| {
            let next = words.get(at + phrase.words.len());
            let is_parted = !phrase.is_parted || next.is_some_and(|next| next.pause.is_some());
            places.contains(&phrase.place) && is_parted && is_said(phrase, &words[at..])
        };
        candidates.iter().filter(fits).map(|phrase| phrase.words.len()).max()
    }

    /// Returns the length of the longest phrase at the end of a range.
    fn longest_before(&self, words: &[Word], start: usize, end: usize) -> Option<usize> {
        let last = words.get(start..end)?.last()?;
        let candidates = self.by_last.get(self.meant(&last.folded))?;
        let fits = |phrase: &&Phrase| {
            let length = phrase.words.len();
            matches!(phrase.place, Place::Closing | Place::Anywhere)
                && length <= end - start
                && is_said(phrase, &words[end - length..end])
        };
        candidates.iter().filter(fits).map(|phrase| phrase.words.len()).max()
    }
}

/// Returns a word of a list as it occurs in tokenized sentences: `DURATION` stands for any duration, such as "a second".
fn spoken(word: Word) -> String {
    match word.folded.as_str() {
        "duration" => Kind::Duration.placeholder().to_string(),
        _ => word.folded,
    }
}

/// Returns the phrases that a line of a list stands for: `when you (get|have) a (second|moment)` stands for four.
fn alternatives(line: &str) -> Vec<String> {
    let Some((before, (choices, behind))) =
        line.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
    else {
        return vec![line.to_string()];
    };
    let rest = alternatives(behind);
    let with = |choice: &str| rest.iter().map(|rest| format!("{before}{choice}{rest}")).collect::<Vec<_>>();
    choices.split('|').flat_map(with).collect()
}

/// Whether a word misspells another one: courtesy is typed hastily. The first and last letters are hardly
/// ever wrong.
fn is_slip(word: &str, said: &str) -> bool {
    said.len() >= SHORTEST
        && word.len().abs_diff(said.len()) <= 1
        && edges(word) == edges(said)
        && strsim::osa_distance(word, said) == 1
}

fn edges(word: &str) -> (u8, u8) {
    let byte = |byte: Option<&u8>| byte.copied().unwrap_or_default();
    (byte(word.as_bytes().first()), byte(word.as_bytes().last()))
}

/// The minimum length of a word that can be recognized when misspelt.
const SHORTEST: usize = 5;

fn is_said(phrase: &Phrase, words: &[Word]) -> bool {
    words.len() >= phrase.words.len()
        && phrase
            .words
            .iter()
            .zip(words)
            .all(|(said, word)| *said == word.folded || is_slip(&word.folded, said))
}

fn ranges(idle: &[bool]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for at in (0..idle.len()).filter(|&at| idle[at]) {
        match ranges.last_mut().filter(|range| range.end == at) {
            Some(range) => range.end += 1,
            None => ranges.push(at..at + 1),
        }
    }
    ranges
}
