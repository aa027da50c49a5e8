//! Operations on columns, and their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::folding::folded;

/// An operation on a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The sum; also called `total`.
    Sum,
    /// The arithmetic mean.
    Average,
    /// The number of cells with a value of any kind; for rows, the number of rows.
    Count,
    /// The number of things that a column names: rows, distinct values, or rows for which a boolean column is
    /// true.
    Things,
    /// The number of things that have something: as above, but the rows for a numeric column, whose cells
    /// stand for their rows: "how many bills have a size of 5".
    ThingsWith,
    /// The total number: the sum of a numeric column, or else the number of things that the column names.
    TotalNumber,
    /// The number of cells that are empty or contain a placeholder for a missing value.
    Missing,
    /// The number of distinct values.
    Distinct,
    /// The distinct values.
    Values,
    /// The single value of the rows, or all values if they are texts.
    Lookup,
    /// The most frequent value.
    Common,
    /// The percentage of all rows that satisfy the conditions.
    Percentage,
    /// The minimum number, or the earliest date.
    Minimum,
    /// The maximum number, or the latest date.
    Maximum,
    /// The median.
    Median,
    /// A percentile, interpolated between two numbers.
    Percentile(Percent),
    /// The sample standard deviation.
    Deviation,
    /// The sample variance.
    Variance,
    /// Pearson's correlation coefficient of two columns.
    Correlation,
    /// The rows with the highest values; the number of rows.
    Highest(u16),
    /// The rows with the lowest values; the number of rows.
    Lowest(u16),
}

/// A percentage, in hundredths of a percent, at most 100 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Percent(u16);

impl Percent {
    /// The value of 100 %.
    pub(crate) const WHOLE: u64 = 10_000;

    /// Creates a percentage from a number between 0 and 100.
    #[must_use]
    pub fn new(percent: f64) -> Option<Percent> {
        let hundredths = (percent * 100.0).round();
        (0.0..=10_000.0).contains(&hundredths).then_some(Percent(hundredths as u16))
    }

    pub(crate) fn hundredths(self) -> u64 {
        u64::from(self.0)
    }
}

/// A ranking of groups by their figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// Whether the highest figures are first, and not the lowest.
    pub highest: bool,
    /// The number of groups.
    pub count: u16,
}

/// The operations that a text names, with an optional ranking of groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operations {
    /// The operations, in the order of the text.
    pub operations: Vec<Operation>,
    /// The ranking of groups, for `highest average`.
    pub rank: Option<Rank>,
}

