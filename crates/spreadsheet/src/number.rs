//! Numbers in text.
//!
//! A text is parsed in both ways at once, with a decimal point and with a decimal comma. The whole column
//! determines which one applies: `1.234` is a thousand next to `0,5`, and slightly more than one next to
//! `0.5`.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::currency;
use crate::decimal::{Decimal, MAX_DIGITS, MAX_SCALE};

/// The maximum length of a number.
const LONGEST: usize = 64;

/// The decimal separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convention {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

impl Convention {
    /// Returns the separator.
    pub(crate) fn sign(self) -> u8 {
        match self {
            Convention::Point => b'.',
            Convention::Comma => b',',
        }
    }
}

/// The error for a word that is neither `point` nor `comma`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is neither point nor comma")]
pub struct ParseConventionError(String);

impl FromStr for Convention {
    type Err = ParseConventionError;

    fn from_str(word: &str) -> Result<Self, ParseConventionError> {
        match word.trim().to_lowercase().as_str() {
            "point" | "dot" | "." | "ponto" => Ok(Convention::Point),
            "comma" | "," | "vírgula" | "virgula" => Ok(Convention::Comma),
            _ => Err(ParseConventionError(word.to_owned())),
        }
    }
}

/// The unit in the text of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// None.
    None,
    /// Percent; the number is already divided by 100.
    Percent,
    /// A currency.
    Money(&'static str),
}

/// A text that is a number in at least one convention.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written {
    /// The value with a decimal point.
    pub(crate) point: Option<Decimal>,
    /// The value with a decimal comma.
    pub(crate) comma: Option<Decimal>,
    /// The unit.
    pub(crate) mark: Mark,
    /// The form, which distinguishes numbers from codes.
    pub(crate) form: Form,
}

/// The form of a number, which distinguishes numbers from codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An ordinary number.
    Plain,
    /// Digits after a leading zero: `007`.
    Padded,
    /// With spaces between groups, which telephone numbers have too.
    Spaced,
    /// Digits, an `E`, and digits without a sign: `12E3`.
    Power,
    /// As before, but in a form that no program writes: `4E099`.
    OddPower,
    /// A currency in letters, which may also be part of a name: `123 TL`.
    Worded,
}

/// The evidence of a number for the convention of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Evidence {
    /// None: both conventions give the same value.
    Neutral,
    /// Valid only with a decimal point.
    Point,
    /// Valid only with a decimal comma.
    Comma,
    /// Valid with different values in both conventions.
    Either,
}

impl Written {
    /// Returns the evidence for the convention of its column.
    pub(crate) fn evidence(&self) -> Evidence {
        match (self.point, self.comma) {
            (Some(point), Some(comma)) if point == comma => Evidence::Neutral,
            (Some(_), Some(_)) => Evidence::Either,
            (Some(_), None) => Evidence::Point,
            (None, Some(_)) => Evidence::Comma,
            (None, None) => Evidence::Neutral,
        }
    }
}

/// Whether a text is digits after a leading zero, the form of codes and not of numbers: `007`, `01310`.
pub(crate) fn is_code(text: &str) -> bool {
    let text = text.trim();
    text.len() > 1 && text.starts_with('0') && all_digits(text)
}

/// The maximum length of digits with a leading zero that are as likely a zero-padded number as a code.
const FILLED_UP: usize = 3;

/// Parses a number with its decorations: currency, percent sign, leading or trailing sign, parentheses, digit
/// groups. Names made of digits are rejected: `01310`, `1.2.3`, telephone numbers, IP addresses.
pub(crate) fn read(text: &str) -> Option<Written> {
    let mut rest = text.trim();
    if rest.len() > LONGEST || !rest.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (mut sign, mut negative, mut mark) = (false, false, Mark::None);
    let (mut plus, mut worded) = (false, false);
    loop {
        let before = rest;
        if !sign {
            if let Some(inner) = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
                (rest, sign, negative) = (inner, true, true);
            } else if let Some(after) = rest.strip_prefix(MINUS) {
                (rest, sign, negative) = (after, true, true);
            } else if let Some(after) = rest.strip_prefix('+') {
                (rest, sign, plus) = (after, true, true);
            } else if let Some(ahead) = rest.strip_suffix(MINUS) {
                (rest, sign, negative) = (ahead, true, true);
            }
        }
        if mark == Mark::None {
            if let Some(ahead) = rest.strip_suffix('%') {
                (rest, mark) = (ahead, Mark::Percent);
            } else if let Some((money, other)) = currency::before(rest).or_else(|| currency::behind(rest)) {
                (rest, mark) = (other, Mark::Money(money));
                worded = money.bytes().all(|it| it.is_ascii_alphabetic());
            }
        }
        rest = rest.trim();
        if rest == before {
            break;
        }
    }
    let spaced = rest.contains(char::is_whitespace);
    // A number with a plus sign and spaces is a telephone number.
    if plus && spaced {
        return None;
    }
    let (point, comma) = body(rest, mark)?;
    let finish = |it: Decimal| {
        let signed = if negative { it.negated() } else { it };
        if mark == Mark::Percent { signed.hundredth() } else { signed }
    };
    let form = if worded { Form::Worded } else { form(rest, spaced) };
    Some(Written { point: point.map(finish), comma: comma.map(finish), mark, form })
}

