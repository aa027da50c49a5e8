//! How many tokens a text has at most, without the vocabulary. How the tables came about, and how well they do, is
//! told in `benches/tokens/README.md`.

mod scripts;
mod words;

use unicode_normalization::char::is_combining_mark;

use scripts::has_own_token;
use words::word;

/// Costs are counted in these, twenty to a token.
type Cost = u64;
const TOKEN: Cost = 20;

/// At most so many tokens of the o200k_base encoding a text has. Only a text in which the ordinary letters of a script
/// are shuffled can have more.
pub(crate) fn estimate(text: &str) -> usize {
    let mut cost: Cost = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (piece, length) = piece(rest, first);
        cost += piece;
        rest = rest.get(length.max(first.len_utf8())..).unwrap_or_default();
    }
    usize::try_from(cost.div_ceil(TOKEN)).unwrap_or(usize::MAX)
}

/// What kind of character it is to the encoding when it cuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    LineEnd,
    Space,
    Sign,
}

fn class(c: char) -> Class {
    match c {
        '\n' | '\r' => Class::LineEnd,
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '0'..='9' => Class::Digit,
        ' ' => Class::Space,
        c if c.is_ascii_graphic() => Class::Sign,
        c if c.is_whitespace() => Class::Space,
        c if c.is_numeric() => Class::Digit,
        c if c.is_alphabetic() || is_combining_mark(c) => Class::Letter,
        _ => Class::Sign,
    }
}

/// The cost and the length of the piece that the text begins with.
fn piece(text: &str, first: char) -> (Cost, usize) {
    let after = text.get(first.len_utf8()..).unwrap_or_default();
    let next = after.chars().next().map(class);
    match class(first) {
        Class::LineEnd => (TOKEN, run(text, Class::LineEnd)),
        Class::Digit => digits(text),
        Class::Letter => word(text, None),
        // A space or one sign belongs to the word that it stands before.
        Class::Space | Class::Sign if next == Some(Class::Letter) => {
            let (cost, length) = word(after, Some(first));
            (cost, length + first.len_utf8())
        }
        Class::Sign => signs(text),
        Class::Space => match next {
            // And to the signs.
            Some(Class::Sign) => {
                let (cost, length) = signs(after);
                (cost, length + first.len_utf8())
            }
            // Of several spaces, the last belongs to what follows.
            Some(Class::Space) => {
                let length = run(text, Class::Space);
                let last = text
                    .get(..length)
                    .and_then(|spaces| spaces.chars().next_back())
                    .map_or(0, char::len_utf8);
                (TOKEN + Cost::from(!text.starts_with(' ')) * TOKEN, length - last)
            }
            _ => (TOKEN + Cost::from(first != ' ') * TOKEN, first.len_utf8()),
        },
    }
}

/// How many bytes the text begins with of that class.
fn run(text: &str, of: Class) -> usize {
    text.chars().take_while(|c| class(*c) == of).map(char::len_utf8).sum()
}

/// Up to three digits are a token.
fn digits(text: &str) -> (Cost, usize) {
    let mut cost = TOKEN;
    let mut length = 0;
    for c in text.chars().take(3).take_while(|c| class(*c) == Class::Digit) {
        length += c.len_utf8();
        if !c.is_ascii() {
            cost += 2 * TOKEN;
        }
    }
    (cost, length)
}

/// Signs, with the ends of lines after them.
fn signs(text: &str) -> (Cost, usize) {
    let (mut cost, mut length) = (0, 0);
    let (mut plain, mut repeated): (Cost, Cost) = (0, 0);
    let mut before = None;
    for c in text.chars().take_while(|c| class(*c) == Class::Sign) {
        length += c.len_utf8();
        cost += match c {
            c if c.is_ascii() => {
                plain += 1;
                repeated += Cost::from(before == Some(c));
                0
            }
            // Those that pages are full of have a token of their own.
            c if has_own_token(c) => TOKEN,
            // The first two bytes of these are one token.
            '\u{1f300}'..='\u{1faff}' => 3 * TOKEN,
            // There are never more tokens than bytes.
            c => TOKEN * c.len_utf8() as Cost,
        };
        before = Some(c);
    }
    cost += match plain {
        0 => 0,
        1 | 2 => TOKEN,
        // Lines of dashes and the like cost little.
        _ => (15 * plain).saturating_sub(11 * repeated).max(TOKEN),
    };
    length += run(text.get(length..).unwrap_or_default(), Class::LineEnd);
    (cost.max(TOKEN), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_syntax_of_an_observation_exactly() {
        for (text, tokens) in [("", 0), ("[12] ", 4), ("\n\n", 1), ("123456", 2), ("\"\n", 1), (" \"", 1)] {
            assert_eq!(estimate(text), tokens, "{text:?}");
        }
    }

    /// Documents with their true counts.
    fn counted() -> Vec<(String, String, usize)> {
        serde_json::from_str(include_str!("counted.json")).unwrap()
    }

    #[test]
    fn is_never_too_small_and_seldom_much_too_large() {
        let (mut all, mut estimated) = (0, 0);
        let mut short = Vec::new();
        for (kind, text, tokens) in counted() {
            let estimate = estimate(&text);
            if estimate < tokens {
                short.push(format!("{kind}: {estimate} of {tokens}"));
            }
            all += tokens;
            estimated += estimate;
        }
        assert!(short.is_empty(), "too small for {short:#?}");
        let excess = estimated as f64 / all as f64;
        assert!(excess < 1.3, "{excess}");
    }

    /// Names of characters that are so rare that no ordinary text has them, with their true counts.
    #[test]
    fn is_not_too_small_for_rare_characters_either() {
        let hostile: Vec<(String, String, usize)> =
            serde_json::from_str(include_str!("hostile.json")).unwrap();
        let short = hostile.iter().filter(|(_, text, tokens)| estimate(text) < *tokens);
        let short: Vec<String> =
            short.map(|(kind, text, tokens)| format!("{kind}: {} of {tokens}", estimate(text))).collect();
        assert!(short.is_empty(), "too small for {short:#?}");
    }

    #[test]
    fn more_text_never_costs_less() {
        for (kind, text, _) in counted() {
            let middle = (text.len() / 2..).find(|at| text.is_char_boundary(*at)).unwrap_or_default();
            let (before, after) = text.split_at(middle);
            // The parts may cost a little more than the whole, because a cut goes through a piece.
            assert!(estimate(before) <= estimate(&text), "{kind}");
            assert!(estimate(before) + estimate(after) + 2 >= estimate(&text), "{kind}");
        }
    }
}
