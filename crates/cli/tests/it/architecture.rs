//! The architecture rules that the compiler cannot enforce. ARCHITECTURE.md gives the reasons.

mod crate_imports;
mod dependencies;
mod domains;
mod import_cycles;
mod licences;
mod paths;
pub(crate) mod source;
mod unused_files;
mod words;
mod workspace;
