//! HTTP routes that a domain provides besides its verbs: a protocol with externally defined paths and
//! documents, or the data of its own console page. The server knows them by these values alone.

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
    /// The tag that groups it in the documentation.
    pub tag: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The required permission; a route without one is public.
    pub permission: Option<Permission>,
    /// The shapes of path parameters, by name. Of several routes with the same path, the server takes the
    /// first whose shapes match.
    pub shapes: Vec<(&'static str, PathShape)>,
    /// The query parameters.
    pub query: Vec<RouteParameter>,
    /// The JSON schema of the body, if it has one.
    pub body: Option<Json>,
    /// Whether the handler validates the body itself, to answer in the terms of its protocol. The schema is
    /// then documentation only.
    pub checks_body: bool,
    /// Whether the handler is idempotent by itself. Otherwise the server deduplicates requests by the
    /// `Idempotency-Key` header.
    pub is_idempotent: bool,
    /// The HTTP status of a successful response.
    pub status: u16,
    /// The format of a successful response.
    pub answer: RouteSchema,
    /// The error format of the protocol. Without it, the server sends problem details.
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

/// A query parameter.
pub struct RouteParameter {
    /// The name.
    pub name: &'static str,
    /// Its JSON schema.
    pub schema: Json,
    /// Its description.
    pub about: &'static str,
}

/// Whether a text can be the value of a path parameter.
pub type PathShape = fn(&str) -> bool;

/// The format of a response.
pub enum RouteSchema {
    /// A JSON document with that schema.
    Json(Json),
    /// Another media type.
    Media(&'static str),
    /// Server-sent events whose data are JSON documents with that schema.
    Events(Json),
}

/// The error format of a protocol.
#[derive(Debug, Clone)]
pub struct RefusalForm {
    /// The JSON schema of the document.
    pub schema: Json,
    /// Converts problem details into the document.
    pub write: fn(&Json) -> Json,
}

/// A function that handles a request.
pub type RouteHandler =
    Arc<dyn Fn(RouteCall) -> BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> + Send + Sync>;

/// An authenticated and authorized request to a route.
pub struct RouteCall {
    /// The owner of the API key; for an agent's key, the name of the agent.
    pub owner: Owner,
    /// The permissions of the key.
    pub permissions: Permissions,
    /// The headers, by lower-case name.
    pub headers: HashMap<String, String>,
    /// The path parameters.
    pub path: HashMap<String, String>,
    /// The query parameters.
    pub query: HashMap<String, String>,
    /// The body; null if the route has none.
    pub body: Json,
    /// The engine.
    pub engine: Arc<dyn Submit>,
    /// Cancels the request when the client disconnects or the server stops.
    pub cancellation: Cancellation,
}

/// The response of a route.
pub enum RouteAnswer {
    /// A JSON document.
    Json {
        /// The HTTP status.
        status: u16,
        /// The document.
        body: Json,
        /// Additional headers.
        headers: Vec<(&'static str, String)>,
    },
    /// Bytes of a media type.
    Bytes {
        /// The media type.
        media: String,
        /// The bytes.
        bytes: Vec<u8>,
        /// Additional headers.
        headers: Vec<(&'static str, String)>,
    },
    /// Not modified: the client has the current version, according to its `If-None-Match` header.
    NotModified {
        /// The headers, including the entity tag.
        headers: Vec<(&'static str, String)>,
    },
    /// Server-sent events.
    Events(RouteEvents),
}

/// A stream of server-sent events: each call waits for the next event, and `None` ends the stream. Meanwhile
/// the server sends comments to keep the connection open, and it drops the stream when the client
/// disconnects.
pub type RouteEvents = Box<dyn FnMut() -> BoxFuture<'static, Option<RouteEvent>> + Send>;

/// A server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub struct RouteEvent {
    /// The ID from which a client resumes (`Last-Event-ID`).
    pub id: Option<String>,
    /// The name.
    pub event: String,
    /// The data.
    pub data: Json,
}

/// A request to a route that failed.
#[derive(Debug, Clone)]
pub struct RouteRefusal {
    /// The HTTP status, if it differs from that of the failure's code.
    pub status: Option<u16>,
    /// The document, sent verbatim: in the format of the route's [`RefusalForm`], or problem details if it
    /// has none. Without a document, the failure is written like any other.
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
    /// Executes a request, and returns its report as JSON in the common format, whatever its status. A
    /// request that cannot be parsed is a failure.
    fn submit(&self, submission: Submission) -> BoxFuture<'static, Result<Json, Failure>>;

    /// Returns the recorded state of an owner's run.
    fn recorded(&self, owner: &Owner, run: &str) -> BoxFuture<'static, Result<RecordedRun, Failure>>;

    /// Returns the current value of a setting.
    fn setting(&self, key: &str) -> Option<Value>;

    /// Returns the encryption for data that a domain stores for an owner.
    fn seals(&self, owner: &Owner) -> Option<Seals>;
}

/// The recorded state of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordedRun {
    /// It has ended with this report in JSON.
    Ended(Json),
    /// It is still running.
    UnderWay,
    /// Its process ended before the run did, or the run was never recorded: its progress is unknown.
    Unknown,
}

/// A request to the engine.
pub struct Submission {
    /// The owner of the session.
    pub owner: Owner,
    /// The permissions of the caller.
    pub permissions: Permissions,
    /// The session, by its owner's name for it.
    pub session: String,
    /// The request.
    pub request: SubmittedRequest,
    /// The digest of the plan that a person has confirmed.
    pub confirm: Option<String>,
    /// The sink for the events of the run.
    pub events: Arc<dyn EventSink>,
    /// Cancels the run.
    pub cancellation: Cancellation,
}

/// The form of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum SubmittedRequest {
    /// A sentence.
    Sentence(String),
    /// A command line.
    Line(String),
    /// A call of an intent or a verb by name, with parameters by name.
    Call {
        /// The name.
        name: String,
        /// The parameters.
        parameters: Object,
        /// Whether it is a dry run.
        dry_run: bool,
    },
}

/// A background task of a domain in a server: it starts with the server, and returns soon after it is
/// cancelled.
pub type BackgroundWork = Box<dyn Fn(Arc<dyn Submit>, Cancellation) -> BoxFuture<'static, ()> + Send + Sync>;

/// A console page of a domain.
pub struct Page {
    /// Its path, with a single segment: `/board`. Its files are at `/board/NAME`.
    pub path: &'static str,
    /// Its title in the console.
    pub title: &'static str,
    /// The files by name; `index.html` is the page itself. The content security policy of the console
    /// applies, so that scripts, styles and pictures must be files.
    pub files: &'static [(&'static str, &'static str)],
}

impl Route {
    /// Creates a route without body that requires the permission to observe.
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

    /// Sets the tag in the documentation.
    #[must_use]
    pub fn tag(self, tag: &'static str) -> Self {
        Self { tag, ..self }
    }

    /// Sets the required permission.
    #[must_use]
    pub fn needs(self, permission: Permission) -> Self {
        Self { permission: Some(permission), ..self }
    }

    /// Makes the route public.
    #[must_use]
    pub fn open(self) -> Self {
        Self { permission: None, ..self }
    }

    /// Adds the shape of a path parameter.
    #[must_use]
    pub fn shape(mut self, name: &'static str, shape: PathShape) -> Self {
        self.shapes.push((name, shape));
        self
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: &'static str, schema: Json, about: &'static str) -> Self {
        self.query.push(RouteParameter { name, schema, about });
        self
    }

    /// Sets the schema of the body.
    #[must_use]
    pub fn body(self, schema: Json) -> Self {
        Self { body: Some(schema), ..self }
    }

    /// Marks that the handler validates the body itself.
    #[must_use]
    pub fn checking_body(self) -> Self {
        Self { checks_body: true, ..self }
    }

    /// Marks that the handler is idempotent by itself.
    #[must_use]
    pub fn idempotent(self) -> Self {
        Self { is_idempotent: true, ..self }
    }

    /// Sets the format of a successful response.
    #[must_use]
    pub fn answers(self, answer: RouteSchema) -> Self {
        Self { answer, ..self }
    }

    /// Sets the status of a successful response.
    #[must_use]
    pub fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// Sets the error format of the protocol.
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
    /// Returns a JSON document with status 200.
    pub fn json(body: Json) -> Self {
        Self::Json { status: 200, body, headers: Vec::new() }
    }

    /// Returns a JSON document with a status.
    pub fn with_status(status: u16, body: Json) -> Self {
        Self::Json { status, body, headers: Vec::new() }
    }
}

impl RouteCall {
    /// Returns a path parameter.
    pub fn part(&self, name: &str) -> &str {
        self.path.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Creates a request to the engine on behalf of the caller.
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
