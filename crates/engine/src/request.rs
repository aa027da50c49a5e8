//! Requests to the engine, and its replies.

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{
    Cancellation, Context, EventSink, Language, Object, Owner, Permissions, Report, Value,
};
use lemmascope_language::command::ParseError;
use lemmascope_language::words::{Tongue, tongue};

use crate::credentials::Given;
use crate::sessions::Unsettled;

/// The form in which a request comes.
#[derive(Debug, Clone)]
pub enum Input {
    /// A line of the command language, under which `define` may bring others, or a document.
    Line(String),
    /// A call by name.
    Call(NamedCall),
}

/// A call of an intent, a verb or a command of the engine by its name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NamedCall {
    /// The name: `login`, `files.create_file`, `engine.undo`.
    pub name: String,
    /// The values by the names of the parameters.
    pub parameters: Object,
    /// The options that every intent takes, such as `dry_run`; a switch has no value.
    pub options: Vec<(String, Option<Value>)>,
}

/// The command that takes sentences, and the answers to questions that they lead to.
const SAY: &str = "engine.say";
/// The option by which a person agrees to a plan.
const CONFIRM: &str = "confirm";

impl Input {
    /// Whether it is a sentence. The answer to its question is a sentence too.
    pub fn is_sentence(&self) -> bool {
        matches!(self, Self::Call(call) if call.name == SAY)
    }

    /// Whether a person agrees with it to some plan.
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

    /// Whether a person agrees with it to the plan of that digest.
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

    /// The same with the digest by which a person agrees to its plan.
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

/// The rights of the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The owner of the sessions.
    pub owner: Owner,
    /// The permissions.
    pub permissions: Permissions,
    /// The id of the key that was shown; nothing for the person at this machine.
    pub key: Option<String>,
}

impl Grant {
    /// The rights of the person at this machine.
    pub fn local() -> Self {
        Self { owner: Owner::local(), permissions: Permissions::all(), key: None }
    }

    /// The rights of a person who is not known: none.
    pub fn nobody() -> Self {
        Self { permissions: Permissions::from_iter([]), ..Self::local() }
    }
}

/// Something that is asked for.
pub struct Request {
    /// The request itself.
    pub input: Input,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner has for it.
    pub session: String,
    /// The permissions of the caller.
    pub permissions: Permissions,
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
    /// Whether it only looks on beside the conversation, as a page does that refreshes itself. A question stays open then.
    pub aside: bool,
    /// What the person gave beside the line, because it must not stand in one.
    pub given: Option<Given>,
    /// What is being recorded of it. The reply waits for that, and the session's next request does not.
    pub(crate) unsettled: Unsettled,
}

impl Request {
    /// A request of a program that listens to no events.
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
            unsettled: Unsettled::default(),
        }
    }

    /// A request of the same person in another session.
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
            unsettled: Unsettled::default(),
        }
    }

    /// The surroundings of a call on behalf of the request.
    pub(crate) fn context(&self) -> Context {
        Context {
            permissions: self.permissions,
            language: self.language(),
            ..Context::new(&self.session, &self.workspace)
        }
    }

    /// The language that the person used, where the request is a line or a sentence. What is quoted in a line does not count, unless
    /// that is all there is, as in `say "..."`.
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

    /// The name that the owner has for the session, of a request that is executed: there `session` is the id.
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

impl Reply {
    /// The report, if there is one.
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
