//! Names of units of time.

use std::time::Duration;

use super::decimal::Decimal;
use super::lapse::Lapse;
use super::passage::Passage;
use crate::words::Tongue;

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SpanUnit {
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Fortnight,
    Month,
    Year,
    Decade,
}

impl SpanUnit {
    /// Returns the unit for its full name in a language.
    pub(super) fn named(word: &str, tongue: Tongue) -> Option<Self> {
        match tongue {
            Tongue::English => english(word),
            Tongue::Portuguese => portuguese(word),
        }
    }

    /// Returns the unit for its symbol, which is the same in both languages. Without a directly preceding
    /// number, `m` is a metre, and `d` and `w` are not units.
    pub(super) fn signed(word: &str, glued: bool) -> Option<Self> {
        Some(match word {
            "ms" | "msec" => Self::Millisecond,
            "s" | "sec" | "secs" | "seg" => Self::Second,
            "min" | "mins" => Self::Minute,
            "m" if glued => Self::Minute,
            "h" | "hr" | "hrs" => Self::Hour,
            "d" if glued => Self::Day,
            "w" | "wk" | "wks" if glued => Self::Week,
            "y" | "yr" | "yrs" if glued => Self::Year,
            _ => return None,
        })
    }

    /// Returns an amount of the unit.
    pub(super) fn lapse(self, amount: Decimal) -> Option<Lapse> {
        if amount.is_negative() {
            return None;
        }
        match self.months() {
            Some(months) => match amount.times(months)?.as_whole() {
                Some(months) => Some(Lapse { months: u32::try_from(months).ok()?, rest: Duration::ZERO }),
                // Half a month is not a calendar unit.
                None => Some(Lapse { months: 0, rest: millis(amount.times(months * 30 * 24 * 3_600_000)?)? }),
            },
            None => Some(Lapse { months: 0, rest: millis(amount.times(self.millis())?)? }),
        }
    }

    fn months(self) -> Option<u64> {
        match self {
            Self::Month => Some(1),
            Self::Year => Some(12),
            Self::Decade => Some(120),
            _ => None,
        }
    }

    fn millis(self) -> u64 {
        match self {
            Self::Millisecond => 1,
            Self::Second => 1_000,
            Self::Minute => 60_000,
            Self::Hour => 3_600_000,
            Self::Week => 7 * 24 * 3_600_000,
            Self::Fortnight => 14 * 24 * 3_600_000,
            _ => 24 * 3_600_000,
        }
    }
}

/// Parses a unit, and returns its end.
pub(super) fn span_unit(passage: &Passage, at: usize) -> Option<(usize, SpanUnit)> {
    let word = passage.word(at);
    let unit = SpanUnit::named(word, passage.tongue)
        // `3D` and `5G` have other meanings.
        .or_else(|| SpanUnit::signed(word, passage.is_glued(at)).filter(|_| !passage.is_capital(at)))
        .filter(|_| !passage.is_accented(at) || passage.is_portuguese())?;
    let dotted = matches!(word, "min" | "mins" | "sec" | "secs" | "seg" | "hr" | "hrs")
        && passage.is_mark(at + 1, '.');
    let dotted = dotted && passage.is_glued(at + 1) && at + 2 < passage.tokens.len();
    Some((at + 1 + usize::from(dotted), unit))
}

fn english(word: &str) -> Option<SpanUnit> {
    Some(match word {
        "millisecond" | "milliseconds" => SpanUnit::Millisecond,
        "second" | "seconds" => SpanUnit::Second,
        "minute" | "minutes" => SpanUnit::Minute,
        "hour" | "hours" => SpanUnit::Hour,
        "day" | "days" => SpanUnit::Day,
        "week" | "weeks" => SpanUnit::Week,
        "fortnight" | "fortnights" => SpanUnit::Fortnight,
        "month" | "months" => SpanUnit::Month,
        "year" | "years" => SpanUnit::Year,
        "decade" | "decades" => SpanUnit::Decade,
        _ => return None,
    })
}

fn portuguese(word: &str) -> Option<SpanUnit> {
    Some(match word {
        "milissegundo" | "milissegundos" | "milisegundo" | "milisegundos" => SpanUnit::Millisecond,
        "segundo" | "segundos" => SpanUnit::Second,
        "minuto" | "minutos" | "minutinho" | "minutinhos" => SpanUnit::Minute,
        "hora" | "horas" | "horita" | "horitas" => SpanUnit::Hour,
        "dia" | "dias" => SpanUnit::Day,
        "semana" | "semanas" => SpanUnit::Week,
        "quinzena" | "quinzenas" => SpanUnit::Fortnight,
        "mes" | "meses" => SpanUnit::Month,
        "ano" | "anos" => SpanUnit::Year,
        "decada" | "decadas" => SpanUnit::Decade,
        _ => return None,
    })
}

fn millis(amount: Decimal) -> Option<Duration> {
    // Round to milliseconds.
    let millis = amount.number()?.as_f64().round();
    (millis <= 1e17).then_some(Duration::from_millis(millis as u64))
}