/// The names of each operation in the supported languages; the first is the canonical one.
const WORDS: &[(Operation, &[&str])] = &[
    (Operation::Sum, &["sum", "total", "soma", "add", "add up", "somar", "some", "totals", "totais", "sums"]),
    (
        Operation::Average,
        &["average", "avg", "mean", "media", "averages", "means", "medias", "promedio", "arithmetic mean"],
    ),
    (Operation::Count, &["count", "contagem", "contar", "conta", "conte", "number", "how many", "quantos"]),
    (Operation::Count, &["quantas", "number of", "numero", "numero de", "count of", "non-empty", "filled"]),
    (Operation::Things, &["how many of", "number of things", "quantos de"]),
    (Operation::ThingsWith, &["how many with", "number of things with"]),
    (Operation::TotalNumber, &["total number of", "total number", "numero total de", "numero total"]),
    (
        Operation::Missing,
        &["missing", "count missing", "missing values", "empty", "blank", "blanks", "null", "nulls", "nan"],
    ),
    (
        Operation::Missing,
        &["count of missing", "em falta", "vazios", "vazias", "em branco", "nulos", "faltantes", "ausentes"],
    ),
    (Operation::Missing, &["valores em falta", "valores vazios", "valores ausentes", "number missing"]),
    (
        Operation::Distinct,
        &["distinct", "unique", "different", "count distinct", "distinct values", "unique values"],
    ),
    (
        Operation::Distinct,
        &["different values", "nunique", "distintos", "distintas", "diferentes", "unicos", "unicas"],
    ),
    (Operation::Distinct, &["valores distintos", "valores diferentes", "valores unicos", "cardinality"]),
    (Operation::Values, &["values", "list", "list values", "valores", "lista", "listar"]),
    (Operation::Lookup, &["value", "lookup", "valor"]),
    (
        Operation::Common,
        &["most common", "mode", "most frequent", "commonest", "moda", "mais comum", "mais frequente"],
    ),
    (
        Operation::Percentage,
        &["percentage", "percent", "share", "proportion", "rate", "percentagem", "porcentagem", "proporcao"],
    ),
    (Operation::Percentage, &["percentage of rows", "fraction", "fracao", "quota"]),
    (
        Operation::Minimum,
        &["minimum", "min", "smallest", "lowest", "minimo", "minima", "menor", "least", "earliest", "first"],
    ),
    (Operation::Minimum, &["mais baixo", "mais baixa", "mais antigo", "mais antiga", "oldest date"]),
    (
        Operation::Maximum,
        &["maximum", "max", "largest", "highest", "maximo", "maxima", "maior", "biggest", "greatest"],
    ),
    (Operation::Maximum, &["latest", "last", "mais alto", "mais alta", "mais recente", "most recent"]),
    (Operation::Median, &["median", "mediana", "medians", "medianas", "middle value"]),
    (
        Operation::Deviation,
        &["standard deviation", "std", "stdev", "stddev", "std dev", "deviation", "sd", "desvio padrao"],
    ),
    (Operation::Deviation, &["desvio-padrao", "desvio", "standard deviations", "sigma", "std deviation"]),
    (Operation::Variance, &["variance", "var", "variancia"]),
    (
        Operation::Correlation,
        &["correlation", "corr", "correlate", "correlated", "correlacao", "pearson", "correlacionar"],
    ),
    (
        Operation::Highest(1),
        &["highest row", "argmax", "idxmax", "top", "row with the highest", "who has most"],
    ),
    (
        Operation::Highest(1),
        &["row with the largest", "row with the maximum", "row with the most", "max row"],
    ),
    (Operation::Highest(1), &["linha com o maior", "linha com a maior", "linha maxima", "maximum row"]),
    (Operation::Lowest(1), &["lowest row", "argmin", "idxmin", "bottom", "row with the lowest", "min row"]),
    (Operation::Lowest(1), &["row with the smallest", "row with the minimum", "row with the least"]),
    (Operation::Lowest(1), &["linha com o menor", "linha com a menor", "linha minima", "minimum row"]),
    (Operation::Percentile(Percent(2_500)), &["first quartile", "lower quartile", "q1", "primeiro quartil"]),
    (Operation::Percentile(Percent(2_500)), &["1st quartile", "1º quartil", "quartile 1", "quartil 1"]),
    (Operation::Percentile(Percent(5_000)), &["second quartile", "q2", "segundo quartil"]),
    (Operation::Percentile(Percent(7_500)), &["third quartile", "upper quartile", "q3", "terceiro quartil"]),
    (Operation::Percentile(Percent(7_500)), &["3rd quartile", "3º quartil", "quartile 3", "quartil 3"]),
];

/// Words between operations.
const JOINTS: &[&str] = &["and", "e", "&", "+", "plus"];

/// Redundant words before an operation.
const FILLERS: &[&str] = &["the", "o", "a", "os", "as", "and", "e", "of", "de"];

/// The maximum number of rows or groups in a ranking.
const MOST_RANKED: u16 = 100;

impl FromStr for Operations {
    type Err = Fault;

    /// Parses `sum`, `mean and median`, `p10, p90`, `top 3`, `highest average`.
    fn from_str(text: &str) -> Result<Self, Fault> {
        if let Ok(single) = text.parse::<Operation>() {
            return Ok(Operations { operations: vec![single], rank: None });
        }
        let mut operations = Vec::new();
        let mut rank = None;
        for part in parts(text) {
            match part.parse::<Operation>() {
                Ok(operation) => operations.push(operation),
                Err(fault) => {
                    let (own, operation) = ranked(&part).ok_or(fault)?;
                    rank = Some(own);
                    operations.push(operation);
                }
            }
        }
        if operations.is_empty() {
            return Err(Fault::NoSuchOperation { asked: text.to_owned() });
        }
        Ok(Operations { operations, rank })
    }
}

