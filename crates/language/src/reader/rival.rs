//! Selects an interpretation that uses all names in a sentence.

use super::reader::Reader;
use super::slots::Filled;

/// The number of alternatives that are examined.
const LOOKED_AT: usize = 5;
/// The minimum probability of an alternative, whatever names it uses.
const LEAST_LIKELY: f64 = 0.02;

/// Returns an alternative that uses more of the names in the sentence, with its values, if the top
/// interpretation leaves some unused: a sentence with three files is not about one of them.
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

/// Returns the probability of a class.
pub(super) fn likelihood(ranking: &[(usize, f64)], class: usize) -> f64 {
    ranking.iter().find(|(other, _)| *other == class).map_or(0.0, |found| found.1)
}
