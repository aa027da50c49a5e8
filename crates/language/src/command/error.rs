//! Parse errors: data with a location and a remedy.

use std::fmt;

use super::line::Command;

/// The maximum length of a quotation from the line in a message.
const QUOTED: usize = 40;

/// The kind of a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The first word is neither a command nor an intent; the hint suggests the nearest one.
    UnknownCommand,
    /// A required argument is missing; the hint is the usage.
    MissingArgument,
    /// A duration, number, key, URL, choice or JSON is invalid.
    InvalidValue,
    /// A quote at the position is not closed.
    UnterminatedString,
    /// The input at the position is unexpected.
    UnexpectedInput,
    /// Two options exclude each other.
    ConflictingOptions,
}

impl ErrorCode {
    /// Returns the name of the code.
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

/// A parse error. Neither the message nor the hint repeats a known secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code} at {position}: {message}")]
pub struct ParseError {
    /// The kind of error.
    pub code: ErrorCode,
    /// The message.
    pub message: String,
    /// The 0-based column in the line, in characters.
    pub position: usize,
    /// The correct input, if known.
    pub hint: Option<String>,
    /// The first word of the line, sanitized for messages.
    pub command: String,
    /// The parameter with a missing or invalid value, if known.
    pub field: Option<String>,
    /// The arguments so far, for a line that calls an intent and lacks arguments.
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

    /// Sets the parameter with the invalid value, unless it is already set.
    pub(crate) fn about(mut self, field: &str) -> Self {
        self.field.get_or_insert_with(|| field.replace('-', "_"));
        self
    }

    /// Sets the line of the error.
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

    /// Creates an error at a `#` that is joined to a token which cannot contain it.
    pub(crate) fn stuck_comment(position: usize, before: &str) -> Self {
        Self::unexpected(position, format!("found `#` stuck to {}", quoted(before)))
            .hint("a comment starts after white space: put a space before `#`")
    }
}

/// Quotes a part of the line in a message, on a single line and with limited length.
pub(crate) fn quoted(found: &str) -> String {
    let mut shown: String =
        found.chars().take(QUOTED).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if found.chars().nth(QUOTED).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
