//! Derives the kind of a number from its number format: money, a percentage, a date, a duration.

use crate::cell::Cell;
use crate::unit::Unit;

use super::calendar::Epoch;

/// The kind of a number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Format {
    /// A plain number.
    #[default]
    Plain,
    /// An amount with a unit.
    Amount(Unit),
    /// A date or a time.
    Date,
    /// A duration in days.
    Duration,
}

impl Format {
    /// Returns a built-in format by its number. The currency of the built-in formats for money depends on the
    /// locale of the reading program, so it is left open.
    pub(super) fn built_in(number: u32) -> Self {
        match number {
            9 | 10 => Self::Amount(Unit::Percent),
            // 27 to 36 and 50 to 58 are dates in East Asian editions.
            14..=22 | 27..=36 | 45 | 47 | 50..=58 => Self::Date,
            46 => Self::Duration,
            _ => Self::Plain,
        }
    }

    /// Parses a format code: `#,##0.00 [$€-407];[Red]-#,##0.00`.
    pub(super) fn of(code: &str) -> Self {
        let mut marks = Marks::default();
        let mut rest = code;
        // The first section applies to positive numbers.
        while let Some(next) = rest.chars().next() {
            let after = &rest[next.len_utf8()..];
            rest = match next {
                ';' => break,
                '"' => {
                    let end = after.find('"').unwrap_or(after.len());
                    marks.literal(&after[..end]);
                    after.get(end + 1..).unwrap_or("")
                }
                '[' => {
                    let end = after.find(']').unwrap_or(after.len());
                    marks.bracket(&after[..end]);
                    after.get(end + 1..).unwrap_or("")
                }
                // An escaped character, a gap as wide as a character, or a fill character.
                '\\' => {
                    let mut signs = after.chars();
                    if let Some(sign) = signs.next() {
                        marks.sign(sign);
                    }
                    signs.as_str()
                }
                '_' | '*' => {
                    let mut signs = after.chars();
                    signs.next();
                    signs.as_str()
                }
                _ => marks.placeholder(next, after),
            };
        }
        marks.format()
    }

    /// Converts a number with this format into a cell.
    #[inline]
    pub(super) fn cell(&self, number: f64, epoch: Epoch) -> Cell<'static> {
        if !number.is_finite() {
            return Cell::Error("#NUM!".into());
        }
        match self {
            Self::Plain => Cell::Number(number, None),
            Self::Amount(unit) => Cell::Number(number, Some(unit.clone())),
            // Spreadsheet programs show a number outside the calendar as ##### and calculate with it as a
            // number.
            Self::Date => epoch.moment(number).map_or(Cell::Number(number, None), Cell::Date),
            Self::Duration => Cell::Duration(number),
        }
    }
}

/// The relevant parts of a format.
#[derive(Default)]
struct Marks {
    elapsed: bool,
    date: bool,
    percent: bool,
    currency: Option<String>,
    /// A run of literal characters: `R` and `$` of `R\$`.
    signs: String,
}

impl Marks {
    fn literal(&mut self, text: &str) {
        self.flush();
        self.record_currency(text);
    }

    fn sign(&mut self, sign: char) {
        if sign.is_whitespace() { self.flush() } else { self.signs.push(sign) }
    }

    fn bracket(&mut self, inner: &str) {
        self.flush();
        if let Some(currency) = inner.strip_prefix('$') {
            // The locale follows the hyphen; without a currency before it, this is a locale only.
            let sign = currency.split_once('-').map_or(currency, |(sign, _)| sign).trim();
            if !sign.is_empty() && self.currency.is_none() {
                self.currency = Some(sign.to_owned());
            }
        } else if !inner.is_empty()
            && ['h', 'm', 's'].iter().any(|unit| inner.chars().all(|it| it.eq_ignore_ascii_case(unit)))
        {
            self.elapsed = true;
        }
    }

    /// Consumes a placeholder with everything that belongs to it.
    fn placeholder<'a>(&mut self, next: char, after: &'a str) -> &'a str {
        match next {
            '%' => self.percent = true,
            'G' | 'g' if after.get(..6).is_some_and(|it| it.eq_ignore_ascii_case("eneral")) => {
                return &after[6..];
            }
            // `E` with a sign is the exponent of `0.00E+00`; alone it is a year.
            'E' | 'e' if after.starts_with(['+', '-']) => {}
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' | 'e' => self.date = true,
            // Digit placeholders and separators end a run of literal characters.
            '0' | '#' | '?' | '.' | ',' | '@' | ' ' => self.flush(),
            _ => self.signs.push(next),
        }
        after
    }

    fn flush(&mut self) {
        let signs = std::mem::take(&mut self.signs);
        self.record_currency(&signs);
    }

    /// Records a text as the currency, if it is one.
    fn record_currency(&mut self, text: &str) {
        let text = text.trim_matches(|it: char| it.is_whitespace() || matches!(it, '(' | ')' | '-' | '+'));
        if self.currency.is_none() && is_money(text) {
            self.currency = Some(text.to_owned());
        }
    }

    fn format(mut self) -> Format {
        self.flush();
        if self.elapsed {
            Format::Duration
        } else if self.percent {
            Format::Amount(Unit::Percent)
        } else if let Some(currency) = self.currency.filter(|_| !self.date) {
            Format::Amount(Unit::Currency(currency))
        } else if self.date {
            Format::Date
        } else {
            Format::Plain
        }
    }
}

