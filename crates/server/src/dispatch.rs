//! The processing of a request: admission, authentication, permissions, validation, idempotent execution,
//! metrics.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{MatchedPath, Path, Request};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use indexmap::IndexMap;
use jsonschema::Validator;
use lemmascope_engine::Grant;
use lemmascope_intent::Cancellation;
use serde_json::{Value, json};

use crate::a2a;
use crate::answer::Answer;
use crate::api;
use crate::body;
use crate::console;
use crate::endpoint::{Endpoint, Exchange, is_equivalent_path, parameters};
use crate::idempotency::{Begun, HEADER, Once, recorded};
use crate::mcp;
use crate::problem::Problem;
use crate::service::Service;

/// The path parameters, or the reason why they are invalid.
type PathParameters = Result<Path<HashMap<String, String>>, PathRejection>;

/// An endpoint with the compiled schema of its body.
struct Prepared {
    endpoint: Endpoint,
    validator: Option<Validator>,
}

/// The endpoints with the same path and method, distinguished by the shapes of their parameters.
type EndpointCandidates = Vec<Arc<Prepared>>;

/// Returns the router of all endpoints.
pub(crate) fn router(service: &Arc<Service>) -> Router {
    let mut paths: Vec<(&'static str, IndexMap<Method, EndpointCandidates>)> = Vec::new();
    for endpoint in api::endpoints(service) {
        let at =
            paths.iter().position(|(path, _)| is_equivalent_path(path, endpoint.path)).unwrap_or_else(|| {
                paths.push((endpoint.path, IndexMap::new()));
                paths.len() - 1
            });
        let alternatives = paths[at].1.entry(endpoint.method.clone()).or_default();
        // Endpoints with shapes precede those that accept any parameter.
        let before = match endpoint.shapes.is_empty() {
            true => alternatives.len(),
            false => alternatives.iter().filter(|it| !it.endpoint.shapes.is_empty()).count(),
        };
        alternatives.insert(before, Arc::new(Prepared::new(endpoint)));
    }
    let mut router = Router::new();
    for (path, methods) in paths {
        let merged = methods.into_iter().fold(MethodRouter::new(), |merged, (method, alternatives)| {
            merged.merge(route(Arc::clone(service), path, &method, alternatives))
        });
        router = router.route(path, merged);
    }
    let metrics = Arc::clone(service);
    let router = router.merge(mcp::route(service)).merge(a2a::route(service)).merge(console::routes(service));
    router.fallback(path_not_found).method_not_allowed_fallback(method_not_allowed).layer(
        axum::middleware::from_fn(move |request: Request, next: axum::middleware::Next| {
            let service = Arc::clone(&metrics);
            async move { guard(&service, request, next).await }
        }),
    )
}

impl Prepared {
    fn new(endpoint: Endpoint) -> Self {
        // A test compiles all of these schemas.
        let validator = endpoint.body.as_ref().and_then(|schema| jsonschema::validator_for(schema).ok());
        Self { endpoint, validator }
    }

    /// Returns the path parameters by the names of this endpoint, if they match its shapes.
    fn named(&self, path: &str, values: &HashMap<String, String>) -> Option<HashMap<String, String>> {
        let names = parameters(path).zip(self.endpoint.path_parameters());
        let named: HashMap<String, String> =
            names.filter_map(|(routed, own)| Some((own.to_string(), values.get(routed)?.clone()))).collect();
        self.endpoint.fits(&named).then_some(named)
    }
}

fn route(
    service: Arc<Service>,
    path: &'static str,
    method: &Method,
    alternatives: EndpointCandidates,
) -> MethodRouter {
    let filter = MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET);
    let alternatives: Arc<[Arc<Prepared>]> = alternatives.into();
    on(filter, move |values: PathParameters, request: Request| {
        let (service, alternatives) = (Arc::clone(&service), Arc::clone(&alternatives));
        async move {
            match values {
                Ok(Path(values)) => {
                    let fitting = alternatives.iter().find_map(|it| Some((it, it.named(path, &values)?)));
                    match fitting {
                        Some((prepared, path)) => answer(service, Arc::clone(prepared), path, request).await,
                        None => path_not_found().await.into_response(),
                    }
                }
                Err(rejection) => {
                    let detail = rejection.body_text();
                    Problem::new(StatusCode::BAD_REQUEST, "PATH_INVALID", detail).into_response()
                }
            }
        }
    })
}

