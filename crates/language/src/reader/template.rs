//! Templates: the examples themselves, with their values left open. A sentence that fits one is read at once.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::fit::{Fit, fit};
use super::heard::Heard;
use super::lexicon::Lexicon;
use super::speakable::Speakable;

/// All templates, found by their rarest word.
#[derive(Debug, Clone, Default)]
pub(super) struct Templates {
    all: Vec<Template>,
    by_word: HashMap<String, Vec<usize>>,
}

/// A sentence with open places.
#[derive(Debug, Clone)]
struct Template {
    /// Which speakable it means.
    class: usize,
    parts: Vec<Part>,
    /// The sentence that it was made from.
    sentence: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Part {
    /// A word, folded.
    Word(String),
    /// A value of the parameter at this place in the list.
    Open(usize),
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
    /// How many words of the template stand in the sentence.
    pub(super) words: usize,
    /// The sentence that the template was made from.
    pub(super) sentence: String,
}

/// Longer sentences are no templates, and fit none.
const LONGEST: usize = 40;

impl Templates {
    /// The templates of the examples. `heard` are the examples as they are heard, with the speakable of each.
    pub(super) fn new(speakables: &[Speakable], heard: &[(usize, usize, Heard<'_>)]) -> Self {
        let mut all = Vec::new();
        for (class, at, heard) in heard {
            let speakable = &speakables[*class];
            let slots = heard.slots_of(&speakable.examples[*at], speakable);
            all.extend(Template::new(*class, heard, &slots));
        }
        // Examples that differ in nothing but their values are one template.
        let mut seen: HashSet<(usize, Vec<Part>)> = HashSet::new();
        all.retain(|template: &Template| seen.insert((template.class, template.parts.clone())));
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for word in all.iter().flat_map(Template::words) {
            *counts.entry(word).or_default() += 1;
        }
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, template) in all.iter().enumerate() {
            let rarest = template.words().min_by_key(|word| (counts[word], *word));
            if let Some(word) = rarest {
                by_word.entry(word.to_string()).or_default().push(at);
            }
        }
        Self { by_word, all }
    }

    /// The best match of each speakable that a sentence fits, the surest first.
    pub(super) fn matches(
        &self,
        heard: &Heard<'_>,
        speakables: &[Speakable],
        lexicon: &Lexicon,
    ) -> Vec<Match> {
        let words = heard.meant();
        if words.is_empty() || words.len() > LONGEST {
            return Vec::new();
        }
        let mut tried: Vec<usize> = Vec::new();
        for (_, word) in &words {
            tried.extend(self.by_word.get(*word).into_iter().flatten());
        }
        tried.sort_unstable();
        tried.dedup();
        let said: HashSet<&str> = words.iter().map(|(_, word)| *word).collect();
        let mut found: Vec<Match> = Vec::new();
        for at in tried {
            let template = &self.all[at];
            if template.parts.len() > words.len() || !template.words().all(|word| said.contains(word)) {
                continue;
            }
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
    fn new(class: usize, heard: &Heard<'_>, slots: &[(Range<usize>, usize)]) -> Option<Self> {
        let mut parts: Vec<Part> = Vec::new();
        for (at, word) in heard.plain() {
            match slots.iter().find(|(range, _)| range.contains(&at)) {
                Some((_, parameter)) if parts.last() == Some(&Part::Open(*parameter)) => {}
                Some((_, parameter)) => parts.push(Part::Open(*parameter)),
                None => parts.push(Part::Word(word.into())),
            }
        }
        let has_words = parts.iter().any(|part| matches!(part, Part::Word(_)));
        let adjoining = parts.windows(2).any(|pair| matches!(pair, [Part::Open(_), Part::Open(_)]));
        (has_words && !adjoining && parts.len() <= LONGEST).then(|| Self {
            class,
            parts,
            sentence: heard.sentence.to_string(),
        })
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Word(word) => Some(word.as_str()),
            Part::Open(_) => None,
        })
    }

    fn matches(
        &self,
        words: &[(usize, &str)],
        heard: &Heard<'_>,
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

/// A search for where the values of a template begin and end.
struct Search<'s> {
    words: &'s [(usize, &'s str)],
    heard: &'s Heard<'s>,
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
                self.words.get(at).is_some_and(|(_, said)| said == word) && self.align(rest, at + 1, slots)
            }
            Part::Open(parameter) => {
                // The shortest value comes first: what follows a value says where it ends.
                let most = (self.words.len() - at.min(self.words.len())).saturating_sub(rest.len());
                for length in 1..=most {
                    let range = self.words[at].0..self.words[at + length - 1].0 + 1;
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
