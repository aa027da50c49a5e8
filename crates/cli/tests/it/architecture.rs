//! The architecture rules that the compiler cannot enforce. ARCHITECTURE.md gives the reasons.

mod arrows;
mod circles;
mod dependencies;
mod domains;
mod licences;
mod paths;
mod reached;
pub(crate) mod source;
mod words;
mod workspace;
