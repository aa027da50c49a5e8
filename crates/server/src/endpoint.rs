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

/// One operation of the HTTP interface. The router, the OpenAPI document and all checks before the handler are made from it.
pub(crate) struct Endpoint {
    /// The method.
    pub method: Method,
    /// The path, with `{name}` for parameters.
    pub path: &'static str,
    /// The name of the operation.
    pub id: &'static str,
    /// The group under which it is documented.
    pub tag: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The permission that it needs; everybody may call one without.
    pub permission: Option<Permission>,
    /// The shapes of parameters of the path. Where several endpoints have the same path, the first is taken whose shapes fit.
    pub shapes: Vec<(&'static str, PathShape)>,
    /// The parameters of the query.
    pub query: Vec<QueryParameter>,
    /// The schema of the body, if it takes one.
    pub body: Option<Value>,
    /// Whether the handler checks the body itself.
    pub checks_body: bool,
    /// Whether the handler makes repeated requests safe itself.
    pub is_idempotent: bool,
    /// The form of refusals that are no problem details.
    pub refusal: Option<RefusalForm>,
    /// The answer.
    pub answer: AnswerSchema,
    /// Whether it begins a run, for which a client may prefer not to wait.
    pub begins_run: bool,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The answers that it has beside this one and problems.
    pub others: Vec<OtherAnswer>,
    /// The handler.
    pub handle: Handler,
}

/// A parameter of the query.
pub(crate) struct QueryParameter {
    /// The name.
    pub name: &'static str,
    /// Its schema.
    pub schema: Value,
    /// What it is for.
    pub about: &'static str,
}

/// The form of an answer that is no problem.
pub(crate) enum AnswerSchema {
    /// A JSON document of that schema.
    Json(Value),
    /// Another media type.
    Media(&'static str),
    /// Server-sent events whose data are JSON documents of that schema.
    Events(Value),
}

/// An answer that an endpoint has beside the usual ones.
pub(crate) struct OtherAnswer {
    /// The HTTP status.
    pub status: u16,
    /// When it is given.
    pub about: &'static str,
    /// Its media type and its schema, if it has a body.
    pub content: Option<(&'static str, Value)>,
}

/// A function that answers.
pub(crate) type Handler = Arc<dyn Fn(Exchange) -> Answering + Send + Sync>;

/// An answer to come.
pub(crate) type Answering = Pin<Box<dyn Future<Output = Result<Answer, Problem>> + Send>>;

impl Endpoint {
    /// An endpoint that takes no body.
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
            begins_run: false,
            status: 200,
            others: Vec::new(),
            handle: Arc::new(move |exchange| Box::pin(handle(exchange))),
        }
    }

    /// With the schema of its body.
    pub(crate) fn body(mut self, schema: Value) -> Self {
        self.body = Some(schema);
        self
    }

    /// With the schema of its answer.
    pub(crate) fn answers(mut self, schema: Value) -> Self {
        self.answer = AnswerSchema::Json(schema);
        self
    }

    /// With the schema of the resource that it creates.
    pub(crate) fn creates(mut self, schema: Value) -> Self {
        self.status = 201;
        self.answers(schema)
    }

    /// With a further answer.
    pub(crate) fn also(
        mut self,
        status: u16,
        about: &'static str,
        content: Option<(&'static str, Value)>,
    ) -> Self {
        self.others.push(OtherAnswer { status, about, content });
        self
    }

    /// With the media type of its answer.
    pub(crate) fn media(mut self, kind: &'static str) -> Self {
        self.answer = AnswerSchema::Media(kind);
        self
    }

    /// With the schema of the events that it streams.
    pub(crate) fn streams(mut self, schema: Value) -> Self {
        self.answer = AnswerSchema::Events(schema);
        self
    }

    /// Answered by the report of a run, or by the run where the client prefers not to wait.
    pub(crate) fn begins_run(mut self) -> Self {
        self.answer = AnswerSchema::Json(crate::schema::report());
        self.begins_run = true;
        self
    }

    /// With a parameter of the query.
    pub(crate) fn query(mut self, name: &'static str, schema: Value, about: &'static str) -> Self {
        self.query.push(QueryParameter { name, schema, about });
        self
    }

    /// With the permission that it needs.
    pub(crate) fn needs(mut self, permission: Permission) -> Self {
        self.permission = Some(permission);
        self
    }

    /// For everybody.
    pub(crate) fn open(mut self) -> Self {
        self.permission = None;
        self
    }

    /// Whether it may change something: such a request can be repeated safely with an `Idempotency-Key`.
    pub(crate) fn changes(&self) -> bool {
        self.method != Method::GET
    }

    /// Whether the path with these values is one of its own.
    pub(crate) fn fits(&self, path: &HashMap<String, String>) -> bool {
        self.shapes.iter().all(|(name, shape)| path.get(*name).is_some_and(|value| shape(value)))
    }

    /// The names of the parameters of the path.
    pub(crate) fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        parameters(self.path)
    }
}

/// Whether two paths are the same, but for the names of their parameters.
pub(crate) fn same_path(one: &str, other: &str) -> bool {
    let is_parameter = |part: &str| part.starts_with('{');
    let (ones, others) = (one.split('/'), other.split('/'));
    ones.clone().count() == others.clone().count()
        && ones.zip(others).all(|(a, b)| a == b || is_parameter(a) && is_parameter(b))
}

/// The names of the parameters of a path.
pub(crate) fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// One request on its way through an endpoint: authenticated, permitted, and with a body that fits its schema.
pub(crate) struct Exchange {
    /// The service.
    pub service: Arc<Service>,
    /// The rights of the caller.
    pub grant: Grant,
    /// The headers.
    pub headers: HeaderMap,
    /// The parameters of the path.
    pub path: HashMap<String, String>,
    /// The parameters of the query.
    pub query: HashMap<String, String>,
    /// The body; null where the endpoint takes none.
    pub body: Value,
    /// Whether the endpoint only reads.
    pub reads: bool,
    /// The span of the request, where it is traced.
    pub span: Option<RequestSpan>,
    /// Cancels the request: the client is gone, or the server stops.
    pub cancellation: Cancellation,
}

/// The session of requests that name none.
pub(crate) const DEFAULT_SESSION: &str = "default";

impl Exchange {
    /// A parameter of the path.
    pub(crate) fn part(&self, name: &str) -> &str {
        self.path.get(name).map(String::as_str).unwrap_or_default()
    }

    /// A text of the body.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.body.get(name).and_then(Value::as_str)
    }

    /// The session that the path, the body or the query names.
    pub(crate) fn session(&self) -> &str {
        let named = self.path.get("session").map(String::as_str);
        named
            .or_else(|| self.text("session"))
            .or_else(|| self.query.get("session").map(String::as_str))
            .unwrap_or(DEFAULT_SESSION)
    }

    /// A request to the engine in the session of the exchange.
    pub(crate) fn request(&self, input: impl Into<Input>) -> Request {
        let mut request = Request::new(input, &self.grant, self.session(), &self.service.workspace);
        request.cancellation = self.cancellation.clone();
        request.aside = self.reads;
        request.events = observed(self.span.as_ref(), Arc::new(()));
        request
    }
}
