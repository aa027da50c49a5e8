use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::thread;

use jiff::civil::DateTime;
use lemmascope_intent::Object;

use super::amend::amend;
use super::apart::Apart;
use super::decision::{decide, suggestion};
use super::edges::Edges;
use super::heard::Heard;
use super::reading::Reading;
use super::slots::{Surroundings, answer, fault, first_of_its_kind};
use super::speakable::Speakable;
use super::spelling::Spelling;
use super::template::{Match, Templates};
use crate::statistics::{Classifier, Piece, Sample, Tagger, Verdict};
use crate::words::Tongue;

/// Reads sentences. It is made of what can be meant, and of nothing else: the same speakables make the same reader.
pub struct Reader {
    speakables: Vec<Speakable>,
    templates: Templates,
    classifier: Classifier,
    tagger: Tagger,
    /// For each speakable, the slots of the tagger and the parameters that they are.
    slots: Vec<BTreeMap<usize, usize>>,
    /// The words that requests begin with.
    heads: BTreeMap<String, usize>,
    /// The kinds of literals that are words here.
    apart: Apart,
    pub(super) spelling: Spelling,
    pub(super) edges: Edges,
}

/// What the readers say of a sentence, before it is decided.
pub(super) struct Evidence<'a> {
    pub(super) matches: Vec<Match>,
    pub(super) verdict: Verdict,
    pub(super) heard: &'a Heard<'a>,
}

impl Reader {
    /// Learns what the speakables say of themselves.
    pub fn train(mut speakables: Vec<Speakable>) -> Self {
        speakables.retain(|speakable| !speakable.examples.is_empty());
        // Examples are heard at a moment that is always the same, so that the same definitions make the same reader.
        let then = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let heard = hear_all(&speakables, then);
        let apart = Apart::new(&speakables, &heard);
        let heard: Vec<_> =
            heard.into_iter().map(|(class, at, heard)| (class, at, heard.apart(&apart))).collect();
        let names: BTreeSet<&str> = speakables
            .iter()
            .flat_map(|it| &it.parameters)
            .map(|parameter| parameter.name.as_str())
            .collect();
        let numbers: BTreeMap<&str, usize> =
            names.into_iter().enumerate().map(|(at, name)| (name, at)).collect();
        let slots: Vec<BTreeMap<usize, usize>> = speakables
            .iter()
            .map(|it| {
                it.parameters.iter().enumerate().map(|(at, it)| (numbers[it.name.as_str()], at)).collect()
            })
            .collect();
        let pieces: Vec<Vec<Piece>> = heard.iter().map(|(_, _, heard)| heard.pieces()).collect();
        let values: Vec<Vec<(Range<usize>, usize)>> = heard
            .iter()
            .map(|(class, at, heard)| heard.slots_of(&speakables[*class].examples[*at], &speakables[*class]))
            .collect();
        let marked: Vec<Vec<(Range<usize>, usize)>> = heard
            .iter()
            .zip(&values)
            .map(|((class, _, heard), values)| {
                let number = |at: usize| numbers[speakables[*class].parameters[at].name.as_str()];
                let each = values.iter();
                each.filter_map(|(range, it)| Some((in_pieces(heard, range.clone())?, number(*it)))).collect()
            })
            .collect();
        let samples: Vec<Sample<'_>> = heard
            .iter()
            .zip(pieces.iter().zip(&marked))
            .map(|((class, _, _), (pieces, slots))| Sample { pieces, class: *class, slots })
            .collect();
        // What is looked up is made beside what is learnt; where no thread is to be had, after it.
        let train_beside = || {
            let is_value = |at: usize, word: usize| values[at].iter().any(|(range, _)| range.contains(&word));
            (
                Tagger::train(&samples, speakables.len()),
                Templates::new(&heard, &values),
                Edges::new(&speakables, &heard, &values),
                Spelling::new(&heard, is_value),
            )
        };
        let (classifier, (tagger, templates, edges, spelling)) = thread::scope(|scope| {
            let beside = thread::Builder::new().spawn_scoped(scope, train_beside);
            let classifier = Classifier::train(&samples, speakables.len());
            (classifier, beside.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(train_beside))
        });
        let heads = heads(&heard);
        Self { templates, classifier, tagger, slots, heads, apart, spelling, edges, speakables }
    }

