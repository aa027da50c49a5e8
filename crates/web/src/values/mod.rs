//! What is given, read as what a field wants: dates, switches, countries, months, the options of a
//! list. The verbs and the intents that write into fields share it.

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
