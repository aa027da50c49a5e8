//! The files of office programs: zip archives of named parts, and the XML in these parts.
//!
//! Both readers work in bounded memory on files that anybody may have written. They know neither spreadsheets nor documents.

mod archive;
mod encoding;
pub mod xml;

pub use archive::{Package, PackageError, Part};
