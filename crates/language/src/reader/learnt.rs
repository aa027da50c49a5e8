use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::thread;

use jiff::civil::DateTime;
use lemmascope_statistics::{Classifier, Piece, Sample, Tagger};
use serde::{Deserialize, Serialize};

use super::apart::Apart;
use super::edges::Edges;
use super::poles::Poles;
use super::speakable::Speakable;
use super::spelling::Spelling;
use super::template::Templates;
use super::tokenized::Tokenized;
use super::vocabulary::Vocabulary;
use crate::goal::Things;

/// Everything that is learnt from speakables: from their names, the names of their parameters, and their
/// examples. Learning is deterministic.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Learnt {
    pub(super) templates: Templates,
    pub(super) classifier: Classifier,
    pub(super) tagger: Tagger,
    /// For each speakable, the slots of the tagger and their parameters.
    pub(super) slots: Vec<BTreeMap<usize, usize>>,
    /// The first words of requests, with the number of distinct requests for each.
    pub(super) heads: BTreeMap<String, usize>,
    /// The kinds of literals that are not merged.
    pub(super) apart: Apart,
    pub(super) spelling: Spelling,
    pub(super) edges: Edges,
    pub(super) vocabulary: Vocabulary,
    pub(super) poles: Poles,
}

impl Learnt {
    /// Learns from the speakables.
    pub(super) fn from(speakables: &[Speakable], things: &Things) -> Self {
        // Examples are tokenized at a fixed time, so that the same definitions lead to the same reader.
        let then = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let heard = hear_all(speakables, then);
        let apart = Apart::new(speakables, &heard);
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
        let heads = heads(&heard, &values);
        // The lookup tables are built in parallel with training; if no thread can be started, after it.
        let train_beside = || {
            let is_value = |at: usize, word: usize| values[at].iter().any(|(range, _)| range.contains(&word));
            (
                Tagger::train(&samples, speakables.len()),
                Templates::new(&heard, &values),
                Edges::new(speakables, &heard, &values),
                Spelling::new(&heard, things, is_value),
                Vocabulary::new(&heard, &values, &heads),
                Poles::new(&heard, &values),
            )
        };
        let (classifier, (tagger, templates, edges, spelling, vocabulary, poles)) = thread::scope(|scope| {
            let beside = thread::Builder::new().spawn_scoped(scope, train_beside);
            let classifier = Classifier::train(&samples, speakables.len());
            (classifier, beside.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(train_beside))
        });
        Self { templates, classifier, tagger, slots, heads, apart, spelling, edges, vocabulary, poles }
    }
}

/// Tokenizes all examples, each with its speakable and its index there. A second thread handles half of them.
fn hear_all(speakables: &[Speakable], then: DateTime) -> Vec<(usize, usize, Tokenized<'_>)> {
    let examples = |(class, it): (usize, &'_ Speakable)| (0..it.examples.len()).map(move |at| (class, at));
    let all: Vec<(usize, usize)> = speakables.iter().enumerate().flat_map(examples).collect();
    let hear = |part: &[(usize, usize)]| -> Vec<(usize, usize, Tokenized<'_>)> {
        let each = part.iter().map(|(class, at)| (*class, *at, &speakables[*class].examples[*at].text));
        each.map(|(class, at, text)| (class, at, Tokenized::new(text, then))).collect()
    };
    let (front, back) = all.split_at(all.len() / 2);
    thread::scope(|scope| {
        let beside = thread::Builder::new().spawn_scoped(scope, || hear(back));
        let mut heard = hear(front);
        heard.extend(beside.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| hear(back)));
        heard
    })
}

/// Returns the first words of requests, with the number of distinct requests for each. Values at the start of
/// an example are excluded: "[Maria](assignee) takes card 8".
fn heads(
    heard: &[(usize, usize, Tokenized<'_>)],
    values: &[Vec<(Range<usize>, usize)>],
) -> BTreeMap<String, usize> {
    let begun: BTreeSet<(&str, usize)> = heard
        .iter()
        .zip(values)
        .filter_map(|((class, _, heard), values)| {
            let (at, word) = *heard.plain().first()?;
            let is_value = values.iter().any(|(range, _)| range.contains(&at));
            (!is_value).then_some((word, *class))
        })
        .filter(|(word, _)| !word.starts_with('⟨'))
        .collect();
    let mut heads: BTreeMap<String, usize> = BTreeMap::new();
    for (word, _) in begun {
        *heads.entry(word.to_string()).or_default() += 1;
    }
    heads
}

/// Converts a range of words into a range of the significant words.
fn in_pieces(heard: &Tokenized<'_>, words: Range<usize>) -> Option<Range<usize>> {
    let start = heard.matters.iter().position(|at| *at >= words.start)?;
    let end = heard.matters.iter().rposition(|at| *at < words.end)? + 1;
    (start < end).then_some(start..end)
}
