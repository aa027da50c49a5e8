use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lemmascope_intent::{Cause, Failure, Report};
use serde_json::{Map, Value, json};

/// A failed request as problem details (RFC 9457). The codes are the same in all interfaces.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    status: StatusCode,
    members: Map<String, Value>,
    headers: HeaderMap,
}

impl Problem {
    /// Creates a problem with this status, code and description.
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        let members = [
            ("type", format!("/docs#{code}").into()),
            ("title", status.canonical_reason().unwrap_or("Error").into()),
            ("status", status.as_u16().into()),
            ("detail", Value::from(detail.into())),
            ("code", code.into()),
        ];
        let members = members.map(|(name, value)| (name.to_string(), value)).into_iter().collect();
        Self { status, members, headers: HeaderMap::new() }
    }

    /// Converts a failure.
    pub(crate) fn of(failure: &Failure) -> Self {
        Self::of_report(&Report::error("", failure))
    }

    /// Converts a report without a run.
    pub(crate) fn of_report(report: &Report) -> Self {
        let code = report.code.map_or("STEP_FAILED", |code| code.as_str());
        let status = report.cause.map_or(StatusCode::CONFLICT, status_of);
        let summary = report.summary.clone().unwrap_or_default();
        let mut problem = Self::new(status, code, summary);
        let cause = report.cause.map(Cause::as_str);
        problem.put("cause", json!(cause));
        problem.put("intent", json!(report.intent));
        problem.put("field", json!(report.field));
        problem.put("instead", json!(report.instead));
        problem.put("context", json!(report.context));
        problem.put("hint", json!(report.hints));
        problem
    }

    /// Sets another HTTP status.
    pub(crate) fn at(mut self, status: StatusCode) -> Self {
        self.status = status;
        self.put("status", status.as_u16().into());
        self.put("title", status.canonical_reason().unwrap_or("Error").into());
        self
    }

    /// Adds a remedy.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.put("hint", json!([hint.into()]));
        self
    }

    /// Adds a member, unless it is empty.
    pub(crate) fn with(mut self, name: &str, value: Value) -> Self {
        self.put(name, value);
        self
    }

    /// Adds a header.
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Returns the HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the additional headers.
    pub(crate) fn into_headers(self) -> HeaderMap {
        self.headers
    }

    /// Returns the document.
    pub(crate) fn to_json(&self) -> Value {
        Value::Object(self.members.clone())
    }

    fn put(&mut self, name: &str, value: Value) {
        let is_empty = match &value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        if !is_empty {
            self.members.insert(name.into(), value);
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self::of(&failure)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, MEDIA_TYPE)];
        let mut response = (self.status, kind, self.to_json().to_string()).into_response();
        response.headers_mut().extend(self.headers);
        response
    }
}

/// The media type of problem details.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

fn status_of(cause: Cause) -> StatusCode {
    match cause {
        Cause::UnknownIntent | Cause::TargetNotFound => StatusCode::NOT_FOUND,
        Cause::Forbidden | Cause::OutsideRoots | Cause::PermissionDenied => StatusCode::FORBIDDEN,
        Cause::MissingParameter | Cause::InvalidParameter => StatusCode::UNPROCESSABLE_ENTITY,
        Cause::DefinitionInvalid | Cause::PackLoadFailed => StatusCode::UNPROCESSABLE_ENTITY,
        Cause::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
        Cause::Timeout => StatusCode::GATEWAY_TIMEOUT,
        _ => StatusCode::CONFLICT,
    }
}
