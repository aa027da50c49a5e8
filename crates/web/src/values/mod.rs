//! Conversion of values for fields: dates, switches, countries, months, options of a list. Shared by the
//! verbs and intents that fill in fields.

mod countries;
mod dates;
mod misfit;
mod options;
mod spelling;
mod switch;

pub(crate) use dates::{Date, as_date, as_month};
pub(crate) use misfit::{Misfit, misfit};
pub(crate) use options::{Choice, Picked, pick_option};
pub(crate) use spelling::{as_expiry, as_input_value, formatted, number, put};
pub(crate) use switch::as_switch;
