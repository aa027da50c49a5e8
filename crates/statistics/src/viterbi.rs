//! The Viterbi algorithm: finds the best labels for the words of a sentence.

use std::ops::Range;

use crate::label::Label;

/// The score of an impossible label.
pub(crate) const IMPOSSIBLE: f32 = -1e4;

/// Returns the best path. `once` states for which labels a sentence has at most one run.
pub(crate) fn best(mut nodes: Vec<f32>, edges: &[f32], labels: &[Label], once: &[bool]) -> Vec<usize> {
    let count = labels.len();
    let (mut path, _) = climb(&nodes, edges, count);
    // A slot that occurs several times keeps the occurrence with the smallest loss. Each iteration resolves
    // one slot.
    for _ in 0..SETTLED {
        let Some(runs) = repeated(&path, labels, once) else { break };
        let label = path[runs[0].start];
        let mut settled: Option<(Vec<usize>, f32, Vec<f32>)> = None;
        for kept in runs.iter().take(TRIED) {
            let mut without = nodes.clone();
            for word in runs.iter().filter(|run| *run != kept).cloned().flatten() {
                without[word * count + label..][..2].fill(IMPOSSIBLE);
            }
            let (path, height) = climb(&without, edges, count);
            if settled.as_ref().is_none_or(|(_, other, _)| height > *other) {
                settled = Some((path, height, without));
            }
        }
        let Some((better, _, without)) = settled else { break };
        (path, nodes) = (better, without);
    }
    path
}

/// The maximum number of slots that are resolved.
const SETTLED: usize = 8;
/// The maximum number of occurrences of a slot that are tried.
const TRIED: usize = 4;

/// Returns the best path and its score.
fn climb(nodes: &[f32], edges: &[f32], count: usize) -> (Vec<usize>, f32) {
    let words = nodes.len() / count;
    if words == 0 {
        return (Vec::new(), 0.0);
    }
    let mut from = vec![0u16; nodes.len()];
    let mut heights = nodes[..count].to_vec();
    let mut next = vec![0.0; count];
    for word in 1..words {
        next.fill(f32::MIN);
        let from = &mut from[word * count..][..count];
        for (before, (height, edges)) in heights.iter().zip(edges.chunks_exact(count)).enumerate() {
            for ((next, from), edge) in next.iter_mut().zip(from.iter_mut()).zip(edges) {
                let sum = height + edge;
                if sum > *next {
                    *next = sum;
                    *from = before as u16;
                }
            }
        }
        for (height, (next, node)) in heights.iter_mut().zip(next.iter().zip(&nodes[word * count..])) {
            *height = next + node;
        }
    }
    let mut label = 0;
    for other in 1..count {
        if heights[other] > heights[label] {
            label = other;
        }
    }
    let height = heights[label];
    let mut path = vec![label];
    for word in (1..words).rev() {
        label = usize::from(from[word * count + label]);
        path.push(label);
    }
    path.reverse();
    (path, height)
}

/// Returns the runs of a label that occurs more often than allowed.
fn repeated(path: &[usize], labels: &[Label], once: &[bool]) -> Option<Vec<Range<usize>>> {
    let begins = |index: &usize| labels[path[*index]] % 2 == 1 && once[path[*index]];
    (0..path.len()).filter(begins).find_map(|first| {
        let run = |start: usize| {
            let further = path[start + 1..].iter().take_while(|label| **label == path[first] + 1).count();
            start..start + 1 + further
        };
        let runs: Vec<Range<usize>> =
            (first..path.len()).filter(|start| path[*start] == path[first]).map(run).collect();
        (runs.len() > 1).then_some(runs)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: f32 = IMPOSSIBLE;
    const EDGES: [f32; 9] = [0.0, 0.0, N, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

    #[test]
    fn finds_the_highest_scoring_path() {
        let nodes = vec![0.0, 2.0, N, 0.0, 0.0, 1.0, 3.0, 0.0, 0.0];
        assert_eq!(best(nodes, &EDGES, &[0, 1, 2], &[true; 3]), [1, 2, 0]);
        assert_eq!(best(Vec::new(), &EDGES, &[0, 1, 2], &[true; 3]), [0; 0]);
    }

    #[test]
    fn single_slot_is_placed_at_best_position() {
        let nodes = vec![0.0, 2.0, N, 1.0, 0.0, 0.0, 0.0, 3.0, 0.0];
        assert_eq!(best(nodes.clone(), &EDGES, &[0, 1, 2], &[true; 3]), [0, 0, 1]);
        assert_eq!(best(nodes, &EDGES, &[0, 1, 2], &[false; 3]), [1, 0, 1]);
    }
}
