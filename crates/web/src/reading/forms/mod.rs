//! Fields and buttons that belong together, with or without a form around them, and what they are together for.

mod cluster;
mod purpose;

pub(crate) use cluster::{Cluster, clusters, is_field, reaches};
pub(crate) use purpose::{Purpose, purposes};
