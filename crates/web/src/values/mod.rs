//! Conversion of values for fields: dates, switches, countries, months, options of a list. Shared by the
//! verbs and intents that fill in fields.

mod countries;
mod dates;
mod misfit;
mod options;
mod spelling;
mod switch;

pub(crate) use dates::{Date, parse_date, parse_month};
pub(crate) use misfit::{Misfit, misfit};
pub(crate) use options::{Choice, Picked, pick_option};
pub(crate) use spelling::{formatted, number, parse_card_expiry, put, to_input_format};
pub(crate) use switch::parse_boolean;
