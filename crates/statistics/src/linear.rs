//! A score for each class, as a sum over what was seen.
//!
//! The weights begin where counting would put them, as in naive Bayes: what a class's examples have, speaks for it. From
//! there they go a few steps against the mistakes that are left (multinomial logistic regression by stochastic gradient).
//! Both matter. With a dozen examples a class the counts are mostly chance, so they only give a direction and the steps do the
//! rest; with a hundred, the counts can be trusted from the start. The targets are smoothed, so that scores stay small where the examples say little, and the best
//! score tells how much speaks for a class and not only how much more than for the others.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::effort::Effort;
use crate::lexicon::{Rows, Vectors};
use crate::math::{ln, softmax};
use crate::shuffle::Shuffle;

/// The length of the first step; they shrink to nothing.
const STEP: f32 = 5.0;
/// How much slower the classes' own shares are learnt.
const BIAS: f32 = 0.02;
/// How much of a target is shared among all classes.
const SMOOTHING: f32 = 0.2;
/// Errors below this are not worth a step.
const NOTICEABLE: f32 = 4e-3;
/// Where one class of so many has one, those are gone to one by one.
const FEW: usize = 4;
/// The score of a class that does not take part.
const ABSENT: f32 = -1e9;
/// Rows are as long as a multiple of this, so that several classes are added at once.
const TOGETHER: usize = 8;

/// The weights of evidence for classes.
///
/// What is frequent has a weight for every class. What is rare, and that is nearly everything, only has weights for the classes
/// that it was seen with: it would hardly learn any others, and all of them together fit where the processor gets at them
/// quickly.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Linear {
    bias: Vec<f32>,
    /// The first rows, one behind the other, a column for each class.
    frequent: Vec<f32>,
    /// The further rows, one behind the other: a class and its weight.
    rare: Vec<(u32, f32)>,
    /// Where each of those begins, and where the last ends.
    starts: Vec<u32>,
}

impl Linear {
    /// Learns from sentences and the classes that they are of. Classes without any never win. Behind the sentences stand
    /// variations of them, and `again` says for each sentence which of those there are; each is learnt from in a pass of its own.
    pub(crate) fn learn(
        vectors: &Vectors,
        of: &[usize],
        again: &[Vec<usize>],
        rows: Rows,
        classes: usize,
        effort: &Effort,
    ) -> Self {
        let width = classes.max(1).next_multiple_of(TOGETHER);
        let mut examples = vec![0.0; width];
        for class in of {
            examples[*class] += 1.0;
        }
        let bias = examples.iter().map(|count| if *count > 0.0 { 0.0 } else { ABSENT }).collect();
        let frequent = vec![0.0; rows.frequent * width];
        let mut linear = Self { bias, frequent, rare: Vec::new(), starts: Vec::new() };
        linear.count(vectors, of, rows, &examples, effort.unseen);
        linear.correct(vectors, of, again, effort);
        linear
    }

    /// How many scores there are, of which those behind the classes never win.
    pub(crate) fn width(&self) -> usize {
        self.bias.len()
    }

    /// The scores of a sentence, whose frequent entries come first.
    pub(crate) fn score(&self, vector: &[(u32, f32)], scores: &mut [f32]) {
        scores.copy_from_slice(&self.bias);
        let width = self.width();
        let frequent = self.frequent_rows();
        let (often, seldom) = vector.split_at(rare_from(vector, frequent));
        let row = |row: u32| &self.frequent[row as usize * width..][..width];
        let mut fours = often.chunks_exact(4);
        for four in &mut fours {
            let [(a, av), (b, bv), (c, cv), (d, dv)] = [four[0], four[1], four[2], four[3]];
            let rows = row(a).iter().zip(row(b)).zip(row(c)).zip(row(d));
            for (score, (((a, b), c), d)) in scores.iter_mut().zip(rows) {
                *score += (av * a + bv * b) + (cv * c + dv * d);
            }
        }
        for (index, value) in fours.remainder() {
            for (score, weight) in scores.iter_mut().zip(row(*index)) {
                *score += value * weight;
            }
        }
        for (index, value) in seldom {
            let row = *index as usize - frequent;
            for (class, weight) in &self.rare[self.starts[row] as usize..self.starts[row + 1] as usize] {
                scores[*class as usize] += value * weight;
            }
        }
    }

