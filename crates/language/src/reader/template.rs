//! Templates: the examples themselves, with their values left open. A sentence that fits one is read at once.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::fit::{Fit, fit};
use super::lexicon::Lexicon;
use super::speakable::Speakable;
use super::tokenized::Tokenized;

/// All templates, found by their rarest word.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Templates {
    all: Vec<Template>,
    /// The words of all templates, each with a number.
    numbers: FxHashMap<String, usize>,
    /// By the number of a word, the templates of which it is the rarest.
    by_word: Vec<Vec<usize>>,
}

/// A sentence with open places.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Template {
    /// Which speakable it means.
    class: usize,
    parts: Vec<Part>,
    /// The sum of its words, to be compared with that of a sentence before the words are.
    sum: Sum,
    /// The sentence that it was made from.
    sentence: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Part {
    /// A word, by its number.
    Word(usize),
    /// A value of the parameter at this place in the list.
    Open(usize),
}

/// What words there are, as one bit of sixty-four for each. Thousands of templates share their rarest word with a sentence, and
/// nearly all of them have others that the sentence does not have, which shows here at once.
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
    /// Where it stands among all words.
    at: usize,
    /// Its number, if a template has it.
    number: Option<usize>,
}

/// A sentence that fits a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Match {
    /// Which speakable it means.
    pub(super) class: usize,
    /// The values: words of the sentence that matter, and the place of the parameter.
    pub(super) slots: Vec<(Range<usize>, usize)>,
    /// Whether each value is certainly one: a number, a file, a name that there is.
    pub(super) is_certain: bool,
    /// How many words of the template are in the sentence.
    pub(super) words: usize,
    /// The sentence that the template was made from.
    pub(super) sentence: String,
}

/// Longer sentences are no templates, and fit none.
const LONGEST: usize = 40;

impl Templates {
    /// The templates of the examples, which are given as they are heard, with the speakable of each and its values.
    pub(super) fn new(
        heard: &[(usize, usize, Tokenized<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
    ) -> Self {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut all = Vec::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            all.extend(Template::new(*class, heard, values, &mut numbers));
        }
        // Examples that differ in nothing but their values are one template.
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

    /// The best match of each speakable that a sentence fits, the surest first.
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

/// The more of the sentence a template says itself, the surer it is.
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

    /// Whether all its words are in a sentence, in their order, and the sentence has room for its values.
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

/// A search for where the values of a template begin and end.
struct Search<'s> {
    words: &'s [Said],
    heard: &'s Tokenized<'s>,
    speakable: &'s Speakable,
    lexicon: &'s Lexicon,
    steps: usize,
}

/// After so many steps a template is taken not to fit.
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
                // The shortest value comes first: what follows a value says where it ends.
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
