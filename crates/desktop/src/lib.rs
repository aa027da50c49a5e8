//! The desktop: what a person does with files and folders, as verbs.
//!
//! Each domain is a module with one function, `domain`, that the composition root registers. Nothing
//! here prints, and nothing reads the environment: where home, trash and roots are is told by
//! settings.

pub mod files;
