use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::{HeaderMap, Method};
use lemmascope_engine::{Grant, Input, Request};
use lemmascope_intent::{Cancellation, PathShape, Permission, RefusalForm};
use serde_json::Value;

use crate::answer::Answer;
use crate::problem::Problem;
use crate::service::Service;
use crate::telemetry::{RequestSpan, observed};

/// An operation of the HTTP interface. The router, the OpenAPI document and all checks before the handler are
/// derived from it.
pub(crate) struct Endpoint {
    /// The method.
    pub method: Method,
    /// The path, with `{name}` for parameters.
    pub path: &'static str,
    /// The id of the operation.
    pub id: &'static str,
    /// The tag in the documentation.
    pub tag: &'static str,
    /// The one-line summary.
    pub summary: &'static str,
    /// The required permission; `None` for a public endpoint.
    pub permission: Option<Permission>,
    /// The shapes of path parameters. Of several endpoints with the same path, the first one with matching
    /// shapes is used.
    pub shapes: Vec<(&'static str, PathShape)>,
    /// The query parameters.
    pub query: Vec<QueryParameter>,
    /// The schema of the body, if it accepts one.
    pub body: Option<Value>,
    /// Whether the handler validates the body itself.
    pub checks_body: bool,
    /// Whether the handler itself is idempotent.
    pub is_idempotent: bool,
    /// The format of refusals, if it is not problem details.
    pub refusal: Option<RefusalForm>,
    /// The response.
    pub answer: AnswerSchema,
    /// Whether it starts a run, for which a client may prefer an asynchronous response.
    pub starts_run: bool,
    /// The HTTP status of a successful response.
    pub status: u16,
    /// The other responses, besides problems.
    pub others: Vec<AdditionalResponse>,
    /// The handler.
    pub handle: Handler,
}

/// A query parameter.
pub(crate) struct QueryParameter {
    /// The name.
    pub name: &'static str,
    /// The schema.
    pub schema: Value,
    /// The description.
    pub about: &'static str,
}

/// The format of a successful response.
pub(crate) enum AnswerSchema {
    /// A JSON document with this schema.
    Json(Value),
    /// Another media type.
    Media(&'static str),
    /// Server-sent events whose data are JSON documents with this schema.
    Events(Value),
}

/// An additional response of an endpoint.
pub(crate) struct AdditionalResponse {
    /// The HTTP status.
    pub status: u16,
    /// The condition for this response.
    pub about: &'static str,
    /// The media type and the schema, if it has a body.
    pub content: Option<(&'static str, Value)>,
}

/// A function that handles a request.
pub(crate) type Handler = Arc<dyn Fn(Exchange) -> AnswerFuture + Send + Sync>;

/// A future response.
pub(crate) type AnswerFuture = Pin<Box<dyn Future<Output = Result<Answer, Problem>> + Send>>;

impl Endpoint {
    /// Creates an endpoint without a body.
    pub(crate) fn new<F, A>(
        method: Method,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handle: F,
    ) -> Self
    where
        F: Fn(Exchange) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Answer, Problem>> + Send + 'static,
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
            refusal: None,
            answer: AnswerSchema::Json(serde_json::json!({"type": "object"})),
            starts_run: false,
            status: 200,
            others: Vec::new(),
            handle: Arc::new(move |exchange| Box::pin(handle(exchange))),
        }
    }

    /// Sets the schema of the body.
    pub(crate) fn body(mut self, schema: Value) -> Self {
        self.body = Some(schema);
        self
    }

    /// Sets the schema of the response.
    pub(crate) fn answers(mut self, schema: Value) -> Self {
        self.answer = AnswerSchema::Json(schema);
        self
    }

    /// Sets the schema of the created resource, and the status 201.
    pub(crate) fn creates(mut self, schema: Value) -> Self {
        self.status = 201;
        self.answers(schema)
    }

