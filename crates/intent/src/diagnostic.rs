use std::fmt;

use crate::definition::Span;
use crate::failure::Code;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but is probably not as intended.
    Warning,
}

/// An error or warning about a file, with its location and a remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The error code of the specification.
    pub code: Code,
    /// Its severity.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The location of the offending key or value.
    pub span: Span,
    /// The label at the caret.
    pub label: Option<String>,
    /// How to fix it.
    pub remedy: String,
}

impl Diagnostic {
    /// Creates an error, which makes the file unusable.
    pub fn error(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            code: Code::DefinitionInvalid,
            severity: Severity::Error,
            message: message.into(),
            span,
            label: None,
            remedy: remedy.into(),
        }
    }

    /// Creates a warning.
    pub fn warning(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message, remedy) }
    }

    /// Sets a code other than `DEFINITION_INVALID`.
    #[must_use]
    pub fn code(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    /// Sets the label at the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns the line and the column of a byte offset, both 1-based, the column in characters. Lines end as in
/// YAML: at `\n`, `\r\n` or `\r`.
pub fn line_column(source: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &source[..offset];
    let bytes = before.as_bytes();
    let ends_line = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => source.as_bytes().get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let mut line = 1;
    let mut start = 0;
    for at in (0..bytes.len()).filter(|at| ends_line(*at)) {
        line += 1;
        start = at + 1;
    }
    (line, before[start..].trim_start_matches('\u{feff}').chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let source = "\u{feff}añ: 1\r\nb: 2\rc\n";
        assert_eq!(line_column(source, source.find(':').unwrap()), (1, 3));
        assert_eq!(line_column(source, source.find('2').unwrap()), (2, 4));
        assert_eq!(line_column(source, source.find('c').unwrap()), (3, 1));
        assert_eq!(line_column(source, 9999), (4, 1));
    }
}
