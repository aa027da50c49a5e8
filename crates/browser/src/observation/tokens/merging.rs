use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::vocabulary::rank;

/// Returns the number of tokens of a piece by byte pair encoding: the adjacent pair that forms the token of
/// the lowest rank is merged repeatedly.
pub(super) fn merged(piece: &[u8]) -> usize {
    if piece.len() < 2 || rank(piece).is_some() {
        return piece.len().min(1);
    }
    let mut parts: Vec<Part> =
        (0..piece.len()).map(|at| Part { end: at + 1, before: at.checked_sub(1), gone: false }).collect();
    // Only mergeable pairs enter the heap, so that the cost for long pieces is nearly linear.
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
        // An entry is outdated if one of its parts has been merged with the other neighbor meanwhile.
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

/// A part of the piece, stored at the index of its first byte.
struct Part {
    end: usize,
    /// The start of the previous part.
    before: Option<usize>,
    /// Whether the part has been merged into the previous one.
    gone: bool,
}
