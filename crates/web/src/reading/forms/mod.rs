//! Fields and buttons that belong together, with or without a form around them, and what they are together for.

mod cluster;
mod codes;
mod dates;
mod features;
mod names;
mod passwords;
mod purpose;
mod submit;

pub(crate) use cluster::{Cluster, clusters, is_field, reaches};
pub(crate) use codes::settle_codes;
pub(crate) use dates::group_dates;
pub(crate) use names::settle_names;
pub(crate) use passwords::order_passwords;
pub(crate) use purpose::{Purpose, purposes};
pub(crate) use submit::{Form, name_submits, submit_of};
