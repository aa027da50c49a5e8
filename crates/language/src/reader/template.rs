//! Templates: the examples with open values. A sentence that matches one is interpreted immediately.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::fit::{Fit, fit};
use super::lexicon::Lexicon;
use super::speakable::Speakable;
use super::tokenized::Tokenized;

/// All templates, indexed by their rarest word.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Templates {
    all: Vec<Template>,
    /// The words of all templates, with their indices.
    numbers: FxHashMap<String, usize>,
    /// The templates by the index of their rarest word.
    by_word: Vec<Vec<usize>>,
}

/// A sentence with open slots.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Template {
    /// The speakable.
    class: usize,
    parts: Vec<Part>,
    /// A summary of its words, for a fast comparison with that of a sentence.
    sum: Sum,
    /// The example.
    sentence: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Part {
    /// A word, by index.
    Word(usize),
    /// A slot, by the index of its parameter.
    Open(usize),
}

/// A bit set of word hashes. Thousands of templates share their rarest word with a sentence, and nearly all
/// of them contain other words that the sentence lacks, which this check reveals immediately.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Sum(u64);

impl Sum {
    fn of(words: impl Iterator<Item = usize>) -> Self {
        Self(words.fold(0, |sum, word| sum | 1 << (word % 64)))
    }

    fn may_have(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

/// A word of a sentence.
struct Said {
    /// Its index among all words.
    at: usize,
    /// Its index, if a template contains it.
    number: Option<usize>,
}

/// A match of a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Match {
    /// The speakable.
    pub(super) class: usize,
    /// The values: ranges of significant words, and the index of the parameter.
    pub(super) slots: Vec<(Range<usize>, usize)>,
    /// Whether each value is certain: a number, a file, an existing name.
    pub(super) is_certain: bool,
    /// The number of template words in the sentence.
    pub(super) words: usize,
    /// The example.
    pub(super) sentence: String,
}

/// The maximum number of words in a template or a matching sentence.
const LONGEST: usize = 40;

impl Templates {
    /// Creates the templates of tokenized examples, with their speakables and values.
    pub(super) fn new(
        heard: &[(usize, usize, Tokenized<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
    ) -> Self {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut all = Vec::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            all.extend(Template::new(*class, heard, values, &mut numbers));
        }
        // Examples that differ only in values are the same template.
        let mut seen: FxHashSet<(usize, Vec<Part>)> = FxHashSet::default();
        all.retain(|template: &Template| seen.insert((template.class, template.parts.clone())));
        let mut counts = vec![0; numbers.len()];
        for word in all.iter().flat_map(Template::words) {
            counts[word] += 1;
        }
        let mut by_word = vec![Vec::new(); numbers.len()];
        for (at, template) in all.iter().enumerate() {
            if let Some(rarest) = template.words().min_by_key(|word| (counts[*word], *word)) {
                by_word[rarest].push(at);
            }
        }
        Self { all, numbers, by_word }
    }

    /// Returns the best match of each speakable, the most certain first.
    pub(super) fn matches(
        &self,
        heard: &Tokenized<'_>,
        speakables: &[Speakable],
        lexicon: &Lexicon,
    ) -> Vec<Match> {
        let words = heard.infinitives();
        if words.is_empty() || words.len() > LONGEST {
            return Vec::new();
        }
        let words: Vec<Said> = words
            .into_iter()
            .map(|(at, word)| Said { at, number: self.numbers.get(word.as_ref()).copied() })
            .collect();
        let sum = Sum::of(words.iter().filter_map(|word| word.number));
        let mut known: Vec<usize> = words.iter().filter_map(|word| word.number).collect();
        known.sort_unstable();
        known.dedup();
        let sharing = known.into_iter().flat_map(|word| self.by_word[word].iter().copied());
        let mut tried: Vec<usize> =
            sharing.filter(|at| sum.may_have(self.all[*at].sum) && self.all[*at].is_within(&words)).collect();
        tried.sort_unstable();
        let mut found: Vec<Match> = Vec::new();
        for at in tried {
            let template = &self.all[at];
            let Some(matched) = template.matches(&words, heard, &speakables[template.class], lexicon) else {
                continue;
            };
            match found.iter_mut().find(|known| known.class == matched.class) {
                Some(known) if rank(&matched) > rank(known) => *known = matched,
                Some(_) => {}
                None => found.push(matched),
            }
        }
        found.sort_by_key(|matched| (std::cmp::Reverse(rank(matched)), matched.class));
        found
    }
}

/// A match is better the more words of the sentence are in the template.
fn rank(matched: &Match) -> (bool, usize) {
    (matched.is_certain, matched.words)
}

impl Template {
    fn new(
        class: usize,
        heard: &Tokenized<'_>,
        slots: &[(Range<usize>, usize)],
        numbers: &mut FxHashMap<String, usize>,
    ) -> Option<Self> {
        let mut parts: Vec<Part> = Vec::new();
        for (at, word) in heard.infinitives() {
            match slots.iter().find(|(range, _)| range.contains(&at)) {
                Some((_, parameter)) if parts.last() == Some(&Part::Open(*parameter)) => {}
                Some((_, parameter)) => parts.push(Part::Open(*parameter)),
                None => {
                    let next = numbers.len();
                    parts.push(Part::Word(*numbers.entry(word.into()).or_insert(next)));
                }
            }
        }
        let has_words = parts.iter().any(|part| matches!(part, Part::Word(_)));
        let adjoining = parts.windows(2).any(|pair| matches!(pair, [Part::Open(_), Part::Open(_)]));
        (has_words && !adjoining && parts.len() <= LONGEST).then(|| Self {
            class,
            sum: Sum::of(parts.iter().filter_map(Part::word)),
            parts,
            sentence: heard.sentence.to_string(),
        })
    }

