use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::cancellation::Cancellation;
use crate::change::Change;
use crate::credential::Credentials;
use crate::definition::SitePattern;
use crate::event::EventSink;
use crate::failure::{Cause, Failure};
use crate::future::BoxFuture;
use crate::history::History;
use crate::language::Language;
use crate::logbook::Logbook;
use crate::model::Model;
use crate::permission::Permissions;
use crate::sandbox::Sandbox;
use crate::seals::Seals;
use crate::signature::Signature;
use crate::value::{Object, Value};
use crate::view::View;

/// A verb of a domain: `files.create_file`, `web.click`, `board.move_card`.
///
/// The engine checks the arguments against the signature before the call: all required ones are present, each
/// has the declared type, and defaults are filled in.
pub trait Capability: Send + Sync {
    /// The name, parameters, return type and effect of the verb.
    fn signature(&self) -> &Signature;

    /// Executes the verb.
    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;
}

/// The checked arguments of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Args(Object);

impl Args {
    /// Wraps arguments that have already been checked against the signature.
    pub fn new(arguments: Object) -> Self {
        Self(arguments)
    }

    /// Returns the argument, or nothing if it is missing or null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !matches!(value, Value::Null))
    }

    /// Returns a required text. Secrets are revealed here, because the caller is the code that uses the
    /// value.
    pub fn text(&self, name: &str) -> Result<&str, Failure> {
        self.optional_text(name).ok_or_else(|| missing(name))
    }

    /// Returns an optional text.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::expose_text)
    }

    /// Returns a boolean; false if it is missing and has no default.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns an optional integer.
    pub fn optional_integer(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_number).and_then(|number| number.as_i64())
    }

    /// Whether the argument holds a secret, so that the action log must mask it.
    pub fn is_secret(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Secret(_)))
    }

    /// Returns all arguments.
    pub fn as_object(&self) -> &Object {
        &self.0
    }
}

fn unknown_credential(name: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("no credentials are stored under the name \"{name}\""))
        .hint("Keep them with `lemmascope credentials add <name> --origin <url>`.")
}

fn missing(name: &str) -> Failure {
    Failure::new(Cause::MissingParameter, format!("parameter \"{name}\" is missing"))
}

/// The context of a call: its session, limits and services.
pub struct Context {
    /// The session that makes the call.
    pub session: String,
    /// The places that the call applies to if these differ from the current ones of the session, by block
    /// keyword: the number of a tab, or a name for one that is opened on first use.
    pub blocks: BTreeMap<String, String>,
    /// The working directory of the session; relative paths are resolved against it.
    pub workspace: PathBuf,
    /// The idempotency key. All attempts at the same step share it, for receivers that detect repetitions.
    pub idempotency_key: String,
    /// Whether a process that crashed may already have executed this step. The call then checks first, and
    /// reports an effect that is already present as success.
    pub repeated: bool,
    /// Whether the action that this call undoes may be incomplete or never executed, because the process
    /// crashed during it. The call then checks first, completes a half-done action, and succeeds if there is
    /// nothing to undo.
    pub unsettled: bool,
    /// Records how to undo the action. A call that changes something reversibly invokes it before the change.
    pub promise: Promise,
    /// The cancellation flag. Long calls wait for it or poll it between steps.
    pub cancellation: Cancellation,
    /// The sink for progress events.
    pub events: Arc<dyn EventSink>,
    /// The time limit of this attempt. The engine aborts the call after it; a call that waits returns a
    /// little earlier with an error that names the condition it waited for.
    pub limit: Duration,
    /// The sandbox of a call from an untrusted definition: it refuses actions that could harm the user.
    pub sandbox: Option<Arc<Sandbox>>,
    /// Whether the call is the only one of its run. The outcome of several calls is reported by the intent
    /// that contains them.
    pub alone: bool,
    /// The permissions of the caller. The engine refuses a call that needs any other.
    pub permissions: Permissions,
    /// The language of the sentence that led to the call, if any.
    pub language: Option<Language>,
    /// Looks up the current value of a setting.
    pub settings: Lookup,
    /// The site patterns from packs and from the user.
    pub patterns: Arc<[SitePattern]>,
    /// The log in which a call reports the separate actions that it performs.
    pub logbook: Logbook,
    /// Looks up the credentials for a sign-in.
    pub credentials: Credentials,
    /// Encrypts values that are stored for the owner of the session.
    pub seals: Seals,
    /// The language model, if one is configured.
    pub model: Option<Model>,
    /// The history of earlier actions.
    pub history: History,
}