/// Returns the form of a number without decorations.
fn form(text: &str, spaced: bool) -> Form {
    if let Some((digits, power)) = text.split_once(['e', 'E']) {
        if !all_digits(digits) || !all_digits(power) {
            return Form::Plain;
        }
        let padded =
            (power.len() > 1 && power.starts_with('0')) || (digits.len() > 1 && digits.starts_with('0'));
        return if padded || power.len() > 2 { Form::OddPower } else { Form::Power };
    }
    match spaced {
        true => Form::Spaced,
        false if is_code(text) => Form::Padded,
        false => Form::Plain,
    }
}

const MINUS: [char; 3] = ['-', '\u{2212}', '\u{2013}'];

/// The fast path for most cells: digits, an optional minus sign, and at most one decimal separator of the
/// given convention. [`read`] handles everything else.
#[inline]
pub(crate) fn plain(bytes: &[u8], decimal: u8) -> Option<(Decimal, Evidence)> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    // Eighteen digits and a sign fit.
    if digits.is_empty() || digits.len() > MAX_DIGITS as usize {
        return None;
    }
    let mut mantissa: i64 = 0;
    let mut point = None;
    for (at, &byte) in digits.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            mantissa = mantissa * 10 + i64::from(digit);
        } else if byte == decimal && point.is_none() {
            point = Some(at);
        } else {
            return None;
        }
    }
    let mantissa = if negative { -mantissa } else { mantissa };
    match point {
        None if digits[0] == b'0' && digits.len() > 1 => None,
        None => Some((Decimal::Exact { mantissa, scale: 0 }, Evidence::Neutral)),
        Some(at) => {
            let decimals = digits.len() - at - 1;
            // Digits on one side only are left to the complete parser.
            if at == 0 || decimals == 0 {
                return None;
            }
            let group = decimals == 3 && at <= 3 && digits[0] != b'0';
            let own = if decimal == b'.' { Evidence::Point } else { Evidence::Comma };
            let evidence = if group { Evidence::Either } else { own };
            Some((Decimal::Exact { mantissa, scale: decimals as u8 }, evidence))
        }
    }
}

type Both = (Option<Decimal>, Option<Decimal>);

fn body(text: &str, mark: Mark) -> Option<Both> {
    let is_exponent = |it: char| matches!(it, 'e' | 'E');
    if let Some((number, exponent)) = text.split_once(is_exponent) {
        return scientific(number, exponent);
    }
    let signs: Vec<char> = text.chars().filter(|it| !it.is_ascii_digit()).collect();
    if !text.ends_with(|it: char| it.is_ascii_digit()) && !text.ends_with(['.', ',']) {
        return None;
    }
    let group_of = |it: char| it.is_whitespace() || matches!(it, '\'' | '\u{2019}');
    match signs.as_slice() {
        [] => {
            // Digits after a leading zero are a code, except in amounts of money.
            if text.len() > FILLED_UP && is_code(text) && mark == Mark::None {
                return None;
            }
            let number = built(text, "")?;
            Some((Some(number), Some(number)))
        }
        [first, ..] if group_of(*first) => spaced(text, *first, &signs),
        [one] if matches!(one, '.' | ',') => single(text, *one),
        [..] if signs.iter().all(|it| *it == signs[0]) && matches!(signs[0], '.' | ',') => {
            several(text, signs[0])
        }
        [ahead @ .., last] => {
            let group = *ahead.first()?;
            let mixed =
                matches!((group, *last), ('.', ',') | (',', '.')) && ahead.iter().all(|it| *it == group);
            let (whole, decimals) = mixed.then(|| text.rsplit_once(*last)).flatten()?;
            let number = built(&grouped(whole, group)?, decimals)?;
            Some(by_separator(*last, number))
        }
    }
}

