//! HTTP routes that a domain brings beside its verbs: a protocol whose paths and documents others have fixed, or the data of a page
//! of its own. The server knows them by these values alone.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::cancellation::Cancellation;
use crate::event::EventSink;
use crate::failure::Failure;
use crate::future::BoxFuture;
use crate::owner::Owner;
use crate::permission::{Permission, Permissions};
use crate::seals::Seals;
use crate::value::{Object, Value};

/// An HTTP route of a domain.
pub struct Route {
    /// The method.
    pub method: RouteMethod,
    /// The path, with `{name}` for parameters.
    pub path: &'static str,
    /// The name of the operation, unique among all routes: `applyBoardEnvelope`.
    pub id: &'static str,
    /// The group under which it is documented.
    pub tag: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The permission that it needs; everybody may call one without.
    pub permission: Option<Permission>,
    /// The shapes of parameters of the path, by their names. Where several routes have the same path, the first is taken whose shapes
    /// fit.
    pub shapes: Vec<(&'static str, PathShape)>,
    /// The parameters of the query.
    pub query: Vec<RouteParameter>,
    /// The JSON schema of the body, if it takes one.
    pub body: Option<Json>,
    /// Whether the handler checks the body itself, to answer in its protocol's own terms. The schema is documentation then.
    pub checks_body: bool,
    /// Whether the handler makes repeated requests safe itself. Otherwise the server does, by the `Idempotency-Key` header.
    pub is_idempotent: bool,
    /// The HTTP status of the usual answer.
    pub status: u16,
    /// The form of the usual answer.
    pub answer: RouteSchema,
    /// The protocol's own form of refusals. Without it, problem details are sent.
    pub refusal: Option<RefusalForm>,
    /// The handler.
    pub handle: RouteHandler,
}

/// The method of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteMethod {
    /// Reads.
    Get,
    /// Creates or acts.
    Post,
    /// Replaces.
    Put,
    /// Changes a part.
    Patch,
    /// Removes.
    Delete,
}

/// A parameter of the query.
pub struct RouteParameter {
    /// The name.
    pub name: &'static str,
    /// Its JSON schema.
    pub schema: Json,
    /// What it is for.
    pub about: &'static str,
}

/// Whether a text can be the value of a parameter of a path.
pub type PathShape = fn(&str) -> bool;

/// The form of an answer.
pub enum RouteSchema {
    /// A JSON document of that schema.
    Json(Json),
    /// Another media type.
    Media(&'static str),
    /// Server-sent events whose data are JSON documents of that schema.
    Events(Json),
}

/// The form in which a protocol refuses a request.
#[derive(Debug, Clone)]
pub struct RefusalForm {
    /// The JSON schema of the document.
    pub schema: Json,
    /// Writes the document from problem details.
    pub write: fn(&Json) -> Json,
}

/// A function that answers.
pub type RouteHandler =
    Arc<dyn Fn(RouteCall) -> BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> + Send + Sync>;

/// One request to a route: authenticated and permitted.
pub struct RouteCall {
    /// The owner of the key that was shown; the agent's name, for keys of agents.
    pub owner: Owner,
    /// The permissions of the key.
    pub permissions: Permissions,
    /// The headers, by their names in lower case.
    pub headers: HashMap<String, String>,
    /// The parameters of the path.
    pub path: HashMap<String, String>,
    /// The parameters of the query.
    pub query: HashMap<String, String>,
    /// The body; null where the route takes none.
    pub body: Json,
    /// The engine.
    pub engine: Arc<dyn Submit>,
    /// Cancels the request: the client is gone, or the server stops.
    pub cancellation: Cancellation,
}

/// The answer of a route.
pub enum RouteAnswer {
    /// A JSON document.
    Json {
        /// The HTTP status.
        status: u16,
        /// The document.
        body: Json,
        /// Further headers.
        headers: Vec<(&'static str, String)>,
    },
    /// Bytes of a media type.
    Bytes {
        /// The media type.
        media: String,
        /// The bytes.
        bytes: Vec<u8>,
        /// Further headers.
        headers: Vec<(&'static str, String)>,
    },
    /// Nothing: the client has what it asks for, as its `If-None-Match` says.
    NotModified {
        /// The headers, the entity tag among them.
        headers: Vec<(&'static str, String)>,
    },
    /// Server-sent events.
    Events(RouteEvents),
}

/// A stream of server-sent events: each call waits for the next one, and `None` ends the stream. The server sends comments meanwhile,
/// so that the connection stays open, and drops the stream when the client goes away.
pub type RouteEvents = Box<dyn FnMut() -> BoxFuture<'static, Option<RouteEvent>> + Send>;

/// A server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub struct RouteEvent {
    /// The number, by which a client resumes (`Last-Event-ID`).
    pub id: Option<String>,
    /// The name.
    pub event: String,
    /// The document.
    pub data: Json,
}

/// A request to a route that led to nothing.
#[derive(Debug, Clone)]
pub struct RouteRefusal {
    /// The HTTP status, where the code of the failure does not decide it.
    pub status: Option<u16>,
    /// The document, sent as it is: one of the route's [`RefusalForm`], or problem details where it has none. Without a document, the
    /// failure is written as every other.
    pub body: Option<Json>,
    /// The failure.
    pub failure: Failure,
}

impl From<Failure> for RouteRefusal {
    fn from(failure: Failure) -> Self {
        Self { status: None, body: None, failure }
    }
}

/// The engine, for routes and background work of domains.
pub trait Submit: Send + Sync {
    /// Carries a request out, and gives its report in JSON as every door writes it, whatever its status. A request that cannot be
    /// read is a failure.
    fn submit(&self, submission: Submission) -> BoxFuture<'static, Result<Json, Failure>>;

    /// What is recorded of a run of an owner.
    fn recorded(&self, owner: &Owner, run: &str) -> BoxFuture<'static, Result<RecordedRun, Failure>>;

    /// The value of a setting now.
    fn setting(&self, key: &str) -> Option<Value>;

    /// Seals what a domain stores for an owner.
    fn seals(&self, owner: &Owner) -> Option<Seals>;
}

/// What is recorded of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordedRun {
    /// It has ended, with this report in JSON.
    Ended(Json),
    /// It is still under way.
    UnderWay,
    /// Its process ended before it did, or it was never recorded: nobody knows how far it came.
    Unknown,
}

/// A request to the engine.
pub struct Submission {
    /// The owner of the session.
    pub owner: Owner,
    /// The permissions of the caller.
    pub permissions: Permissions,
    /// The session, by the name that its owner has for it.
    pub session: String,
    /// The request.
    pub request: SubmittedRequest,
    /// The digest of a plan that a person has agreed to.
    pub confirm: Option<String>,
    /// Listens to the events of the run.
    pub events: Arc<dyn EventSink>,
    /// Cancels it.
    pub cancellation: Cancellation,
}

/// The form in which a request comes.
#[derive(Debug, Clone, PartialEq)]
pub enum SubmittedRequest {
    /// A sentence.
    Sentence(String),
    /// A line of the command language.
    Line(String),
    /// A call of an intent or a verb by its name, with values by the names of its parameters.
    Call {
        /// The name.
        name: String,
        /// The values.
        parameters: Object,
        /// Whether it is only planned.
        dry_run: bool,
    },
}

/// Work of a domain in the background of a server: it begins with the server, and returns soon after it is cancelled.
pub type BackgroundWork = Box<dyn Fn(Arc<dyn Submit>, Cancellation) -> BoxFuture<'static, ()> + Send + Sync>;

/// A page of the console that a domain brings.
pub struct Page {
    /// Its path, with one segment: `/board`. Its files are at `/board/NAME`.
    pub path: &'static str,
    /// Its name in the console.
    pub title: &'static str,
    /// The files by name; `index.html` is the page itself. Scripts, styles and pictures come from files only: the content security
    /// policy of the console applies.
    pub files: &'static [(&'static str, &'static str)],
}

impl Route {
    /// A route that takes no body, and needs the permission to observe.
    pub fn new<F>(
        method: RouteMethod,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handle: F,
    ) -> Self
    where
        F: Fn(RouteCall) -> BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> + Send + Sync + 'static,
    {
        Self {
            method,
            path,
            id,
            tag: "",
            summary,
            permission: Some(Permission::Observe),
            shapes: Vec::new(),
            query: Vec::new(),
            body: None,
            checks_body: false,
            is_idempotent: false,
            status: 200,
            answer: RouteSchema::Json(serde_json::json!({"type": "object"})),
            refusal: None,
            handle: Arc::new(handle),
        }
    }

