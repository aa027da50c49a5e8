//! Requests to the engine, and its replies.

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{Cancellation, EventSink, Owner, Report};
use lemmascope_language::command::ParseError;

use crate::credentials::Given;

/// Something that is asked for.
pub struct Request {
    /// A line of the command language, under which `define` may bring others, or a document.
    pub line: String,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner has for it.
    pub session: String,
    /// Where: relative paths start here.
    pub workspace: PathBuf,
    /// Who wants to know how it goes.
    pub events: Arc<dyn EventSink>,
    /// By which it can be called off.
    pub cancellation: Cancellation,
    /// Whether a person has said it at a terminal, and not a program in a script or through a connection.
    pub by_person: bool,
    /// Whether the line was typed at a terminal. Only there may a line that is no command be a sentence.
    pub at_terminal: bool,
    /// What the person gave beside the line, because it must not stand in one.
    pub given: Option<Given>,
}

impl Request {
    /// The name that the owner has for the session, of a request that is carried out: there `session` is the id.
    pub(crate) fn session_name(&self) -> &str {
        self.owner.session_name(&self.session).unwrap_or(&self.session)
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Reply {
    /// It was understood, and this is how it ended.
    Report(Box<Report>),
    /// The same, and the conversation goes on in another session.
    Moved {
        /// How it ended.
        report: Box<Report>,
        /// The session from here on.
        session: String,
    },
    /// It came as a document, and this document answers it.
    Document {
        /// What came of it, or the error document.
        document: Box<serde_json::Value>,
        /// The exit code of a command that ended like this.
        exit: u8,
    },
    /// It was said in a sentence, and nothing came of it but a question or an error.
    Refused {
        /// The report for a person.
        report: Box<Report>,
        /// The document for a program.
        document: Box<serde_json::Value>,
        /// The exit code of a command that ended like this.
        exit: u8,
    },
    /// It was not understood.
    NotUnderstood(ParseError),
    /// The line was blank, or only a comment.
    Nothing,
    /// The session is to end.
    Exit,
}