    fn words(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().filter_map(Part::word)
    }

    /// Whether a sentence contains all words of the template in order, with room for the values.
    fn is_within(&self, words: &[Said]) -> bool {
        let mut rest = words.iter();
        self.parts.len() <= words.len() && self.words().all(|word| rest.any(|said| said.number == Some(word)))
    }

    fn matches(
        &self,
        words: &[Said],
        heard: &Tokenized<'_>,
        speakable: &Speakable,
        lexicon: &Lexicon,
    ) -> Option<Match> {
        let mut slots = Vec::new();
        let mut search = Search { words, heard, speakable, lexicon, steps: 0 };
        search.align(&self.parts, 0, &mut slots).then(|| {
            let is_certain = slots.iter().all(|(_, _, fit)| *fit == Fit::Certain);
            let slots = slots.into_iter().map(|(range, parameter, _)| (range, parameter)).collect();
            Match {
                class: self.class,
                slots,
                is_certain,
                words: self.words().count(),
                sentence: self.sentence.clone(),
            }
        })
    }
}

impl Part {
    fn word(&self) -> Option<usize> {
        match self {
            Self::Word(word) => Some(*word),
            Self::Open(_) => None,
        }
    }
}

/// A search for the boundaries of the values.
struct Search<'s> {
    words: &'s [Said],
    heard: &'s Tokenized<'s>,
    speakable: &'s Speakable,
    lexicon: &'s Lexicon,
    steps: usize,
}

/// The maximum number of steps, after which a template counts as not matching.
const MOST_STEPS: usize = 2_000;

impl Search<'_> {
    fn align(&mut self, parts: &[Part], at: usize, slots: &mut Vec<(Range<usize>, usize, Fit)>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let Some((part, rest)) = parts.split_first() else { return at == self.words.len() };
        match part {
            Part::Word(word) => {
                self.words.get(at).is_some_and(|said| said.number == Some(*word))
                    && self.align(rest, at + 1, slots)
            }
            Part::Open(parameter) => {
                // Shorter values first, because the words after a value determine its end.
                let most = (self.words.len() - at.min(self.words.len())).saturating_sub(rest.len());
                for length in 1..=most {
                    let range = self.words[at].at..self.words[at + length - 1].at + 1;
                    let fit = fit(
                        self.speakable,
                        &self.speakable.parameters[*parameter],
                        range.clone(),
                        self.heard,
                        self.lexicon,
                    );
                    if fit == Fit::No {
                        continue;
                    }
                    slots.push((range, *parameter, fit));
                    if self.align(rest, at + length, slots) {
                        return true;
                    }
                    slots.pop();
                }
                false
            }
        }
    }
}
