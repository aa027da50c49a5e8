use lemmascope_intent::{Cause, Failure, RefusalForm, RouteRefusal};
use lemmascope_store::StoreError;
use serde_json::{Value as Json, json};

/// Returns the format in which all routes of channels refuse a request.
pub(crate) fn refusal() -> RefusalForm {
    RefusalForm { schema: schema(), write }
}

fn schema() -> Json {
    let text = || json!({"type": "string"});
    json!({
        "type": "object",
        "description": "A request that led to nothing.",
        "required": ["ok", "error"],
        "properties": {
            "ok": {"const": false},
            "error": {
                "type": "object",
                "required": ["code", "field", "reason"],
                "properties": {
                    "code": text(),
                    "field": {"type": ["string", "null"], "description": "The field of the request that is at fault."},
                    "reason": text(),
                    "hint": {"type": "string", "description": "How to fix it."},
                    "retry_after": {"type": "integer", "description": "The seconds after which it may succeed."},
                },
                "additionalProperties": false,
            },
        },
        "additionalProperties": false,
    })
}

/// Converts problem details into the format of the protocol.
fn write(problem: &Json) -> Json {
    let text = |name: &str| problem.get(name).and_then(Json::as_str);
    let mut error = json!({
        "code": text("code").unwrap_or("REFUSED"),
        "field": text("field"),
        "reason": text("detail").unwrap_or("the request was refused"),
    });
    let hints = problem.get("hint").and_then(Json::as_array).into_iter().flatten();
    let hints: Vec<&str> = hints.filter_map(Json::as_str).collect();
    if !hints.is_empty() {
        error["hint"] = json!(hints.join(" "));
    }
    json!({"ok": false, "error": error})
}

/// The reason why a request to the gateway failed, in the format of the protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct GatewayFailure {
    /// The HTTP status.
    pub status: u16,
    /// The code.
    pub code: &'static str,
    /// The faulty field, as a path in the document: `payload.question`.
    pub field: Option<String>,
    /// The reason.
    pub reason: String,
    /// The remedy.
    pub hint: Option<String>,
    /// The number of seconds after which a retry may succeed.
    pub retry_after: Option<u64>,
}

impl GatewayFailure {
    /// Returns a failure with this status and code.
    pub fn new(status: u16, code: &'static str, reason: impl Into<String>) -> Self {
        Self { status, code, field: None, reason: reason.into(), hint: None, retry_after: None }
    }

    /// Returns the failure for an invalid field.
    pub fn invalid(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::new(422, "INVALID_INPUT", reason).about(field)
    }

    /// Returns the failure for a missing resource.
    pub fn not_found(reason: impl Into<String>) -> Self {
        Self::new(404, "NOT_FOUND", reason)
    }

    /// Returns the failure for a resource of another agent.
    pub fn forbidden(reason: impl Into<String>) -> Self {
        Self::new(403, "FORBIDDEN", reason)
    }

    /// Returns the failure for an action that the current state does not allow.
    pub fn conflict(code: &'static str, reason: impl Into<String>) -> Self {
        Self::new(409, code, reason)
    }

    /// Adds the faulty field.
    #[must_use]
    pub fn about(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// Adds a remedy.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Returns the failure as JSON, in the format of the protocol.
    pub fn to_json(&self) -> Json {
        let mut error = json!({"code": self.code, "field": self.field, "reason": self.reason});
        if let Some(hint) = &self.hint {
            error["hint"] = json!(hint);
        }
        if let Some(seconds) = self.retry_after {
            error["retry_after"] = json!(seconds);
        }
        json!({"ok": false, "error": error})
    }
}

impl From<StoreError> for GatewayFailure {
    fn from(error: StoreError) -> Self {
        let failure = match error.is_transient() {
            true => Self {
                retry_after: Some(1),
                ..Self::new(503, "STORE_UNAVAILABLE", "the database of channels does not answer")
            },
            false => Self::new(500, "STORE_FAILED", "the database of channels failed"),
        };
        tracing::error!(%error, "the database of channels failed");
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<GatewayFailure> for RouteRefusal {
    fn from(failure: GatewayFailure) -> Self {
        let mut cause = Failure::new(Cause::Failed, failure.reason.clone());
        cause.field = failure.field.clone();
        cause.hint = failure.hint.clone();
        Self { status: Some(failure.status), body: Some(failure.to_json()), failure: cause }
    }
}
