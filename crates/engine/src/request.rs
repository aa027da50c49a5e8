//! Requests to the engine, and its replies.

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{
    Cancellation, Context, EventSink, Language, Object, Owner, Permissions, Report, Value,
};
use lemmascope_language::command::ParseError;
use lemmascope_language::words::{Tongue, tongue};

use crate::credentials::Given;
use crate::sessions::PendingWrites;

/// The input of a request.
#[derive(Debug, Clone)]
pub enum Input {
    /// A document, or a line of the command language. `define` may be followed by further lines.
    Line(String),
    /// A call by name.
    Call(NamedCall),
}

/// A call of an intent, a verb or a command of the engine.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NamedCall {
    /// The name: `login`, `files.create_file`, `engine.undo`.
    pub name: String,
    /// The arguments, by the names of the parameters.
    pub parameters: Object,
    /// The options that every intent accepts, such as `dry_run`. A switch has no value.
    pub options: Vec<(String, Option<Value>)>,
}

/// The command for sentences, and for answers to the questions that they raise.
const SAY: &str = "engine.say";
/// The option that confirms a plan.
const CONFIRM: &str = "confirm";

impl Input {
    /// Whether the input is a sentence. An answer to a question about a sentence is a sentence too.
    pub fn is_sentence(&self) -> bool {
        matches!(self, Self::Call(call) if call.name == SAY)
    }

    /// Whether the input confirms any plan.
    pub(crate) fn confirms_any(&self) -> bool {
        match self {
            Self::Call(call) => call
                .options
                .iter()
                .map(|(name, _)| name)
                .chain(call.parameters.keys())
                .any(|it| it == CONFIRM),
            Self::Line(line) => line.contains("--confirm"),
        }
    }

    /// Whether the input confirms the plan with this digest.
    pub(crate) fn confirms(&self, digest: &str) -> bool {
        match self {
            Self::Call(call) => {
                let options = call.options.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
                let mut given = options.chain(&call.parameters);
                given.any(|(name, value)| name == CONFIRM && value.as_text() == Some(digest))
            }
            Self::Line(line) => line.split_whitespace().any(|word| word == digest),
        }
    }

    /// Returns the input with the digest that confirms its plan.
    pub fn confirmed(&self, digest: &str) -> Self {
        match self {
            Self::Call(call) => {
                let mut call = call.clone();
                match self.is_sentence() {
                    true => drop(call.parameters.insert(CONFIRM.into(), digest.into())),
                    false => call.options.push((CONFIRM.into(), Some(digest.into()))),
                }
                Self::Call(call)
            }
            Self::Line(line) => Self::Line(format!("{} --confirm {digest}", line.trim())),
        }
    }
}

impl From<String> for Input {
    fn from(line: String) -> Self {
        Self::Line(line)
    }
}

impl From<&str> for Input {
    fn from(line: &str) -> Self {
        Self::Line(line.into())
    }
}

impl From<NamedCall> for Input {
    fn from(call: NamedCall) -> Self {
        Self::Call(call)
    }
}

/// The identity and permissions of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The owner of the sessions.
    pub owner: Owner,
    /// The permissions.
    pub permissions: Permissions,
    /// The id of the API key; `None` for the person at this machine.
    pub key: Option<String>,
}

impl Grant {
    /// Returns the grant of the person at this machine, with all permissions.
    pub fn local() -> Self {
        Self { owner: Owner::local(), permissions: Permissions::all(), key: None }
    }

    /// Returns the grant of an unauthenticated caller, without permissions.
    pub fn nobody() -> Self {
        Self { permissions: Permissions::from_iter([]), ..Self::local() }
    }
}

/// A request to the engine.
pub struct Request {
    /// The input.
    pub input: Input,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner uses.
    pub session: String,
    /// The permissions of the caller.
    pub permissions: Permissions,
    /// The working directory: relative paths are resolved against it.
    pub workspace: PathBuf,
    /// The sink for events.
    pub events: Arc<dyn EventSink>,
    /// The cancellation token.
    pub cancellation: Cancellation,
    /// Whether a person typed the input at a terminal, rather than a program in a script or over a
    /// connection.
    pub by_person: bool,
    /// Whether the line was typed at a terminal. Only there may a line that is not a command be a sentence.
    pub at_terminal: bool,
    /// Whether the request only observes and is not part of the conversation, such as the refresh of a page.
    /// An open question then stays open.
    pub aside: bool,
    /// The input that the person gave outside of the line, because it must not appear in a line.
    pub given: Option<Given>,
    /// The records that are still being written. The reply waits for them; the next request of the session
    /// does not.
    pub(crate) unsettled: PendingWrites,
}

