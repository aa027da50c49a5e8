//! Resolves column references.

use std::collections::HashSet;

use crate::analysis::{Column, Match};
use crate::fault::Fault;
use crate::folding::{bare, collapse_whitespace, folded, lowercase_folded, shortened};
use crate::layout::Heading;

/// The maximum number of names that an error lists.
const MOST_TOLD: usize = 50;

/// The number of similar names that an error lists.
const NEAREST: usize = 3;

/// The maximum length of a name for edit distances.
const LONGEST: usize = 100;

/// Returns the 0-based column for a reference. Names take precedence over letters and numbers, and closer
/// matches over others: a column named `A` is found by that name even if it is not the first one.
pub(crate) fn find(asked: &str, headings: &[Heading], sheet: &str) -> Result<(usize, Match), Fault> {
    let asked = collapse_whitespace(asked);
    if asked.is_empty() {
        return Err(Fault::NoColumn);
    }
    for (how, form) in FORMS {
        let wanted = form(&asked);
        if wanted.is_empty() {
            continue;
        }
        let whole = matching(headings, |it| form(&it.name) == wanted);
        let found = if whole.is_empty() { matching(headings, |it| form(&it.leaf) == wanted) } else { whole };
        if let Some(column) = only(&asked, headings, &found)? {
            return Ok((column, *how));
        }
    }
    if let Some(found) = by_place(&asked, headings.len()) {
        return Ok(found);
    }
    let wanted = folded(&asked);
    if bare(&asked).chars().count() >= 2 {
        let words = matching(headings, |it| has_words(&folded(&it.name), &wanted));
        let parts = if words.is_empty() {
            matching(headings, |it| folded(&it.name).contains(&wanted))
        } else {
            words
        };
        if let Some(column) = only(&asked, headings, &parts)? {
            return Ok((column, Match::Part));
        }
    }
    let ranked = ranked(&wanted, headings);
    let close: Vec<usize> = match ranked.first() {
        Some((best, _)) if *best <= tolerance(&wanted) => {
            ranked.iter().take_while(|(distance, _)| distance == best).map(|(_, column)| *column).collect()
        }
        _ => Vec::new(),
    };
    if let Some(column) = only(&asked, headings, &close)? {
        return Ok((column, Match::Misspelling));
    }
    Err(missing(&asked, headings, &ranked, sheet))
}

/// Returns the column for an answer.
pub(crate) fn told(asked: &str, column: usize, matched: Match, headings: &[Heading]) -> Column {
    let name = name(column, headings);
    Column { asked: asked.trim().to_owned(), name, letter: letter(column), matched }
}

/// Returns the name of a column, or its letter if it has none.
pub(crate) fn name(column: usize, headings: &[Heading]) -> String {
    match headings.get(column) {
        Some(heading) if !heading.name.is_empty() => heading.name.clone(),
        _ => letter(column),
    }
}

/// Returns the column letters: A for 0, AA for 26.
pub(crate) fn letter(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(b'A' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().map(|it| char::from(*it)).collect()
}

/// All column names, for lookups in a text.
pub(crate) struct Names(HashSet<String>);

impl Names {
    pub(crate) fn new(headings: &[Heading]) -> Names {
        let named = headings.iter().filter(|it| !it.name.is_empty());
        Names(named.flat_map(|it| [&it.name, &it.leaf]).flat_map(|it| [folded(it), bare(it)]).collect())
    }

    /// Whether a text is a complete column name, ignoring case and accents.
    pub(crate) fn has_exactly(&self, text: &str) -> bool {
        self.0.contains(&folded(text))
    }

    /// Whether a text is a complete column name, ignoring case, accents and punctuation.
    pub(crate) fn has(&self, text: &str) -> bool {
        let bare = bare(text);
        !bare.is_empty() && (self.0.contains(&folded(text)) || self.0.contains(&bare))
    }
}

type Form = fn(&str) -> String;

/// The kinds of matches, from exact to fuzzy.
const FORMS: &[(Match, Form)] = &[
    (Match::Exact, collapse_whitespace),
    (Match::Case, lowercase_folded),
    (Match::Accents, folded),
    (Match::Spelling, bare),
];

fn matching(headings: &[Heading], fits: impl Fn(&Heading) -> bool) -> Vec<usize> {
    let named = headings.iter().enumerate().filter(|(_, it)| !it.name.is_empty());
    named.filter(|(_, it)| fits(it)).map(|(column, _)| column).collect()
}

/// Returns the only match; an error if there are several.
fn only(asked: &str, headings: &[Heading], found: &[usize]) -> Result<Option<usize>, Fault> {
    match found {
        [] => Ok(None),
        [column] => Ok(Some(*column)),
        several => {
            let candidates = several.iter().take(MOST_TOLD).map(|column| {
                format!("{} ({})", shortened(&name(*column, headings), LONGEST), letter(*column))
            });
            Err(Fault::AmbiguousColumn { asked: asked.to_owned(), candidates: candidates.collect() })
        }
    }
}

/// Parses `C`, `3`, `column C`, or `Sales (C)` as an error shows it.
fn by_place(asked: &str, width: usize) -> Option<(usize, Match)> {
    let words = ["column ", "coluna ", "col "];
    let lower = asked.to_lowercase();
    let place = words.iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower).trim();
    let place = place.strip_prefix('#').unwrap_or(place);
    let behind = place.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map(|(_, it)| it);
    let place = behind.unwrap_or(place);
    if !place.is_empty() && place.len() <= 3 && place.bytes().all(|it| it.is_ascii_lowercase()) {
        let column = place.bytes().fold(0, |sum, it| sum * 26 + usize::from(it - b'a') + 1) - 1;
        return (column < width).then_some((column, Match::Letter));
    }
    if place.len() <= 6 && place.bytes().all(|it| it.is_ascii_digit()) {
        let column = place.parse::<usize>().ok()?.checked_sub(1)?;
        return (column < width).then_some((column, Match::Index));
    }
    None
}

