//! A linear model that scores each class.
//!
//! The weights are initialized from counts, as in naive Bayes: features of the samples of a class are
//! evidence for it. Multinomial logistic regression by stochastic gradient descent then corrects the
//! remaining errors. Both are necessary. With a dozen samples per class, counts are mostly chance, so they
//! only give a direction and training does the rest; with a hundred, the counts are reliable from the start.
//! The targets are smoothed, so that scores stay small if the samples provide little evidence, and the best
//! score reflects the absolute evidence for a class, and not only its lead over others.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::lexicon::{Rows, Vectors};
use crate::math::{ln, softmax};
use crate::shuffle::Shuffle;
use crate::training_parameters::TrainingParameters;

/// The initial learning rate, which decays to zero.
const STEP: f32 = 5.0;
/// The relative learning rate of class biases.
const BIAS: f32 = 0.02;
/// The share of a target that is distributed over all classes.
const SMOOTHING: f32 = 0.2;
/// The minimum error for an update.
const NOTICEABLE: f32 = 4e-3;
/// If at most one class in this many has an error, classes are updated individually.
const FEW: usize = 4;
/// The score of a class without samples.
const ABSENT: f32 = -1e9;
/// The multiple to which rows are padded, so that several classes are added at once.
const TOGETHER: usize = 8;

/// The weights of features for classes.
///
/// A frequent feature has a weight for every class. A rare feature, as nearly all are, has weights only for
/// the classes that it occurred with: it would hardly learn any others, and the sparse table fits into the
/// processor cache.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Linear {
    bias: Vec<f32>,
    /// The dense rows, with a column for each class.
    frequent: Vec<f32>,
    /// The sparse rows, as pairs of a class and its weight.
    rare: Vec<(u32, f32)>,
    /// The offsets of the sparse rows, with the end of the last.
    starts: Vec<u32>,
}

impl Linear {
    /// Trains on sentences with their classes. Classes without sentences never win. The sentences are
    /// followed by variations, which `again` lists for each sentence; each pass trains on another one.
    pub(crate) fn learn(
        vectors: &Vectors,
        of: &[usize],
        again: &[Vec<usize>],
        rows: Rows,
        classes: usize,
        parameters: &TrainingParameters,
    ) -> Self {
        let width = classes.max(1).next_multiple_of(TOGETHER);
        let mut examples = vec![0.0; width];
        for class in of {
            examples[*class] += 1.0;
        }
        let bias = examples.iter().map(|count| if *count > 0.0 { 0.0 } else { ABSENT }).collect();
        let frequent = vec![0.0; rows.frequent * width];
        let mut linear = Self { bias, frequent, rare: Vec::new(), starts: Vec::new() };
        linear.count(vectors, of, rows, &examples, parameters.unseen);
        linear.correct(vectors, of, again, parameters);
        linear
    }

    /// Returns the number of scores, which is padded; scores beyond the classes never win.
    pub(crate) fn width(&self) -> usize {
        self.bias.len()
    }

