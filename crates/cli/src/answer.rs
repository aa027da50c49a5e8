//! What a command prints and how it ends.

use std::io::Write;
use std::process::ExitCode;

use lemmascope_engine::{Reply, to_json, to_text, unread};
use lemmascope_intent::{Failure, Report};
use lemmascope_language::command::ParseError;
use serde::{Deserialize, Serialize};

/// An answer, ready to be printed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// What goes to standard output.
    pub(crate) text: String,
    /// How the process ends.
    pub(crate) exit: u8,
    /// Whether the conversation is over.
    #[serde(default)]
    pub(crate) over: bool,
    /// The session in which the conversation goes on, when that is another one.
    #[serde(default)]
    pub(crate) session: Option<String>,
}

/// The exit code for a line that was not understood.
pub(crate) const NOT_UNDERSTOOD: u8 = 2;

impl Answer {
    /// The answer to a reply of the engine.
    pub(crate) fn to_reply(reply: &Reply, json: bool) -> Self {
        match reply {
            Reply::Report(report) => Self::of_report(report, json),
            Reply::Moved { report, session } => {
                Self { session: Some(session.clone()), ..Self::of_report(report, json) }
            }
            // A document is JSON either way; `--json` has it on one line.
            Reply::Document { document, exit } => {
                let text = if json { format!("{document}\n") } else { format!("{document:#}\n") };
                Self { text, exit: *exit, ..Self::default() }
            }
            // A document is for those who sent one: whoever said a sentence gets a report, as for every line.
            Reply::Refused { report, exit, .. } => Self { exit: *exit, ..Self::of_report(report, json) },
            Reply::NotUnderstood(error) => Self::not_understood(error, json),
            Reply::Nothing => Self::default(),
            Reply::Exit => Self { over: true, ..Self::default() },
        }
    }

    /// The answer that a report is.
    pub(crate) fn of_report(report: &Report, json: bool) -> Self {
        let text = if json { format!("{}\n", to_json(report)) } else { to_text(report) };
        Self { text, exit: report.status.exit_code(), ..Self::default() }
    }

    /// The answer to a line that was not understood.
    pub(crate) fn not_understood(error: &ParseError, json: bool) -> Self {
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

    /// The answer when something failed before the engine could say anything.
    pub(crate) fn failed(what: &str, failure: &Failure, json: bool) -> Self {
        Self::of_report(&Report::error(what, failure), json)
    }

    /// Prints it. A reader that has gone away is no failure of ours.
    pub(crate) fn print(&self) -> ExitCode {
        let mut out = std::io::stdout().lock();
        let _gone = out.write_all(self.text.as_bytes()).and_then(|()| out.flush());
        ExitCode::from(self.exit)
    }
}

/// Tells the person something beside the answer, on one line: it may quote a page.
pub(crate) fn notice(text: &str) {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _gone = writeln!(std::io::stderr(), "note: {text}");
}
