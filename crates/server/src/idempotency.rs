//! Idempotent requests, which are executed once even if they are sent several times.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use lemmascope_engine::{Earlier, Grant};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::problem::{MEDIA_TYPE, Problem};
use crate::service::Service;

/// The header with the idempotency key of a request.
pub(crate) static HEADER: HeaderName = HeaderName::from_static("idempotency-key");
static REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The maximum length of a key.
const LONGEST: usize = 255;
/// The maximum size of a stored response. For a longer one, a repeated request gets a short note instead.
const LONGEST_ANSWER: usize = 1 << 20;

/// A request with an idempotency key.
pub(crate) struct Once {
    key: String,
}

/// The decision whether a request is executed.
pub(crate) enum Begun {
    /// A request without a key.
    Unmarked,
    /// The first request with its key.
    First(Once),
    /// A repeated request, with the stored response.
    Replayed(Answer),
}

impl Once {
    /// Checks whether a request was executed before.
    pub(crate) async fn begin(
        service: &Service,
        grant: &Grant,
        headers: &HeaderMap,
        operation: &str,
        body: &[u8],
    ) -> Result<Begun, Problem> {
        let Some(key) = headers.get(&HEADER) else { return Ok(Begun::Unmarked) };
        let key =
            key.to_str().ok().filter(|key| is_key(key)).ok_or_else(|| {
                Problem::new(
                    StatusCode::BAD_REQUEST,
                    "IDEMPOTENCY_KEY_INVALID",
                    "the Idempotency-Key is empty, longer than 255 characters, or has characters that ASCII does not show",
                )
            })?;
        let digest = digest(operation, body);
        match service.engine.begin_once(&grant.owner, key, &digest).await? {
            Earlier::None => Ok(Begun::First(Self { key: key.into() })),
            Earlier::Answered { status, body } => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
                Ok(Begun::Replayed(replayed(status, &body)))
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
                "the same request is being executed",
            )
            .hint("Repeat it later to get its answer.")
            .header(header::RETRY_AFTER, HeaderValue::from_static("1"))),
            Earlier::Unreadable => Err(Problem::new(
                StatusCode::CONFLICT,
                "ANSWER_UNREADABLE",
                "the same request was answered, and the answer was sealed with a key that is not here",
            )
            .hint("See GET /v1/runs for its outcome.")),
            Earlier::Interrupted => Err(Problem::new(
                StatusCode::CONFLICT,
                "REQUEST_INTERRUPTED",
                "the process that executed this request ended before it completed",
            )
            .hint("Look at GET /v1/runs for how far it came, then send it with a new key.")),
        }
    }

    /// Stores the response. A request whose response cannot be stored, such as a stream, is forgotten.
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

fn is_key(key: &str) -> bool {
    (1..=LONGEST).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Restores a stored response with its headers, including the media type of a problem.
fn replayed(status: StatusCode, recorded: &str) -> Answer {
    let recorded: Value = serde_json::from_str(recorded).unwrap_or_default();
    let text = |name: &str| HeaderValue::from_str(recorded[name].as_str()?).ok();
    let mut headers = vec![(REPLAYED.clone(), HeaderValue::from_static("true"))];
    headers.extend(text("type").map(|kind| (header::CONTENT_TYPE, kind)));
    headers.extend(text("location").map(|location| (header::LOCATION, location)));
    Answer::Json { status, body: recorded["body"].clone(), headers }
}

/// Returns the stored form of a response, or `None` for a stream or a server error, which may be temporary.
pub(crate) fn recorded(answer: &Result<Answer, Problem>) -> Option<(StatusCode, String)> {
    let (status, kind, body, location) = match answer {
        Ok(Answer::Json { status, body, headers }) => {
            let location = headers.iter().find(|(name, _)| *name == header::LOCATION);
            let location = location.and_then(|(_, location)| location.to_str().ok());
            let kind = headers.iter().find(|(name, _)| *name == header::CONTENT_TYPE);
            let kind = kind.and_then(|(_, kind)| kind.to_str().ok()).unwrap_or("application/json");
            (*status, kind, body.clone(), location)
        }
        Ok(Answer::Other(_)) => return None,
        Err(problem) if problem.status().is_server_error() => return None,
        Err(problem) => (problem.status(), MEDIA_TYPE, problem.to_json(), None),
    };
    let body = match body.to_string().len() <= LONGEST_ANSWER {
        true => body,
        false => json!({
            "status": "ok",
            "context": ["the request was executed before; its answer was too long to be stored"],
        }),
    };
    Some((status, json!({"type": kind, "location": location, "body": body}).to_string()))
}

fn digest(operation: &str, body: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(operation.as_bytes());
    hash.update([0]);
    hash.update(body);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
