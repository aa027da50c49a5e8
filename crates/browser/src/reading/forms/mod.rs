//! Groups of related fields and buttons, with or without a form element, and their purpose.

mod addresses;
mod cluster;
mod codes;
mod dates;
mod features;
mod names;
mod passwords;
mod phones;
mod purpose;
mod quantities;
mod secrets;
mod submit;
mod usernames;

pub(crate) use addresses::settle_addresses;
pub(crate) use cluster::reaches;
pub use cluster::{Cluster, clusters, is_field};
pub(crate) use codes::{join_boxes, settle_codes};
pub(crate) use dates::group_dates;
pub(crate) use names::settle_names;
pub(crate) use passwords::order_passwords;
pub(crate) use phones::settle_phones;
pub(crate) use purpose::{Purpose, purposes};
pub(crate) use quantities::settle_quantities;
pub(crate) use secrets::settle_secrets;
pub(crate) use submit::{Form, name_submits, submit_of};
pub(crate) use usernames::settle_usernames;