    /// What an entry says of a class.
    pub(crate) fn weight(&self, row: u32, class: usize) -> f32 {
        match self.rare(row) {
            Some(row) => {
                self.rare[row].iter().find(|(other, _)| *other as usize == class).map_or(0.0, |found| found.1)
            }
            None => self.frequent[row as usize * self.width() + class],
        }
    }

    /// What an entry says of classes on the whole.
    pub(crate) fn usual(&self, row: u32) -> f32 {
        let present = || (0..self.width()).filter(|class| self.has(*class));
        present().map(|class| self.weight(row, class)).sum::<f32>() / present().count().max(1) as f32
    }

    /// Whether there was an example of a class.
    pub(crate) fn has(&self, class: usize) -> bool {
        self.bias.get(class).is_some_and(|bias| *bias > ABSENT / 2.0)
    }

    fn frequent_rows(&self) -> usize {
        self.frequent.len() / self.width()
    }

    /// Where a row is, if it is one of the rare.
    fn rare(&self, row: u32) -> Option<Range<usize>> {
        let row = (row as usize).checked_sub(self.frequent_rows())?;
        Some(self.starts[row] as usize..self.starts[row + 1] as usize)
    }

    fn count(&mut self, vectors: &Vectors, of: &[usize], rows: Rows, examples: &[f32], unseen: f32) {
        let width = self.width();
        // First a place for every time that a rare entry was met; then those of the same class become one.
        let mut ends = vec![0u32; rows.all - rows.frequent + 1];
        for (row, _) in vectors.parts() {
            if let Some(row) = (*row as usize).checked_sub(rows.frequent) {
                ends[row + 1] += 1;
            }
        }
        for row in 1..ends.len() {
            ends[row] += ends[row - 1];
        }
        let mut met = vec![(0u32, 0.0f32); ends.last().map_or(0, |end| *end as usize)];
        let starts = ends.clone();
        for (index, class) in of.iter().enumerate() {
            for (row, value) in vectors.get(index) {
                let value = value / examples[*class];
                match (*row as usize).checked_sub(rows.frequent) {
                    None => self.frequent[*row as usize * width + class] += value,
                    Some(row) => {
                        let (start, end) = (starts[row] as usize, ends[row] as usize);
                        match met[start..end].iter_mut().find(|(other, _)| *other as usize == *class) {
                            Some((_, sum)) => *sum += value,
                            None => {
                                met[end] = (*class as u32, value);
                                ends[row] += 1;
                            }
                        }
                    }
                }
            }
        }
        let counted = |sum: f32| ln(1.0 + sum / unseen);
        for weight in self.frequent.iter_mut().filter(|weight| **weight > 0.0) {
            *weight = counted(*weight);
        }
        self.starts.push(0);
        for row in 0..rows.all - rows.frequent {
            let met = &met[starts[row] as usize..ends[row] as usize];
            self.rare.extend(met.iter().map(|(class, sum)| (*class, counted(*sum))));
            self.starts.push(self.rare.len() as u32);
        }
    }