    /// Computes the scores of a sentence, whose frequent features come first.
    pub(crate) fn score(&self, vector: &[(u32, f32)], scores: &mut [f32]) {
        scores.copy_from_slice(&self.bias);
        let width = self.width();
        let frequent = self.frequent_row_count();
        let (often, seldom) = vector.split_at(rare_start(vector, frequent));
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

    /// Returns the weight of a feature for a class.
    pub(crate) fn weight(&self, row: u32, class: usize) -> f32 {
        match self.rare(row) {
            Some(row) => {
                self.rare[row].iter().find(|(other, _)| *other as usize == class).map_or(0.0, |found| found.1)
            }
            None => self.frequent[row as usize * self.width() + class],
        }
    }

    /// Returns the mean weight of a feature over all classes.
    pub(crate) fn usual(&self, row: u32) -> f32 {
        let present = || (0..self.width()).filter(|class| self.has(*class));
        present().map(|class| self.weight(row, class)).sum::<f32>() / present().count().max(1) as f32
    }

    /// Whether a class had a sample.
    pub(crate) fn has(&self, class: usize) -> bool {
        self.bias.get(class).is_some_and(|bias| *bias > ABSENT / 2.0)
    }

    fn frequent_row_count(&self) -> usize {
        self.frequent.len() / self.width()
    }

    /// Returns the range of a sparse row.
    fn rare(&self, row: u32) -> Option<Range<usize>> {
        let row = (row as usize).checked_sub(self.frequent_row_count())?;
        Some(self.starts[row] as usize..self.starts[row + 1] as usize)
    }

    fn count(&mut self, vectors: &Vectors, of: &[usize], rows: Rows, examples: &[f32], unseen: f32) {
        let width = self.width();
        // Allocate an entry for each occurrence of a rare feature, then merge entries of the same class.
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

    fn correct(
        &mut self,
        vectors: &Vectors,
        of: &[usize],
        again: &[Vec<usize>],
        parameters: &TrainingParameters,
    ) {
        let passes = parameters.passes;
        let (width, frequent) = (self.width(), self.frequent_row_count());
        let mut order: Vec<usize> = (0..of.len()).collect();
        let mut shuffle = Shuffle::new();
        let mut errors = vec![0.0; width];
        let mut noticeable = Vec::with_capacity(width);
        for pass in 0..passes {
            shuffle.mix(&mut order);
            // With many samples, further passes skip sentences whose probability has reached the target.
            let mut behind = Vec::with_capacity(order.len());
            for (taken, sentence) in order.iter().enumerate() {
                let done = (pass as f32 + taken as f32 / order.len() as f32) / passes as f32;
                let step = STEP * (1.0 - done);
                let again = &again[*sentence];
                // After its variations, the sentence itself is next.
                let varied = pass.checked_sub(1).and_then(|before| again.get(before % (again.len() + 1)));
                let (vector, class) = (vectors.get(*varied.unwrap_or(sentence)), of[*sentence]);
                self.score(vector, &mut errors);
                softmax(&mut errors);
                if parameters.all_again || errors[class] < 1.0 - SMOOTHING {
                    behind.push(*sentence);
                } else if pass > 0 {
                    continue;
                }
                // The smoothed share of a target would move the weights of all classes equally, which does
                // not change the odds. Subtracting it only from the correct class leaves most classes
                // untouched.
                errors[class] -= 1.0 - SMOOTHING;
                noticeable.clear();
                for error in &mut errors {
                    *error = if error.abs() > NOTICEABLE { *error } else { 0.0 };
                }
                for (chunk, errors) in errors.chunks(TOGETHER).enumerate() {
                    // Nearly all classes have no error, so most chunks are empty.
                    if errors.iter().any(|error| *error != 0.0) {
                        let classes = (chunk * TOGETHER..).zip(errors.iter().copied());
                        noticeable.extend(classes.filter(|(_, error)| *error != 0.0));
                    }
                }
                for (class, error) in &noticeable {
                    self.bias[*class] -= step * BIAS * error;
                }
                let few = noticeable.len() * FEW < width;
                let (often, seldom) = vector.split_at(rare_start(vector, frequent));
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

/// Returns the start of the rare features in a vector.
fn rare_start(vector: &[(u32, f32)], frequent: usize) -> usize {
    vector.partition_point(|(row, _)| (*row as usize) < frequent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;
    use crate::lexicon::{Corpus, Lexicon, Worth};

    #[test]
    fn training_converges_to_the_targets() {
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
        let worth = Worth::of(&corpus, &(0..60).collect::<Vec<_>>(), 4, &TrainingParameters::of(6000, 4));
        let vectors = worth.vectorize_corpus(&corpus, &(0..60).collect::<Vec<_>>());
        let confidence = |passes: usize| {
            let parameters = TrainingParameters { passes, ..TrainingParameters::of(6000, 4) };
            let linear =
                Linear::learn(&vectors, &of, &vec![Vec::new(); of.len()], worth.size(), 4, &parameters);
            let mut shares = vec![0.0; linear.width()];
            let share = |index: usize| {
                linear.score(vectors.get(index), &mut shares);
                softmax(&mut shares);
                shares[of[index]]
            };
            (0..60).map(share).sum::<f32>() / 60.0
        };
        // Counts alone overestimate certainty; targets are smoothed.
        let target = 1.0 - SMOOTHING + SMOOTHING / 4.0;
        let far: Vec<f32> = [0, 1, 4].into_iter().map(|passes| (confidence(passes) - target).abs()).collect();
        assert!(far[0] > far[1] && far[1] > far[2] && far[2] < 0.04, "{far:?}");
    }
}
