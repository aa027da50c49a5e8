//! The routes and the background work of domains, with the same checks as all other endpoints.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Weak};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use lemmascope_engine::{Grant, Input, NamedCall, Reply, Request};
use lemmascope_intent::{
    BoxFuture, Cancellation, Cause, Failure, Owner, RecordedRun, Route, RouteAnswer, RouteCall, RouteEvent,
    RouteEvents, RouteMethod, RouteRefusal, RouteSchema, Seals, Submission, Submit, SubmittedRequest,
    Value as Given,
};
use serde_json::{Value, json};

use crate::answer::{Answer, BEAT};
use crate::call;
use crate::endpoint::{AnswerSchema, Endpoint, Exchange, QueryParameter};
use crate::problem::{MEDIA_TYPE, Problem};
use crate::reply;
use crate::service::Service;

/// Returns the endpoint of a route.
pub(crate) fn endpoint(route: &Arc<Route>) -> Endpoint {
    let handle = Arc::clone(route);
    let endpoint =
        Endpoint::new(method(route.method), route.path, route.id, route.summary, move |exchange| {
            answer(Arc::clone(&handle), exchange)
        });
    let query = route.query.iter().map(|it| QueryParameter {
        name: it.name,
        schema: it.schema.clone(),
        about: it.about,
    });
    Endpoint {
        tag: route.tag,
        permission: route.permission,
        shapes: route.shapes.clone(),
        query: query.collect(),
        body: route.body.clone(),
        checks_body: route.checks_body,
        is_idempotent: route.is_idempotent,
        refusal: route.refusal.clone(),
        status: route.status,
        answer: match &route.answer {
            RouteSchema::Json(schema) => AnswerSchema::Json(schema.clone()),
            RouteSchema::Media(kind) => AnswerSchema::Media(kind),
            RouteSchema::Events(schema) => AnswerSchema::Events(schema.clone()),
        },
        ..endpoint
    }
}

/// Starts the background work of all domains, which ends when it is cancelled.
pub(crate) fn spawn_background_tasks(
    service: &Arc<Service>,
    stop: &Cancellation,
) -> Vec<tokio::task::JoinHandle<()>> {
    let engine: Arc<dyn Submit> = Arc::new(WeakEngine(Arc::downgrade(service)));
    let work = service.background.iter().map(|work| work(Arc::clone(&engine), stop.clone()));
    work.map(tokio::spawn).collect()
}

fn method(method: RouteMethod) -> Method {
    match method {
        RouteMethod::Get => Method::GET,
        RouteMethod::Post => Method::POST,
        RouteMethod::Put => Method::PUT,
        RouteMethod::Patch => Method::PATCH,
        RouteMethod::Delete => Method::DELETE,
    }
}

async fn answer(route: Arc<Route>, exchange: Exchange) -> Result<Answer, Problem> {
    let stop = exchange.service.stop.clone();
    let call = RouteCall {
        owner: exchange.grant.owner.clone(),
        permissions: exchange.grant.permissions,
        headers: readable(&exchange.headers),
        path: exchange.path,
        query: exchange.query,
        body: exchange.body,
        engine: Arc::new(WeakEngine(Arc::downgrade(&exchange.service))),
        cancellation: exchange.cancellation,
    };
    match (route.handle)(call).await {
        Ok(answer) => written(answer, stop),
        Err(refusal) => refused(refusal, &route),
    }
}

/// Returns the headers without credentials, which domains do not need.
fn readable(headers: &HeaderMap) -> HashMap<String, String> {
    let readable = headers.iter().filter(|(name, _)| ![header::AUTHORIZATION, header::COOKIE].contains(name));
    readable.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_string()))).collect()
}

