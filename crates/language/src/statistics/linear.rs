//! A score for each class, as a sum over what was seen.
//!
//! The weights begin where counting would put them, as in naive Bayes: what a class's examples have, speaks for it. From
//! there they go a few steps against the mistakes that are left (multinomial logistic regression by stochastic gradient).
//! Both matter. With a dozen examples a class, counting alone is nearly as good and the steps are few; with a hundred, the
//! steps are most of it. The targets are smoothed, so that scores stay small where the examples say little, and the best
//! score tells how much speaks for a class and not only how much more than for the others.

use super::curves::{ln, softmax};
use super::lexicon::Vectors;
use super::shuffle::Shuffle;

/// How far counting goes, and what a class is given of everything that it was not seen with.
const COUNTED: f32 = 1.0;
const UNSEEN: f32 = 0.01;
/// The length of the first step; they shrink to nothing.
const STEP: f32 = 5.0;
/// How much slower the classes' own shares are learnt.
const BIAS: f32 = 0.02;
/// How much of a target is shared among all classes.
const SMOOTHING: f32 = 0.2;
/// Errors below this are not worth a step.
const NOTICEABLE: f32 = 1e-3;
/// The score of a class that does not take part.
const ABSENT: f32 = -1e9;
/// Rows are as long as a multiple of this, so that several classes are added at once.
const TOGETHER: usize = 8;

/// The weights of evidence for classes.
#[derive(Debug)]
pub(super) struct Linear {
    /// A row for each known entry of the lexicon, a column for each class.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Linear {
    /// Learns from sentences and the classes that they are of. Classes without any never win.
    pub(super) fn learn(vectors: &Vectors, of: &[usize], rows: usize, classes: usize, passes: usize) -> Self {
        let width = classes.max(1).next_multiple_of(TOGETHER);
        let mut examples = vec![0.0; width];
        for class in of {
            examples[*class] += 1.0;
        }
        let bias = examples.iter().map(|count| if *count > 0.0 { 0.0 } else { ABSENT }).collect();
        let mut linear = Self { weights: vec![0.0; rows * width], bias };
        linear.count(vectors, of, &examples);
        linear.correct(vectors, of, classes, passes);
        linear
    }

    /// How many scores there are, of which those behind the classes never win.
    pub(super) fn width(&self) -> usize {
        self.bias.len()
    }

    /// The scores of a sentence.
    pub(super) fn score(&self, vector: &[(u32, f32)], scores: &mut [f32]) {
        scores.copy_from_slice(&self.bias);
        let width = self.width();
        let row = |row: u32| &self.weights[row as usize * width..][..width];
        let mut fours = vector.chunks_exact(4);
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
    }

    /// What an entry says of a class.
    pub(super) fn weight(&self, row: u32, class: usize) -> f32 {
        self.weights[row as usize * self.width() + class]
    }

    /// What an entry says of classes on the whole.
    pub(super) fn usual(&self, row: u32) -> f32 {
        let width = self.width();
        let weights = &self.weights[row as usize * width..][..width];
        let present = || (0..width).filter(|class| self.has(*class));
        present().map(|class| weights[class]).sum::<f32>() / present().count().max(1) as f32
    }

    /// Whether there was an example of a class.
    pub(super) fn has(&self, class: usize) -> bool {
        self.bias.get(class).is_some_and(|bias| *bias > ABSENT / 2.0)
    }

    fn count(&mut self, vectors: &Vectors, of: &[usize], examples: &[f32]) {
        let width = self.width();
        let mut touched = Vec::new();
        for (index, class) in of.iter().enumerate() {
            for (row, value) in vectors.get(index) {
                let place = *row as usize * width + class;
                if self.weights[place] == 0.0 {
                    touched.push(place);
                }
                self.weights[place] += value / examples[*class];
            }
        }
        for place in touched {
            self.weights[place] = COUNTED * ln(1.0 + self.weights[place] / UNSEEN);
        }
    }

    fn correct(&mut self, vectors: &Vectors, of: &[usize], classes: usize, passes: usize) {
        let width = self.width();
        let mut order: Vec<usize> = (0..vectors.len()).collect();
        let mut shuffle = Shuffle::new();
        let mut errors = vec![0.0; width];
        let mut noticeable = Vec::with_capacity(width);
        let steps = (passes * order.len()) as f32;
        let mut taken = 0.0;
        for _ in 0..passes {
            shuffle.mix(&mut order);
            for sentence in &order {
                let step = STEP * (1.0 - taken / steps);
                taken += 1.0;
                let (vector, class) = (vectors.get(*sentence), of[*sentence]);
                self.score(vector, &mut errors);
                softmax(&mut errors);
                for error in &mut errors[..classes] {
                    *error -= SMOOTHING / classes as f32;
                }
                errors[class] -= 1.0 - SMOOTHING;
                noticeable.clear();
                let mut others = 0.0;
                for (other, error) in errors.iter_mut().enumerate() {
                    if other == class {
                        continue;
                    }
                    if error.abs() > NOTICEABLE && self.has(other) {
                        noticeable.push((other, *error));
                        self.bias[other] -= step * BIAS * *error;
                        others += *error;
                    } else {
                        *error = 0.0;
                    }
                }
                // What is taken from one class is given to others. Were the small errors only left out, all scores would
                // drift, and the height of the best would say nothing.
                errors[class] = -others;
                noticeable.push((class, -others));
                self.bias[class] += step * BIAS * others;
                let few = noticeable.len() * 6 < width;
                for (row, value) in vector {
                    let row = &mut self.weights[*row as usize * width..][..width];
                    let pull = step * value;
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
        }
    }
}
