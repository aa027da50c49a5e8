use serde::{Deserialize, Serialize};

use crate::change::Change;
use crate::failure::{Cause, Code, Failure};
use crate::section::Section;
use crate::value::Value;
use crate::view::View;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It was done, and verified.
    Ok,
    /// Some of it was done.
    Partial,
    /// It was not done.
    Error,
    /// Nothing was done, and an answer is needed first.
    Ask,
}

impl Status {
    /// The word that opens a response.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Error => "error",
            Self::Ask => "ask",
        }
    }

    /// The exit code of a command that ended like this.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Error => 1,
            Self::Partial => 3,
            Self::Ask => 4,
        }
    }
}

/// What became of a request: the data from which every surface makes its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// The intent or command that was asked for.
    pub intent: String,
    /// For ok, what follows the intent's name; otherwise the message after the colon.
    pub summary: Option<String>,
    /// Why, when it is not ok.
    pub code: Option<Code>,
    /// The code of a line or a sentence that was not understood, where no code of an intent says it.
    pub refusal: Option<&'static str>,
    /// What went wrong, finer than the code, when it is not ok.
    pub cause: Option<Cause>,
    /// The parameter whose value is at fault, where it is known.
    pub field: Option<String>,
    /// What could have been meant, or could be given in its place.
    pub instead: Vec<String>,
    /// What became of the last thing that was tried, in a word, where there is one.
    pub verdict: Option<&'static str>,
    /// What was done, in order.
    pub actions: Vec<ActionLine>,
    /// What is different now.
    pub changes: Vec<Change>,
    /// What was found or made.
    pub result: Value,
    /// The last checkpoint that was passed, when the intent did not end well.
    pub checkpoint: Option<String>,
    /// What is worth knowing to go on.
    pub context: Vec<String>,
    /// What to do next.
    pub hints: Vec<String>,
    /// Sections that only some commands have, shown before the result.
    pub sections: Vec<Section>,
    /// The run, by which it can be looked up later.
    pub run: Option<String>,
    /// The digest of the plan.
    pub digest: Option<String>,
    /// What there is to see.
    pub view: Option<View>,
}

/// One line of the action log.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ActionLine {
    /// As it is shown.
    pub line: String,
    /// Whether the action succeeded.
    pub ok: bool,
}

impl Report {
    /// A report with nothing in it but how it ended.
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

    /// It was done.
    pub fn ok(intent: impl Into<String>) -> Self {
        Self::new(Status::Ok, intent)
    }

    /// It was not done, for this reason.
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

    /// With a separate section.
    #[must_use]
    pub fn section(self, name: &str, lines: Vec<String>) -> Self {
        self.section_of(name, lines, Value::Null)
    }

    /// With a section that programs get as data.
    #[must_use]
    pub fn section_of(mut self, name: &str, lines: Vec<String>, data: Value) -> Self {
        self.sections.push(Section { name: name.into(), lines, data });
        self
    }
}