    /// Whether requests begin with this word, which has no accents.
    pub fn begins(&self, word: &str) -> bool {
        self.heads.contains_key(word)
    }

    /// How many different things requests ask for that begin with this word.
    pub(super) fn begun(&self, word: &str) -> usize {
        self.heads.get(word).copied().unwrap_or_default()
    }

    /// The values of an intent that cannot be used, and why.
    pub fn faults(&self, intent: &str, parameters: &Object) -> Vec<(String, String)> {
        let taken = self.speakables.iter().find(|it| it.name == intent).map(|it| &it.parameters);
        let given = taken.into_iter().flatten().filter_map(|it| Some((it, parameters.get(&it.name)?)));
        given.filter_map(|(it, value)| Some((it.name.clone(), fault(it, value)?))).collect()
    }

    /// Everything that can be meant.
    pub fn speakables(&self) -> &[Speakable] {
        &self.speakables
    }

    /// Reads a sentence that is said at a moment.
    pub fn read(&self, sentence: &str, now: DateTime, around: &Surroundings<'_>) -> Reading {
        self.read_heard(&self.hear(sentence, now), around)
    }

    /// Hears a sentence, with the words of requests known even where they are misspelt.
    pub fn hear<'s>(&self, sentence: &'s str, now: DateTime) -> Heard<'s> {
        Heard::new(sentence, now).apart(&self.apart).spelt(&self.spelling)
    }

    /// Reads a sentence that was heard.
    pub fn read_heard(&self, heard: &Heard<'_>, around: &Surroundings<'_>) -> Reading {
        let matches = self.templates.matches(heard, &self.speakables, around.lexicon);
        let verdict = self.classifier.classify(&heard.pieces());
        decide(self, &Evidence { matches, verdict, heard }, around)
    }

    /// Reads a sentence as one that means this intent, because somebody has said so.
    pub fn read_as(&self, intent: &str, heard: &Heard<'_>, around: &Surroundings<'_>) -> Option<Reading> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        let mut matches = self.templates.matches(heard, &self.speakables, around.lexicon);
        matches.retain(|matched| matched.class == class);
        let mut verdict = self.classifier.classify(&heard.pieces());
        verdict.ranking = vec![(class, 1.0)];
        verdict.scope = 1.0;
        Some(decide(self, &Evidence { matches, verdict, heard }, around))
    }

    /// The values of parameters of an intent in a sentence that answers the question for them. A sentence of a few words is
    /// the value of the first.
    pub fn answer(
        &self,
        intent: &str,
        wanted: &[String],
        heard: &Heard<'_>,
        around: &Surroundings<'_>,
    ) -> Option<Object> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        answer(&self.speakables[class], wanted, heard, around, &self.edges)
    }

    /// The values that a sentence gives to parameters of a request of this intent, which had these values, and only those
    /// that are other than before.
    pub fn amend(
        &self,
        intent: &str,
        given: &Object,
        heard: &Heard<'_>,
        around: &Surroundings<'_>,
    ) -> Option<Object> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        let tagged = self.spans(heard, class);
        amend(&self.speakables[class], given, heard, &tagged, around, &self.edges)
    }

    /// Whether a sentence begins with a word that stands before values of one of these parameters.
    pub fn leads(&self, parameters: &[String], heard: &Heard<'_>) -> bool {
        let first = heard.matters.first().map(|at| heard.words[*at].folded.as_str());
        first.is_some_and(|word| parameters.iter().any(|name| self.edges.leads(name, word)))
    }

    /// The words that are values, if the sentence means this speakable.
    pub(super) fn spans(&self, heard: &Heard<'_>, class: usize) -> Vec<(Range<usize>, usize)> {
        let tagged = self.tagger.tag(&heard.pieces(), class);
        let in_words = |range: Range<usize>| heard.matters[range.start]..heard.matters[range.end - 1] + 1;
        let parameter = |slot: usize| self.slots[class].get(&slot).copied();
        let spans: Vec<(Range<usize>, usize)> = tagged
            .into_iter()
            .filter_map(|(range, slot)| Some((in_words(range), parameter(slot)?)))
            .collect();
        first_of_its_kind(spans, &self.speakables[class], heard)
    }

    /// What a sentence may mean by the statistics, the likeliest first, so many at most.
    pub fn likely(&self, heard: &Heard<'_>, most: usize) -> Vec<&Speakable> {
        let verdict = self.classifier.classify(&heard.pieces());
        verdict.ranking.iter().take(most).map(|(class, _)| &self.speakables[*class]).collect()
    }

    /// What these words may mean by the statistics, the likeliest first.
    pub(super) fn ranking(&self, pieces: &[Piece]) -> Vec<(usize, f32)> {
        self.classifier.classify(pieces).ranking
    }

    /// The question whether something like an example of an intent is meant.
    pub fn suggest(&self, intent: &str, tongue: Tongue) -> String {
        suggestion(self, intent, tongue)
    }

    /// Tells what in a sentence spoke most for what it was taken to mean, and against it. Nobody needs that to act.
    pub fn explain(&self, heard: &Heard<'_>, reading: &mut Reading) {
        let class = self.speakables.iter().position(|it| Some(&it.name) == reading.intent.as_ref());
        let reasons = class.map(|class| self.classifier.explain(&heard.pieces(), class)).unwrap_or_default();
        reading.why.features = reasons.into_iter().map(|it| (it.evidence, f64::from(it.weight))).collect();
    }
}

