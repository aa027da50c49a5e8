//! Ordinals in Portuguese words.

use super::super::passage::Passage;

/// Parses an ordinal in words, tens before units, and returns its end.
pub(super) fn spelled(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    let first = one_word(passage.word(at))?;
    let second = one_word(passage.word(at + 1)).filter(|second| first >= 10 && *second < 10);
    Some(match second {
        Some(second) => (at + 2, first + second),
        None => (at + 1, first),
    })
}

/// Returns the place that a word states.
pub(super) fn one_word(word: &str) -> Option<u64> {
    stem(word).and_then(value)
}

/// Returns an ordinal without its gender and number suffix.
fn stem(word: &str) -> Option<&str> {
    let word = word.strip_suffix('s').unwrap_or(word);
    word.strip_suffix(['o', 'a'])
}

fn value(stem: &str) -> Option<u64> {
    Some(match stem {
        "primeir" => 1,
        "segund" => 2,
        "terceir" => 3,
        "quart" => 4,
        "quint" => 5,
        "sext" => 6,
        "setim" => 7,
        "oitav" => 8,
        "non" => 9,
        "decim" => 10,
        "vigesim" => 20,
        "trigesim" => 30,
        "quadragesim" => 40,
        "quinquagesim" => 50,
        "sexagesim" => 60,
        "septuagesim" | "setuagesim" => 70,
        "octogesim" => 80,
        "nonagesim" => 90,
        "centesim" => 100,
        _ => return None,
    })
}