/// Currency words in letters; other currencies have a symbol.
const WRITTEN: &[&str] = &[
    "kr", "kr.", "Kr", "Kr.", "zł", "Kč", "Ft", "lei", "leu", "лв", "лв.", "руб", "руб.", "р.", "грн",
    "грн.", "din", "din.", "KM", "Fr", "Fr.", "SFr.", "Rs", "Rs.", "Rp", "RM", "R", "Bs", "Bs.", "S/", "S/.",
    "Lek", "元", "円", "원", "TL",
];

/// Common ISO 4217 currency codes.
const CODES: &[&str] = &[
    "AED", "ARS", "AUD", "BDT", "BGN", "BHD", "BOB", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK",
    "DKK", "DZD", "EGP", "EUR", "GBP", "GEL", "GHS", "HKD", "HRK", "HUF", "IDR", "ILS", "INR", "IQD", "ISK",
    "JOD", "JPY", "KES", "KRW", "KWD", "KZT", "LKR", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "OMR", "PEN",
    "PHP", "PKR", "PLN", "PYG", "QAR", "RMB", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY",
    "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "VES", "VND", "XAF", "XOF", "ZAR", "BTC",
];

fn is_money(text: &str) -> bool {
    let sign = |it: char| {
        matches!(
            it,
            '$' | '¢' | '£' | '¤' | '¥' | '֏' | '؋' | '৲' | '৳' | '฿' | '₠'
                ..='\u{20cf}' | '﷼' | '＄' | '￠' | '￡' | '￥' | '￦'
        )
    };
    text.chars().count() <= 6 && (text.contains(sign) || WRITTEN.contains(&text) || CODES.contains(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: &str) -> String {
        match Format::of(code) {
            Format::Plain => "plain".to_owned(),
            Format::Amount(unit) => unit.to_string(),
            Format::Date => "date".to_owned(),
            Format::Duration => "duration".to_owned(),
        }
    }

    #[test]
    fn classifies_number_formats() {
        for (code, kind) in [
            ("General", "plain"),
            ("", "plain"),
            ("0.00E+00", "plain"),
            ("#,##0.00;[Red]-#,##0.00", "plain"),
            ("0.0 \"kg\"", "plain"),
            ("0 \"days\"", "plain"),
            ("\"Q\"0", "plain"),
            ("_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)", "plain"),
            ("[Blue]0;[Red]0", "plain"),
            ("[>=100]0;0.0", "plain"),
            ("@", "plain"),
            ("0%", "%"),
            ("0.0 %;[Red]-0.0 %", "%"),
            ("#,##0.00 [$€-407]", "€"),
            ("[$R$-416] #,##0.00", "R$"),
            ("[$USD] #,##0", "USD"),
            ("\"R$ \"#,##0.00", "R$"),
            ("_(\"$\"* #,##0.00_)", "$"),
            ("$#,##0.00", "$"),
            ("\\R\\$#,##0", "R$"),
            ("#,##0.00\\ \"kr.\"", "kr."),
            ("#,##0.00\\ \"zł\"", "zł"),
            ("#,##0\\ €", "€"),
            ("yyyy-mm-dd", "date"),
            ("[$-409]d\\-mmm\\-yy;@", "date"),
            ("[$-F800]dddd, mmmm dd, yyyy", "date"),
            ("[$-th-TH,107]d mmm yyyy", "date"),
            ("[$-x-sysdate]dddd", "date"),
            ("[$-409]General", "plain"),
            ("h:mm AM/PM", "date"),
            ("[h]:mm:ss", "duration"),
            ("[mm]:ss", "duration"),
            ("\"unclosed", "plain"),
            ("[$", "plain"),
            ("\\", "plain"),
        ] {
            assert_eq!(told(code), kind, "{code}");
        }
    }

    #[test]
    fn number_format_determines_cell_type() {
        let epoch = Epoch::Year1900;
        assert_eq!(Format::Date.cell(-3.0, epoch), Cell::Number(-3.0, None));
        assert_eq!(Format::Plain.cell(f64::NAN, epoch), Cell::Error("#NUM!".into()));
        assert_eq!(Format::built_in(46).cell(1.5, epoch), Cell::Duration(1.5));
    }
}
