//! A linear-chain conditional random field over the words of a sentence.
//!
//! Each word has features, which are hashes; each feature has a weight for each label, and so has each
//! transition between labels. All weights are in a single table without names: the hash of a feature is the
//! offset of its weights. Collisions are rare and nearly harmless, and the table never grows.

use serde::{Deserialize, Serialize};

use crate::label::Label;
use crate::math::exp;
use crate::viterbi::{IMPOSSIBLE, best};
use crate::word_features::{EACH, WordFeatures};

/// The weights of features and transitions.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Crf {
    table: Vec<f32>,
    /// The mask for feature offsets. The table is longer by the number of labels.
    mask: usize,
}

/// The labels of a class.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ClassLabels {
    pub(crate) class: usize,
    /// The labels: none, and two consecutive ones for each slot, for its first word and for all others.
    pub(crate) labels: Vec<Label>,
    /// Whether a sentence contains the slot at most once, by its first label.
    pub(crate) once: Vec<bool>,
}

/// Reusable buffers for a training step.
#[derive(Debug, Default)]
pub(crate) struct Room {
    nodes: Vec<f32>,
    edges: Vec<f32>,
    backward: Vec<f32>,
    forward: Vec<f32>,
    expected: Vec<f32>,
    ahead: Vec<f32>,
    changes: Vec<(usize, usize, f32)>,
}

/// The minimum error for an update.
const NOTICEABLE: f32 = 1e-3;

/// The number of contiguous weights that can be added in the time of one random access.
const PICKED: usize = 4;

/// Whether a label may follow another one: an inner label follows only labels of the same slot.
fn follows(before: Label, label: Label) -> bool {
    label == 0 || label % 2 == 1 || before == label || before + 1 == label
}

impl Crf {
    /// Creates a model with zero weights: a table with 2^bits entries, for a number of labels.
    pub(crate) fn new(bits: u32, labels: usize) -> Self {
        Self { table: vec![0.0; (1 << bits) + labels], mask: (1 << bits) - 1 }
    }

    /// Returns the best labels of a sentence, as indices into the possible ones.
    pub(crate) fn label(&self, possible: &ClassLabels, marks: &WordFeatures) -> Vec<usize> {
        let mut nodes = Vec::new();
        self.score_nodes(possible, marks, &mut nodes);
        let count = possible.labels.len();
        let kept = plausible(&nodes, count);
        let nodes =
            nodes.chunks_exact(count).flat_map(|word| kept.iter().map(|label| word[*label])).collect();
        let mut edges = Vec::with_capacity(kept.len() * kept.len());
        for before in &kept {
            edges.extend(kept.iter().map(|label| self.edge(possible, *before, *label)));
        }
        let labels: Vec<Label> = kept.iter().map(|label| possible.labels[*label]).collect();
        let once: Vec<bool> = kept.iter().map(|label| possible.once[*label]).collect();
        best(nodes, &edges, &labels, &once).into_iter().map(|label| kept[label]).collect()
    }

    /// Updates the weights towards the correct labels of a sentence, which are indices into the possible
    /// ones. A sentence without words changes nothing.
    pub(crate) fn step(
        &mut self,
        possible: &ClassLabels,
        marks: &WordFeatures,
        right: &[usize],
        rate: f32,
        room: &mut Room,
    ) {
        if right.is_empty() {
            return;
        }
        self.score_nodes(possible, marks, &mut room.nodes);
        room.edges.clear();
        for before in 0..possible.labels.len() {
            room.edges.extend((0..possible.labels.len()).map(|label| self.edge(possible, before, label)));
        }
        room.expect(possible.labels.len());
        let count = possible.labels.len();
        for pair in right.windows(2) {
            room.expected[pair[0] * count + pair[1]] -= 1.0;
        }
        for (before, row) in room.expected.chunks_exact(count).enumerate() {
            for (label, error) in row.iter().enumerate() {
                if error.abs() > NOTICEABLE && follows(possible.labels[before], possible.labels[label]) {
                    for place in self.transition(possible, before, label) {
                        self.table[place] -= rate * error;
                    }
                }
            }
        }
        let words = marks.shared.chunks_exact(EACH).zip(marks.own.chunks_exact(EACH));
        for (word, (shared, own)) in words.enumerate() {
            room.changes.clear();
            for (label, share) in room.nodes[word * count..][..count].iter().enumerate() {
                let error = share - f32::from(u8::from(right[word] == label));
                if error.abs() > NOTICEABLE {
                    room.changes.push((label, possible.labels[label] as usize, rate * error));
                }
            }
            for (shared, own) in shared.iter().zip(own) {
                let (shared, own) = (*shared as usize & self.mask, *own as usize & self.mask);
                for (index, label, change) in &room.changes {
                    self.table[shared + label] -= change;
                    self.table[own + index] -= change;
                }
            }
        }
    }

