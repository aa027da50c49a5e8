//! Rendering of faults in files: the line, a caret below the span, the code, and the remedy.

use std::fmt;

use lemmascope_intent::Diagnostic;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

/// Renders a fault.
pub(crate) fn render(name: &str, source: &str, fault: &Diagnostic) -> String {
    if is_wide(source, fault.span.start) {
        return plain(name, source, fault);
    }
    // miette renders tabs and line ends itself. A source without the span is rendered without a snippet.
    let drawn = Drawn { fault, source: NamedSource::new(name, source.to_string()).with_language("yaml") };
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .with_context_lines(1);
    let mut text = String::new();
    match handler.render_report(&mut text, &drawn) {
        Ok(()) => text,
        Err(fmt::Error) => plain(name, source, fault),
    }
}

/// The maximum length of a rendered line. In a longer one, the caret is not visible, and miette counts
/// columns in 16 bits.
const WIDEST: usize = 1000;

/// Whether one of the rendered lines is too long.
fn is_wide(source: &str, at: usize) -> bool {
    let line = source.bytes().take(at).filter(|byte| *byte == b'\n').count();
    source.lines().skip(line.saturating_sub(1)).take(3).any(|line| line.len() > WIDEST)
}

/// Formats a fault without a snippet.
fn plain(name: &str, source: &str, fault: &Diagnostic) -> String {
    let (line, column) = lemmascope_intent::line_column(source, fault.span.start);
    format!("{}: {name}:{line}:{column}: {fault}\n  help: {}\n", fault.code, fault.remedy)
}

#[derive(Debug)]
struct Drawn<'a> {
    fault: &'a Diagnostic,
    source: NamedSource<String>,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.fault.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(if self.fault.is_error() { Severity::Error } else { Severity::Warning })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.fault.remedy))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.fault.span.clone();
        let label = LabeledSpan::new(self.fault.label.clone(), span.start, span.len());
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_diagnostics_in_any_column() {
        for column in [10, 999, 1001, 65_535, 65_536, 70_000] {
            let source = format!("a: 1\n{}x: [\nb: 2\n", " ".repeat(column));
            let fault = Diagnostic::error(5 + column..6 + column, "this is wrong", "Mend it.");
            let told = render("wide.yaml", &source, &fault);
            assert!(told.contains("this is wrong") && told.contains(&format!("2:{}", column + 1)), "{told}");
        }
    }
}
