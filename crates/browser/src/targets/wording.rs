use crate::text::comparable;

/// The quality of a text match, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The texts are identical.
    Exact,
    /// The texts differ only in case, accents, white space and punctuation at the ends.
    Folded,
    /// The text begins with the words, followed only by a number or symbols: "Cart (2)".
    Counted,
    /// The text begins with the words.
    Lead,
    /// The text contains the words among others.
    Words,
    /// The text contains the letters.
    Part,
}

/// Returns how well `text` matches `wanted`, if at all. `folded` is the normalized `wanted`.
pub(super) fn fit(text: &str, wanted: &str, folded: &str) -> Option<Fit> {
    if text.is_empty() || folded.is_empty() {
        return None;
    }
    if text == wanted || text.trim() == wanted.trim() {
        return Some(Fit::Exact);
    }
    let text = comparable(text);
    if text == folded || trim_ends(&text) == trim_ends(folded) {
        return Some(Fit::Folded);
    }
    let mut part = false;
    for (at, _) in text.match_indices(folded) {
        part = true;
        let (before, after) = (text.get(..at).unwrap_or_default(), &text[at + folded.len()..]);
        if before.ends_with(char::is_alphanumeric)
            || after.starts_with(char::is_alphanumeric)
            || is_cut_number(before, folded, after)
        {
            continue;
        }
        return Some(if before.contains(char::is_alphanumeric) {
            Fit::Words
        } else if after.contains(char::is_alphabetic) {
            Fit::Lead
        } else {
            Fit::Counted
        });
    }
    (part && is_telling(folded)).then_some(Fit::Part)
}

/// Whether the match is part of a longer number: "1" does not match "-1", "1.5" or "1,000".
fn is_cut_number(before: &str, matched: &str, after: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut left = before.chars().rev();
    let (near, far) = (left.next(), left.next());
    let mut right = after.chars();
    let (next, further) = (right.next(), right.next());
    let is_point = |c: Option<char>| matches!(c, Some('.' | ','));
    let begins = is_digit(matched.chars().next())
        && (near.is_some_and(is_sign) && !far.is_some_and(char::is_alphanumeric)
            || is_point(near) && is_digit(far));
    let ends = is_digit(matched.chars().next_back()) && is_point(next) && is_digit(further);
    begins || ends
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '+' | '\u{2212}')
}

/// Whether a match within a word is meaningful: one or two letters, or digits within a longer number, occur
/// everywhere.
fn is_telling(folded: &str) -> bool {
    folded.chars().count() > 2 && folded.contains(char::is_alphabetic)
}

/// Returns how much longer a text is than the requested one.
pub(super) fn excess(text: &str, folded: &str) -> usize {
    text.chars().count().saturating_sub(folded.chars().count())
}

/// Removes symbols at the ends: the asterisk of a required field, the colon of a label, the ellipsis of a
/// menu.
fn trim_ends(text: &str) -> &str {
    let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
    let Some(at) = text.find(trimmed).filter(|_| !trimmed.is_empty()) else { return text };
    // The sign is part of a number.
    match text[..at].char_indices().next_back() {
        Some((sign, c)) if is_sign(c) && trimmed.starts_with(|c: char| c.is_ascii_digit()) => {
            &text[sign..at + trimmed.len()]
        }
        _ => trimmed,
    }
}

/// Returns the similarity of two texts, from 0 to 1. The comparison is quadratic, so only the beginnings of
/// long texts are compared.
pub(crate) fn similarity(a: &str, b: &str) -> f64 {
    const LONGEST: usize = 120;
    let short = |text: &str| comparable(text).chars().take(LONGEST).collect::<String>();
    let (a, b) = (short(a), short(b));
    let (a, b) = (trim_ends(&a), trim_ends(&b));
    if a.is_empty() || b.is_empty() {
        return if a == b { 1.0 } else { 0.0 };
    }
    if a == b {
        return 1.0;
    }
    strsim::normalized_damerau_levenshtein(a, b).max(shared_words(a, b))
}

/// Returns the share of common words; different forms of a word count partially.
fn shared_words(a: &str, b: &str) -> f64 {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_string)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let best = |word: &String, others: &[String]| {
        others.iter().map(|other| strsim::normalized_levenshtein(word, other)).fold(0.0, f64::max)
    };
    let count = |likeness: f64| if likeness >= 0.75 { likeness } else { 0.0 };
    let in_b: f64 = a.iter().map(|word| count(best(word, &b))).sum();
    let in_a: f64 = b.iter().map(|word| count(best(word, &a))).sum();
    // The similarity of "Save" and "Save changes" is higher than their share of common words.
    let contained = in_b.min(in_a) / a.len().min(b.len()) as f64;
    ((in_a + in_b) / (a.len() + b.len()) as f64).max(0.8 * contained)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(text: &str, wanted: &str) -> Option<Fit> {
        fit(text, wanted, &comparable(wanted))
    }

    #[test]
    fn ranks_text_matches() {
        assert_eq!(how("Sign in", "Sign in"), Some(Fit::Exact));
        assert_eq!(how("SIGN  IN", "Sign in"), Some(Fit::Folded));
        assert_eq!(how("E-mail *", "e-mail"), Some(Fit::Folded));
        assert_eq!(how("Cart (2)", "cart"), Some(Fit::Counted));
        assert_eq!(how("Sign in with a key", "sign in"), Some(Fit::Lead));
        assert_eq!(how("Please sign in", "sign in"), Some(Fit::Words));
        assert_eq!(how("Designing", "sign"), Some(Fit::Part));
        assert_eq!(how("-1", "1"), None);
        assert_eq!(how("1.5 kg", "1"), None);
        assert_eq!(how("1,000", "000"), None);
        assert_eq!(how("Submit", "s"), None);
        assert_eq!(how("2012", "12"), None);
        assert_eq!(how("Row 1", "1"), Some(Fit::Words));
        assert_eq!(how("(1)", "1"), Some(Fit::Folded));
        assert_eq!(how("2021-01", "01"), Some(Fit::Words));
        assert_eq!(how("Sign up", "Sign in"), None);
        assert_eq!(how("anything", ""), None);
    }

    #[test]
    fn computes_text_similarity() {
        assert_eq!(similarity("Save", "save"), 1.0);
        assert!(similarity("Submit review", "Post review") > 0.4);
        assert!(similarity("Sign in", "Delete") < 0.4);
        assert_eq!(similarity("", "x"), 0.0);
    }
}
