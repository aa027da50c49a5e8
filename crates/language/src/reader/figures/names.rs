//! Finds the columns of a file by the words of a sentence.

use super::permutation;
use super::terms::Term;
use crate::words::{Word, words};

/// The maximum number of words in a column name.
const LONGEST: usize = 12;

/// The columns of a file, and the nouns for its rows, derived from the file name.
pub(super) struct Names {
    columns: Vec<Column>,
    stem: Vec<Term>,
}

struct Column {
    name: String,
    words: Vec<Term>,
}

/// The minimum length of a name that may be the start of several words.
const CUT: usize = 6;

/// The quality of a match between words and a column name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// By a synonym, or by a word of the name.
    Akin,
    /// Ignoring number and inflection.
    Inflected,
    /// Exactly.
    Same,
}

impl Names {
    pub(super) fn new<'n>(columns: impl Iterator<Item = &'n str>, file: &str) -> Self {
        let column = |name: &str| Column { name: name.to_string(), words: parts(name) };
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut known: Vec<Column> = Vec::new();
        for name in columns {
            if !known.iter().any(|it| it.name == name) {
                known.push(column(name));
            }
        }
        // "cars93" holds cars.
        let stem = stem.replace(|it: char| it.is_numeric(), " ");
        Self { columns: known, stem: parts(&stem) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn name(&self, column: usize) -> &str {
        &self.columns[column].name
    }

    /// Returns the folded words of a column name.
    pub(super) fn words(&self, column: usize) -> impl Iterator<Item = &str> {
        self.columns[column].words.iter().map(Term::text)
    }

    /// Whether a word, or a synonym of it, is in a column name.
    pub(super) fn is_about(&self, column: usize, word: &str) -> bool {
        let word = Term::new(word);
        self.columns[column].words.iter().any(|own| own.is_inflected(&word) || own.is_akin(&word))
    }

    /// Returns the column whose name starts here, the number of words, and the quality of the match.
    pub(super) fn at(&self, said: &[Word]) -> Option<(usize, usize, Likeness)> {
        let mut best: Option<(usize, usize, Likeness)> = None;
        for (at, column) in self.columns.iter().enumerate() {
            let Some((length, likeness)) = column.begins(said) else { continue };
            if best.is_none_or(|(_, longest, surest)| (length, likeness) > (longest, surest)) {
                best = Some((at, length, likeness));
            }
        }
        let longer = |(_, length, _): &(usize, usize, Likeness)| best.is_none_or(|it| *length > it.1);
        let part = self.part(said).filter(longer);
        let permuted = self.permuted(said).filter(longer);
        let permuted = permuted.filter(|it| part.is_none_or(|part| it.1 >= part.1));
        permuted.or(part).or(best).or_else(|| {
            let word = said.first()?.folded.as_str();
            self.akin(word).map(|column| (column, 1, Likeness::Akin))
        })
    }

    /// Returns the only column whose name mostly consists of these words: "flipper length" for
    /// `flipper_length_mm`, "life expectancy" for `lifeExp`.
    fn part(&self, said: &[Word]) -> Option<(usize, usize, Likeness)> {
        let longest = self.columns.iter().filter_map(|it| it.part(said)).max()?;
        let mut found = (0..self.columns.len()).filter(|at| self.columns[*at].part(said) == Some(longest));
        found.next().filter(|_| found.next().is_none()).map(|at| (at, longest, Likeness::Inflected))
    }

    /// Returns the only column whose words are all said in any order, also as synonyms or spelt out: "max temp"
    /// for `temp_max`, "years since phd" for `yrs.since.phd`.
    fn permuted(&self, said: &[Word]) -> Option<(usize, usize, Likeness)> {
        let length = |column: &Column| {
            let length = permutation::length(&column.words, said)?;
            // "The maximum price" is an operation where a column is called price.
            let rest: Vec<&Term> = column.words.iter().filter(|it| !PARTIAL.contains(&it.text())).collect();
            let is_column = |it: &Column| {
                it.words.len() == rest.len()
                    && it.words.iter().zip(&rest).all(|(own, it)| own.text() == it.text())
            };
            let is_operation = rest.len() < column.words.len();
            let is_plain = !is_operation || !rest.is_empty() && !self.columns.iter().any(is_column);
            is_plain.then_some(length)
        };
        let longest = self.columns.iter().filter_map(length).max()?;
        let mut found = (0..self.columns.len()).filter(|at| length(&self.columns[*at]) == Some(longest));
        found.next().filter(|_| found.next().is_none()).map(|at| (at, longest, Likeness::Inflected))
    }

    /// Returns the operation that a column name states beside its object: `max` for `temp_max`.
    pub(super) fn stated(&self, column: usize) -> Option<&str> {
        let mut stated = self.words(column).filter(|it| PARTIAL.contains(it));
        stated.next().filter(|_| stated.next().is_none())
    }

    /// Returns the only column with a word or a synonym of it.
    pub(super) fn akin(&self, word: &str) -> Option<usize> {
        let only = |fits: &dyn Fn(&Term) -> bool| {
            let mut found = (0..self.columns.len()).filter(|at| self.columns[*at].words.iter().any(fits));
            found.next().filter(|_| found.next().is_none())
        };
        if word.chars().count() < 3 {
            return None;
        }
        let word = Term::new(word);
        only(&|own| own.is_inflected(&word))
            .or_else(|| only(&|own| own.is_akin(&word)))
            .or_else(|| only(&|own| own.is_cognate(&word)))
            .or_else(|| only(&|own| own.is_lettered(&word)))
    }

    /// Whether a column has the name of a time.
    pub(super) fn is_time(&self, column: usize) -> bool {
        const TIMES: [&str; 12] = [
            "year",
            "date",
            "ano",
            "data",
            "built",
            "birth",
            "born",
            "nascimento",
            "founded",
            "started",
            "released",
            "month",
        ];
        self.columns[column].words.iter().any(|it| TIMES.contains(&it.text()))
    }

    /// Returns the column that a noun for the rows also means: in a file of expenses, the amount.
    pub(super) fn of_rows(&self, word: &str) -> Option<usize> {
        self.akin(word).filter(|_| self.is_rows(word))
    }

    /// Whether a word is in the file name, so that it refers to the rows.
    pub(super) fn is_rows(&self, word: &str) -> bool {
        let word = Term::new(word);
        self.stem.iter().any(|own| own.is_inflected(&word) || own.is_akin(&word))
    }
}

impl Column {
    /// Returns the number of leading words that match the name, and the quality of the match.
    fn begins(&self, said: &[Word]) -> Option<(usize, Likeness)> {
        if self.words.is_empty() {
            return None;
        }
        let mut likeness = Likeness::Same;
        // A name in one word, or with other separators, may be written in several words.
        let own: String = self.words.iter().map(Term::text).collect();
        let mut joined = String::new();
        for (at, word) in said.iter().take(LONGEST).enumerate() {
            joined.push_str(&plain(&word.folded));
            if joined == own {
                return Some((at + 1, likeness));
            }
            // "GDP per capita" is `gdpPercap`: the last word may be longer than in the name.
            let is_cut = at > 0 && own.len() >= CUT && joined.starts_with(&own);
            if is_cut && joined.len() - own.len() + 2 < word.folded.len() {
                return Some((at + 1, Likeness::Inflected));
            }
            if joined.len() > own.len() + 3 {
                break;
            }
        }
        if said.len() < self.words.len() {
            return None;
        }
        for (own, word) in self.words.iter().zip(said) {
            if own.text() != word.folded {
                likeness = Likeness::Inflected;
                if !own.is_inflection_of(&word.folded) {
                    return None;
                }
            }
        }
        Some((self.words.len(), likeness))
    }

    /// Returns the number of consecutive words that are in the name: at least two significant ones, or all
    /// but a unit.
    fn part(&self, said: &[Word]) -> Option<usize> {
        let has_content = |own: &Term| own.text().len() > 2 && !PARTIAL.contains(&own.text());
        (0..self.words.len())
            .filter(|start| has_content(&self.words[*start]))
            .filter_map(|start| {
                let rest = &self.words[start..];
                let is_same = |(own, word): &(&Term, &Word)| {
                    word.pause.is_none_or(|_| std::ptr::eq(*word, &said[0]))
                        && (own.is_inflection_of(&word.folded) || own.is_short_for(&word.folded))
                };
                let length = rest.iter().zip(said).take_while(is_same).count();
                let is_exact = (0..length).any(|at| !rest[at].is_short_for(&said[at].folded));
                let content = rest[..length].iter().filter(|it| has_content(it)).count();
                let is_all =
                    start == 0 && length + 1 == self.words.len() && UNITS.contains(&rest[length].text());
                (is_exact && (content > 1 || is_all && content > 0)).then_some(length)
            })
            .max()
    }
}

/// Units at the end of column names.
const UNITS: [&str; 32] = [
    "mm", "cm", "m", "km", "mi", "ft", "in", "g", "kg", "mg", "lb", "lbs", "t", "l", "ml", "s", "ms", "min",
    "h", "hr", "hrs", "c", "f", "k", "usd", "eur", "gbp", "brl", "pct", "kwh", "kmh", "mph",
];

/// Words in names that state an operation, and not its object.
const PARTIAL: [&str; 10] =
    ["number", "numero", "total", "average", "mean", "media", "count", "max", "min", "sum"];

/// Returns the folded words of a name. `lifeExp` consists of two.
fn parts(name: &str) -> Vec<Term> {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut is_small = false;
    for letter in name.chars() {
        if is_small && letter.is_uppercase() {
            spaced.push(' ');
        }
        is_small = letter.is_lowercase();
        spaced.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    words(&spaced).iter().map(|word| Term::new(&word.folded)).collect()
}

fn plain(word: &str) -> String {
    word.chars().filter(|it| it.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(columns: &[&str], said: &str) -> Option<(String, usize)> {
        let names = Names::new(columns.iter().copied(), "rows.csv");
        names.at(&words(said)).map(|(column, length, _)| (names.name(column).to_string(), length))
    }

    #[test]
    fn finds_columns_by_part_of_name() {
        let birds = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "price_usd"];
        for (said, column, length) in [
            ("flipper length of gulls", "flipper_length_mm", 2),
            ("bill depth", "bill_depth_mm", 2),
            ("body mass by sex", "body_mass_g", 2),
            ("flipper length mm", "flipper_length_mm", 3),
            ("prices", "price_usd", 1),
        ] {
            assert_eq!(found(&birds, said), Some((column.to_string(), length)), "{said}");
        }
        for said in ["bill", "length", "colour of gulls"] {
            assert_eq!(found(&birds, said), None, "{said}");
        }
    }

    #[test]
    fn finds_columns_with_abbreviated_names() {
        let weather = ["date", "temp_max", "temp_min", "yrs.since.phd", "MPG.city", "MPG.highway"];
        for (said, column, length) in [
            ("max temp by day", "temp_max", 2),
            ("temperatura mínima", "temp_min", 2),
            ("minimum temperature", "temp_min", 2),
            ("years since phd", "yrs.since.phd", 3),
            ("city MPG", "MPG.city", 2),
            ("highway mpg", "MPG.highway", 2),
        ] {
            assert_eq!(found(&weather, said), Some((column.to_string(), length)), "{said}");
        }
        // A name of another column is not a part of this one.
        assert_eq!(found(&["price", "price_max"], "maximum price"), None);
        let world = ["country", "lifeExp", "gdpPercap", "Number of rooms"];
        assert_eq!(found(&world, "life expectancy in Asia"), Some(("lifeExp".to_string(), 2)));
        assert_eq!(found(&world, "number of deaths").map(|it| it.1), Some(1));
        assert_eq!(found(&world, "lifeexp"), Some(("lifeExp".to_string(), 1)));
        assert_eq!(found(&world, "GDP per capita"), Some(("gdpPercap".to_string(), 3)));
    }

    #[test]
    fn finds_columns_by_translated_name() {
        let weather = ["date", "precipitation", "temp_max", "humidity"];
        assert_eq!(found(&weather, "precipitação total"), Some(("precipitation".to_string(), 1)));
        assert_eq!(found(&weather, "humidade"), Some(("humidity".to_string(), 1)));
        assert_eq!(found(&weather, "precisão"), None);
    }
}
