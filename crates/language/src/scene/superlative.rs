//! Superlatives such as the cheapest, the earliest, the largest: selects a control by the text of its row,
//! card or section, or by its size.

use super::resolve::Hit;
use super::said::Said;
use super::thing::{Scene, Span};

/// The measure of a superlative, and whether the minimum or maximum is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Superlative {
    measure: Measure,
    is_most: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Price,
    Time,
    Size,
}

/// The superlatives, with the roles of their words.
const ALL: [(&str, Measure, bool); 6] = [
    ("cheapest", Measure::Price, false),
    ("dearest", Measure::Price, true),
    ("earliest", Measure::Time, false),
    ("latest", Measure::Time, true),
    ("smallest", Measure::Size, false),
    ("largest", Measure::Size, true),
];

/// Returns the superlative at the start of these words, and the number of its words.
pub(super) fn superlative(said: &Said<'_>, words: Span) -> Option<(Superlative, usize)> {
    let found = ALL.iter().filter_map(|(role, measure, is_most)| {
        let length = said.role(role, words.clone())?;
        Some((Superlative { measure: *measure, is_most: *is_most }, length))
    });
    found.max_by_key(|(_, length)| *length)
}

impl Superlative {
    /// Returns the hits with the minimum or maximum. Returns `None` if one of them has no measure.
    pub(super) fn pick(self, scene: &Scene, hits: &[Hit]) -> Option<Vec<Hit>> {
        let measured: Vec<(f64, Hit)> =
            hits.iter().map(|hit| Some((self.measure(scene, *hit)?, *hit))).collect::<Option<_>>()?;
        let values = measured.iter().map(|(value, _)| *value);
        let end = if self.is_most { values.reduce(f64::max) } else { values.reduce(f64::min) }?;
        Some(measured.into_iter().filter(|(value, _)| *value == end).map(|(_, hit)| hit).collect())
    }

    fn measure(self, scene: &Scene, hit: Hit) -> Option<f64> {
        let thing = &scene.things[hit.thing];
        let option = hit.option.map(|option| thing.options[option].as_str());
        let own = option.or_else(|| thing.names.first().map(String::as_str)).unwrap_or_default();
        let around = if option.is_some() { "" } else { thing.context.as_deref().unwrap_or_default() };
        let of = |text: &str| {
            let numbers = numbers(text);
            let of_sort = |sort: Sort| only(numbers.iter().filter(|it| it.sort == sort).map(|it| it.value));
            match self.measure {
                Measure::Price => of_sort(Sort::Money).or_else(|| of_sort(Sort::Plain)),
                Measure::Time => of_sort(Sort::Day).or_else(|| of_sort(Sort::Clock)),
                Measure::Size => of_sort(Sort::Plain).or_else(|| of_sort(Sort::Money)),
            }
        };
        let said = of(own).or_else(|| of(around));
        match self.measure {
            // A drawing has a visible size; an area below 2^53 is exact.
            Measure::Size => said.or_else(|| thing.area.map(|area| area as f64)),
            _ => said,
        }
    }
}

/// Returns the number of a text that has only one.
pub(super) fn sole_number(text: &str) -> Option<f64> {
    let numbers = numbers(text);
    only(numbers.iter().map(|number| number.value)).filter(|_| numbers.len() == 1)
}

/// Whether a text is an amount of money and little else.
pub(super) fn is_money(text: &str) -> bool {
    let numbers = numbers(text);
    numbers.len() == 1 && numbers[0].sort == Sort::Money && text.chars().count() <= LONGEST_PRICE
}

/// Returns the value, if it is the only one.
fn only(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values = values;
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// The maximum length of a text that is a price.
const LONGEST_PRICE: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Money,
    Clock,
    Day,
    Plain,
}

struct Number {
    sort: Sort,
    value: f64,
}

/// Returns the numbers of a text, except those inside words.
fn numbers(text: &str) -> Vec<Number> {
    let pieces = text.split(|c: char| c.is_whitespace() || matches!(c, '·' | '(' | ')' | ';' | '|'));
    let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
    let mut found = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let is_currency = |text: &str| {
            let text = text.trim_matches(|c: char| c == '.' || c == ':');
            text.contains(['$', '€', '£', '¥']) || matches!(text, "USD" | "EUR" | "BRL" | "GBP")
        };
        let bare = piece.trim_matches(|c: char| !c.is_ascii_digit());
        let is_sign = piece.chars().filter(|c| c.is_alphabetic()).count() <= 1;
        if bare.is_empty() || !is_sign {
            continue;
        }
        let beside = [at.checked_sub(1).and_then(|at| pieces.get(at)), pieces.get(at + 1)];
        let is_beside = beside
            .into_iter()
            .flatten()
            .any(|other| is_currency(other) && !other.chars().any(|c| c.is_ascii_digit()));
        let later = pieces.get(at + 1).copied().unwrap_or_default().to_lowercase();
        let number = match () {
            () if bare.contains(':') => clock(bare, &later).map(|value| (Sort::Clock, value)),
            () if day(bare).is_some() => day(bare).map(|value| (Sort::Day, value)),
            () => amount(bare).map(|value| {
                let is_money = is_currency(piece) || is_beside;
                (if is_money { Sort::Money } else { Sort::Plain }, value)
            }),
        };
        found.extend(number.map(|(sort, value)| Number { sort, value }));
    }
    found
}

/// Parses "14:20" or "9:05 pm" into minutes.
fn clock(text: &str, later: &str) -> Option<f64> {
    let mut parts = text.split(':').map(|part| part.parse::<f64>().ok());
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let hours = match later.trim_end_matches('.') {
        "pm" | "p.m" if hours < 12.0 => hours + 12.0,
        "am" | "a.m" if hours == 12.0 => 0.0,
        _ => hours,
    };
    Some(hours * 60.0 + minutes)
}

/// Parses "2026-12-03" into a number that increases with time.
fn day(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    if year.len() != 4 {
        return None;
    }
    let of = |part: &str| part.parse::<f64>().ok();
    Some(of(year)? * 10_000.0 + of(month)? * 100.0 + of(day)?)
}

/// Parses "1,299.00" and "1.299,00".
fn amount(text: &str) -> Option<f64> {
    let last = text.rfind(['.', ',']);
    let is_fraction = last.is_some_and(|at| text.len() - at - 1 != 3);
    let whole = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    if text.chars().any(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',')) {
        return None;
    }
    match last.filter(|_| is_fraction) {
        Some(at) => format!("{}.{}", whole(&text[..at]), whole(&text[at..])).parse().ok(),
        None => whole(text).parse().ok(),
    }
}