    /// Computes the scores of labels for each word.
    fn score_nodes(&self, possible: &ClassLabels, marks: &WordFeatures, nodes: &mut Vec<f32>) {
        let count = possible.labels.len();
        nodes.clear();
        nodes.resize(marks.shared.len() / EACH * count, 0.0);
        let words = marks.shared.chunks_exact(EACH).zip(marks.own.chunks_exact(EACH));
        let labels = possible.labels.iter().copied().max().map_or(0, |most| most as usize + 1);
        // Weights are contiguous, so adding those of all labels is faster than accessing many of them
        // individually.
        let are_few = count * PICKED < labels;
        let mut all = vec![0.0; if are_few { count } else { labels }];
        for (scores, (shared, own)) in nodes.chunks_exact_mut(count).zip(words) {
            all.fill(0.0);
            for (shared, own) in shared.iter().zip(own) {
                let shared = &self.table[*shared as usize & self.mask..][..labels];
                if are_few {
                    for (sum, label) in all.iter_mut().zip(&possible.labels) {
                        *sum += shared[*label as usize];
                    }
                } else {
                    for (sum, weight) in all.iter_mut().zip(shared) {
                        *sum += weight;
                    }
                }
                let own = &self.table[*own as usize & self.mask..][..count];
                for (score, weight) in scores.iter_mut().zip(own) {
                    *score += weight;
                }
            }
            for (index, (score, label)) in scores.iter_mut().zip(&possible.labels).enumerate() {
                *score += all[if are_few { index } else { *label as usize }];
            }
        }
        // The inner label of a slot cannot start a sentence.
        for (score, label) in nodes.iter_mut().zip(&possible.labels) {
            if *label != 0 && label % 2 == 0 {
                *score = IMPOSSIBLE;
            }
        }
    }

    /// Returns the score of a transition.
    fn edge(&self, possible: &ClassLabels, before: usize, label: usize) -> f32 {
        if !follows(possible.labels[before], possible.labels[label]) {
            return IMPOSSIBLE;
        }
        let [shared, own] = self.transition(possible, before, label);
        self.table[shared] + self.table[own]
    }

    /// Returns the offsets of the weights of a transition: shared by all classes, and of this class.
    fn transition(&self, possible: &ClassLabels, before: usize, label: usize) -> [usize; 2] {
        let shared = (u32::from(possible.labels[before]) + 1).wrapping_mul(0x9E37_79B1);
        let own = ((possible.class as u32 + 1).wrapping_mul(0x85EB_CA77) ^ shared).wrapping_mul(0xC2B2_AE3D);
        [
            ((shared ^ shared >> 15) as usize & self.mask) + possible.labels[label] as usize,
            ((own ^ own >> 15) as usize & self.mask) + label,
        ]
    }
}

