use std::sync::Arc;

use lemmascope_intent::{Diagnostic, line_column};

/// A definition file with faults: it is left out, and the others are not.
#[derive(Debug, Clone)]
pub struct FaultyFile {
    /// The file.
    pub path: String,
    /// What it says.
    pub source: Arc<str>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// The pack that it belongs to.
    pub pack: Option<Arc<str>>,
}

impl FaultyFile {
    /// Its faults, each with its place: `pack.yaml:3:5: no such key`.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.diagnostics.iter().filter(|fault| fault.is_error()).map(|fault| {
            let (line, column) = line_column(&self.source, fault.span.start);
            format!("{}:{line}:{column}: {}", self.path, fault.message)
        })
    }
}
