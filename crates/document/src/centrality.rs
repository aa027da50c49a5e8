//! Ranks sentences by centrality: a random walk over the graph in which sentences that share terms are
//! neighbors.

use crate::prose::{Prose, Unit};

/// The damping factor: the probability that the walk goes on to a neighbor rather than to a random sentence.
const DAMPING: f64 = 0.85;
const ROUNDS: usize = 30;

/// Sentences as unit vectors over terms.
pub(crate) struct Graph {
    rows: Vec<Vec<(u32, f64)>>,
    terms: usize,
}

impl Graph {
    pub(crate) fn new(prose: &Prose) -> Self {
        let mut having = vec![0_u32; prose.terms];
        let counted: Vec<Vec<(u32, f64)>> = prose.units.iter().map(counts).collect();
        for (term, _) in counted.iter().flatten() {
            having[*term as usize] += 1;
        }
        let all = prose.units.len() as f64;
        let rows = counted.into_iter().map(|counts| {
            let weighed = counts.into_iter().map(|(term, count)| {
                let rarity = (1.0 + all / f64::from(having[term as usize])).ln();
                (term, (1.0 + count.ln()) * rarity)
            });
            l2_normalized(weighed.collect())
        });
        Self { rows: rows.collect(), terms: prose.terms }
    }

    /// Returns the centrality of each sentence; the average is 1. The similarity of two sentences is the
    /// product of their vectors, so a step of the walk goes from sentences to terms and back, which takes
    /// linear and not quadratic time.
    pub(crate) fn centrality(&self) -> Vec<f64> {
        let all = self.rows.len();
        let degrees = self.multiply_by_similarity(&vec![1.0; all]);
        let mut ranks = vec![1.0; all];
        for _ in 0..ROUNDS {
            let shares: Vec<f64> = ranks
                .iter()
                .zip(&degrees)
                .map(|(rank, degree)| if *degree > 0.0 { rank / degree } else { 0.0 })
                .collect();
            let mut next = self.multiply_by_similarity(&shares);
            next.iter_mut().for_each(|rank| *rank = 1.0 - DAMPING + DAMPING * *rank);
            ranks = next;
        }
        ranks
    }

    /// Returns the similarity of two sentences, from 0 to 1.
    pub(crate) fn similarity(&self, one: usize, other: usize) -> f64 {
        match (self.rows.get(one), self.rows.get(other)) {
            (Some(one), Some(other)) => product(one, other),
            _ => 0.0,
        }
    }

    fn multiply_by_similarity(&self, of: &[f64]) -> Vec<f64> {
        let mut terms = vec![0.0; self.terms];
        for (row, amount) in self.rows.iter().zip(of) {
            for (term, weight) in row {
                terms[*term as usize] += weight * amount;
            }
        }
        self.rows
            .iter()
            .map(|row| row.iter().map(|(term, weight)| weight * terms[*term as usize]).sum())
            .collect()
    }
}

/// Returns the share of `wanted` that the terms of a sentence contain.
pub(crate) fn coverage(unit: &Unit, wanted: &[u32]) -> f64 {
    if wanted.is_empty() {
        return 0.0;
    }
    let found = wanted.iter().filter(|term| unit.terms.contains(term)).count();
    found as f64 / wanted.len() as f64
}

fn counts(unit: &Unit) -> Vec<(u32, f64)> {
    let mut terms = unit.terms.clone();
    terms.sort_unstable();
    terms
        .chunk_by(|one, other| one == other)
        .filter_map(|same| Some((*same.first()?, same.len() as f64)))
        .collect()
}

fn l2_normalized(mut row: Vec<(u32, f64)>) -> Vec<(u32, f64)> {
    let length = row.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
    if length > 0.0 {
        row.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
    row
}

fn product(one: &[(u32, f64)], other: &[(u32, f64)]) -> f64 {
    let (mut left, mut right, mut sum) = (0, 0, 0.0);
    while let (Some((term, weight)), Some((other_term, other_weight))) = (one.get(left), other.get(right)) {
        match term.cmp(other_term) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                sum += weight * other_weight;
                (left, right) = (left + 1, right + 1);
            }
        }
    }
    sum
}