/// `1.5e3`
fn scientific(number: &str, exponent: &str) -> Option<Both> {
    let digits = exponent.trim_start_matches(['+', '-']);
    if exponent.len() - digits.len() > 1 || digits.is_empty() || digits.len() > 3 {
        return None;
    }
    let power: i32 = exponent.parse().ok()?;
    let sign = number.chars().find(|it| !it.is_ascii_digit());
    let (whole, decimals) = match sign {
        Some(it) if matches!(it, '.' | ',') => number.split_once(it)?,
        Some(_) => return None,
        None => (number, ""),
    };
    if whole.is_empty() || !all_digits(whole) || !all_digits(decimals) {
        return None;
    }
    let near: f64 = format!("{whole}.{decimals}e{power}").parse().ok()?;
    // A number with a short decimal form is exact.
    let value = Decimal::stored(near)?;
    Some(match sign {
        Some(sign) => by_separator(sign, value),
        None => (Some(value), Some(value)),
    })
}

/// Parses `1 234,56` or `1'234.56`: the groups are unambiguous, so the following separator is decimal.
fn spaced(text: &str, group: char, signs: &[char]) -> Option<Both> {
    let last = signs.last().copied().filter(|it| matches!(it, '.' | ','));
    let groups = signs.len() - usize::from(last.is_some());
    if !signs[..groups].iter().all(|it| *it == group) {
        return None;
    }
    match last {
        Some(sign) => {
            let (whole, decimals) = text.rsplit_once(sign)?;
            Some(by_separator(sign, built(&grouped(whole, group)?, decimals)?))
        }
        None => {
            let number = built(&grouped(text, group)?, "")?;
            Some((Some(number), Some(number)))
        }
    }
}

/// Parses a number with a single separator: decimal, or a group separator if three digits follow.
fn single(text: &str, sign: char) -> Option<Both> {
    let (whole, decimals) = text.split_once(sign)?;
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    let as_decimal = built(whole, decimals);
    // `5.` is an ordinal in many languages, and no evidence for a decimal separator.
    if decimals.is_empty() {
        return Some((as_decimal, as_decimal));
    }
    let as_group = grouped(text, sign).and_then(|digits| built(&digits, ""));
    Some(if sign == '.' { (as_decimal, as_group) } else { (as_group, as_decimal) })
}

/// Parses a number with a repeated separator, which separates groups.
fn several(text: &str, sign: char) -> Option<Both> {
    let parts: Vec<&str> = text.split(sign).collect();
    // Four numbers below 256 with periods are an IP address.
    let address = |part: &&str| part.parse::<u16>().is_ok_and(|it| it < 256);
    if sign == '.' && parts.len() == 4 && parts.iter().all(address) {
        return None;
    }
    let number = built(&grouped(text, sign)?, "")?;
    Some(if sign == '.' { (None, Some(number)) } else { (Some(number), None) })
}

fn by_separator(sign: char, number: Decimal) -> Both {
    if sign == '.' { (Some(number), None) } else { (None, Some(number)) }
}

/// Joins digit groups: groups of three after up to three digits or, with commas, groups of two before the
/// last three, as in India.
fn grouped(text: &str, sign: char) -> Option<String> {
    let parts: Vec<&str> = text.split(sign).collect();
    let (first, rest) = parts.split_first()?;
    let (last, middle) = rest.split_last()?;
    let well = |part: &&str, length: usize| part.len() == length && all_digits(part);
    if first.is_empty() || first.starts_with('0') || !all_digits(first) || !well(last, 3) {
        return None;
    }
    let threes = first.len() <= 3 && middle.iter().all(|it| well(it, 3));
    let twos = sign == ',' && first.len() <= 2 && middle.iter().all(|it| well(it, 2));
    (threes || twos).then(|| parts.concat())
}

