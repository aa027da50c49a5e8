//! The gate: checks the host name of a request, the origin of the calling page, the token or key, and the
//! rate limit.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use lemmascope_engine::{Engine, Grant};
use lemmascope_intent::Secret;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::problem::Problem;
use crate::settings::Limits;

/// The time for which a valid key is cached. A revoked key is rejected after that.
const REMEMBERED: Duration = Duration::from_secs(2);
/// The number of cached keys beyond which expired ones are removed.
const MOST: usize = 10_000;
/// The cookie with the console's token.
pub(crate) const COOKIE: &str = "lemmascope_token";

/// The token of the person at this machine.
pub struct Token(Secret);

impl Token {
    /// Creates a token with this text.
    pub fn new(text: Secret) -> Self {
        Self(text)
    }

    fn is(&self, shown: &str) -> bool {
        // Compares hashes of equal length, so that the duration reveals nothing about the length of the
        // token.
        digest(self.0.expose()).ct_eq(&digest(shown)).into()
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Checks requests before their bodies are read.
pub(crate) struct Gate {
    token: Token,
    hosts: Vec<String>,
    origins: Vec<String>,
    rate: DefaultKeyedRateLimiter<String>,
    known: Mutex<HashMap<[u8; 32], (Grant, Instant)>>,
}

impl Gate {
    pub(crate) fn new(token: Token, limits: &Limits) -> Self {
        let rate = NonZeroU32::new(limits.rate).unwrap_or(NonZeroU32::MIN);
        Self {
            token,
            hosts: limits.hosts.clone(),
            origins: limits.origins.clone(),
            rate: RateLimiter::keyed(Quota::per_second(rate)),
            known: Mutex::default(),
        }
    }

    /// Rejects a request with a foreign host name, as in DNS rebinding, and a request from a page of another
    /// origin.
    pub(crate) fn admit(&self, headers: &HeaderMap, authority: Option<&str>) -> Result<(), Problem> {
        let named = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(authority);
        let Some(host) = named else {
            return Err(Problem::new(
                StatusCode::BAD_REQUEST,
                "HOST_MISSING",
                "the request has no Host header",
            ));
        };
        if !self.is_ours(host) {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                "HOST_REFUSED",
                "this server is not reached by the name in the Host header",
            )
            .hint("Use the address that the server printed, or add the name to server.hosts."));
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let own = [format!("http://{host}"), format!("https://{host}")];
        if own.iter().chain(&self.origins).any(|known| known.eq_ignore_ascii_case(origin)) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "ORIGIN_REFUSED",
            "a page of another origin may not call this server",
        )
        .hint("Add the origin to server.origins, if it is yours."))
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        ["localhost", "127.0.0.1", "::1"].contains(&name)
            || self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Returns the grant of the caller, by the token or key in the `Authorization` header, or by the cookie
    /// of the console.
    pub(crate) async fn authenticate(&self, engine: &Engine, headers: &HeaderMap) -> Result<Grant, Problem> {
        let Some(shown) = shown(headers) else {
            return Err(unauthorized("no token or key was given"));
        };
        if self.token.is(shown) {
            return Ok(Grant::local());
        }
        let digest = digest(shown);
        if let Some(grant) = self.remembered(&digest) {
            return Ok(grant);
        }
        match engine.authenticate(shown).await? {
            Some(grant) => {
                self.remember(digest, grant.clone());
                Ok(grant)
            }
            None => Err(unauthorized("the token or key is not valid")),
        }
    }

    /// Rejects a request beyond the rate limit of its owner.
    pub(crate) fn throttle(&self, grant: &Grant) -> Result<(), Problem> {
        let owner = grant.owner.as_str().to_string();
        self.rate.check_key(&owner).map_err(|_| {
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", "too many requests at once")
                .hint("Wait a second, or raise server.rate.")
                .header(header::RETRY_AFTER, HeaderValue::from_static("1"))
        })
    }

    fn remembered(&self, digest: &[u8; 32]) -> Option<Grant> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (grant, at) = known.get(digest)?;
        (at.elapsed() < REMEMBERED).then(|| grant.clone())
    }

    fn remember(&self, digest: [u8; 32], grant: Grant) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, (_, at)| at.elapsed() < REMEMBERED);
        }
        known.insert(digest, (grant, Instant::now()));
    }
}

/// Returns the token or key of a request.
fn shown(headers: &HeaderMap) -> Option<&str> {
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        let (scheme, key) = authorization.to_str().ok()?.split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then(|| key.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|cookies| cookies.split(';')).find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    })
}

fn unauthorized(detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", detail)
        .hint("Send `Authorization: Bearer KEY`. `lemmascope keys create AGENT` creates a key.")
        .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"lemmascope\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        let token = Token::new(Secret::new("t0ken".into()));
        let limits = Limits {
            hosts: vec!["engine.example".into()],
            origins: vec!["https://app.example".into()],
            connections: 1,
            max_body: 1,
            rate: 1000,
            body_timeout: Duration::ZERO,
            drain: Duration::ZERO,
        };
        Gate::new(token, &limits)
    }

    fn headers(fields: &[(&'static str, &'static str)]) -> HeaderMap {
        fields
            .iter()
            .map(|(name, value)| ((*name).parse().unwrap(), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn gate_rejects_unknown_hosts_and_origins() {
        let gate = gate();
        for host in ["localhost", "localhost:4747", "127.0.0.1:1", "[::1]:4747", "Engine.Example:80"] {
            let host = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
            assert!(gate.admit(&host, None).is_ok(), "{host:?}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:4747", "[::2]", ""] {
            let host = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
            assert!(gate.admit(&host, None).is_err(), "{host:?}");
        }
        assert!(gate.admit(&HeaderMap::new(), None).is_err());
        for (origin, admitted) in [
            ("http://localhost:4747", true),
            ("https://app.example", true),
            ("http://evil.example", false),
            ("http://localhost:9", false),
            ("null", false),
        ] {
            let mut fields = headers(&[("host", "localhost:4747")]);
            fields.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(gate.admit(&fields, None).is_ok(), admitted, "{origin}");
        }
    }

    #[test]
    fn reads_key_from_header_or_cookie() {
        assert_eq!(shown(&headers(&[("authorization", "Bearer abc")])), Some("abc"));
        assert_eq!(shown(&headers(&[("authorization", "bearer  abc ")])), Some("abc"));
        assert_eq!(shown(&headers(&[("cookie", "a=b; lemmascope_token=abc")])), Some("abc"));
        for fields in [&[("authorization", "Basic abc")][..], &[("cookie", "token=abc")], &[]] {
            assert_eq!(shown(&headers(fields)), None);
        }
        assert!(gate().token.is("t0ken") && !gate().token.is("t0kem") && !gate().token.is(""));
    }
}
