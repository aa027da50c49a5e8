use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::heard::Heard;
use crate::stance::{CueKind, Draft, lemma};

/// The words that the examples of each speakable have outside of their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Vocabulary {
    /// By each word, the speakables whose examples have it, in order.
    classes: FxHashMap<String, Vec<u32>>,
    /// The cues that examples of a speakable often have behind the request, and that are then a part of what it means: "rename
    /// it, and if there is one of that name already, keep it".
    usual: BTreeSet<(u32, CueKind)>,
}

/// One example in so many has to have a cue, and so many at least.
const SELDOM: usize = 6;
const FEWEST: usize = 2;

impl Vocabulary {
    /// Learns from examples as they are heard, with the values of each.
    pub(super) fn new(
        heard: &[(usize, usize, Heard<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
        heads: &BTreeMap<String, usize>,
    ) -> Self {
        let mut classes: FxHashMap<String, BTreeSet<u32>> = FxHashMap::default();
        let mut cues: BTreeMap<(u32, CueKind), usize> = BTreeMap::new();
        let mut examples: BTreeMap<u32, usize> = BTreeMap::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            let Ok(class) = u32::try_from(*class) else { continue };
            let is_value = |at: usize| values.iter().any(|(range, _)| range.contains(&at));
            *examples.entry(class).or_default() += 1;
            let draft = Draft::of(heard, &|word| heads.contains_key(word));
            let kinds: BTreeSet<CueKind> = draft.cues_behind(is_value).collect();
            for kind in kinds {
                *cues.entry((class, kind)).or_default() += 1;
            }
            for (at, word) in heard.words.iter().enumerate() {
                if !is_value(at) {
                    classes.entry(word.folded.clone()).or_default().insert(class);
                    if let Some(lemma) = lemma(&word.folded) {
                        classes.entry(lemma).or_default().insert(class);
                    }
                }
            }
        }
        let classes = classes.into_iter().map(|(word, classes)| (word, classes.into_iter().collect()));
        let is_often = |class: u32, count: usize| count >= FEWEST && count * SELDOM >= examples[&class];
        let often = cues.into_iter().filter(|((class, _), count)| is_often(*class, *count));
        Self { classes: classes.collect(), usual: often.map(|(key, _)| key).collect() }
    }

    /// Whether requests for a speakable often have such a cue.
    pub(super) fn is_usual(&self, class: usize, cue: CueKind) -> bool {
        u32::try_from(class).is_ok_and(|class| self.usual.contains(&(class, cue)))
    }

    /// Whether an example of a speakable has this word, which has no accents, or another form of this verb.
    pub(super) fn has(&self, class: usize, word: &str) -> bool {
        self.has_form(class, word) || lemma(word).is_some_and(|lemma| self.has_form(class, &lemma))
    }

    fn has_form(&self, class: usize, word: &str) -> bool {
        let class = u32::try_from(class).ok();
        self.classes
            .get(word)
            .zip(class)
            .is_some_and(|(classes, class)| classes.binary_search(&class).is_ok())
    }
}
