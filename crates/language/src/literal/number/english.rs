//! Numbers in English words.

use super::super::passage::Passage;
use super::{Spelled, sum_of_groups};

/// Parses a number: `two hundred and three`, `twenty-five`.
pub(super) fn spelled(passage: &Passage, at: usize) -> Option<Spelled> {
    sum_of_groups(passage, at, "and", |start, is_first| {
        let group = group(passage, start).or_else(|| {
            // `a thousand` and a bare `thousand` are one thousand; after another number, a scale needs its
            // own factor.
            let article = usize::from(passage.says(start, &["a"]));
            let follows = scale(passage.word(start + article)).is_some() && is_first;
            follows.then_some(Spelled { end: start + article, value: 1 })
        })?;
        Some(match scale(passage.word(group.end)) {
            Some(factor) => (Spelled { end: group.end + 1, ..group }, factor),
            None => (group, 1),
        })
    })
}

/// Parses a number below ten thousand, in hundreds: `three`, `a hundred`, `twenty-five hundred and one`.
fn group(passage: &Passage, at: usize) -> Option<Spelled> {
    let hundred = |at| passage.word(at) == "hundred";
    let head = match below_hundred(passage, at) {
        Some(head) => head,
        None if hundred(at) => Spelled { end: at, value: 1 },
        None if passage.says(at, &["a"]) && hundred(at + 1) => Spelled { end: at + 1, value: 1 },
        None => return None,
    };
    if !hundred(head.end) {
        return Some(head);
    }
    let end = head.end + 1;
    let value = head.value * 100;
    let rest = below_hundred(passage, end + usize::from(passage.word(end) == "and"));
    Some(match rest {
        Some(rest) if rest.value > 0 => Spelled { end: rest.end, value: value + rest.value },
        _ => Spelled { end, value },
    })
}

fn below_hundred(passage: &Passage, at: usize) -> Option<Spelled> {
    let word = passage.word(at);
    if let Some(value) = below_twenty(word) {
        return Some(Spelled { end: at + 1, value });
    }
    let tens = tens(word)?;
    let next = passage.skip_hyphen(at + 1);
    Some(match below_twenty(passage.word(next)).filter(|value| (1..10).contains(value)) {
        Some(value) => Spelled { end: next + 1, value: tens + value },
        None => Spelled { end: at + 1, value: tens },
    })
}

/// Returns a number below twenty.
pub(in crate::literal) fn below_twenty(word: &str) -> Option<u64> {
    Some(match word {
        "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        _ => return None,
    })
}

/// Returns a multiple of ten below a hundred.
pub(in crate::literal) fn tens(word: &str) -> Option<u64> {
    Some(match word {
        "twenty" => 20,
        "thirty" => 30,
        "forty" | "fourty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    })
}

/// Returns a power of a thousand.
pub(super) fn scale(word: &str) -> Option<u64> {
    Some(match word {
        "thousand" => 1_000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        "trillion" => 1_000_000_000_000,
        _ => return None,
    })
}
