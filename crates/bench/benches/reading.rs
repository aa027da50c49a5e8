//! How well sentences are read by what was learnt from examples, and how fast.
//!
//!     cargo bench --package lemmascope-bench --bench reading -- --data FOLDER
//!
//! The folder has `snips/train.tsv` and `snips/valid.tsv` (intent, sentence, labels of its words) and
//! `clinc150/train.tsv`, `val.tsv`, `oos_train.tsv` and `oos_val.tsv` (intent, sentence). The two of sentences that are out of
//! scope are asked and never learnt from. Without a folder nothing is measured.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lemmascope_language::statistics::{Classifier, Piece, Sample, Tagger, Verdict};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.find(|argument| argument == "--data").and_then(|_| arguments.next());
    let Some(folder) = folder.map(PathBuf::from) else {
        return writeln!(io::stdout(), "reading: not measured, since --data names no folder with sentences");
    };
    writeln!(
        io::stdout(),
        "| set | examples | right | act and right | unknown | out of scope: unknown | not acted on | calibration error \
         | slot F1 | classify | tag | training |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
    )?;
    let mut names = Names::default();
    let snips = (
        read(&folder.join("snips/train.tsv"), &mut names)?,
        read(&folder.join("snips/valid.tsv"), &mut names)?,
    );
    measure("SNIPS", &snips.0, &snips.1, &[], &names)?;
    for draw in 0..4 {
        measure(
            &format!("SNIPS, 70 an intent{}", drawn(draw)),
            &few(&snips.0, 70, draw),
            &snips.1,
            &[],
            &names,
        )?;
    }
    let mut names = Names::default();
    let train = read(&folder.join("clinc150/train.tsv"), &mut names)?;
    let ask = read(&folder.join("clinc150/val.tsv"), &mut names)?;
    let mut outside = read(&folder.join("clinc150/oos_train.tsv"), &mut Names::default())?;
    outside.extend(read(&folder.join("clinc150/oos_val.tsv"), &mut Names::default())?);
    measure("CLINC150", &train, &ask, &outside, &names)?;
    for (count, draw) in [(14, 0), (14, 1), (14, 2), (5, 1)] {
        let title = format!("CLINC150, {count} an intent{}", drawn(draw));
        measure(&title, &few(&train, count, draw), &ask, &outside, &names)?;
    }
    Ok(())
}

/// A sentence with what is known of it.
#[derive(Clone)]
struct Sentence {
    pieces: Vec<Piece>,
    class: usize,
    slots: Vec<(Range<usize>, usize)>,
}

/// The numbers of intents and of slots, in the order in which they are met.
#[derive(Default)]
struct Names {
    intents: BTreeMap<String, usize>,
    slots: BTreeMap<String, usize>,
}

fn number(names: &mut BTreeMap<String, usize>, name: &str) -> usize {
    let next = names.len();
    *names.entry(name.to_owned()).or_insert(next)
}

fn read(file: &Path, names: &mut Names) -> io::Result<Vec<Sentence>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    let sentence = |line: &str| {
        let mut fields = line.split('\t');
        let class = number(&mut names.intents, fields.next().unwrap_or_default());
        let pieces = pieces(fields.next().unwrap_or_default());
        let mut slots: Vec<(Range<usize>, usize)> = Vec::new();
        for (index, label) in fields.next().unwrap_or_default().split(' ').enumerate() {
            let Some((place, name)) = label.split_once('-') else { continue };
            let slot = number(&mut names.slots, name);
            match slots.last_mut() {
                Some((range, last)) if place == "I" && range.end == index && *last == slot => range.end += 1,
                _ => slots.push((index..index + 1, slot)),
            }
        }
        Sentence { pieces, class, slots }
    };
    Ok(text.lines().map(sentence).collect())
}

/// Words between spaces, in lower case: the least that a sentence needs.
fn pieces(sentence: &str) -> Vec<Piece> {
    let start = |word: &str| word.as_ptr() as usize - sentence.as_ptr() as usize;
    let piece = |word: &str| Piece { form: word.to_lowercase(), span: start(word)..start(word) + word.len() };
    sentence.split(' ').filter(|word| !word.is_empty()).map(piece).collect()
}

/// So many examples of each class: the first, or those of a draw.
fn few(sentences: &[Sentence], count: usize, draw: u64) -> Vec<Sentence> {
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let mut state = draw.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    if draw > 0 {
        for last in (1..order.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            order.swap(last, (state % (last as u64 + 1)) as usize);
        }
    }
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    order.retain(|index| {
        let taken = taken.entry(sentences[*index].class).or_default();
        *taken += 1;
        *taken <= count
    });
    order.into_iter().map(|index| sentences[index].clone()).collect()
}

fn drawn(draw: u64) -> String {
    if draw == 0 { ", the first".to_owned() } else { format!(", draw {draw}") }
}