fn built(whole: &str, decimals: &str) -> Option<Decimal> {
    if !all_digits(whole) || !all_digits(decimals) || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let digits = whole.trim_start_matches('0').len() + decimals.len();
    if digits <= MAX_DIGITS as usize && decimals.len() <= usize::from(MAX_SCALE) {
        let join =
            |text: &str, start: i64| text.bytes().fold(start, |sum, it| sum * 10 + i64::from(it - b'0'));
        return Some(Decimal::Exact {
            mantissa: join(decimals, join(whole, 0)),
            scale: decimals.len() as u8,
        });
    }
    let near: f64 = format!("{whole}.{decimals}").parse().ok()?;
    near.is_finite().then_some(Decimal::Near(near))
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats both interpretations: `1.5|-` is a number with a decimal point only.
    fn check(text: &str) -> String {
        let Some(written) = read(text) else { return "none".to_owned() };
        let show = |it: Option<Decimal>| it.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let mark = match written.mark {
            Mark::None => String::new(),
            Mark::Percent => " %".to_owned(),
            Mark::Money(sign) => format!(" {sign}"),
        };
        format!("{}|{}{mark}", show(written.point), show(written.comma))
    }

    #[test]
    fn parses_numbers_in_all_conventions() {
        for (text, both) in [
            ("0", "0|0"),
            ("42", "42|42"),
            (" -42 ", "-42|-42"),
            ("1.5", "1.5|-"),
            ("1,5", "-|1.5"),
            ("1.234", "1.234|1234"),
            ("1,234", "1234|1.234"),
            ("0.123", "0.123|-"),
            ("1234.567", "1234.567|-"),
            ("1,234.56", "1234.56|-"),
            ("1.234,56", "-|1234.56"),
            ("1.234.567", "-|1234567"),
            ("1,234,567", "1234567|-"),
            ("12,34,567.50", "1234567.5|-"),
            ("1 234,56", "-|1234.56"),
            ("1\u{a0}234\u{a0}567", "1234567|1234567"),
            ("1\u{202f}234,567", "-|1234.567"),
            ("1'234.56", "1234.56|-"),
            (".5", "0.5|-"),
            ("5.", "5|5"),
            ("5,", "5|5"),
            ("1e3", "1000|1000"),
            ("1.234e-2", "0.01234|-"),
            ("(1,234.50)", "-1234.5|-"),
            ("12-", "-12|-12"),
            ("\u{2212}3,5", "-|-3.5"),
            ("+7", "7|7"),
            ("R$ 1.234,56", "-|1234.56 R$"),
            ("-$5.00", "-5|- $"),
            ("$-5.00", "-5|- $"),
            ("$(5.00)", "-5|- $"),
            ("12,50 €", "-|12.5 €"),
            ("EUR 12", "12|12 EUR"),
            ("1 000 kr", "1000|1000 kr"),
            ("25%", "0.25|0.25 %"),
            ("12,5 %", "-|0.125 %"),
            ("123456789012345678901", "123456789012345680000|123456789012345680000"),
        ] {
            assert_eq!(check(text), both, "{text:?}");
        }
    }

    #[test]
    fn digit_identifiers_are_not_numbers() {
        for text in [
            "",
            "-",
            "0077",
            "01310",
            "1.2.3",
            "10.0.0.1",
            "192.168.100.200",
            "+55 11 91234-5678",
            "555-1234",
            "+1 555 123",
            "12a",
            "31.12.2024",
            "2024-01-01",
            "12/05/2024",
            "12:30",
            "1,23,45",
            "1 23",
            "1..5",
            "--5",
            "(-5)",
            "5%%",
            "$€5",
            "1,2.3,4",
            "1e",
            "e5",
            "1e9999",
            "½",
            "٣",
            "0,123,456",
            "1 234.567,8",
            "1.234 567",
            ".",
            ",",
            "1'2",
            "#1",
        ] {
            assert_eq!(check(text), "none", "{text:?}");
        }
    }

    #[test]
    fn fast_number_parser_agrees_with_full_parser() {
        for text in [
            "0", "-7", "12.5", "1.234", "0.234", "1234.567", "007", "0077", "1.", ".5", "-", "", "1.2.3",
            "12,5",
        ] {
            for convention in [Convention::Point, Convention::Comma] {
                let Some((number, evidence)) = plain(text.as_bytes(), convention.sign()) else { continue };
                let written = read(text).unwrap();
                let careful = if convention == Convention::Point { written.point } else { written.comma };
                assert_eq!(careful, Some(number), "{text}");
                assert_eq!(written.evidence(), evidence, "{text}");
            }
        }
        assert!(plain(b"-12.50", b'.').is_some());
    }
}
