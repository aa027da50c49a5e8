//! The JSON-RPC client for a Kanboard server.

use std::time::Duration;

use lemmascope_intent::Secret;
use serde_json::{Map, Value as Json, json};

use crate::error::BoardError;

/// The timeout of a call.
const LIMIT: Duration = Duration::from_secs(20);
/// The maximum size of a response, in bytes. A board of 10,000 tasks has about 12 MB.
const LONGEST: usize = 128 << 20;
/// The maximum number of attempts of a read-only call.
const ATTEMPTS: u32 = 4;
/// The delay before the second attempt. It doubles with each further one.
const PAUSE: Duration = Duration::from_millis(60);
/// The maximum number of calls in a request.
const BATCH: usize = 100;

/// The error codes that a retry would not change.
const FINAL: [i64; 6] = [-32700, -32600, -32601, -32602, 401, 403];

pub(super) struct Rpc {
    client: reqwest::Client,
    url: reqwest::Url,
    user: String,
    token: Secret,
}

impl Rpc {
    /// Creates a client for the server at this address.
    pub(super) fn new(url: &str, user: &str, token: Secret) -> Result<Self, BoardError> {
        let refused = |reason: String| BoardError::Invalid { field: "board.kanboard.url", reason };
        let trimmed = url.trim().trim_end_matches('/');
        let path =
            if trimmed.ends_with(".php") { trimmed.to_string() } else { format!("{trimmed}/jsonrpc.php") };
        let url: reqwest::Url = path
            .parse()
            .map_err(|_| refused("must be an address such as https://kanboard.example".into()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refused("must begin with http:// or https://".into()));
        }
        // The cryptography provider is global; another client may have installed it already.
        let _already = rustls::crypto::ring::default_provider().install_default();
        // A redirect would send the token to an unconfigured server.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(LIMIT)
            .build()
            .map_err(|error| refused(error.to_string()))?;
        Ok(Self { client, url, user: user.to_string(), token })
    }

    /// Makes a call once. A caller that changes something must check the state before a retry, because an
    /// error can mean success.
    pub(super) async fn call(&self, method: &'static str, parameters: Json) -> Result<Json, BoardError> {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
        let answer = self.exchange(method, &request).await?;
        result(method, answer)
    }

    /// Makes a read-only call, and retries it after a transient error.
    pub(super) async fn read(&self, method: &'static str, parameters: Json) -> Result<Json, BoardError> {
        let mut answers = self.read_all(&[(method, parameters)]).await?;
        Ok(answers.pop().unwrap_or_default())
    }