/// Checks every request before it is routed, and adds the headers of all responses.
async fn guard(service: &Service, mut request: Request, next: axum::middleware::Next) -> Response {
    let span = service.telemetry.as_ref().map(|telemetry| {
        let route = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str);
        telemetry.request(request.headers(), request.method(), route)
    });
    if let Some(span) = &span {
        request.extensions_mut().insert(span.clone());
    }
    let authority = request.uri().authority().map(|authority| authority.as_str().to_string());
    let mut response = match service.gate.admit(request.headers(), authority.as_deref()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if let Some(span) = span {
        span.end(response.status().as_u16());
    }
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // With `no-referrer`, browsers submit the sign-in form with the origin `null`, which the gate rejects.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.entry(header::X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    response
}

async fn path_not_found() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "PATH_NOT_FOUND", "there is nothing at this path")
        .hint("GET /openapi.json lists the paths, /docs shows them.")
}

async fn method_not_allowed(method: Method) -> Problem {
    let detail = format!("this path does not take {method}");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", detail)
}

async fn answer(
    service: Arc<Service>,
    prepared: Arc<Prepared>,
    path: HashMap<String, String>,
    request: Request,
) -> Response {
    let began = Instant::now();
    let response = match carry_out(Arc::clone(&service), &prepared, path, request).await {
        Ok(answer) => answer.into_response(),
        Err(problem) => match &prepared.endpoint.refusal {
            Some(form) => Answer::refusal(problem, form).into_response(),
            None => problem.into_response(),
        },
    };
    let (operation, status) = (prepared.endpoint.id, response.status().as_u16());
    service.metrics.answered(operation, status, began.elapsed());
    let milliseconds = began.elapsed().as_millis();
    tracing::info!(target: "lemmascope::http", operation, status, milliseconds, "answered");
    response
}

async fn carry_out(
    service: Arc<Service>,
    prepared: &Prepared,
    path: HashMap<String, String>,
    request: Request,
) -> Result<Answer, Problem> {
    let endpoint = &prepared.endpoint;
    let (parts, body) = request.into_parts();
    let grant = match endpoint.permission {
        None => Grant::nobody(),
        Some(permission) => {
            let grant = service.gate.authenticate(&service.engine, &parts.headers).await?;
            service.gate.throttle(&grant)?;
            if !grant.permissions.includes(permission) {
                let detail = format!("this key has no scope \"{permission}\"");
                return Err(Problem::new(StatusCode::FORBIDDEN, "SCOPE_MISSING", detail).hint(format!(
                    "Create a key with it: `lemmascope keys create AGENT --scopes {permission},…`"
                )));
            }
            grant
        }
    };
    if service.is_draining() && endpoint.changes() {
        return Err(stopping());
    }
    let (bytes, body) = match &endpoint.body {
        Some(_) => read_body(&service, &parts.headers, body, prepared).await?,
        None => (Bytes::new(), Value::Null),
    };
    let query = read_query(endpoint, parts.uri.query().unwrap_or_default())?;
    let operation = format!("{} {}", endpoint.method, parts.uri.path());
    let begun = match endpoint.changes() && !endpoint.is_idempotent {
        true => Once::begin(&service, &grant, &parts.headers, &operation, &bytes).await?,
        false => Begun::Unmarked,
    };
    let once = match begun {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::First(once) => Some(once),
        Begun::Unmarked => None,
    };
    let cancellation = Cancellation::default();
    // A client with an idempotency key returns for its response; any other client that disconnects cancels
    // its request.
    let leaving = CancelOnDrop(cancellation.clone(), parts.headers.get(&HEADER).is_none());
    let exchange = Exchange {
        service: Arc::clone(&service),
        grant: grant.clone(),
        headers: parts.headers,
        path,
        query,
        body,
        reads: !endpoint.changes(),
        span: parts.extensions.get().cloned(),
        cancellation: cancellation.clone(),
    };
    let work = (endpoint.handle)(exchange);
    let (keeping, stop) = (Arc::clone(&service), service.stop.clone());
    let form = endpoint.refusal.clone();
    // A separate task, so that the request is completed even if the connection is lost.
    let task = tokio::spawn(async move {
        let mut work = work;
        let answer = tokio::select! {
            answer = &mut work => answer,
            () = stop.cancelled() => {
                cancellation.cancel();
                work.await
            }
        };
        // A refusal is recorded in the format in which it is sent.
        let answer = match (answer, form) {
            (Err(problem), Some(form)) if !problem.status().is_server_error() => {
                Ok(Answer::refusal(problem, &form))
            }
            (answer, _) => answer,
        };
        if let Some(once) = once {
            once.end(&keeping, &grant, recorded(&answer)).await?;
        }
        answer
    });
    let answer = task.await.unwrap_or_else(|_| {
        Err(Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "INTERNAL",
            "the request broke off by a fault in Lemmascope",
        ))
    });
    leaving.disarm();
    answer
}

