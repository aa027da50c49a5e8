//! Requests that are carried out once, however often they are sent.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use lemmascope_engine::{Earlier, Grant};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::problem::Problem;
use crate::service::Service;

/// The header by which a client marks a request that it may have to repeat.
pub(crate) static HEADER: HeaderName = HeaderName::from_static("idempotency-key");
static REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The longest key.
const LONGEST: usize = 255;
/// An answer that is longer is not stored; a repeated request gets a short one that says so.
const LONGEST_ANSWER: usize = 1 << 20;

/// A request that is carried out once.
pub(crate) struct Once {
    key: String,
}

/// Whether a request is carried out.
pub(crate) enum Begun {
    /// It carries no key.
    Unmarked,
    /// It is the first with its key.
    First(Once),
    /// It was answered before.
    Replayed(Answer),
}

impl Once {
    /// Looks whether a request was carried out before.
    pub(crate) async fn begin(
        service: &Service,
        grant: &Grant,
        headers: &HeaderMap,
        operation: &str,
        body: &[u8],
    ) -> Result<Begun, Problem> {
        let Some(key) = headers.get(&HEADER) else { return Ok(Begun::Unmarked) };
        let key =
            key.to_str().ok().filter(|key| !key.is_empty() && key.len() <= LONGEST).ok_or_else(|| {
                Problem::new(
                    StatusCode::BAD_REQUEST,
                    "IDEMPOTENCY_KEY_INVALID",
                    "the Idempotency-Key is empty, longer than 255 characters or not ASCII",
                )
            })?;
        let digest = digest(operation, body);
        match service.engine.begin_once(&grant.owner, key, &digest).await? {
            Earlier::None => Ok(Begun::First(Self { key: key.into() })),
            Earlier::Answered { status, body } => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
                let headers = vec![(REPLAYED.clone(), HeaderValue::from_static("true"))];
                let body = serde_json::from_str(&body).unwrap_or(Value::String(body));
                Ok(Begun::Replayed(Answer::Json { status, body, headers }))
            }
            Earlier::Other => Err(Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "IDEMPOTENCY_KEY_REUSED",
                "this Idempotency-Key came with another request",
            )
            .hint("Use a new key for each request.")),
            Earlier::UnderWay => Err(Problem::new(
                StatusCode::CONFLICT,
                "REQUEST_UNDER_WAY",
                "the same request is being carried out",
            )
            .hint("Repeat it later to get its answer.")
            .header(header::RETRY_AFTER, HeaderValue::from_static("1"))),
            Earlier::Unreadable => Err(Problem::new(
                StatusCode::CONFLICT,
                "ANSWER_UNREADABLE",
                "the same request was answered, and the answer was sealed with a key that is not here",
            )
            .hint("Look at GET /v1/runs for what became of it.")),
            Earlier::Interrupted => Err(Problem::new(
                StatusCode::CONFLICT,
                "REQUEST_INTERRUPTED",
                "the process that carried out this request ended before it did",
            )
            .hint("Look at GET /v1/runs for how far it came, then send it with a new key.")),
        }
    }

    /// Records the answer. A request whose answer cannot be repeated, such as a stream, is forgotten.
    pub(crate) async fn end(
        self,
        service: &Service,
        grant: &Grant,
        recorded: Option<(StatusCode, String)>,
    ) -> Result<(), Problem> {
        let (engine, owner) = (&service.engine, &grant.owner);
        match recorded {
            Some((status, body)) => engine.answer_once(owner, &self.key, status.as_u16(), &body).await?,
            None => engine.forget_once(owner, &self.key).await?,
        }
        Ok(())
    }
}

/// An answer as it is recorded; nothing where it is a stream, or a fault of the server that may be over next time.
pub(crate) fn recorded(answer: &Result<Answer, Problem>) -> Option<(StatusCode, String)> {
    let (status, body) = match answer {
        Ok(Answer::Json { status, body, .. }) => (*status, body.to_string()),
        Ok(Answer::Other(_)) => return None,
        Err(problem) if problem.status().is_server_error() => return None,
        Err(problem) => (problem.status(), problem.to_json().to_string()),
    };
    match body.len() <= LONGEST_ANSWER {
        true => Some((status, body)),
        false => Some((
            status,
            serde_json::json!({
                "status": "ok",
                "context": ["the request was carried out before; its answer was too long to be stored"],
            })
            .to_string(),
        )),
    }
}

fn digest(operation: &str, body: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(operation.as_bytes());
    hash.update([0]);
    hash.update(body);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
