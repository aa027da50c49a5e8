//! Why a line could not be read: data with a place and a remedy.

use std::fmt;

use super::line::Command;

/// The longest piece of the user's line that a message quotes.
const QUOTED: usize = 40;

/// What kind of mistake the line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The first word is neither a command nor an intent; the hint names the nearest one.
    UnknownCommand,
    /// Something the command needs is absent; the hint is the usage.
    MissingArgument,
    /// A duration, number, key, URL, choice or JSON that cannot be one.
    InvalidValue,
    /// A quote was opened at the position and never closed.
    UnterminatedString,
    /// Something stands where nothing, or something else, was expected.
    UnexpectedInput,
    /// Two options that exclude each other.
    ConflictingOptions,
}

impl ErrorCode {
    /// The code as agents read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownCommand => "UNKNOWN_COMMAND",
            Self::MissingArgument => "MISSING_ARGUMENT",
            Self::InvalidValue => "INVALID_VALUE",
            Self::UnterminatedString => "UNTERMINATED_STRING",
            Self::UnexpectedInput => "UNEXPECTED_INPUT",
            Self::ConflictingOptions => "CONFLICTING_OPTIONS",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A line that is no command. Neither the message nor the hint repeats a value known to be secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code} at {position}: {message}")]
pub struct ParseError {
    /// What kind of mistake it is.
    pub code: ErrorCode,
    /// The mistake in words.
    pub message: String,
    /// Where it is: the column in the given line, counted in characters from 0.
    pub position: usize,
    /// What to write instead, when that is known.
    pub hint: Option<String>,
    /// The first word of the line, as a message may show it.
    pub command: String,
    /// The parameter whose value is missing or at fault, where it is known.
    pub field: Option<String>,
    /// What was read of a line that calls an intent and lacks arguments.
    pub begun: Option<Box<Command>>,
}

impl ParseError {
    pub(crate) fn new(code: ErrorCode, position: usize, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            position,
            hint: None,
            command: String::new(),
            field: None,
            begun: None,
        }
    }

    /// With the parameter at fault, unless it is known already.
    pub(crate) fn about(mut self, field: &str) -> Self {
        self.field.get_or_insert_with(|| field.replace('-', "_"));
        self
    }

    /// The error of this line.
    pub(crate) fn of_line(mut self, line: &str) -> Self {
        let first = line.split_whitespace().next().unwrap_or_default();
        let shown: String = first.chars().filter(|c| !c.is_control()).take(QUOTED).collect();
        self.command = shown.trim_end_matches(':').to_lowercase();
        self
    }

    pub(crate) fn invalid(position: usize, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidValue, position, message)
    }

    pub(crate) fn unexpected(position: usize, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::UnexpectedInput, position, message)
    }

    pub(crate) fn missing(position: usize, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::MissingArgument, position, message)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A `#` stuck to something that cannot contain it, at the `#`.
    pub(crate) fn stuck_comment(position: usize, before: &str) -> Self {
        Self::unexpected(position, format!("found `#` stuck to {}", quoted(before)))
            .hint("a comment starts after white space: put a space before `#`")
    }
}

/// A piece of the line as a message may show it: on one line and bounded.
pub(crate) fn quoted(found: &str) -> String {
    let mut shown: String =
        found.chars().take(QUOTED).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if found.chars().nth(QUOTED).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
