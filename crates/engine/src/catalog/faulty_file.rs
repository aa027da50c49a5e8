use std::sync::Arc;

use lemmascope_intent::{Diagnostic, line_column};

/// A definition file with faults. It is not loaded; other files are.
#[derive(Debug, Clone)]
pub struct FaultyFile {
    /// The path of the file.
    pub path: String,
    /// The text of the file.
    pub source: Arc<str>,
    /// The faults.
    pub diagnostics: Vec<Diagnostic>,
    /// The pack that it belongs to.
    pub pack: Option<Arc<str>>,
}

impl FaultyFile {
    /// Returns the errors, each with its position: `pack.yaml:3:5: no such key`.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.diagnostics.iter().filter(|fault| fault.is_error()).map(|fault| {
            let (line, column) = line_column(&self.source, fault.span.start);
            format!("{}:{line}:{column}: {}", self.path, fault.message)
        })
    }
}