impl Request {
    /// Creates a request of a program that does not listen to events.
    pub fn new(
        input: impl Into<Input>,
        grant: &Grant,
        session: impl Into<String>,
        workspace: impl Into<PathBuf>,
    ) -> Self {
        Self {
            input: input.into(),
            owner: grant.owner.clone(),
            permissions: grant.permissions,
            session: session.into(),
            workspace: workspace.into(),
            events: Arc::new(()),
            cancellation: Cancellation::default(),
            by_person: false,
            at_terminal: false,
            aside: false,
            given: None,
            unsettled: PendingWrites::default(),
        }
    }

    /// Returns the same person's request in another session.
    pub(crate) fn beside(&self, session: &str) -> Self {
        Self {
            input: Input::Line(String::new()),
            owner: self.owner.clone(),
            session: session.into(),
            permissions: self.permissions,
            workspace: self.workspace.clone(),
            events: Arc::clone(&self.events),
            cancellation: self.cancellation.clone(),
            by_person: self.by_person,
            at_terminal: false,
            aside: false,
            given: None,
            unsettled: PendingWrites::default(),
        }
    }

    /// Returns the context for calls on behalf of this request.
    pub(crate) fn context(&self) -> Context {
        Context {
            permissions: self.permissions,
            language: self.language(),
            ..Context::new(&self.session, &self.workspace)
        }
    }

    /// Returns the person's language if the request is a line or a sentence. Quoted text does not count,
    /// unless the line has no other words, as in `say "..."`.
    pub(crate) fn language(&self) -> Option<Language> {
        let sentence = match &self.input {
            Input::Line(line) => line.trim().strip_prefix("say ").unwrap_or(line).trim(),
            Input::Call(call) if self.input.is_sentence() => {
                call.parameters.get("sentence")?.as_text()?.trim()
            }
            Input::Call(_) => return None,
        };
        let quoted = sentence.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        Some(match tongue(quoted.unwrap_or(sentence)) {
            Tongue::English => Language::English,
            Tongue::Portuguese => Language::Portuguese,
        })
    }

    /// Returns the owner's name for the session. While a request is executed, `session` is the id.
    pub(crate) fn session_name(&self) -> &str {
        self.owner.session_name(&self.session).unwrap_or(&self.session)
    }
}

/// The result of a request.
#[derive(Debug)]
pub enum Reply {
    /// The report of a request that was parsed.
    Report(Box<Report>),
    /// A report, after which the conversation continues in another session.
    Moved {
        /// The report.
        report: Box<Report>,
        /// The session for the following requests.
        session: String,
    },
    /// The response document for a request that came as a document.
    Document {
        /// The result or error document.
        document: Box<serde_json::Value>,
        /// The exit code for a command with this result.
        exit: u8,
    },
    /// A sentence that led to no execution, but to a question or an error.
    Refused {
        /// The report for a person.
        report: Box<Report>,
        /// The document for a program.
        document: Box<serde_json::Value>,
        /// The exit code for a command with this result.
        exit: u8,
    },
    /// The error of a line that cannot be parsed.
    NotUnderstood(ParseError),
    /// The empty reply to a blank line or a comment.
    Nothing,
    /// The request to end the session.
    Exit,
}

impl Reply {
    /// Returns the report, if the reply has one.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Self::Report(report) | Self::Moved { report, .. } | Self::Refused { report, .. } => Some(report),
            Self::Document { .. } | Self::NotUnderstood(_) | Self::Nothing | Self::Exit => None,
        }
    }

    pub(crate) fn report_mut(&mut self) -> Option<&mut Report> {
        match self {
            Self::Report(report) | Self::Moved { report, .. } | Self::Refused { report, .. } => Some(report),
            Self::Document { .. } | Self::NotUnderstood(_) | Self::Nothing | Self::Exit => None,
        }
    }
}
