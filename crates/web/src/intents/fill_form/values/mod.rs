//! What is given, read as what a field wants: dates, switches, countries, months, the options of a list.

mod countries;
mod dates;
mod options;
mod switch;

pub(crate) use dates::{Date, as_date, as_month, as_time, in_format};
pub(crate) use options::{Choice, Picked, pick_option};
pub(crate) use switch::as_switch;
