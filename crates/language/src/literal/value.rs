//! The values of literals, and their conversion to parameters.

use jiff::civil::{Date, DateTime, Time};
use lemmascope_intent::{Number, Value as Plain};

use super::kind::Kind;
use super::lapse::Lapse;
use super::likely::Likely;
use super::ordinal::Ordinal;
use super::quantity::Quantity;

/// The value of a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A quoted text, without the quotation marks.
    Quoted(String),
    /// A web URL, verbatim.
    Url(String),
    /// An email address.
    Email(String),
    /// A path of a file or folder.
    Path(String),
    /// A file name.
    File(String),
    /// A number.
    Number(Number),
    /// An ordinal.
    Ordinal(Ordinal),
    /// A percentage: 50 for `50%`.
    Percent(Number),
    /// A duration.
    Duration(Lapse),
    /// A date.
    Date(Likely<Date>),
    /// A period: a week, a month.
    Period {
        /// The first day.
        first: Date,
        /// The last day.
        last: Date,
    },
    /// A date with a time.
    Moment(Likely<DateTime>),
    /// A time of day.
    Time(Likely<Time>),
    /// An amount with a unit.
    Quantity(Quantity),
}

impl Value {
    /// Returns the kind of the literal.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Quoted(_) => Kind::Quoted,
            Self::Url(_) => Kind::Url,
            Self::Email(_) => Kind::Email,
            Self::Path(_) => Kind::Path,
            Self::File(_) => Kind::File,
            Self::Number(_) => Kind::Number,
            Self::Ordinal(_) => Kind::Ordinal,
            Self::Percent(_) => Kind::Percent,
            Self::Duration(_) => Kind::Duration,
            Self::Date(_) | Self::Period { .. } | Self::Moment(_) => Kind::Date,
            Self::Time(_) => Kind::Time,
            Self::Quantity(_) => Kind::Quantity,
        }
    }

    /// Returns the value for a parameter: numbers, ordinals and percentages as numbers (the last is -1),
    /// everything else as text. Dates are in ISO format (`2025-01-15`, periods as `2025-01-13/2025-01-19`),
    /// times as `17:30`, durations in the format of [`lemmascope_intent::parse_duration`].
    pub fn plain(&self) -> Plain {
        match self {
            Self::Number(number) | Self::Percent(number) => Plain::Number(*number),
            Self::Ordinal(ordinal) => Plain::Number(Number::Integer(ordinal.number())),
            other => Plain::from(other.text().as_str()),
        }
    }

    /// Returns the value as text.
    pub fn text(&self) -> String {
        match self {
            Self::Quoted(text)
            | Self::Url(text)
            | Self::Email(text)
            | Self::Path(text)
            | Self::File(text) => text.clone(),
            Self::Number(number) | Self::Percent(number) => number.to_string(),
            Self::Ordinal(ordinal) => ordinal.number().to_string(),
            Self::Duration(lapse) => lapse.text(),
            Self::Date(date) => date.value.to_string(),
            Self::Period { first, last } => format!("{first}/{last}"),
            Self::Moment(moment) => {
                format!("{}T{}", moment.value.date(), hour_and_minute(moment.value.time()))
            }
            Self::Time(time) => hour_and_minute(time.value),
            Self::Quantity(quantity) => quantity.text(),
        }
    }

    /// Returns the alternative value as text; nothing if the value is unambiguous.
    pub fn otherwise(&self) -> Option<String> {
        match self {
            Self::Date(date) => date.otherwise.map(|date| Self::Date(Likely::sure(date)).text()),
            Self::Moment(moment) => moment.otherwise.map(|moment| Self::Moment(Likely::sure(moment)).text()),
            Self::Time(time) => time.otherwise.map(|time| Self::Time(Likely::sure(time)).text()),
            _ => None,
        }
    }

    /// Returns the point in time that the value means: the start of a day, the next occurrence of a time, the
    /// end of a duration.
    pub fn moment(&self, now: DateTime) -> Option<DateTime> {
        match self {
            Self::Date(date) => Some(date.value.to_datetime(Time::midnight())),
            Self::Period { first, .. } => Some(first.to_datetime(Time::midnight())),
            Self::Moment(moment) => Some(moment.value),
            Self::Time(time) => {
                let today = now.date().to_datetime(time.value);
                if today > now {
                    Some(today)
                } else {
                    Some(now.date().tomorrow().ok()?.to_datetime(time.value))
                }
            }
            Self::Duration(lapse) => lapse.after(now),
            _ => None,
        }
    }
}

fn hour_and_minute(time: Time) -> String {
    match time.second() {
        0 => format!("{:02}:{:02}", time.hour(), time.minute()),
        second => format!("{:02}:{:02}:{second:02}", time.hour(), time.minute()),
    }
}