/// Returns the labels with a competitive score at some word, always both of a slot, and the label for no
/// slot. With many slots, nearly all can be excluded from the search for the best path.
fn plausible(nodes: &[f32], count: usize) -> Vec<usize> {
    let mut is_kept = vec![false; count];
    is_kept[0] = true;
    for word in nodes.chunks_exact(count) {
        let least = word.iter().copied().fold(f32::MIN, f32::max) - FARTHEST;
        for (kept, score) in is_kept.iter_mut().zip(word) {
            *kept |= *score >= least;
        }
    }
    let slots = (1..count).step_by(2).filter(|first| is_kept[*first] || is_kept[first + 1]);
    std::iter::once(0).chain(slots.flat_map(|first| [first, first + 1])).collect()
}

/// The maximum gap to the best score of a word; no sequence compensates for a larger one.
const FARTHEST: f32 = 8.0;

impl Room {
    /// Replaces scores by expectations: the marginal of each label at each word, and the expected count of
    /// each transition. Runs the forward-backward algorithm, scaled at each word to avoid overflow.
    fn expect(&mut self, count: usize) {
        let highest = self.edges.iter().copied().fold(f32::MIN, f32::max);
        for edge in &mut self.edges {
            *edge = flushed_exp(*edge - highest);
        }
        for nodes in self.nodes.chunks_exact_mut(count) {
            let highest = nodes.iter().copied().fold(f32::MIN, f32::max);
            for node in nodes {
                *node = flushed_exp(*node - highest);
            }
        }
        let (nodes, edges) = (&mut self.nodes, &self.edges);
        let words = nodes.len() / count;
        self.forward.clear();
        self.forward.extend_from_slice(nodes);
        normalise(&mut self.forward[..count]);
        self.ahead.resize(count, 0.0);
        for word in 1..words {
            let (before, here) = self.forward[(word - 1) * count..].split_at_mut(count);
            self.ahead.fill(0.0);
            for (share, edges) in before.iter().zip(edges.chunks_exact(count)) {
                for (sum, edge) in self.ahead.iter_mut().zip(edges) {
                    *sum += share * edge;
                }
            }
            for (value, sum) in here[..count].iter_mut().zip(&self.ahead) {
                *value *= sum;
            }
            normalise(&mut here[..count]);
        }
        self.backward.clear();
        self.backward.resize(nodes.len(), 1.0);
        self.expected.clear();
        self.expected.resize(edges.len(), 0.0);
        for word in (1..words).rev() {
            let (before, here) = self.backward[(word - 1) * count..].split_at_mut(count);
            for ((ahead, back), node) in self.ahead.iter_mut().zip(here.iter()).zip(&nodes[word * count..]) {
                *ahead = back * node;
            }
            let forward = &self.forward[(word - 1) * count..][..count];
            let mut all = 0.0;
            for ((back, share), edges) in before.iter_mut().zip(forward).zip(edges.chunks_exact(count)) {
                *back = edges.iter().zip(&self.ahead).map(|(edge, ahead)| edge * ahead).sum();
                all += share * *back;
            }
            let scale = 1.0 / f32::max(all, f32::MIN_POSITIVE);
            let rows = self.expected.chunks_exact_mut(count).zip(edges.chunks_exact(count));
            for ((expected, edges), share) in rows.zip(forward) {
                let share = share * scale;
                for ((expected, edge), ahead) in expected.iter_mut().zip(edges).zip(&self.ahead) {
                    *expected += share * edge * ahead;
                }
            }
            normalise(before);
        }
        for ((node, forward), backward) in nodes.iter_mut().zip(&self.forward).zip(&self.backward) {
            *node = forward * backward;
        }
        nodes.chunks_exact_mut(count).for_each(normalise);
    }
}

/// Returns the exponential of a score, flushed to zero if it is tiny, because subnormal numbers are slow.
fn flushed_exp(score: f32) -> f32 {
    if score < -25.0 { 0.0 } else { exp(score) }
}

fn normalise(values: &mut [f32]) {
    let sum: f32 = values.iter().sum();
    let scale = 1.0 / sum.max(f32::MIN_POSITIVE);
    for value in values {
        let share = *value * scale;
        *value = if share < 1e-12 { 0.0 } else { share };
    }
}
