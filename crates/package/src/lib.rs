//! The container format of office files: ZIP archives of named parts, and the XML in these parts.
//!
//! Both readers handle untrusted files in bounded memory. They are independent of spreadsheets and documents.

mod archive;
mod encoding;
pub mod xml;

pub use archive::{Package, PackageError, Part};
