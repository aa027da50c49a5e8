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

pub(crate) use addresses::adjust_address_fields;
pub(crate) use cluster::reaches;
pub use cluster::{Cluster, clusters, is_field};
pub(crate) use codes::{adjust_code_fields, assign_one_time_code_roles};
pub(crate) use dates::group_dates;
pub(crate) use names::adjust_name_fields;
pub(crate) use passwords::order_passwords;
pub(crate) use phones::adjust_phone_fields;
pub(crate) use purpose::{Purpose, purposes};
pub(crate) use quantities::assign_quantity_roles;
pub(crate) use secrets::remove_false_password_roles;
pub(crate) use submit::{Form, assign_submit_roles, find_submit_button};
pub(crate) use usernames::adjust_username_fields;
