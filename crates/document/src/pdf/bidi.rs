//! Reorders text in right-to-left scripts.
//!
//! A page contains its letters in visual order, from left to right. Right-to-left text is reversed, except
//! for numbers and words in other scripts within it.

use unicode_normalization::char::is_combining_mark;

/// Returns the text in reading order if it differs from the visual order.
pub(super) fn to_reading_order(text: &str) -> Option<String> {
    if text.is_ascii() || !text.chars().any(is_right_to_left) {
        return None;
    }
    let leftward = text.chars().filter(|letter| is_right_to_left(*letter)).count();
    let rightward = text.chars().filter(|letter| is_left_to_right(*letter)).count();
    let clusters = clusters(text);
    Some(if leftward >= rightward { turn(&clusters) } else { reverse_right_to_left_runs(&clusters) })
}

/// Reverses lines again if they are already in logical order, because some programs write such scripts in
/// that order. Final forms of letters, and articles at the start of words, reveal the order.
pub(super) fn settle<'a>(lines: impl Iterator<Item = &'a mut String>) {
    let lines: Vec<&mut String> = lines.collect();
    if lines.iter().map(|line| order(line)).sum::<i64>() < 0 {
        for line in lines {
            if let Some(text) = to_reading_order(line) {
                *line = text;
            }
        }
    }
}

/// Returns the number of words that are in reading order, minus the number of those in reverse order.
fn order(text: &str) -> i64 {
    const ONLY_LAST: &[char] = &['ة', 'ى', 'ך', 'ם', 'ן', 'ף', 'ץ'];
    let words = text.split_whitespace().map(|word| word.trim_matches(|letter: char| !letter.is_alphabetic()));
    words
        .filter(|word| word.chars().nth(2).is_some())
        .map(|word| {
            let sound = word.ends_with(ONLY_LAST) || word.starts_with("ال");
            let turned = word.starts_with(ONLY_LAST) || word.ends_with("لا") && !word.starts_with("ال");
            i64::from(sound) - i64::from(turned)
        })
        .sum()
}

/// Returns the letters of a ligature in visual order, so that reversing the line puts them into reading
/// order.
pub(super) fn to_visual_order(letters: String) -> String {
    if letters.chars().filter(|letter| is_right_to_left(*letter) && !is_combining_mark(*letter)).count() < 2 {
        return letters;
    }
    clusters(&letters).into_iter().rev().collect()
}

/// Reverses a right-to-left line.
fn turn(clusters: &[&str]) -> String {
    let mut turned = String::new();
    let mut rest = clusters;
    while let Some(last) = rest.last() {
        // A run in the other direction keeps its order, including its neutral characters.
        let stretch =
            if is_in_order(last) { trailing_run_length(rest, is_in_order, is_right_to_left) } else { 1 };
        let (before, part) = rest.split_at(rest.len() - stretch);
        if stretch == 1 {
            turned.push_str(mirrored(last));
        } else {
            part.iter().for_each(|cluster| turned.push_str(cluster));
        }
        rest = before;
    }
    turned
}

/// Reverses the right-to-left runs in a left-to-right line.
fn reverse_right_to_left_runs(clusters: &[&str]) -> String {
    let mut done: Vec<String> = Vec::new();
    let mut rest = clusters;
    while let Some(last) = rest.last() {
        let leftward = |cluster: &str| cluster.chars().any(is_right_to_left);
        let stretch = if leftward(last) { trailing_run_length(rest, leftward, is_left_to_right) } else { 1 };
        let (before, part) = rest.split_at(rest.len() - stretch);
        done.push(part.iter().rev().copied().collect());
        rest = before;
    }
    done.into_iter().rev().collect()
}

/// Returns the number of final clusters that form a run of one direction: it starts and ends with that
/// direction and contains nothing of the other.
fn trailing_run_length(clusters: &[&str], own: impl Fn(&str) -> bool, other: impl Fn(char) -> bool) -> usize {
    let mut length = 1;
    for (at, cluster) in clusters.iter().rev().enumerate() {
        if cluster.chars().any(&other) {
            break;
        }
        if own(cluster) {
            length = at + 1;
        }
    }
    length
}

fn is_in_order(cluster: &str) -> bool {
    cluster.chars().any(|letter| is_left_to_right(letter) || letter.is_ascii_digit())
}

/// Splits a text into letters with their combining marks.
fn clusters(text: &str) -> Vec<&str> {
    let mut clusters = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices().skip(1) {
        if !is_combining_mark(letter) {
            clusters.extend(text.get(start..at));
            start = at;
        }
    }
    clusters.extend(text.get(start..));
    clusters
}

fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}')
}

fn is_left_to_right(letter: char) -> bool {
    letter.is_alphabetic() && !is_right_to_left(letter)
}

fn mirrored(cluster: &str) -> &str {
    match cluster {
        "(" => ")",
        ")" => "(",
        "[" => "]",
        "]" => "[",
        "«" => "»",
        "»" => "«",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{settle, to_reading_order, to_visual_order};

    #[test]
    fn keeps_lines_in_logical_order() {
        // Both kinds of lines as extracted from a page.
        for drawn in ["תיבה לודג םויה", "הבית גדול היום"] {
            let mut line = to_reading_order(drawn).unwrap();
            settle([&mut line].into_iter());
            assert!(line.contains("היום"), "{drawn}: {line}");
        }
        let mut line = to_reading_order("أغلق الميناء خلال فصل الربيع في المدينة").unwrap();
        settle([&mut line].into_iter());
        assert_eq!(line, "أغلق الميناء خلال فصل الربيع في المدينة");
    }

    #[test]
    fn preserves_letter_order_of_ligatures() {
        let drawn = format!("ل{}خ", to_visual_order("لا".into()));
        assert_eq!(to_reading_order(&drawn), Some("خلال".into()));
        assert_eq!(to_visual_order("ffi".into()), "ffi");
    }

    #[test]
    fn reverses_right_to_left_lines_except_numbers() {
        assert_eq!(to_reading_order("םולש"), Some("שלום".into()));
        assert_eq!(to_reading_order("2023 תנש"), Some("שנת 2023".into()));
        assert_eq!(to_reading_order("plain text"), None);
    }

    #[test]
    fn reverses_only_right_to_left_words_in_mixed_lines() {
        assert_eq!(to_reading_order("the word םולש רקוב here"), Some("the word בוקר שלום here".into()));
    }
}