    fn correct(&mut self, vectors: &Vectors, of: &[usize], again: &[Vec<usize>], effort: &Effort) {
        let passes = effort.passes;
        let (width, frequent) = (self.width(), self.frequent_rows());
        let mut order: Vec<usize> = (0..of.len()).collect();
        let mut shuffle = Shuffle::new();
        let mut errors = vec![0.0; width];
        let mut noticeable = Vec::with_capacity(width);
        for pass in 0..passes {
            shuffle.mix(&mut order);
            // Where there are many, who has learnt a sentence need not go back to it: the further passes are for those that
            // are still wrong.
            let mut behind = Vec::with_capacity(order.len());
            for (taken, sentence) in order.iter().enumerate() {
                let done = (pass as f32 + taken as f32 / order.len() as f32) / passes as f32;
                let step = STEP * (1.0 - done);
                let again = &again[*sentence];
                // After its variations it is the sentence's own turn again.
                let varied = pass.checked_sub(1).and_then(|before| again.get(before % (again.len() + 1)));
                let (vector, class) = (vectors.get(*varied.unwrap_or(sentence)), of[*sentence]);
                self.score(vector, &mut errors);
                softmax(&mut errors);
                if effort.all_again || errors[class] < 1.0 - SMOOTHING {
                    behind.push(*sentence);
                } else if pass > 0 {
                    continue;
                }
                // The share of a target that is smoothed over all classes would move all of their weights alike, which
                // changes no odds. So it is only taken from the right class, and most classes need not be touched.
                errors[class] -= 1.0 - SMOOTHING;
                noticeable.clear();
                for error in &mut errors {
                    *error = if error.abs() > NOTICEABLE { *error } else { 0.0 };
                }
                for (chunk, errors) in errors.chunks(TOGETHER).enumerate() {
                    // Nearly all classes are out of the question, so that most chunks have nothing in them.
                    if errors.iter().any(|error| *error != 0.0) {
                        let classes = (chunk * TOGETHER..).zip(errors.iter().copied());
                        noticeable.extend(classes.filter(|(_, error)| *error != 0.0));
                    }
                }
                for (class, error) in &noticeable {
                    self.bias[*class] -= step * BIAS * error;
                }
                let few = noticeable.len() * FEW < width;
                let (often, seldom) = vector.split_at(rare_from(vector, frequent));
                for (row, value) in seldom {
                    let (pull, row) = (step * value, *row as usize - frequent);
                    for (class, weight) in
                        &mut self.rare[self.starts[row] as usize..self.starts[row + 1] as usize]
                    {
                        *weight -= pull * errors[*class as usize];
                    }
                }
                for (row, value) in often {
                    let pull = step * value;
                    let row = &mut self.frequent[*row as usize * width..][..width];
                    if few {
                        for (class, error) in &noticeable {
                            row[*class] -= pull * error;
                        }
                    } else {
                        for (weight, error) in row.iter_mut().zip(&errors) {
                            *weight -= pull * error;
                        }
                    }
                }
            }
            order = behind;
        }
    }
}

/// Where the rare entries of a sentence begin, behind the frequent ones.
fn rare_from(vector: &[(u32, f32)], frequent: usize) -> usize {
    vector.partition_point(|(row, _)| (*row as usize) < frequent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;
    use crate::lexicon::{Corpus, Lexicon, Worth};

    #[test]
    fn it_comes_as_near_to_the_targets_as_it_should() {
        let sentences: Vec<Vec<Piece>> = (0..60)
            .map(|index| {
                let text = format!(
                    "would you please {} the {} for me now",
                    ["open", "shut"][index % 2],
                    ["door", "box"][index / 2 % 2]
                );
                text.split(' ').map(|word| Piece { form: word.to_owned(), span: 0..0 }).collect()
            })
            .collect();
        let of: Vec<usize> = (0..60).map(|index| index % 2 * 2 + index / 2 % 2).collect();
        let corpus = Corpus::read(
            &mut Lexicon::default(),
            2,
            sentences.iter().map(|it| (it.as_slice(), [].as_slice(), [].as_slice())),
        );
        let worth = Worth::of(&corpus, &(0..60).collect::<Vec<_>>(), 4, &Effort::of(6000, 4));
        let vectors = worth.weigh_all(&corpus, &(0..60).collect::<Vec<_>>());
        let sureness = |passes: usize| {
            let effort = Effort { passes, ..Effort::of(6000, 4) };
            let linear = Linear::learn(&vectors, &of, &vec![Vec::new(); of.len()], worth.size(), 4, &effort);
            let mut shares = vec![0.0; linear.width()];
            let share = |index: usize| {
                linear.score(vectors.get(index), &mut shares);
                softmax(&mut shares);
                shares[of[index]]
            };
            (0..60).map(share).sum::<f32>() / 60.0
        };
        // Counting is sure of everything, as it always is of examples; targets are smoothed.
        let target = 1.0 - SMOOTHING + SMOOTHING / 4.0;
        let far: Vec<f32> = [0, 1, 4].into_iter().map(|passes| (sureness(passes) - target).abs()).collect();
        assert!(far[0] > far[1] && far[1] > far[2] && far[2] < 0.04, "{far:?}");
    }
}
