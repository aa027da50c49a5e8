//! Detects rows that sum up the rows above them.
//!
//! Such a row would be counted twice. Detection needs both a label and matching arithmetic: a shop may be
//! named "Total", and a number may equal the sum above it by chance.

use crate::sum::Sum;

/// The maximum length of the label of a total.
const LONGEST: usize = 48;

/// Whether a text is the label of a total: `Total`, `Grand total:`, `Subtotal North`, `Soma geral`.
#[inline]
pub(crate) fn is_label(text: &[u8]) -> bool {
    // This runs for several columns of every row, and the first byte rules out figures, dates and most names.
    let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
    let begins = !(b'!'..0x80).contains(first) || matches!(first | 0x20, b't' | b's' | b'g' | b'o');
    let ends = !(b'!'..0x80).contains(last) || last | 0x20 == b'l';
    (begins || ends || *first == b'*') && is_total_label(text)
}

fn is_total_label(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    // All words below start with one of these, except those that start with symbols or in other scripts.
    const BEGINNINGS: [&[u8; 3]; 8] = [b"tot", b"sub", b"sum", b"som", b"gra", b"ger", b"ges", b"ove"];
    let could = |begin: &[u8; 3]| {
        begin[0] == b'*'
            || begin[0] >= 0x80
            || BEGINNINGS.iter().any(|it| begin.eq_ignore_ascii_case(it.as_slice()))
    };
    if text.len() > LONGEST || !text.first_chunk().is_some_and(could) {
        return last_word_is_total(text);
    }
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let lower = text.to_lowercase();
    let lower = lower.trim_matches(|it: char| !it.is_alphanumeric());
    let first = lower.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    matches!(
        first,
        "total"
            | "totals"
            | "totais"
            | "subtotal"
            | "subtotais"
            | "sub"
            | "sum"
            | "soma"
            | "somatório"
            | "grand"
            | "geral"
            | "gesamt"
            | "summe"
            | "gesamtsumme"
            | "somme"
            | "suma"
            | "totale"
            | "totaal"
            | "overall"
            | "итого"
    ) || last_word_is_total(lower.as_bytes())
}

/// Whether a text ends in "total": `North Total`, as programs write below groups.
fn last_word_is_total(text: &[u8]) -> bool {
    let tail = text.len().checked_sub(5).map(|at| &text[at..]);
    text.len() <= LONGEST && tail.is_some_and(|tail| tail.eq_ignore_ascii_case(b"total"))
}

/// Whether a number equals the sum of those above it. Its last digit may be rounded.
pub(crate) fn is_total(found: &Sum, above: &Sum) -> bool {
    let (found_near, above_near) = (found.nearest(), above.nearest());
    let last_digit = found.exact().map_or(0.0, |(_, scale)| 0.5 * 10_f64.powi(-i32::from(scale)));
    let slack = last_digit.min(above_near.abs() * 1e-3).max(above_near.abs() * 1e-12);
    (found_near - above_near).abs() <= slack
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal;

    #[test]
    fn labels() {
        for label in [
            "Total",
            "TOTAL:",
            "Grand total",
            "Sub-total",
            "subtotal",
            "Soma",
            "North Total",
            "* Total",
            "Total geral",
        ] {
            assert!(is_label(label.as_bytes()), "{label}");
        }
        for other in ["", "To", "North", "Totality", "Summer", "Some", "12", "\u{e9}tage", "Grandma"] {
            assert!(!is_label(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn arithmetic() {
        let sum = |numbers: &[(i64, u8)]| {
            let mut sum = Sum::default();
            numbers
                .iter()
                .for_each(|(mantissa, scale)| sum.add(Decimal::Exact { mantissa: *mantissa, scale: *scale }));
            sum
        };
        assert!(is_total(&sum(&[(3333, 2)]), &sum(&[(33331, 3)])));
        assert!(!is_total(&sum(&[(3334, 2)]), &sum(&[(33331, 3)])));
        assert!(!is_total(&sum(&[(1, 0)]), &sum(&[(6, 1)])));
    }
}
