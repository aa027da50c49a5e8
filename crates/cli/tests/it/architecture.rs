//! The rules of the house that no compiler keeps. ARCHITECTURE.md says why each of them is there.

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