    /// Like [`read`](Self::read), for several calls.
    pub(super) async fn read_all(&self, calls: &[(&'static str, Json)]) -> Result<Vec<Json>, BoardError> {
        let mut answers = Vec::with_capacity(calls.len());
        for calls in calls.chunks(BATCH) {
            let mut attempt = 1;
            loop {
                match self.once(calls).await {
                    Ok(found) => break answers.extend(found),
                    Err(error) if error.is_transient() && attempt < ATTEMPTS => pause(attempt).await,
                    Err(error) => return Err(error),
                }
                attempt += 1;
            }
        }
        Ok(answers)
    }

    async fn once(&self, calls: &[(&'static str, Json)]) -> Result<Vec<Json>, BoardError> {
        let Some((first, _)) = calls.first() else { return Ok(Vec::new()) };
        let request = calls.iter().enumerate().map(|(id, (method, parameters))| {
            json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters})
        });
        let answers = match self.exchange(first, &Json::Array(request.collect())).await? {
            Json::Array(answers) => answers,
            other => return Err(result(first, other).err().unwrap_or_else(|| unusable(first))),
        };
        // The responses of a batch may arrive in any order.
        let mut by_id: Vec<Option<Map<String, Json>>> = vec![None; calls.len()];
        for answer in answers {
            if let Json::Object(answer) = answer {
                let id = answer.get("id").and_then(number).and_then(|id| usize::try_from(id).ok());
                if let Some(slot) = id.and_then(|id| by_id.get_mut(id)) {
                    *slot = Some(answer);
                }
            }
        }
        calls
            .iter()
            .zip(by_id)
            .map(|((method, _), answer)| {
                result(method, Json::Object(answer.ok_or_else(|| unusable(method))?))
            })
            .collect()
    }

    async fn exchange(&self, method: &'static str, request: &Json) -> Result<Json, BoardError> {
        let unreachable = |error: reqwest::Error| BoardError::Remote {
            method,
            reason: error.without_url().to_string(),
            transient: true,
        };
        let request = self.client.post(self.url.clone()).json(request);
        let request = request.basic_auth(&self.user, Some(self.token.expose()));
        let mut response = request.send().await.map_err(unreachable)?;
        let refused = |reason: String, transient| Err(BoardError::Remote { method, reason, transient });
        match response.status().as_u16() {
            200..=299 => {}
            401 | 403 => {
                let reason = "the server does not accept the user and the token of board.kanboard".into();
                return refused(reason, false);
            }
            code @ (500..=599 | 429) => return refused(format!("the server answered {code}"), true),
            code => return refused(format!("the server answered {code}"), false),
        }
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(unreachable)? {
            body.extend_from_slice(&part);
            if body.len() > LONGEST {
                return refused("the answer is too long".into(), false);
            }
        }
        serde_json::from_slice(&body).map_err(|_| unusable(method))
    }
}

/// Waits before the next attempt.
pub(super) async fn pause(attempt: u32) {
    tokio::time::sleep(PAUSE * 2_u32.pow(attempt.min(6))).await;
}

fn unusable(method: &'static str) -> BoardError {
    let reason = "the answer is not JSON-RPC; is the address that of a Kanboard server?".into();
    BoardError::Remote { method, reason, transient: false }
}

fn result(method: &'static str, answer: Json) -> Result<Json, BoardError> {
    let Json::Object(mut answer) = answer else { return Err(unusable(method)) };
    if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
        let code = error.get("code").and_then(number).unwrap_or_default();
        let said = error.get("message").and_then(Json::as_str).unwrap_or("no reason");
        let reason: String = said.chars().filter(|it| !it.is_control()).take(200).collect();
        return Err(BoardError::Remote { method, reason, transient: !FINAL.contains(&code) });
    }
    answer.remove("result").ok_or_else(|| unusable(method))
}

/// Whether a result means failure, which the server reports with HTTP status 200.
pub(super) fn is_failure(result: &Json) -> bool {
    match result {
        Json::Null | Json::Bool(false) => true,
        other => number(other) == Some(0),
    }
}

/// Parses a number, which some versions and databases return as a string.
pub(super) fn number(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_rpc_results_and_errors() {
        let answered =
            |json: Json| result("getTask", json).map_err(|error| (error.is_transient(), error.to_string()));
        assert_eq!(answered(json!({"id": 1, "result": false})), Ok(json!(false)));
        let locked = json!({"id": 1, "error": {"code": 0, "message": "database is locked"}});
        assert_eq!(answered(locked), Err((true, "Kanboard: getTask: database is locked".into())));
        let unknown = json!({"id": 1, "error": {"code": "-32601", "message": "Method not found"}});
        assert_eq!(answered(unknown), Err((false, "Kanboard: getTask: Method not found".into())));
        assert!(answered(json!("hello")).is_err());
        assert!(answered(json!({"id": 1})).is_err());
    }

    #[test]
    fn parses_string_numbers_and_failure_results() {
        assert_eq!(number(&json!("42")), Some(42));
        assert_eq!(number(&json!(42)), Some(42));
        assert_eq!(number(&json!("x")), None);
        for failure in [json!(false), json!(0), json!("0"), json!(null)] {
            assert!(is_failure(&failure), "{failure}");
        }
        assert!(!is_failure(&json!(7)) && !is_failure(&json!(true)) && !is_failure(&json!([])));
    }
}
