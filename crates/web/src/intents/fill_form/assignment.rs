//! Assigns keys to form slots globally: each slot at most once, with the maximum total score.

use super::entry::Entry;
use super::similarity::{ENOUGH, KeyWording, likeness};
use super::slot::Slot;

/// The maximum difference between scores of slots that count as equally good.
const EQUAL: f32 = 0.025;

/// The maximum difference between scores of keys that count as equal.
const TIE: f32 = 0.001;

/// The assignment of a key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Assignment {
    /// This slot, with its score.
    Slot(usize, f32),
    /// Any of these slots, which cannot be distinguished.
    Several(Vec<usize>),
    /// No slot. These are the closest ones.
    None(Vec<usize>),
}

/// Assigns each key to a slot.
pub(crate) fn assign(entries: &[Entry], slots: &[Slot]) -> Vec<Assignment> {
    let likenesses: Vec<Vec<f32>> = entries
        .iter()
        .map(|entry| {
            let saying = KeyWording::of(entry);
            slots.iter().map(|slot| likeness(&saying, &entry.value, slot)).collect()
        })
        .collect();
    settle(&likenesses, slots.len(), &|one, other| is_same_location(&slots[one], &slots[other]))
}

/// Whether two slots share an element, such as a checkbox and its group.
fn is_same_location(one: &Slot, other: &Slot) -> bool {
    one.elements.iter().any(|at| other.elements.contains(at))
}

/// Assigns by scores alone.
pub(crate) fn settle(
    likenesses: &[Vec<f32>],
    count: usize,
    is_same: &dyn Fn(usize, usize) -> bool,
) -> Vec<Assignment> {
    let mut gains: Vec<Vec<f64>> =
        likenesses.iter().map(|row| row.iter().map(|likeness| gain(*likeness)).collect()).collect();
    let best = best_assignment(&gains, count);
    let total = worth(&gains, &best);
    let mut meant = Vec::with_capacity(likenesses.len());
    for (at, row) in likenesses.iter().enumerate() {
        let Some(slot) = best[at] else {
            meant.push(Assignment::None(nearest(row)));
            continue;
        };
        let rivals: Vec<usize> = (0..count)
            .filter(|other| *other != slot && row[*other] >= ENOUGH && row[*other] >= row[slot] - EQUAL)
            .filter(|other| !is_same(slot, *other))
            .collect();
        let is_disputed = likenesses.iter().enumerate().any(|(other, row)| {
            other != at && best[other].is_none() && (row[slot] - likenesses[at][slot]).abs() < TIE
        });
        if !rivals.is_empty() || is_disputed {
            // Tests whether the other keys disambiguate: without this pair, the total has to be lower.
            let kept = std::mem::replace(&mut gains[at][slot], 0.0);
            let other = best_assignment(&gains, count);
            let loss = total - worth(&gains, &other);
            gains[at][slot] = kept;
            if !rivals.is_empty() && other[at].is_some() && loss < f64::from(EQUAL) * 3.0 {
                let mut all = vec![slot];
                all.extend(rivals);
                all.sort_unstable();
                meant.push(Assignment::Several(all));
                continue;
            }
            // If two keys have equal scores for a slot, neither gets it.
            if is_disputed && loss < f64::from(TIE) {
                meant.push(Assignment::None(nearest(row)));
                continue;
            }
        }
        meant.push(Assignment::Slot(slot, row[slot]));
    }
    // An element that two slots share goes to the one with the higher score.
    for at in 0..meant.len() {
        let Assignment::Slot(slot, likeness) = meant[at] else { continue };
        let is_taken = meant.iter().enumerate().any(|(other, one)| {
            matches!(one, Assignment::Slot(its, more) if other != at && is_same(slot, *its)
                && (*more > likeness || (*more == likeness && other < at)))
        });
        if is_taken {
            meant[at] = Assignment::None(nearest(&likenesses[at]));
        }
    }
    meant
}

/// Returns the gain of a match. It is cubic, so that two doubtful matches do not outweigh a sure one.
fn gain(likeness: f32) -> f64 {
    if likeness >= ENOUGH { f64::from(likeness).powi(3) } else { 0.0 }
}