    /// Adds a response.
    pub(crate) fn also(
        mut self,
        status: u16,
        about: &'static str,
        content: Option<(&'static str, Value)>,
    ) -> Self {
        self.others.push(AdditionalResponse { status, about, content });
        self
    }

    /// Sets the media type of the response.
    pub(crate) fn media(mut self, kind: &'static str) -> Self {
        self.answer = AnswerSchema::Media(kind);
        self
    }

    /// Sets the schema of the streamed events.
    pub(crate) fn streams(mut self, schema: Value) -> Self {
        self.answer = AnswerSchema::Events(schema);
        self
    }

    /// Marks the endpoint as one that starts a run: its response is the report, or the run if the client
    /// prefers an asynchronous response.
    pub(crate) fn starts_run(mut self) -> Self {
        self.answer = AnswerSchema::Json(crate::schema::report());
        self.starts_run = true;
        self
    }

    /// Adds a query parameter.
    pub(crate) fn query(mut self, name: &'static str, schema: Value, about: &'static str) -> Self {
        self.query.push(QueryParameter { name, schema, about });
        self
    }

    /// Sets the required permission.
    pub(crate) fn needs(mut self, permission: Permission) -> Self {
        self.permission = Some(permission);
        self
    }

    /// Makes the endpoint public.
    pub(crate) fn open(mut self) -> Self {
        self.permission = None;
        self
    }

    /// Whether it may change something, so that a repetition needs an `Idempotency-Key` to be safe.
    pub(crate) fn changes(&self) -> bool {
        self.method != Method::GET
    }

    /// Whether the path parameters match its shapes.
    pub(crate) fn fits(&self, path: &HashMap<String, String>) -> bool {
        self.shapes.iter().all(|(name, shape)| path.get(*name).is_some_and(|value| shape(value)))
    }

    /// Returns the names of the path parameters.
    pub(crate) fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        parameters(self.path)
    }
}

/// Whether two paths are equal, except for the names of their parameters.
pub(crate) fn is_equivalent_path(one: &str, other: &str) -> bool {
    let is_parameter = |part: &str| part.starts_with('{');
    let (ones, others) = (one.split('/'), other.split('/'));
    ones.clone().count() == others.clone().count()
        && ones.zip(others).all(|(a, b)| a == b || is_parameter(a) && is_parameter(b))
}

/// Returns the names of the parameters in a path.
pub(crate) fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// A request to an endpoint: authenticated, permitted, and with a valid body.
pub(crate) struct Exchange {
    /// The service.
    pub service: Arc<Service>,
    /// The grant of the caller.
    pub grant: Grant,
    /// The headers.
    pub headers: HeaderMap,
    /// The path parameters.
    pub path: HashMap<String, String>,
    /// The query parameters.
    pub query: HashMap<String, String>,
    /// The body; null if the endpoint accepts none.
    pub body: Value,
    /// Whether the endpoint only reads.
    pub reads: bool,
    /// The span of the request, if it is traced.
    pub span: Option<RequestSpan>,
    /// The cancellation token of the request, which is set when the client disconnects or the server stops.
    pub cancellation: Cancellation,
}

/// The default session.
pub(crate) const DEFAULT_SESSION: &str = "default";

impl Exchange {
    /// Returns a path parameter.
    pub(crate) fn part(&self, name: &str) -> &str {
        self.path.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Returns a text in the body.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.body.get(name).and_then(Value::as_str)
    }

    /// Returns the session in the path, the body or the query.
    pub(crate) fn session(&self) -> &str {
        let named = self.path.get("session").map(String::as_str);
        named
            .or_else(|| self.text("session"))
            .or_else(|| self.query.get("session").map(String::as_str))
            .unwrap_or(DEFAULT_SESSION)
    }

    /// Returns a request to the engine in this session.
    pub(crate) fn request(&self, input: impl Into<Input>) -> Request {
        let mut request = Request::new(input, &self.grant, self.session(), &self.service.workspace);
        request.cancellation = self.cancellation.clone();
        request.aside = self.reads;
        request.events = observed(self.span.as_ref(), Arc::new(()));
        request
    }
}
