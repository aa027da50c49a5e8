//! Formats numbers and names for charts.

use crate::analysis::{Analysis, Answer};
use crate::unit::Unit;

/// A narrow no-break space, which is a valid digit separator in every language.
const GAP: char = '\u{202f}';

/// Formats an answer with its unit, with two decimals, or more if the number is small.
pub(super) fn answer(answer: &Answer, unit: Option<&Unit>) -> String {
    let Some(number) = answer.number.filter(|it| it.is_finite()) else { return answer.text.clone() };
    match unit {
        Some(Unit::Percent) => format!("{}{GAP}%", plain(number * 100.0)),
        Some(Unit::Currency(sign)) => format!("{sign}{GAP}{}", money(number)),
        None => plain(number),
    }
}

/// Formats a tick label: `1.5M`.
pub(super) fn tick(number: f64, unit: Option<&Unit>) -> String {
    if unit == Some(&Unit::Percent) {
        return format!("{}{GAP}%", plain(number * 100.0));
    }
    let scales = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match scales.iter().find(|(scale, _)| number.abs() >= *scale && number.abs() < 1e15) {
        Some((scale, sign)) => format!("{}{sign}", plain(number / scale)),
        None => plain(number),
    }
}

/// Returns the title: `Sum of Sales by Region`.
pub(super) fn title(analysis: &Analysis) -> String {
    let mut names: Vec<&str> = analysis.figures.iter().map(|it| &*it.column.name).collect();
    names.dedup();
    let of = match &*names {
        [] => String::new(),
        [one] => format!(" of {one}"),
        [first, second] => format!(" of {first} and {second}"),
        more => format!(" of {} columns", more.len()),
    };
    let by = analysis.grouped_by().map_or(String::new(), |it| format!(" by {it}"));
    let title = format!("{}{of}{by}", analysis.operations());
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the subtitle, which names the source.
pub(super) fn subtitle(analysis: &Analysis) -> String {
    let mut parts = Vec::new();
    if !analysis.sheet.is_empty() {
        parts.push(analysis.sheet.clone());
    }
    if let [figure] = &*analysis.figures {
        let rows = if figure.rows == 1 { "row" } else { "rows" };
        parts.push(format!("{} {rows}", grouped(&figure.rows.to_string())));
        if !analysis.by.is_empty() {
            parts.push(format!("all together {}", answer(&figure.value, figure.unit.as_ref())));
        }
        if figure.skipped.filled() > 0 {
            parts.push(format!("{} cells left out", grouped(&figure.skipped.filled().to_string())));
        }
    }
    parts.join("  ·  ")
}

fn money(number: f64) -> String {
    if number.abs() >= 1e15 {
        return plain(number);
    }
    let written = format!("{number:.2}");
    grouped(written.strip_suffix(".00").unwrap_or(&written))
}

fn plain(number: f64) -> String {
    let size = number.abs();
    if size >= 1e15 || (size < 1e-6 && size > 0.0) {
        return format!("{number:.3e}").replace('-', "\u{2212}");
    }
    // A number below 1 has three significant digits.
    let decimals = if size >= 1.0 || size == 0.0 { 2 } else { 2 - size.log10().floor() as i32 } as usize;
    let written = format!("{number:.decimals$}");
    let written =
        if written.contains('.') { written.trim_end_matches('0').trim_end_matches('.') } else { &written };
    grouped(written)
}

/// Groups digits in threes, and replaces the hyphen by a minus sign.
fn grouped(written: &str) -> String {
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) if digits.bytes().any(|it| matches!(it, b'1'..=b'9')) => ("\u{2212}", digits),
        Some(digits) => ("", digits),
        None => ("", written),
    };
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut out = sign.to_owned();
    for (index, digit) in digits.char_indices() {
        if index > 0 && index < whole && (whole - index).is_multiple_of(3) && whole > 4 {
            out.push(GAP);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(number: f64, unit: Option<Unit>) -> String {
        let exact = Answer { text: number.to_string(), number: Some(number), exact: true };
        answer(&exact, unit.as_ref()).replace(GAP, "_").replace('\u{2212}', "-")
    }

    #[test]
    fn formats_chart_numbers_shortly_with_grouping() {
        assert_eq!(of(1_234_567.891, None), "1_234_567.89");
        assert_eq!(of(-1234.5, None), "-1234.5");
        assert_eq!(of(0.000_123_4, None), "0.000123");
        assert_eq!(of(1e20, None), "1.000e20");
        assert_eq!(of(-0.001, Some(Unit::Currency("€".into()))), "€_0");
        assert_eq!(of(12_000.5, Some(Unit::Currency("R$".into()))), "R$_12_000.50");
        assert_eq!(of(0.256, Some(Unit::Percent)), "25.6_%");
        assert_eq!(tick(1_500_000.0, None), "1.5M");
        assert_eq!(tick(0.25, None), "0.25");
    }
}
