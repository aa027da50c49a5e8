use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::vocabulary::rank;

/// How many tokens a piece of a text becomes: its bytes, of which again and again the two neighbours are put together
/// that make the token of the lowest rank.
pub(super) fn merged(piece: &[u8]) -> usize {
    if piece.len() < 2 || rank(piece).is_some() {
        return piece.len().min(1);
    }
    let mut parts: Vec<Part> =
        (0..piece.len()).map(|at| Part { end: at + 1, before: at.checked_sub(1), gone: false }).collect();
    // What is not to be merged is not in the heap, so that a long piece takes hardly longer than several short ones.
    let mut merges = BinaryHeap::new();
    let consider = |merges: &mut BinaryHeap<_>, parts: &[Part], start: usize| {
        let middle = parts[start].end;
        if let Some(next) = parts.get(middle)
            && let Some(rank) = rank(&piece[start..next.end])
        {
            merges.push(Reverse((rank, start, middle, next.end)));
        }
    };
    for start in 0..piece.len() {
        consider(&mut merges, &parts, start);
    }
    let mut count = piece.len();
    while let Some(Reverse((_, start, middle, end))) = merges.pop() {
        // One of the two may have been merged with its other neighbour meanwhile.
        let stands = !parts[start].gone
            && parts[start].end == middle
            && parts.get(middle).is_some_and(|next| !next.gone && next.end == end);
        if !stands {
            continue;
        }
        parts[start].end = end;
        parts[middle].gone = true;
        if let Some(after) = parts.get_mut(end) {
            after.before = Some(start);
        }
        count -= 1;
        consider(&mut merges, &parts, start);
        if let Some(before) = parts[start].before {
            consider(&mut merges, &parts, before);
        }
    }
    count
}

/// A part of the piece, kept at its first byte.
struct Part {
    end: usize,
    /// Where the part before it begins.
    before: Option<usize>,
    /// Whether it has become the end of another.
    gone: bool,
}
