use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::tokenized::Tokenized;
use crate::stance::{CueKind, Draft, lemma};

/// The words in the examples of each speakable, outside their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Vocabulary {
    /// For each word, the speakables whose examples contain it, in order, with the share of those examples.
    classes: FxHashMap<String, Vec<(u32, f32)>>,
    /// The cues that frequently follow the request in examples of a speakable, where they are part of its
    /// meaning: "rename it, and if there is one of that name already, keep it".
    usual: BTreeSet<(u32, CueKind)>,
}

/// The minimum share of examples with a cue, and their minimum number.
const SELDOM: usize = 6;
const FEWEST: usize = 2;

/// The ratio of frequencies from which a word belongs to a rival.
const FOREIGN: f32 = 6.0;

/// The word forms found so far, with indices, so that the verb of each form is determined only once.
#[derive(Default)]
struct Forms<'a> {
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// The index of each word, and that of its infinitive.
    words: FxHashMap<&'a str, (usize, Option<usize>)>,
}

impl<'a> Forms<'a> {
    /// Returns the indices of a word without accents, and of its infinitive.
    fn of(&mut self, word: &'a str) -> impl Iterator<Item = usize> + use<> {
        let (word, verb) = match self.words.get(word) {
            Some(known) => *known,
            None => {
                let known = (self.number(word.to_string()), lemma(word).map(|verb| self.number(verb)));
                self.words.insert(word, known);
                known
            }
        };
        std::iter::once(word).chain(verb)
    }

    fn number(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }
}

impl Vocabulary {
    /// Learns from tokenized examples and their values.
    pub(super) fn new(
        heard: &[(usize, usize, Tokenized<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
        heads: &BTreeMap<String, usize>,
    ) -> Self {
        let mut forms = Forms::default();
        let mut counts: FxHashMap<(usize, u32), usize> = FxHashMap::default();
        let mut said: Vec<usize> = Vec::new();
        let mut cues: BTreeMap<(u32, CueKind), usize> = BTreeMap::new();
        let mut examples: BTreeMap<u32, usize> = BTreeMap::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            let Ok(class) = u32::try_from(*class) else { continue };
            let is_value = |at: usize| values.iter().any(|(range, _)| range.contains(&at));
            *examples.entry(class).or_default() += 1;
            let begins = |word: &str| heads.contains_key(word);
            let draft = Draft::of(heard, &begins, &begins);
            let kinds: BTreeSet<CueKind> = draft.cues_behind(is_value).collect();
            for kind in kinds {
                *cues.entry((class, kind)).or_default() += 1;
            }
            said.clear();
            for (_, word) in heard.words.iter().enumerate().filter(|(at, _)| !is_value(*at)) {
                said.extend(forms.of(&word.folded));
            }
            said.sort_unstable();
            said.dedup();
            for form in &said {
                *counts.entry((*form, class)).or_default() += 1;
            }
        }
        let mut classes: Vec<Vec<(u32, f32)>> = vec![Vec::new(); forms.names.len()];
        for ((form, class), count) in counts {
            classes[form].push((class, count as f32 / examples[&class] as f32));
        }
        classes.iter_mut().for_each(|classes| classes.sort_unstable_by_key(|(class, _)| *class));
        let classes = forms.names.into_iter().zip(classes);
        let is_often = |class: u32, count: usize| count >= FEWEST && count * SELDOM >= examples[&class];
        let often = cues.into_iter().filter(|((class, _), count)| is_often(*class, *count));
        Self { classes: classes.collect(), usual: often.map(|(key, _)| key).collect() }
    }

    /// Whether requests for a speakable frequently contain such a cue.
    pub(super) fn is_usual(&self, class: usize, cue: CueKind) -> bool {
        u32::try_from(class).is_ok_and(|class| self.usual.contains(&(class, cue)))
    }

    /// Whether an example of a speakable contains this word without accents, or another form of this verb.
    pub(super) fn has(&self, class: usize, word: &str) -> bool {
        self.has_form(class, word) || lemma(word).is_some_and(|lemma| self.has_form(class, &lemma))
    }

    /// Whether a word occurs in examples of a speakable, and not mostly in those of a rival: "move" also
    /// occurs with the trash, but alone it does not mean to delete.
    pub(super) fn is_own(&self, class: usize, word: &str, rivals: &[usize]) -> bool {
        let is_own = |form: &str| {
            let share = self.share(class, form).unwrap_or_default();
            let is_foreign = |rival: &usize| self.share(*rival, form).is_some_and(|it| it > share * FOREIGN);
            share > 0.0 && !rivals.iter().any(is_foreign)
        };
        is_own(word) || lemma(word).is_some_and(|lemma| is_own(&lemma))
    }

    fn has_form(&self, class: usize, word: &str) -> bool {
        self.share(class, word).is_some()
    }

    /// Returns the share of a speakable's examples that contain a form, if any.
    fn share(&self, class: usize, form: &str) -> Option<f32> {
        let class = u32::try_from(class).ok()?;
        let classes = self.classes.get(form)?;
        let at = classes.binary_search_by_key(&class, |(class, _)| *class).ok()?;
        Some(classes[at].1)
    }
}
