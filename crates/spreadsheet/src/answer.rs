//! Formats calculated numbers as answers.

use crate::analysis::Answer;
use crate::day;
use crate::decimal::{Decimal, figures, nearest, power, written};
use crate::operation::Percent;
use crate::percentile::{Focus, Found, Middle, Place};
use crate::ranking::Key;
use crate::sum::Sum;
use crate::variance;

/// Returns a count.
pub(crate) fn of_count(count: u64) -> Answer {
    Answer { text: count.to_string(), number: Some(count as f64), exact: true }
}

pub(crate) fn of_sum(sum: &Sum) -> Option<Answer> {
    match sum.exact() {
        Some((mantissa, scale)) => Some(exact(mantissa, scale)),
        None => near(sum.nearest()),
    }
}

/// Divides a sum; the result is exact if the division has a finite decimal expansion.
pub(crate) fn of_quotient(sum: &Sum, parts: u64) -> Option<Answer> {
    match sum.divided(parts) {
        Some((mantissa, scale, true)) => Some(exact(mantissa, scale)),
        Some((mantissa, scale, false)) if mantissa.unsigned_abs() > 10_u128.pow(17) => {
            near(nearest(mantissa, scale))
        }
        _ => near(sum.nearest() / parts as f64),
    }
}

/// Returns a share of a total, in percent.
pub(crate) fn of_percentage(part: u64, whole: u64) -> Option<Answer> {
    let mut sum = Sum::default();
    sum.add(Decimal::Exact { mantissa: i64::try_from(part).ok()?.checked_mul(100)?, scale: 0 });
    of_quotient(&sum, whole.max(1))
}

pub(crate) fn of_number(number: Decimal) -> Option<Answer> {
    match number {
        Decimal::Exact { .. } => {
            Some(Answer { text: number.to_string(), number: Some(number.nearest()), exact: true })
        }
        Decimal::Near(number) => near(number),
    }
}

pub(crate) fn of_moment(moment: jiff::civil::DateTime) -> Answer {
    Answer { text: day::told(moment), number: None, exact: true }
}

pub(crate) fn of_key(key: &Key) -> Option<Answer> {
    match key {
        Key::Number(number) => of_number(*number),
        Key::Moment(moment) => Some(of_moment(*moment)),
    }
}

/// Returns a floating-point result.
pub(crate) fn of_float(number: f64) -> Option<Answer> {
    let settled = variance::settled(number);
    settled.is_finite().then(|| Answer { text: variance::told(number), number: Some(settled), exact: false })
}

/// Returns a value of the file. It counts as a number only if it is formatted identically, which excludes
/// `007`.
pub(crate) fn of_text(text: String) -> Answer {
    let number = text.parse::<f64>().ok().filter(|it| it.is_finite() && figures(*it) == text);
    Answer { text, number, exact: true }
}

/// Interpolates between the numbers at two ranks; the result is exact if both are.
pub(crate) fn between(low: f64, high: f64, way: u64) -> Option<Answer> {
    let whole = i128::from(Percent::WHOLE);
    let way = i128::from(way);
    let (low_exact, high_exact) = (Decimal::stored(low)?, Decimal::stored(high)?);
    if let (Decimal::Exact { mantissa: a, scale: x }, Decimal::Exact { mantissa: b, scale: y }) =
        (low_exact, high_exact)
    {
        let scale = x.max(y);
        let (a, b) = (i128::from(a) * power(scale - x), i128::from(b) * power(scale - y));
        let weighted = a.checked_mul(whole - way).zip(b.checked_mul(way)).map(|(a, b)| a + b);
        if let Some(weighted) = weighted {
            // Four more digits, because the weight is in hundredths of a percent.
            return Some(exact(weighted, scale + 4));
        }
    }
    near(low + (high - low) * way as f64 / whole as f64)
}

/// Returns a percentile of numbers that are all in memory.
pub(crate) fn among(numbers: &[f64], share: Percent) -> Option<Answer> {
    let mut all = Middle::new(Focus::default(), numbers.len());
    numbers.iter().for_each(|number| all.add(*number));
    let count = all.len() as u64;
    match all.find(count, share)? {
        Found::Pair(low, high) => between(low, high, Place::of(count, share)?.way),
        Found::Within(_) => None,
    }
}

fn exact(mantissa: i128, scale: u8) -> Answer {
    Answer { text: written(mantissa, scale), number: Some(nearest(mantissa, scale)), exact: true }
}

fn near(number: f64) -> Option<Answer> {
    number.is_finite().then(|| Answer { text: figures(number), number: Some(number), exact: false })
}