/// Splits a list of operations. `first and third quartile` omits the noun of the first one.
fn parts(text: &str) -> Vec<String> {
    let folded = with_separators(&folded(text));
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for word in folded.split_whitespace() {
        if JOINTS.contains(&word) {
            parts.push(Vec::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(word);
        }
    }
    let mut parts: Vec<Vec<&str>> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    for part in &mut parts {
        while part.len() > 1 && FILLERS.contains(&part[0]) {
            part.remove(0);
        }
    }
    let noun = parts.last().and_then(|it| it.last()).copied().filter(|it| is_quantile_noun(it));
    let complete = |part: &Vec<&str>| {
        let own = part.join(" ");
        match noun {
            Some(noun) if own.parse::<Operation>().is_err() || part.as_slice() == ["first"] => {
                format!("{own} {noun}")
            }
            _ => own,
        }
    };
    parts.iter().map(complete).collect()
}

/// Replaces commas by words, except between digits, where they are decimal separators.
fn with_separators(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let decimal = before.is_ascii_digit() && letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            ',' if decimal => out.push('.'),
            ',' | ';' => out.push_str(" and "),
            other => out.push(other),
        }
        before = letter;
    }
    out
}

fn is_quantile_noun(word: &str) -> bool {
    ["quartil", "percentil"].iter().any(|it| word.starts_with(it))
}

/// Parses `highest average`, `top 3 total`, `lowest median`.
fn ranked(text: &str) -> Option<(Rank, Operation)> {
    let words: Vec<&str> = text.split(' ').collect();
    (1..words.len()).find_map(|at| {
        let operation = words[at..].join(" ").parse().ok()?;
        let rank = match words[..at].join(" ").parse().ok()? {
            Operation::Maximum => Rank { highest: true, count: 1 },
            Operation::Minimum => Rank { highest: false, count: 1 },
            Operation::Highest(count) => Rank { highest: true, count },
            Operation::Lowest(count) => Rank { highest: false, count },
            _ => return None,
        };
        Some((rank, operation))
    })
}

impl FromStr for Operation {
    type Err = Fault;

    fn from_str(word: &str) -> Result<Self, Fault> {
        let asked = folded(word).replace('_', " ");
        let asked = asked.strip_prefix("the ").unwrap_or(&asked);
        let known = WORDS.iter().find(|(_, words)| words.contains(&asked));
        known
            .map(|(operation, _)| *operation)
            .or_else(|| percentile(asked))
            .or_else(|| top(asked))
            .ok_or_else(|| Fault::NoSuchOperation { asked: word.to_owned() })
    }
}

/// Parses `p90`, `90th percentile`, `percentile 99.9`, `percentil 90`, `90%`.
fn percentile(text: &str) -> Option<Operation> {
    let text = text.replace(['(', ')', ':', '='], " ");
    let named = text.contains("percentil") || text.contains("quantil");
    let short = text.strip_prefix('p').is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    if !named && !short && !text.ends_with('%') {
        return None;
    }
    let rest: String = text
        .split(' ')
        .filter(|it| !it.contains("percentil") && !it.contains("quantil") && !FILLERS.contains(it))
        .collect();
    let digits = rest.trim_start_matches('p').trim_end_matches(|it: char| !it.is_ascii_digit());
    let number: f64 = digits.replace(',', ".").parse().ok()?;
    // A quantile is a fraction of one.
    let percent = if text.contains("quantil") && number <= 1.0 { number * 100.0 } else { number };
    Percent::new(percent).map(Operation::Percentile)
}

/// Parses `top 3`, `3 highest`, `bottom 5`, `three lowest rows`.
fn top(text: &str) -> Option<Operation> {
    let words: Vec<&str> =
        text.split(' ').filter(|it| !matches!(*it, "rows" | "linhas" | "as" | "os")).collect();
    let (count, direction) = match words.as_slice() {
        [count, direction] if number(count).is_some() => (number(count)?, *direction),
        [direction, count] => (number(count)?, *direction),
        _ => return None,
    };
    let highest = match direction {
        "top" | "highest" | "largest" | "biggest" | "maiores" | "best" | "melhores" => true,
        "bottom" | "lowest" | "smallest" | "menores" | "worst" | "piores" => false,
        _ => return None,
    };
    let count = count.clamp(1, MOST_RANKED);
    Some(if highest { Operation::Highest(count) } else { Operation::Lowest(count) })
}

