//! Who has a use for all that was said.

use super::reader::Reader;
use super::slots::Filled;

/// So many others are looked at.
const LOOKED_AT: usize = 5;
/// What is less likely than this is not meant, whatever it has a use for.
const LEAST_LIKELY: f64 = 0.02;

/// Something else that may be meant and that has a use for more of the names that were said, where the likeliest leaves some
/// of them over: who names three files does not mean one of them. With the values that it takes.
pub(super) fn rival(
    reader: &Reader,
    ranking: &[(usize, f64)],
    likeliest: &Filled,
    fill: impl Fn(usize) -> Filled,
) -> Option<(usize, Filled)> {
    if likeliest.left.is_empty() {
        return None;
    }
    let others = ranking.iter().skip(1).take(LOOKED_AT).filter(|(_, likely)| *likely >= LEAST_LIKELY);
    let supported = others.map(|(class, _)| *class).filter(|class| reader.speakables()[*class].is_supported);
    supported
        .map(|class| (class, fill(class)))
        .filter(|(_, other)| other.left.len() < likeliest.left.len())
        .filter(|(_, other)| other.missing.is_empty() && other.invalid.is_empty())
        .reduce(|best, other| if other.1.left.len() < best.1.left.len() { other } else { best })
}

/// How likely a class is.
pub(super) fn likelihood(ranking: &[(usize, f64)], class: usize) -> f64 {
    ranking.iter().find(|(other, _)| *other == class).map_or(0.0, |found| found.1)
}
