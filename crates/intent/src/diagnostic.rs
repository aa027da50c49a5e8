use std::fmt;

use crate::definition::Span;
use crate::failure::Code;

/// Whether something that is written wrongly can be used all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can, but is probably not what was meant.
    Warning,
}

/// A fault in a file, with the place it stands and a remedy that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code of the specification.
    pub code: Code,
    /// Whether the file can be used all the same.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The key or value at fault.
    pub span: Span,
    /// A few words beside the caret.
    pub label: Option<String>,
    /// What to do about it.
    pub remedy: String,
}

impl Diagnostic {
    /// A fault that makes the file unusable.
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

    /// A fault that does not.
    pub fn warning(span: Span, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message, remedy) }
    }

    /// With another code than `DEFINITION_INVALID`.
    #[must_use]
    pub fn code(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    /// With a few words beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Whether it makes the file unusable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The line and the column of a byte of a text, both counted from one, the column in characters.
/// Lines end as YAML has them end: at `\n`, `\r\n` or `\r`.
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
