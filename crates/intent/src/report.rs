use serde::{Deserialize, Serialize};

use crate::change::Change;
use crate::failure::{Cause, Code, Failure};
use crate::section::Section;
use crate::value::Value;
use crate::view::View;

/// The status of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It succeeded and was verified.
    Ok,
    /// A part of it succeeded.
    Partial,
    /// It failed.
    Error,
    /// It was not executed, because it needs an answer first.
    Ask,
}

impl Status {
    /// Returns the first word of a response.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Error => "error",
            Self::Ask => "ask",
        }
    }

    /// Returns the exit code of a command with this status.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Error => 1,
            Self::Partial => 3,
            Self::Ask => 4,
        }
    }
}

/// The report of a request: the data from which every interface builds its response.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The status.
    pub status: Status,
    /// The requested intent or command.
    pub intent: String,
    /// With status ok, the text after the intent's name; otherwise the message after the colon.
    pub summary: Option<String>,
    /// The error code, unless the status is ok.
    pub code: Option<Code>,
    /// The code of a line or sentence that was not understood, if no code of an intent applies.
    pub refusal: Option<&'static str>,
    /// The cause, finer than the code, unless the status is ok.
    pub cause: Option<Cause>,
    /// The parameter with the invalid value, if known.
    pub field: Option<String>,
    /// Suggested values in place of the invalid one.
    pub instead: Vec<String>,
    /// The one-word verdict of the last action, if any.
    pub verdict: Option<&'static str>,
    /// The actions, in order.
    pub actions: Vec<ActionLine>,
    /// The changes.
    pub changes: Vec<Change>,
    /// The result.
    pub result: Value,
    /// The last checkpoint, if the intent did not succeed.
    pub checkpoint: Option<String>,
    /// Additional information.
    pub context: Vec<String>,
    /// Suggested next steps.
    pub hints: Vec<String>,
    /// Additional sections of some commands, shown before the result.
    pub sections: Vec<Section>,
    /// The ID of the run, for later lookup.
    pub run: Option<String>,
    /// The digest of the plan.
    pub digest: Option<String>,
    /// The view of the page or screen.
    pub view: Option<View>,
}

/// One line of the action log.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ActionLine {
    /// The text.
    pub line: String,
    /// Whether the action succeeded.
    pub ok: bool,
}

impl Report {
    /// Creates a report with a status and nothing else.
    pub fn new(status: Status, intent: impl Into<String>) -> Self {
        Self {
            status,
            intent: intent.into(),
            summary: None,
            code: None,
            refusal: None,
            cause: None,
            field: None,
            instead: Vec::new(),
            verdict: None,
            actions: Vec::new(),
            changes: Vec::new(),
            result: Value::Null,
            checkpoint: None,
            context: Vec::new(),
            hints: Vec::new(),
            sections: Vec::new(),
            run: None,
            digest: None,
            view: None,
        }
    }

    /// Creates a report of success.
    pub fn ok(intent: impl Into<String>) -> Self {
        Self::new(Status::Ok, intent)
    }

    /// Creates a report of a failure.
    pub fn error(intent: impl Into<String>, failure: &Failure) -> Self {
        let mut report = Self::new(Status::Error, intent);
        report.summary = Some(failure.message.clone());
        report.code = Some(failure.code());
        report.cause = Some(failure.cause);
        report.field.clone_from(&failure.field);
        report.instead.clone_from(&failure.instead);
        report.verdict = failure.verdict;
        report.context.clone_from(&failure.context);
        report.hints.extend(failure.hint.clone());
        report
    }

    /// Adds a section.
    #[must_use]
    pub fn section(self, name: &str, lines: Vec<String>) -> Self {
        self.section_of(name, lines, Value::Null)
    }

    /// Adds a section with structured data for programs.
    #[must_use]
    pub fn section_of(mut self, name: &str, lines: Vec<String>, data: Value) -> Self {
        self.sections.push(Section { name: name.into(), lines, data });
        self
    }
}