/// Stores an undo call. When the future resolves, it is durable.
pub type Promise = Arc<dyn Fn(Call) -> BoxFuture<'static, Result<(), Failure>> + Send + Sync>;

/// Looks up the current value of a setting.
pub type Lookup = Arc<dyn Fn(&str) -> Option<Value> + Send + Sync>;

impl Context {
    /// Creates a context without event sink and settings, with a limit of 30 seconds and all permissions.
    pub fn new(session: impl Into<String>, workspace: impl Into<PathBuf>) -> Self {
        Self {
            session: session.into(),
            blocks: BTreeMap::new(),
            workspace: workspace.into(),
            idempotency_key: String::new(),
            repeated: false,
            unsettled: false,
            promise: Arc::new(|_| Box::pin(async { Ok(()) })),
            cancellation: Cancellation::default(),
            events: Arc::new(()),
            limit: Duration::from_secs(30),
            sandbox: None,
            alone: true,
            permissions: Permissions::all(),
            language: None,
            settings: Arc::new(|_| None),
            patterns: Arc::default(),
            logbook: Logbook::default(),
            credentials: Arc::new(|name| Box::pin(async move { Err(unknown_credential(&name)) })),
            seals: Seals::without_key(),
            model: None,
            history: Arc::new(|_| Box::pin(async { Ok(Vec::new()) })),
        }
    }

    /// Returns the place that a block with that keyword sets for the call.
    pub fn block(&self, keyword: &str) -> Option<&str> {
        self.blocks.get(keyword).map(String::as_str)
    }

    /// Whether the call comes from an untrusted definition.
    pub fn is_sandboxed(&self) -> bool {
        self.sandbox.is_some()
    }

    /// Returns the current value of a setting, if it exists.
    pub fn setting(&self, key: &str) -> Option<Value> {
        (self.settings)(key)
    }
}

/// The result of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// The returned value.
    pub value: Value,
    /// The changes that the call made.
    pub changes: Vec<Change>,
    /// The line for the action log; without it, the log shows the verb and its arguments.
    pub line: Option<String>,
    /// The call that undoes this one. Its own outcome contains the call that redoes it.
    pub undo: Option<Call>,
    /// A one-word verdict if there is more to report than success: `changed`, `navigated`.
    pub verdict: Option<&'static str>,
    /// The messages that appeared after the call, such as alerts and status messages of a page.
    pub said: Vec<String>,
    /// The view of the page or screen, for calls whose whole result is an observation.
    pub view: Option<View>,
}

impl Outcome {
    /// Creates an outcome that returns a value and changes nothing.
    pub fn found(value: impl Into<Value>) -> Self {
        Self { value: value.into(), ..Self::default() }
    }

    /// Sets the line for the action log.
    #[must_use]
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.line = Some(line.into());
        self
    }

    /// Adds a change.
    #[must_use]
    pub fn change(mut self, change: Change) -> Self {
        self.changes.push(change);
        self
    }

    /// Sets the call that undoes this one.
    #[must_use]
    pub fn undo(mut self, call: Call) -> Self {
        self.undo = Some(call);
        self
    }

    /// Sets the one-word verdict.
    #[must_use]
    pub fn verdict(mut self, verdict: &'static str) -> Self {
        self.verdict = Some(verdict);
        self
    }

    /// Sets the view.
    #[must_use]
    pub fn view(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }
}

/// A call that can be stored and executed later.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Call {
    /// The verb.
    pub capability: String,
    /// Its arguments. They contain no secrets, because stored calls can be read.
    pub arguments: Object,
}
