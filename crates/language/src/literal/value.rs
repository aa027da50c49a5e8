//! What a literal comes to, and how a parameter takes it.

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
    /// A text between quotation marks, without them.
    Quoted(String),
    /// An address of the web, as it is written.
    Url(String),
    /// An address of e-mail.
    Email(String),
    /// A path of files or folders.
    Path(String),
    /// A name of a file.
    File(String),
    /// A number.
    Number(Number),
    /// A place in an order.
    Ordinal(Ordinal),
    /// A share of a hundred: 50 for `50%`.
    Percent(Number),
    /// A length of time.
    Duration(Lapse),
    /// A day.
    Date(Likely<Date>),
    /// Several days: a week, a month.
    Period {
        /// The first of them.
        first: Date,
        /// The last of them.
        last: Date,
    },
    /// A day with a time.
    Moment(Likely<DateTime>),
    /// A time of day.
    Time(Likely<Time>),
    /// So much of a unit.
    Quantity(Quantity),
}

impl Value {
    /// What kind of literal it is.
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

    /// The plain value that a parameter takes: numbers, ordinals and percentages as numbers (the last is -1), everything
    /// else as text. Days are in ISO form (`2025-01-15`, several as `2025-01-13/2025-01-19`), times as `17:30`, durations as
    /// [`lemmascope_intent::parse_duration`] reads them.
    pub fn plain(&self) -> Plain {
        match self {
            Self::Number(number) | Self::Percent(number) => Plain::Number(*number),
            Self::Ordinal(ordinal) => Plain::Number(Number::Integer(ordinal.number())),
            other => Plain::from(other.text().as_str()),
        }
    }

    /// The plain value as text.
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

    /// What else the same words may mean, as text; nothing where they leave no doubt.
    pub fn otherwise(&self) -> Option<String> {
        match self {
            Self::Date(date) => date.otherwise.map(|date| Self::Date(Likely::sure(date)).text()),
            Self::Moment(moment) => moment.otherwise.map(|moment| Self::Moment(Likely::sure(moment)).text()),
            Self::Time(time) => time.otherwise.map(|time| Self::Time(Likely::sure(time)).text()),
            _ => None,
        }
    }

    /// The moment that is meant where one is asked for: of a day its beginning, of a time the next one, of a length of time
    /// the moment at its end.
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