fn number(word: &str) -> Option<u16> {
    const NUMBERS: [[&str; 2]; 10] = [
        ["one", "um"],
        ["two", "dois"],
        ["three", "tres"],
        ["four", "quatro"],
        ["five", "cinco"],
        ["six", "seis"],
        ["seven", "sete"],
        ["eight", "oito"],
        ["nine", "nove"],
        ["ten", "dez"],
    ];
    let named = NUMBERS.iter().position(|names| names.contains(&word)).map(|at| at as u16 + 1);
    named.or_else(|| word.parse().ok())
}

impl Operation {
    /// Whether it counts cells, so that zero is a valid answer.
    pub(crate) fn counts(self) -> bool {
        matches!(self, Operation::Count | Operation::Missing | Operation::Distinct | Operation::Percentage)
    }

    /// Whether it applies to cells of any kind, and not only to numbers.
    pub(crate) fn accepts_any_cell(self) -> bool {
        self.counts() || matches!(self, Operation::Values | Operation::Lookup | Operation::Common)
    }

    /// Whether it orders the cells, so that it also applies to dates.
    pub(crate) fn orders(self) -> bool {
        matches!(self, Operation::Minimum | Operation::Maximum | Operation::Highest(_) | Operation::Lowest(_))
    }

    /// Returns the percentile that it computes.
    pub(crate) fn rank(self) -> Option<Percent> {
        match self {
            Operation::Median => Some(Percent(5_000)),
            Operation::Percentile(percent) => Some(percent),
            _ => None,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Percentile(percent) => write!(f, "p{}", f64::from(percent.0) / 100.0),
            Operation::Highest(count) if *count > 1 => write!(f, "top {count}"),
            Operation::Lowest(count) if *count > 1 => write!(f, "bottom {count}"),
            _ => {
                let known = WORDS.iter().find(|(operation, _)| operation == self);
                f.write_str(known.and_then(|(_, words)| words.first()).unwrap_or(&""))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        match text.parse::<Operations>() {
            Ok(asked) => {
                let names: Vec<String> = asked.operations.iter().map(ToString::to_string).collect();
                let rank = asked.rank.map_or_else(String::new, |it| {
                    format!(" ({} {})", if it.highest { "highest" } else { "lowest" }, it.count)
                });
                format!("{}{rank}", names.join(", "))
            }
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn parses_operation_synonyms() {
        for (text, read) in [
            ("total", "sum"),
            (" AVG ", "average"),
            ("média", "average"),
            ("missing values", "missing"),
            ("em falta", "missing"),
            ("count distinct", "distinct"),
            ("desvio padrão", "standard deviation"),
            ("p90", "p90"),
            ("90th percentile", "p90"),
            ("percentil 99,9", "p99.9"),
            ("percentile 5", "p5"),
            ("0.25 quantile", "p25"),
            ("Q3", "p75"),
            ("top 3", "top 3"),
            ("three lowest", "bottom 3"),
            ("os 3 maiores", "top 3"),
            ("row with the highest", "highest row"),
            ("correlação", "correlation"),
            ("sun", "\"sun\" is not an operation"),
            ("", "\"\" is not an operation"),
            ("percentile 101", "\"percentile 101\" is not an operation"),
        ] {
            assert_eq!(check(text), read, "{text}");
        }
    }

    #[test]
    fn parses_several_operations_in_one_text() {
        for (text, read) in [
            ("mean and median", "average, median"),
            ("soma, média e desvio padrão", "sum, average, standard deviation"),
            ("min,max", "minimum, maximum"),
            ("the lowest and the highest", "minimum, maximum"),
            ("first and third quartile", "p25, p75"),
            ("10th and 90th percentile", "p10, p90"),
            ("percentil 10 e percentil 90", "p10, p90"),
            ("highest average", "average (highest 1)"),
            ("top 3 total", "sum (highest 3)"),
            ("menor mediana", "median (lowest 1)"),
            ("mean and nonsense", "\"nonsense\" is not an operation"),
        ] {
            assert_eq!(check(text), read, "{text}");
        }
    }
}
