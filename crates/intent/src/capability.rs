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

/// One verb of one domain: `files.create_file`, `web.click`, `board.move_card`.
///
/// The arguments have been checked against the signature before the call: required ones are there,
/// each is of its type, and defaults are filled in.
pub trait Capability: Send + Sync {
    /// What the verb is called, takes, returns and does.
    fn signature(&self) -> &Signature;

    /// Carries it out.
    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;
}

/// The checked arguments of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Args(Object);

impl Args {
    /// Takes arguments that have been checked against the signature.
    pub fn new(arguments: Object) -> Self {
        Self(arguments)
    }

    /// The argument, unless it is missing or null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !matches!(value, Value::Null))
    }

    /// A required text. Secrets open here: the caller is the place that uses the value.
    pub fn text(&self, name: &str) -> Result<&str, Failure> {
        self.optional_text(name).ok_or_else(|| missing(name))
    }

    /// A text that may be left out.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::expose_text)
    }

    /// A switch; off when it is left out and has no default.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A whole number that may be left out.
    pub fn optional_integer(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_number).and_then(|number| number.as_i64())
    }

    /// Whether the argument holds a secret, so that the action log must mask it.
    pub fn is_secret(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Secret(_)))
    }

    /// All of them.
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

/// What a call may know of its surroundings.
pub struct Context {
    /// The session on whose behalf it runs.
    pub session: String,
    /// The places that it is for, where these are not the ones that the session is at, by the words for them: the number of a tab, or
    /// a name for one that is opened when it is first used.
    pub blocks: BTreeMap<String, String>,
    /// The directory in which the session works; relative paths start here.
    pub workspace: PathBuf,
    /// The same for every attempt at the same step, for receivers that can tell repetitions.
    pub idempotency_key: String,
    /// The step may have been executed before by a process that died. The call looks first, and
    /// counts an effect that is there already as done.
    pub repeated: bool,
    /// What this call takes back may never have been done, or only half: a process died over it. The call
    /// looks first, finishes what is half done, and counts as done where there is nothing to take back.
    pub unsettled: bool,
    /// Writes down how what is about to be done is undone. A call that changes something and can take it
    /// back tells so here before it begins.
    pub promise: Promise,
    /// Set when the call should stop; long ones wait for it, or look at it between two steps.
    pub cancellation: Cancellation,
    /// Where progress is told.
    pub events: Arc<dyn EventSink>,
    /// How long this attempt may take. The engine breaks it off after that; a call that waits gives up
    /// a little earlier and says what it was waiting for.
    pub limit: Duration,
    /// The bounds of the call, where it is made for a definition that is not trusted: what may do harm to the person
    /// at this machine is refused.
    pub sandbox: Option<Arc<Sandbox>>,
    /// Whether it is the only call of its run. What becomes of several is told by the intent that they are the steps of.
    pub alone: bool,
    /// The permissions of the caller. The engine refuses a call that needs another.
    pub permissions: Permissions,
    /// The language of the sentence that the call comes from; nothing for a call that no sentence led to.
    pub language: Option<Language>,
    /// What the settings are now.
    pub settings: Lookup,
    /// What packs and the user have described of pages.
    pub patterns: Arc<[SitePattern]>,
    /// Where a call that does several things tells of them.
    pub logbook: Logbook,
    /// Opens what is kept to sign in with.
    pub credentials: Credentials,
    /// Seals what is stored for the owner of the session.
    pub seals: Seals,
    /// Asks the language model, where one is configured.
    pub model: Option<Model>,
    /// Tells what was done before.
    pub history: History,
}

/// Writes a way back down. When it comes back, that is certain.
pub type Promise = Arc<dyn Fn(Call) -> BoxFuture<'static, Result<(), Failure>> + Send + Sync>;

/// Finds what a setting is now.
pub type Lookup = Arc<dyn Fn(&str) -> Option<Value> + Send + Sync>;

impl Context {
    /// A call that nobody listens to, that has half a minute, is trusted with everything, and has no settings.
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

    /// The place that the call is for, where a block of that keyword says so.
    pub fn block(&self, keyword: &str) -> Option<&str> {
        self.blocks.get(keyword).map(String::as_str)
    }

    /// Whether the call is made for a definition that is not trusted.
    pub fn is_sandboxed(&self) -> bool {
        self.sandbox.is_some()
    }

    /// What the setting of this name is now, if there is one.
    pub fn setting(&self, key: &str) -> Option<Value> {
        (self.settings)(key)
    }
}

/// What a call did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// What it returns.
    pub value: Value,
    /// What is different now.
    pub changes: Vec<Change>,
    /// How the action log tells it, on one line; without it, the log shows the verb and its arguments.
    pub line: Option<String>,
    /// The call that takes it back. Its own outcome says how to do it again.
    pub undo: Option<Call>,
    /// What became of it, in a word, where there is more to say than that it was done: `changed`,
    /// `navigated`.
    pub verdict: Option<&'static str>,
    /// The messages that appeared after it: what a page says in an alert or a status.
    pub said: Vec<String>,
    /// What there is to see, for calls whose whole answer is a look at something.
    pub view: Option<View>,
}

impl Outcome {
    /// Something was found out.
    pub fn found(value: impl Into<Value>) -> Self {
        Self { value: value.into(), ..Self::default() }
    }

    /// As the action log is to tell it.
    #[must_use]
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.line = Some(line.into());
        self
    }

    /// With a change.
    #[must_use]
    pub fn change(mut self, change: Change) -> Self {
        self.changes.push(change);
        self
    }

    /// With the call that takes it back.
    #[must_use]
    pub fn undo(mut self, call: Call) -> Self {
        self.undo = Some(call);
        self
    }

    /// With what became of it, in a word.
    #[must_use]
    pub fn verdict(mut self, verdict: &'static str) -> Self {
        self.verdict = Some(verdict);
        self
    }

    /// With what there is to see.
    #[must_use]
    pub fn view(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }
}

/// A call that can be stored and made later.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Call {
    /// The verb.
    pub capability: String,
    /// Its arguments. They hold no secrets: what is stored is read back.
    pub arguments: Object,
}