fn measure(
    title: &str,
    train: &[Sentence],
    ask: &[Sentence],
    outside: &[Sentence],
    names: &Names,
) -> io::Result<()> {
    let classes = names.intents.len();
    let samples: Vec<Sample<'_>> = train
        .iter()
        .map(|sentence| Sample { pieces: &sentence.pieces, class: sentence.class, slots: &sentence.slots })
        .collect();
    // A small set is learnt several times, and the quickest counts: what else the machine does is not of interest.
    let times = if train.len() < 5_000 { 5 } else { 1 };
    let train_once = || {
        let start = Instant::now();
        let learnt = (Classifier::train(&samples, classes), Tagger::train(&samples, classes));
        (start.elapsed(), learnt)
    };
    let (mut training, (classifier, tagger)) = train_once();
    for _ in 1..times {
        training = training.min(train_once().0);
    }
    let mut verdicts = Vec::new();
    let classify = median(ask, |sentence| verdicts.push(classifier.classify(&sentence.pieces)));
    let mut tags = Vec::new();
    let mut best = verdicts.iter().map(|verdict| verdict.ranking.first().map_or(0, |(class, _)| *class));
    let tag =
        median(ask, |sentence| tags.push(tagger.tag(&sentence.pieces, best.next().unwrap_or_default())));
    let refused: Vec<Verdict> =
        outside.iter().map(|sentence| classifier.classify(&sentence.pieces)).collect();

    let right = |(verdict, sentence): &(&Verdict, &Sentence)| {
        verdict.ranking.first().is_some_and(|(class, _)| *class == sentence.class)
    };
    let pairs = || verdicts.iter().zip(ask);
    let share = |count: usize, all: usize| format!("{:.2} %", 100.0 * count as f64 / all.max(1) as f64);
    let outside_share =
        |count: usize| if outside.is_empty() { String::new() } else { share(count, outside.len()) };
    let slots = if names.slots.is_empty() { String::new() } else { format!("{:.4}", f1(ask, &tags)) };
    writeln!(
        io::stdout(),
        "| {title} | {} | {} | {} | {} | {} | {} | {:.4} | {slots} | {:.1} µs | {:.1} µs | {:.1} ms |",
        train.len(),
        share(pairs().filter(right).count(), ask.len()),
        share(pairs().filter(|pair| acts(pair.0) && right(pair)).count(), ask.len()),
        share(verdicts.iter().filter(|verdict| verdict.is_outside()).count(), ask.len()),
        outside_share(refused.iter().filter(|verdict| verdict.is_outside()).count()),
        outside_share(refused.iter().filter(|verdict| !acts(verdict)).count()),
        calibration_error(
            pairs().map(|pair| (pair.0.ranking.first().map_or(0.0, |best| best.1), right(&pair)))
        ),
        classify.as_secs_f64() * 1e6,
        tag.as_secs_f64() * 1e6,
        training.as_secs_f64() * 1e3,
    )
}

/// Whether a reading would be acted on: it is in scope, sure enough, and sure enough beside the second best.
fn acts(verdict: &Verdict) -> bool {
    let chance = |place: usize| verdict.ranking.get(place).map_or(0.0, |(_, chance)| *chance);
    !verdict.is_outside() && chance(0) >= 0.7 && chance(0) - chance(1) >= 0.15
}

/// The median time of something that is done with each sentence.
fn median(sentences: &[Sentence], mut work: impl FnMut(&Sentence)) -> Duration {
    let mut times: Vec<Duration> = sentences
        .iter()
        .map(|sentence| {
            let start = Instant::now();
            work(sentence);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How far confidence is from what comes true, over fifteen bins of confidence.
fn calibration_error(readings: impl Iterator<Item = (f32, bool)>) -> f64 {
    let mut bins = [(0.0, 0.0); 15];
    let mut all = 0.0;
    for (confidence, right) in readings {
        let bin = &mut bins[((confidence * 15.0) as usize).min(14)];
        bin.0 += f64::from(confidence);
        bin.1 += f64::from(u8::from(right));
        all += 1.0;
    }
    bins.iter().map(|(expected, came): &(f64, f64)| (expected - came).abs()).sum::<f64>() / f64::max(all, 1.0)
}

/// The harmonic mean of precision and recall over slots, each right only with its exact words and its name.
fn f1(sentences: &[Sentence], tags: &[Vec<(Range<usize>, usize)>]) -> f64 {
    let (mut right, mut all) = (0, 0);
    for (sentence, tags) in sentences.iter().zip(tags) {
        right += tags.iter().filter(|tag| sentence.slots.contains(tag)).count();
        all += tags.len() + sentence.slots.len();
    }
    2.0 * right as f64 / f64::from(u32::try_from(all).unwrap_or(1).max(1))
}