fn worth(gains: &[Vec<f64>], assigned: &[Option<usize>]) -> f64 {
    assigned.iter().enumerate().filter_map(|(at, slot)| Some(gains[at][(*slot)?])).sum()
}

fn nearest(row: &[f32]) -> Vec<usize> {
    let mut near: Vec<usize> = (0..row.len()).filter(|at| row[*at] > 0.15).collect();
    near.sort_by(|one, other| row[*other].total_cmp(&row[*one]).then(one.cmp(other)));
    near.truncate(3);
    near
}

/// Computes the assignment with the maximum total gain by the Hungarian method. Each row may stay unassigned.
fn best_assignment(gains: &[Vec<f64>], columns: usize) -> Vec<Option<usize>> {
    let rows = gains.len();
    // Every row has a separate dummy column without gain.
    let width = columns + rows;
    let cost = |row: usize, column: usize| if column < columns { -gains[row][column] } else { 0.0 };
    let mut of_row = vec![0.0_f64; rows + 1];
    let mut of_column = vec![0.0_f64; width + 1];
    let mut taken = vec![0_usize; width + 1];
    for row in 1..=rows {
        taken[0] = row;
        let mut least = vec![f64::INFINITY; width + 1];
        let mut way = vec![0_usize; width + 1];
        let mut used = vec![false; width + 1];
        let mut at = 0;
        loop {
            used[at] = true;
            let here = taken[at];
            let mut delta = f64::INFINITY;
            let mut next = 0;
            for column in 1..=width {
                if used[column] {
                    continue;
                }
                let reduced = cost(here - 1, column - 1) - of_row[here] - of_column[column];
                if reduced < least[column] {
                    least[column] = reduced;
                    way[column] = at;
                }
                if least[column] < delta {
                    delta = least[column];
                    next = column;
                }
            }
            for column in 0..=width {
                if used[column] {
                    of_row[taken[column]] += delta;
                    of_column[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = next;
            if taken[at] == 0 {
                break;
            }
        }
        while at != 0 {
            taken[at] = taken[way[at]];
            at = way[at];
        }
    }
    let mut assigned = vec![None; rows];
    for column in 1..=columns {
        if taken[column] > 0 && gains[taken[column] - 1][column - 1] > 0.0 {
            assigned[taken[column] - 1] = Some(column - 1);
        }
    }
    assigned
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn never(_: usize, _: usize) -> bool {
        false
    }

    #[test]
    fn maximizes_total_score_and_reports_ties() {
        // Individually, both would choose the first slot.
        let meant = settle(&[vec![0.9, 0.8], vec![0.9, 0.0]], 2, &never);
        assert_eq!(meant, [Assignment::Slot(1, 0.8), Assignment::Slot(0, 0.9)]);
        assert_eq!(settle(&[vec![0.9, 0.9, 0.2]], 3, &never), [Assignment::Several(vec![0, 1])]);
        assert_eq!(settle(&[vec![0.4, 0.3]], 2, &never), [Assignment::None(vec![0, 1])]);
        // A doubtful match does not displace a sure one.
        let meant = settle(&[vec![1.0, 0.55], vec![0.6, 0.0]], 2, &never);
        assert_eq!(meant, [Assignment::Slot(0, 1.0), Assignment::None(vec![0])]);
    }

    proptest! {
        #[test]
        fn assigns_each_slot_once_in_any_row_order(
            rows in proptest::collection::vec(proptest::collection::vec(0.0_f32..1.1, 6), 1..8),
            turn in 0_usize..8,
        ) {
            let meant = settle(&rows, 6, &never);
            let mut taken: Vec<usize> = meant.iter().filter_map(|one| match one {
                Assignment::Slot(slot, _) => Some(*slot),
                _ => None,
            }).collect();
            let count = taken.len();
            taken.sort_unstable();
            taken.dedup();
            prop_assert_eq!(taken.len(), count);
            let mut turned = rows.clone();
            turned.rotate_left(turn % rows.len());
            let mut again = settle(&turned, 6, &never);
            again.rotate_right(turn % rows.len());
            prop_assert_eq!(meant, again);
        }
    }
}
