//! Faults in files as a person reads them: the line, a caret under what is wrong, the code, the remedy.

use std::fmt;

use lemmascope_intent::Diagnostic;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

/// One fault, drawn.
pub(crate) fn render(name: &str, source: &str, fault: &Diagnostic) -> String {
    // miette draws tabs and line ends itself; a source without the place is drawn without a snippet.
    let drawn = Drawn { fault, source: NamedSource::new(name, source.to_string()).with_language("yaml") };
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .with_context_lines(1);
    let mut text = String::new();
    match handler.render_report(&mut text, &drawn) {
        Ok(()) => text,
        Err(fmt::Error) => format!("{}: {name}: {fault}\n  help: {}\n", fault.code, fault.remedy),
    }
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
