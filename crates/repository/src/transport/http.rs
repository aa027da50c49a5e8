use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode, Url, header};

use super::{Location, PATIENCE};
use crate::bundle::format_size;
use crate::error::RepositoryError;

/// The timeout for connecting.
const CONNECTING: Duration = Duration::from_secs(10);
/// The maximum number of redirects.
const MOST_REDIRECTS: usize = 3;

/// An HTTP client for one repository.
pub(crate) struct HttpClient {
    client: Client,
    base: Url,
    shown: String,
}

impl HttpClient {
    pub(super) fn new(base: &Url, location: &Location) -> Result<Self, RepositoryError> {
        // The crypto provider is installed once per process; another client may already have done so.
        let _already = rustls::crypto::ring::default_provider().install_default();
        let redirects = Policy::custom(|attempt| {
            let was_safe = attempt.previous().iter().any(|url| url.scheme() == "https");
            match attempt.url().scheme() {
                "https" => {}
                "http" if !was_safe => {}
                _ => return attempt.stop(),
            }
            if attempt.previous().len() > MOST_REDIRECTS { attempt.stop() } else { attempt.follow() }
        });
        let client =
            Client::builder().redirect(redirects).connect_timeout(CONNECTING).timeout(PATIENCE).build();
        let shown = location.to_string();
        match client {
            Ok(client) => Ok(Self { client, base: base.clone(), shown }),
            Err(error) => Err(RepositoryError::Unusable { location: shown, reason: error.to_string() }),
        }
    }

    pub(super) fn location(&self) -> String {
        self.shown.clone()
    }

    pub(super) async fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, RepositoryError> {
        let url = self.base.join(path).map_err(|error| self.unusable(error.to_string()))?;
        // A compressed response could expand to any size.
        let request = self.client.get(url).header(header::ACCEPT_ENCODING, "identity");
        let mut answer = request.send().await.map_err(|error| self.failed(error))?;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND | StatusCode::GONE => return Ok(None),
            status => return Err(self.unusable(format!("it answered {status} to {path}"))),
        }
        if answer.headers().get(header::CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
            return Err(self.unusable(format!("it answered with packed content to {path}")));
        }
        let too_large = || RepositoryError::TooLarge {
            what: format!("{path} of the repository"),
            limit: format_size(limit),
        };
        if answer.content_length().is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| self.failed(error))? {
            if (bytes.len() + chunk.len()) as u64 > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes))
    }

    fn failed(&self, error: reqwest::Error) -> RepositoryError {
        if error.is_timeout() {
            return RepositoryError::Timeout(self.shown.clone());
        }
        // The innermost error is the specific one: "connection refused".
        let mut reason: &dyn std::error::Error = &error;
        while let Some(source) = reason.source() {
            reason = source;
        }
        self.unusable(reason.to_string())
    }

    fn unusable(&self, reason: String) -> RepositoryError {
        RepositoryError::Unusable { location: self.shown.clone(), reason }
    }
}
