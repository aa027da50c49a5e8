//! The edit distance between two words.

/// The maximum length of a word, in bytes. Longer words are only tested for equality.
const LONGEST: usize = 63;

/// Returns the edit distance (optimal string alignment: insertions, deletions, substitutions and
/// transpositions), if it is at most `most`.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    if one == other {
        return Some(0);
    }
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len().abs_diff(other.len()) > most || one.len().max(other.len()) > LONGEST {
        return None;
    }
    // On the stack, because this function is called thousands of times for a name.
    let mut rows = [[0_u8; LONGEST + 1]; 3];
    let [before_last, last, row] = &mut rows;
    let (mut before_last, mut last, mut row) = (before_last, last, row);
    for (at, cell) in (0_u8..).zip(last.iter_mut()) {
        *cell = at;
    }
    let most = u8::try_from(most).unwrap_or(u8::MAX);
    for (i, (a, number)) in one.iter().zip(1_u8..).enumerate() {
        row[0] = number;
        let mut least = number;
        for (j, b) in other.iter().enumerate() {
            let replaced = last[j] + u8::from(a != b);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(before_last[j - 1] + 1);
            }
            row[j + 1] = best;
            least = least.min(best);
        }
        if least > most {
            return None;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last.get(other.len()).copied().filter(|found| *found <= most).map(usize::from)
}

/// Returns the maximum edit distance for a word of this length.
pub(crate) fn allowed(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}
