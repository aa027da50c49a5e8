//! The output and the exit code of a command.

use std::io::Write;
use std::process::ExitCode;

use lemmascope_engine::{Reply, to_json, to_text, unread};
use lemmascope_intent::{Failure, Report};
use lemmascope_language::command::ParseError;
use serde::{Deserialize, Serialize};

/// The formatted output of a command.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The text for standard output.
    pub(crate) text: String,
    /// The exit code.
    pub(crate) exit: u8,
    /// Whether the conversation is over.
    #[serde(default)]
    pub(crate) over: bool,
    /// The session in which the conversation continues, if it changes.
    #[serde(default)]
    pub(crate) session: Option<String>,
}

/// The exit code for a line that cannot be parsed.
pub(crate) const NOT_UNDERSTOOD: u8 = 2;

impl Answer {
    /// Formats a reply of the engine.
    pub(crate) fn format_reply(reply: &Reply, json: bool) -> Self {
        match reply {
            Reply::Report(report) => Self::of_report(report, json),
            Reply::Moved { report, session } => {
                Self { session: Some(session.clone()), ..Self::of_report(report, json) }
            }
            // A document is always JSON; `--json` prints it on one line.
            Reply::Document { document, exit } => {
                let text = if json { format!("{document}\n") } else { format!("{document:#}\n") };
                Self { text, exit: *exit, ..Self::default() }
            }
            // The error document is for clients that sent a document. A sentence gets a report, like any
            // line.
            Reply::Refused { report, exit, .. } => Self { exit: *exit, ..Self::of_report(report, json) },
            Reply::NotUnderstood(error) => Self::format_parse_error(error, json),
            Reply::Nothing => Self::default(),
            Reply::Exit => Self { over: true, ..Self::default() },
        }
    }

    /// Formats a report.
    pub(crate) fn of_report(report: &Report, json: bool) -> Self {
        let text = if json { format!("{}\n", to_json(report)) } else { to_text(report) };
        Self { text, exit: report.status.exit_code(), ..Self::default() }
    }

    /// Formats the error of a line that cannot be parsed.
    pub(crate) fn format_parse_error(error: &ParseError, json: bool) -> Self {
        let text = if json {
            format!("{}\n", to_json(&unread(error)))
        } else {
            let mut text = format!("error {}: {}\n", error.code.as_str(), error.message);
            text.push_str(&format!("position: {}\n", error.position));
            text.extend(error.hint.iter().map(|hint| format!("hint: {hint}\n")));
            text
        };
        Self { text, exit: NOT_UNDERSTOOD, ..Self::default() }
    }

    /// Formats a failure that occurred before the engine could reply.
    pub(crate) fn failed(what: &str, failure: &Failure, json: bool) -> Self {
        Self::of_report(&Report::error(what, failure), json)
    }

    /// Prints the output. Ignores a closed standard output.
    pub(crate) fn print(&self) -> ExitCode {
        let mut out = std::io::stdout().lock();
        let _gone = out.write_all(self.text.as_bytes()).and_then(|()| out.flush());
        ExitCode::from(self.exit)
    }
}

/// Prints a notice on standard error. Replaces control characters, because the text may quote a page.
pub(crate) fn notice(text: &str) {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _gone = writeln!(std::io::stderr(), "note: {text}");
}