fn written(answer: RouteAnswer, stop: Cancellation) -> Result<Answer, Problem> {
    match answer {
        RouteAnswer::Json { status, body, headers } => {
            let headers =
                headers.into_iter().filter_map(|(name, value)| parse_header(name, &value)).collect();
            Ok(Answer::Json { status: status_of(status), body, headers })
        }
        RouteAnswer::Bytes { media, bytes, headers } => {
            let mut response = Response::new(bytes.into());
            let headers = headers.into_iter().filter_map(|(name, value)| parse_header(name, &value));
            response.headers_mut().extend(headers);
            if let Ok(media) = HeaderValue::from_str(&media) {
                response.headers_mut().insert(header::CONTENT_TYPE, media);
            }
            Ok(Answer::Other(response))
        }
        RouteAnswer::NotModified { headers } => {
            let mut response = Response::new(axum::body::Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            let headers = headers.into_iter().filter_map(|(name, value)| parse_header(name, &value));
            response.headers_mut().extend(headers);
            Ok(Answer::Other(response))
        }
        RouteAnswer::Events(events) => Ok(Answer::Other(streamed(events, stop))),
    }
}

fn streamed(events: RouteEvents, stop: Cancellation) -> Response {
    let events = stream::unfold((events, stop), |(mut events, stop)| async move {
        let event = tokio::select! {
            event = events() => event?,
            () = stop.cancelled() => return None,
        };
        Some((Ok::<_, Infallible>(message(event)), (events, stop)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(BEAT)).into_response()
}

fn message(event: RouteEvent) -> Message {
    let message = Message::default().event(event.event).data(event.data.to_string());
    match event.id {
        Some(id) => message.id(id),
        None => message,
    }
}

fn refused(refusal: RouteRefusal, route: &Route) -> Result<Answer, Problem> {
    match refusal.body {
        Some(body) => {
            let status = refusal.status.map_or_else(|| Problem::of(&refusal.failure).status(), status_of);
            let is_problem = route.refusal.is_none() && !status.is_success();
            let headers = match is_problem {
                true => vec![(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE))],
                false => Vec::new(),
            };
            Ok(Answer::Json { status, body, headers })
        }
        None => {
            let problem = Problem::of(&refusal.failure);
            Err(match refusal.status {
                Some(status) => problem.at(status_of(status)),
                None => problem,
            })
        }
    }
}

fn status_of(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn parse_header(name: &'static str, value: &str) -> Option<(HeaderName, HeaderValue)> {
    Some((HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value).ok()?))
}

/// The engine's interface for domains. It does not keep the engine alive.
struct WeakEngine(Weak<Service>);

impl Submit for WeakEngine {
    fn submit(&self, submission: Submission) -> BoxFuture<'static, Result<Value, Failure>> {
        let service = self.0.upgrade();
        Box::pin(async move {
            let Some(service) = service else {
                return Err(Failure::new(Cause::Unavailable, "the server has ended"));
            };
            let request = request(submission, &service);
            match service.engine.submit(request).await {
                Reply::NotUnderstood(error) => {
                    let failure = Failure::new(Cause::InvalidParameter, error.message.clone());
                    Err(error.hint.iter().fold(failure, |failure, hint| failure.hint(hint.clone())))
                }
                reply => Ok(reply::document(&reply)),
            }
        })
    }

    fn recorded(&self, owner: &Owner, run: &str) -> BoxFuture<'static, Result<RecordedRun, Failure>> {
        let (service, owner, run) = (self.0.upgrade(), owner.clone(), run.to_string());
        Box::pin(async move {
            let Some(service) = service else {
                return Err(Failure::new(Cause::Unavailable, "the server has ended"));
            };
            let run = match service.engine.run(&owner, &run).await {
                Ok(run) => run,
                Err(failure) if failure.cause == Cause::TargetNotFound => return Ok(RecordedRun::Unknown),
                Err(failure) => return Err(failure),
            };
            Ok(match run.status.as_str() {
                "running" => RecordedRun::UnderWay,
                "interrupted" => RecordedRun::Unknown,
                status => RecordedRun::Ended(run.report.unwrap_or_else(|| json!({"status": status}))),
            })
        })
    }

    fn setting(&self, key: &str) -> Option<Given> {
        let lookup = self.0.upgrade()?.engine.lookup();
        lookup(key)
    }

    fn seals(&self, owner: &Owner) -> Option<Seals> {
        Some(self.0.upgrade()?.engine.seals(owner))
    }
}

fn request(submission: Submission, service: &Service) -> Request {
    let grant = Grant { owner: submission.owner, permissions: submission.permissions, key: None };
    let input: Input = match submission.request {
        SubmittedRequest::Sentence(text) => call::sentence(&text, &Value::Null).into(),
        SubmittedRequest::Line(line) => line.into(),
        SubmittedRequest::Call { name, parameters, dry_run } => {
            let options = if dry_run { vec![("dry-run".to_string(), None)] } else { Vec::new() };
            NamedCall { name, parameters, options }.into()
        }
    };
    let input = match &submission.confirm {
        Some(digest) => input.confirmed(digest),
        None => input,
    };
    let mut request = Request::new(input, &grant, submission.session, &service.workspace);
    request.events = submission.events;
    request.cancellation = submission.cancellation;
    request
}
