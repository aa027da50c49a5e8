use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lemmascope_engine::{Reply, to_json};
use lemmascope_intent::{RefusalForm, Report, Status};
use serde_json::{Value, json};

use crate::problem::Problem;

/// The interval of keep-alive comments in an idle stream.
pub(crate) const BEAT: Duration = Duration::from_secs(15);

/// The response of an endpoint.
pub(crate) enum Answer {
    /// A JSON document.
    Json {
        /// The HTTP status.
        status: StatusCode,
        /// The document.
        body: Value,
        /// Additional headers.
        headers: Vec<(HeaderName, HeaderValue)>,
    },
    /// Any other response, such as a stream.
    Other(Response),
}

impl Answer {
    /// Returns a JSON response.
    pub(crate) fn json(body: Value) -> Self {
        Self::Json { status: StatusCode::OK, body, headers: Vec::new() }
    }

    /// Returns a text response with this media type.
    pub(crate) fn text(kind: &'static str, text: impl Into<Body>) -> Self {
        Self::Other(([(header::CONTENT_TYPE, kind)], text.into()).into_response())
    }

    /// Converts a problem into the format of another protocol, with the same status and headers.
    pub(crate) fn refusal(problem: Problem, form: &RefusalForm) -> Self {
        let (status, body) = (problem.status(), (form.write)(&problem.to_json()));
        let headers = problem.into_headers().into_iter().filter_map(|(name, value)| Some((name?, value)));
        Self::Json { status, body, headers: headers.collect() }
    }

    /// Converts a reply of the engine. An error report without a run is a problem, because nothing was
    /// executed.
    pub(crate) fn of(reply: Reply) -> Result<Self, Problem> {
        match reply {
            Reply::Report(report) => of_report(&report).map(Self::json),
            Reply::Moved { report, session } => {
                let mut body = of_report(&report)?;
                body["session"] = session.into();
                Ok(Self::json(body))
            }
            Reply::Document { document, exit } => {
                let status = if exit == 0 { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
                Ok(Self::Json { status, body: *document, headers: Vec::new() })
            }
            Reply::Refused { report, .. } => of_report(&report).map(Self::json),
            Reply::NotUnderstood(error) => Err(Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                error.code.as_str(),
                error.message.clone(),
            )
            .with("position", json!(error.position))
            .with("hint", json!(error.hint.iter().collect::<Vec<_>>()))),
            Reply::Nothing | Reply::Exit => Ok(Self::json(json!({"status": "ok", "intent": ""}))),
        }
    }
}

/// Converts a report into JSON, or into a problem.
pub(crate) fn of_report(report: &Report) -> Result<Value, Problem> {
    if report.status == Status::Error && report.run.is_none() {
        return Err(Problem::of_report(report));
    }
    Ok(to_json(report))
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        match self {
            Self::Json { status, body, headers } => {
                let kind = [(header::CONTENT_TYPE, "application/json")];
                let mut response = (status, kind, body.to_string()).into_response();
                for (name, value) in headers {
                    response.headers_mut().insert(name, value);
                }
                response
            }
            Self::Other(response) => response,
        }
    }
}
