//! Conditions on rows, as people write and say them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// A condition on a row: `Year = 2024`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The column, by name, letter or number.
    pub column: String,
    /// How its cell is compared.
    pub comparison: Comparison,
    /// What it is compared with.
    pub value: String,
}

/// How a cell is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `contains`
    Contains,
}

/// The signs; the first of each comparison is the one that it is shown with.
const SIGNS: &[(&str, Comparison)] = &[
    ("!=", Comparison::Unequal),
    ("<>", Comparison::Unequal),
    ("≠", Comparison::Unequal),
    ("<=", Comparison::AtMost),
    ("≤", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("≥", Comparison::AtLeast),
    ("=", Comparison::Equal),
    ("==", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Words between a column and what it is compared with, alone or before one of [`WORDS`].
const COPULAS: &[&str] = &["is", "are", "was", "were", "é", "são", "está", "foi", "seja"];

/// The words of comparisons, in the languages that are spoken here.
const WORDS: &[(Comparison, &[&str])] = &[
    (Comparison::Contains, &["contains", "containing", "includes", "contém", "contem", "inclui"]),
    (Comparison::Equal, &["equals", "equal to", "exactly", "igual a", "exatamente"]),
    (Comparison::Unequal, &["not", "isn't", "not equal to", "different from", "não é", "diferente de"]),
    (Comparison::Greater, &["more than", "greater than", "larger than", "bigger than", "higher than"]),
    (Comparison::Greater, &["over", "above", "after", "exceeds", "maior que", "maior do que", "mais de"]),
    (Comparison::Greater, &["mais que", "mais do que", "acima de", "superior a", "depois de"]),
    (
        Comparison::Less,
        &["less than", "fewer than", "smaller than", "lower than", "under", "below", "before"],
    ),
    (Comparison::Less, &["menor que", "menor do que", "menos de", "menos que", "menos do que", "abaixo de"]),
    (Comparison::Less, &["inferior a", "antes de"]),
    (Comparison::AtLeast, &["at least", "not less than", "no less than", "pelo menos", "no mínimo"]),
    (Comparison::AtLeast, &["não menos de", "a partir de"]),
    (Comparison::AtMost, &["at most", "not more than", "no more than", "up to", "no máximo", "não mais de"]),
    (Comparison::AtMost, &["até"]),
];

/// Where a text is parted into a column and a value, and by what.
struct Parting {
    start: usize,
    end: usize,
    comparison: Comparison,
}

impl FromStr for Filter {
    type Err = Fault;

    /// Reads `Year = 2024`, `Region contains "North"`, `Price is more than 10`, `Preço é maior que 10`. A column whose name
    /// holds a sign is written in quotes.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let unreadable = || Fault::UnreadableFilter { text: text.to_owned() };
        let trimmed = text.trim();
        let quote = trimmed.chars().next().filter(|it| matches!(it, '"' | '\''));
        // The sign is looked for behind a quoted name.
        let from = quote.and_then(|it| trimmed[1..].find(it)).map_or(0, |end| end + 2);
        let parting = parting(&trimmed[from..]).ok_or_else(unreadable)?;
        let column = unquoted(&trimmed[..from + parting.start]);
        if column.is_empty() {
            return Err(unreadable());
        }
        let value = unquoted(&trimmed[from + parting.end..]);
        Ok(Filter { column: column.to_owned(), comparison: parting.comparison, value: value.to_owned() })
    }
}

/// The first sign of a comparison, or else the first word of one; of two that begin at one place, the longer one.
fn parting(text: &str) -> Option<Parting> {
    // Other letters may change their length with their case, and those of the words here are not written large.
    let plain = text.to_ascii_lowercase();
    let sign = |(sign, comparison): &(&str, Comparison)| {
        let start = plain.find(sign)?;
        Some(Parting { start, end: start + sign.len(), comparison: *comparison })
    };
    let word = |word: &str, comparison: Comparison| {
        let start = spoken(&plain, word)?;
        Some(Parting { start, end: start + word.len(), comparison })
    };
    let words = WORDS.iter().flat_map(|(comparison, words)| words.iter().map(|word| (*word, *comparison)));
    let copula = |copula: &&str| {
        let Parting { start, end, .. } = word(copula, Comparison::Equal)?;
        let rest = plain[end..].trim_start();
        let behind = words.clone().filter(|(word, _)| begins(rest, word)).max_by_key(|(word, _)| word.len());
        let (length, comparison) =
            behind.map_or((0, Comparison::Equal), |(word, comparison)| (word.len(), comparison));
        Some(Parting { start, end: plain.len() - rest.len() + length, comparison })
    };
    let first = |it: &Parting| (it.start, std::cmp::Reverse(it.end));
    let said = words.clone().filter_map(|(it, comparison)| word(it, comparison));
    // A sign is a sign; a word may be part of a column's name.
    let written = SIGNS.iter().filter_map(sign).min_by_key(first);
    written.or_else(|| COPULAS.iter().filter_map(copula).chain(said).min_by_key(first))
}

/// Where a word, or several, stand in a text by themselves, with something before and behind them.
fn spoken(text: &str, words: &str) -> Option<usize> {
    let is_apart = |at: &usize| {
        let (before, behind) = (&text[..*at], &text[at + words.len()..]);
        before.ends_with(char::is_whitespace) && behind.starts_with(char::is_whitespace)
    };
    text.match_indices(words).map(|(at, _)| at).find(is_apart)
}

/// Whether a text begins with words, which end there.
fn begins(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote| text.strip_prefix(quote).and_then(|it: &str| it.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = SIGNS.iter().find(|(_, comparison)| *comparison == self.comparison);
        write!(f, "{} {} {}", self.column, known.map_or("contains", |(sign, _)| sign), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> String {
        text.parse::<Filter>().map_or_else(|fault| fault.to_string(), |it| it.to_string())
    }

    #[test]
    fn filters_are_read() {
        assert_eq!(filter("Year = 2024"), "Year = 2024");
        assert_eq!(filter("Year == 2024"), "Year = 2024");
        assert_eq!(filter("Year>=2024"), "Year >= 2024");
        assert_eq!(filter("Unit price<>'5 > 3'"), "Unit price != 5 > 3");
        assert_eq!(filter("\"a=b\" < 3"), "a=b < 3");
        assert_eq!(filter("Region contains \"North\""), "Region contains North");
        assert_eq!(filter("Note ="), "Note = ");
        for bad in ["", "Year", "= 5", "\"", "'= 5"] {
            assert!(bad.parse::<Filter>().is_err() || bad == "'= 5", "{bad}");
        }
    }

    #[test]
    fn filters_are_read_as_they_are_said() {
        for (said, read) in [
            ("Country is Portugal", "Country = Portugal"),
            ("Country IS NOT Portugal", "Country != Portugal"),
            ("Total is more than 3", "Total > 3"),
            ("Total over 3", "Total > 3"),
            ("Total is at least 3", "Total >= 3"),
            ("Unit price no more than 10", "Unit price <= 10"),
            ("Day is before 2024-05-01", "Day < 2024-05-01"),
            ("País é Portugal", "País = Portugal"),
            ("País não é Portugal", "País != Portugal"),
            ("Preço é maior que 10", "Preço > 10"),
            ("Preço menor do que 10", "Preço < 10"),
            ("Horas até 8", "Horas <= 8"),
            ("Nome contém Silva", "Nome contains Silva"),
            ("Hours over time = 3", "Hours over time = 3"),
        ] {
            assert_eq!(filter(said), read, "{said}");
        }
        for bad in ["is Portugal", "Country is", "Overall", "Country Portugal", "é", " is "] {
            assert!(bad.parse::<Filter>().is_err(), "{bad}");
        }
    }
}