/// Cancels the request if the connection is lost before the response.
struct CancelOnDrop(Cancellation, bool);

impl CancelOnDrop {
    fn disarm(mut self) {
        self.1 = false;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if self.1 {
            self.0.cancel();
        }
    }
}

fn stopping() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "STOPPING", "the server is stopping")
        .header(header::RETRY_AFTER, HeaderValue::from_static("5"))
}

async fn read_body(
    service: &Service,
    headers: &HeaderMap,
    body: Body,
    prepared: &Prepared,
) -> Result<(Bytes, Value), Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let bytes = body::read(&service.limits, headers, body).await?;
    let is_optional = || prepared.validator.as_ref().is_some_and(|it| it.is_valid(&json!({})));
    if bytes.is_empty() && kind.is_empty() && is_optional() {
        return Ok((bytes, json!({})));
    }
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "MEDIA_TYPE_UNSUPPORTED",
            "the body must be JSON",
        )
        .hint("Send `Content-Type: application/json`."));
    }
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, "JSON_INVALID", format!("the body is not JSON: {error}"))
    })?;
    if prepared.endpoint.checks_body {
        return Ok((bytes, value));
    }
    if let Some(error) = prepared.validator.as_ref().and_then(|it| it.iter_errors(&value).next()) {
        let field = error.instance_path().to_string();
        let detail = match field.is_empty() {
            true => format!("the body does not fit its schema: {}", error.masked()),
            false => format!("{field} does not fit its schema: {}", error.masked()),
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "PARAMETER_INVALID", detail)
            .with("field", json!(field)));
    }
    Ok((bytes, value))
}

fn read_query(endpoint: &Endpoint, query: &str) -> Result<HashMap<String, String>, Problem> {
    let invalid = |name: &str, detail: String| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "PARAMETER_INVALID", detail).with("field", json!(name))
    };
    let mut read = HashMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let Some(known) = endpoint.query.iter().find(|known| known.name == name) else {
            let detail = format!("there is no query parameter \"{name}\"");
            return Err(invalid(&name, detail));
        };
        let is_integer = known.schema["type"] == "integer";
        let typed = match value.parse::<u64>() {
            Ok(number) if is_integer => json!(number),
            _ => json!(value),
        };
        if !jsonschema::is_valid(&known.schema, &typed) {
            return Err(invalid(&name, format!("{name} does not fit its schema")));
        }
        read.insert(name.into_owned(), value.into_owned());
    }
    Ok(read)
}
