//! Numbers and dates in conditions: `300 thousand`, `30 years`, `the 2024-05-01`.

use crate::folding::folded;
use crate::number;
use crate::period;

/// Whether a value has an order: a number, a date, a period.
pub(super) fn is_ordered(value: &str) -> bool {
    let value = measured(value);
    number::read(&value).is_some() || period::read(&value).is_some()
}

/// Removes the unit after a number, and applies its multiplier.
pub(super) fn measured(value: &str) -> String {
    const UNITS: &[&str] = &[
        "years",
        "year",
        "yrs",
        "anos",
        "ano",
        "days",
        "day",
        "dias",
        "dia",
        "hours",
        "horas",
        "euros",
        "euro",
        "dollars",
        "dollar",
        "reais",
        "real",
        "pounds",
        "units",
        "unidades",
        "km",
        "kg",
        "cm",
        "mm",
        "m",
        "g",
        "percent",
        "points",
        "pontos",
        "items",
        "itens",
        "inclusive",
        "times",
        "vezes",
        "old",
        "people",
        "pessoas",
    ];
    const TIMES: &[(&[&str], u32)] = &[
        (&["thousand", "mil", "k"], 3),
        (&["million", "millions", "milhao", "milhoes"], 6),
        (&["billion", "billions", "bilhao", "bilhoes"], 9),
    ];
    let value = value.trim();
    if number::read(value).is_some() || period::read(value).is_some() {
        return value.to_owned();
    }
    // `50k`
    let thousands = value.strip_suffix(['k', 'K']).filter(|it| it.ends_with(|it: char| it.is_ascii_digit()));
    if let Some(number) = thousands.and_then(number::read).and_then(|it| it.point.or(it.comma)) {
        return (number.nearest() * 1_000.0).to_string();
    }
    let folded = folded(value);
    let mut words: Vec<&str> = folded.split(' ').map(without_ordinal).collect();
    while words.len() > 1 && words.last().is_some_and(|it| UNITS.contains(it)) {
        words.pop();
    }
    while words.len() > 1 && matches!(words[0], "the" | "o" | "a" | "dia" | "day" | "of" | "de") {
        words.remove(0);
    }
    let times = words.last().and_then(|last| TIMES.iter().find(|(names, _)| names.contains(last)));
    if let (Some((_, zeros)), [number, _]) = (times, words.as_slice())
        && let Some(number) = number::read(number).and_then(|it| it.point.or(it.comma))
    {
        return (number.nearest() * 10_f64.powi(*zeros as i32)).to_string();
    }
    let short = words.join(" ");
    let reads = number::read(&short).is_some() || period::read(&short).is_some();
    if reads { short } else { value.to_owned() }
}

/// Removes the ending of an ordinal number: "May 1st 1992".
fn without_ordinal(word: &str) -> &str {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|it| word.strip_suffix(it));
    digits.filter(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())).unwrap_or(word)
}

pub(super) fn without_inclusive(value: &str) -> String {
    let words = ["inclusive", "included", "both included", "inclusivo"];
    let found = words.iter().find_map(|word| value.trim().strip_suffix(word));
    found.unwrap_or(value).trim().trim_end_matches(',').to_owned()
}