    /// In that group of the documentation.
    #[must_use]
    pub fn tag(self, tag: &'static str) -> Self {
        Self { tag, ..self }
    }

    /// With the permission that it needs.
    #[must_use]
    pub fn needs(self, permission: Permission) -> Self {
        Self { permission: Some(permission), ..self }
    }

    /// For everybody.
    #[must_use]
    pub fn open(self) -> Self {
        Self { permission: None, ..self }
    }

    /// With the shape of a parameter of its path.
    #[must_use]
    pub fn shape(mut self, name: &'static str, shape: PathShape) -> Self {
        self.shapes.push((name, shape));
        self
    }

    /// With a parameter of the query.
    #[must_use]
    pub fn query(mut self, name: &'static str, schema: Json, about: &'static str) -> Self {
        self.query.push(RouteParameter { name, schema, about });
        self
    }

    /// With a body of that schema.
    #[must_use]
    pub fn body(self, schema: Json) -> Self {
        Self { body: Some(schema), ..self }
    }

    /// With a handler that checks the body itself.
    #[must_use]
    pub fn checking_body(self) -> Self {
        Self { checks_body: true, ..self }
    }

    /// With a handler that makes repeated requests safe itself.
    #[must_use]
    pub fn idempotent(self) -> Self {
        Self { is_idempotent: true, ..self }
    }

    /// With the form of its answer.
    #[must_use]
    pub fn answers(self, answer: RouteSchema) -> Self {
        Self { answer, ..self }
    }

    /// With the status of its usual answer.
    #[must_use]
    pub fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// With refusals in the protocol's own form.
    #[must_use]
    pub fn refusal(self, refusal: RefusalForm) -> Self {
        Self { refusal: Some(refusal), ..self }
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Route").field("id", &self.id).field("path", &self.path).finish_non_exhaustive()
    }
}

impl RouteAnswer {
    /// A JSON document, with status 200.
    pub fn json(body: Json) -> Self {
        Self::Json { status: 200, body, headers: Vec::new() }
    }

    /// A JSON document with that status.
    pub fn with_status(status: u16, body: Json) -> Self {
        Self::Json { status, body, headers: Vec::new() }
    }
}

impl RouteCall {
    /// A parameter of the path.
    pub fn part(&self, name: &str) -> &str {
        self.path.get(name).map(String::as_str).unwrap_or_default()
    }

    /// A request to the engine on behalf of the caller.
    pub fn submission(&self, session: impl Into<String>, request: SubmittedRequest) -> Submission {
        Submission {
            owner: self.owner.clone(),
            permissions: self.permissions,
            session: session.into(),
            request,
            confirm: None,
            events: Arc::new(()),
            cancellation: self.cancellation.clone(),
        }
    }
}