/// Whether the name contains the words as whole words.
fn has_words(name: &str, words: &str) -> bool {
    name.match_indices(words).any(|(at, _)| {
        let before = name[..at].chars().next_back();
        let behind = name[at + words.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    })
}

/// Returns the maximum edit distance.
fn tolerance(wanted: &str) -> usize {
    match wanted.chars().count() {
        0..=3 => 0,
        4..=6 => 1,
        7..=11 => 2,
        _ => 3,
    }
}

/// Returns the columns by edit distance, the nearest first.
fn ranked(wanted: &str, headings: &[Heading]) -> Vec<(usize, usize)> {
    if wanted.len() > LONGEST {
        return Vec::new();
    }
    let distance = |text: &str| {
        let text = folded(text);
        (!text.is_empty() && text.len() <= LONGEST).then(|| strsim::osa_distance(wanted, &text))
    };
    let far = |(column, it): (usize, &Heading)| {
        let nearest = distance(&it.name).into_iter().chain(distance(&it.leaf)).min()?;
        Some((nearest, column))
    };
    let mut ranked: Vec<(usize, usize)> = headings.iter().enumerate().filter_map(far).collect();
    ranked.sort_unstable();
    ranked
}

fn missing(asked: &str, headings: &[Heading], ranked: &[(usize, usize)], sheet: &str) -> Fault {
    // A name with more than half of its letters wrong is another name.
    let half = asked.chars().count() / 2;
    let near = ranked.iter().take_while(|(distance, _)| *distance <= half).take(NEAREST);
    let shown = |column: usize| shortened(&name(column, headings), LONGEST);
    Fault::NoSuchColumn {
        asked: asked.to_owned(),
        sheet: sheet.to_owned(),
        nearest: near.map(|(_, column)| shown(*column)).collect(),
        all: (0..headings.len()).take(MOST_TOLD).map(shown).collect(),
        elsewhere: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(asked: &str, names: &[&str]) -> String {
        let heading = |name: &&str| Heading {
            name: (*name).to_owned(),
            leaf: name.rsplit(" / ").next().unwrap_or_default().to_owned(),
        };
        let headings: Vec<Heading> = names.iter().map(heading).collect();
        match find(asked, &headings, "Sheet1") {
            Ok((column, how)) => format!("{column} {how:?}"),
            Err(fault @ Fault::NoSuchColumn { .. }) => format!("{fault}; {}", fault.remedy()),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn column_names_precede_letters_and_indexes() {
        let names = ["Preço Médio", "Unit-Price", "A", "2024 / Sales", "2024 / Cost", "Região", "1"];
        for (asked, found) in [
            ("Preço Médio", "0 Exact"),
            ("preço  médio", "0 Case"),
            ("PRECO MEDIO", "0 Accents"),
            ("unit price", "1 Spelling"),
            ("A", "2 Exact"),
            ("a", "2 Case"),
            ("1", "6 Exact"),
            ("2", "1 Index"),
            ("column B", "1 Letter"),
            ("b", "1 Letter"),
            ("Sales", "3 Exact"),
            ("2024 sales", "3 Spelling"),
            ("preço", "0 Part"),
            ("Regiao", "5 Accents"),
            ("Regiaoo", "5 Misspelling"),
            ("Unit-Price (B)", "1 Letter"),
            ("2024", "\"2024\" could be any of: 2024 / Sales (D), 2024 / Cost (E)"),
        ] {
            assert_eq!(check(asked, &names), found, "{asked}");
        }
    }

    #[test]
    fn missing_column_error_suggests_nearest_names() {
        assert_eq!(
            check("Amnt", &["Amount", "Region"]),
            "there is no column \"Amnt\" on the sheet \"Sheet1\"; did you mean \"Amount\"?"
        );
        assert_eq!(
            check("Profit", &["Amount", "Region"]),
            "there is no column \"Profit\" on the sheet \"Sheet1\"; its columns are: Amount, Region"
        );
        assert_eq!(
            check("Amount", &["Amount", "Amount"]),
            "\"Amount\" could be any of: Amount (A), Amount (B)"
        );
        assert_eq!(check(" ", &["Amount"]), "no column was named");
        assert!(check("99", &["Amount"]).starts_with("there is no column"));
    }

    #[test]
    fn column_letters_continue_after_z() {
        for (column, expected) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(letter(column), expected);
        }
    }
}