/// All examples as they are heard, each with its speakable and its place there. Half of them are heard in a thread beside.
fn hear_all(speakables: &[Speakable], then: DateTime) -> Vec<(usize, usize, Heard<'_>)> {
    let examples = |(class, it): (usize, &'_ Speakable)| (0..it.examples.len()).map(move |at| (class, at));
    let all: Vec<(usize, usize)> = speakables.iter().enumerate().flat_map(examples).collect();
    let hear = |part: &[(usize, usize)]| -> Vec<(usize, usize, Heard<'_>)> {
        let each = part.iter().map(|(class, at)| (*class, *at, &speakables[*class].examples[*at].text));
        each.map(|(class, at, text)| (class, at, Heard::new(text, then))).collect()
    };
    let (front, back) = all.split_at(all.len() / 2);
    thread::scope(|scope| {
        let beside = thread::Builder::new().spawn_scoped(scope, || hear(back));
        let mut heard = hear(front);
        heard.extend(beside.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| hear(back)));
        heard
    })
}

/// The words that requests begin with, and how many different things are asked for with each.
fn heads(heard: &[(usize, usize, Heard<'_>)]) -> BTreeMap<String, usize> {
    let begun: BTreeSet<(&str, usize)> = heard
        .iter()
        .filter_map(|(class, _, heard)| Some((heard.plain().first()?.1, *class)))
        .filter(|(word, _)| !word.starts_with('⟨'))
        .collect();
    let mut heads: BTreeMap<String, usize> = BTreeMap::new();
    for (word, _) in begun {
        *heads.entry(word.to_string()).or_default() += 1;
    }
    heads
}

/// A range of words in the words that matter.
fn in_pieces(heard: &Heard<'_>, words: Range<usize>) -> Option<Range<usize>> {
    let start = heard.matters.iter().position(|at| *at >= words.start)?;
    let end = heard.matters.iter().rposition(|at| *at < words.end)? + 1;
    (start < end).then_some(start..end)
}
