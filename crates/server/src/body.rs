//! Reading of request bodies, with limits on size and time for all protocols.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};

use crate::problem::Problem;
use crate::settings::Limits;

/// Reads a complete body. Rejects one that is too large or too slow.
pub(crate) async fn read(limits: &Limits, headers: &HeaderMap, body: Body) -> Result<Bytes, Problem> {
    let too_large = || {
        let detail = format!("the body is larger than {} bytes", limits.max_body);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "BODY_TOO_LARGE", detail)
            .hint("server.max_body raises the limit.")
    };
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > limits.max_body) {
        return Err(too_large());
    }
    match tokio::time::timeout(limits.body_timeout, to_bytes(body, limits.max_body)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "BODY_TIMEOUT", "the body did not arrive in time"))
        }
    }
}
