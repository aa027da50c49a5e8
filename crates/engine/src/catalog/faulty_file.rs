use std::sync::Arc;

use lemmascope_intent::Diagnostic;

/// A definition file with faults: it is left out, and the others are not.
#[derive(Debug, Clone)]
pub struct FaultyFile {
    /// The file.
    pub path: String,
    /// What it says.
    pub source: Arc<str>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}
