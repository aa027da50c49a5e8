//! The usual words of English and Portuguese.
//!
//! A word that is one letter from a word of requests is a misspelling only if it is no word itself: without
//! a dictionary "lines" is taken for "links", and "fires" for "files". The lists are the frequent words of
//! pyspellchecker 0.9.1 (`LICENSE-pyspellchecker`), in small letters without accents, sorted by byte.

const ENGLISH: &str = include_str!("english.txt");
const PORTUGUESE: &str = include_str!("portuguese.txt");

/// Whether a word, folded, is a usual word of either language.
pub(super) fn contains(word: &str) -> bool {
    [ENGLISH, PORTUGUESE].iter().any(|lines| is_line(lines, word))
}

/// A binary search by byte position: the lists need no memory besides the program's own.
fn is_line(lines: &str, word: &str) -> bool {
    let bytes = lines.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = bytes[low..middle].iter().rposition(|byte| *byte == b'\n').map_or(low, |at| low + at + 1);
        let end = bytes[middle..high].iter().position(|byte| *byte == b'\n').map_or(high, |at| middle + at);
        match bytes[start..end].cmp(word.as_bytes()) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exactly_the_listed_words() {
        for lines in [ENGLISH, PORTUGUESE] {
            assert!(lines.lines().is_sorted(), "a binary search needs sorted lines");
            for word in lines.lines() {
                assert!(is_line(lines, word), "{word}");
            }
        }
        for other in ["", "a", "fiels", "lsit", "craete", "zzzz", "aaaa", "\n", "files\nfilm"] {
            assert!(!contains(other), "{other:?}");
        }
    }
}
