//! Contacts: the names by which an owner knows agents, and confirmed recipients.
//!
//! A text is parsed as a [`Name`](name::Name), an [`Index`](index::Index) finds the most similar aliases, and
//! a [`Resolution`](resolution::Resolution) decides among them. These three are pure. The registry stores the
//! contacts in the database.

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
