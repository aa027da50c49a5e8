//! Contacts: the names by which an owner knows agents, and the choices that were confirmed.
//!
//! A name becomes a [`Name`](name::Name), which an [`Index`](index::Index) finds the nearest aliases of, which a
//! [`Resolution`](resolution::Resolution) decides on. These three are pure. The registry keeps contacts in the database.

pub mod index;
mod memory;
pub mod name;
mod registry;
pub mod resolution;
mod routes;
mod schema;

pub use memory::Remembered;
pub use registry::{Added, Contact, Contacts, Registry};
pub(crate) use registry::{address, name as read_name};
pub use routes::routes;
pub(crate) use schema::MIGRATIONS;
