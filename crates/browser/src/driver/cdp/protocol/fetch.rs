use serde::{Deserialize, Serialize};

use super::command;
use super::network::Request;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Enable {
    pub(crate) patterns: Vec<RequestPattern>,
    pub(crate) handle_auth_requests: bool,
}
command!(Enable, "Fetch.enable");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestPattern {
    pub(crate) url_pattern: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resource_type: Option<&'static str>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContinueRequest<'a> {
    pub(crate) request_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) headers: Option<Vec<Header>>,
}
command!(ContinueRequest<'_>, "Fetch.continueRequest");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailRequest<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) error_reason: &'static str,
}
command!(FailRequest<'_>, "Fetch.failRequest");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FulfillRequest<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) response_code: u16,
    pub(crate) response_headers: Vec<Header>,
    /// The body in base64.
    pub(crate) body: String,
}
command!(FulfillRequest<'_>, "Fetch.fulfillRequest");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestPaused {
    pub(crate) request_id: String,
    pub(crate) request: Request,
    #[serde(default)]
    pub(crate) frame_id: String,
    #[serde(default)]
    pub(crate) resource_type: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuthRequired {
    pub(crate) request_id: String,
    pub(crate) request: Request,
    #[serde(default)]
    pub(crate) frame_id: String,
    #[serde(default)]
    pub(crate) resource_type: String,
    pub(crate) auth_challenge: AuthChallenge,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AuthChallenge {
    /// The challenger: `Server` or `Proxy`.
    source: Option<String>,
    pub(crate) origin: String,
}

impl AuthChallenge {
    pub(crate) fn is_of_proxy(&self) -> bool {
        self.source.as_deref() == Some("Proxy")
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContinueWithAuth<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) auth_challenge_response: ChallengeResponse<'a>,
}
command!(ContinueWithAuth<'_>, "Fetch.continueWithAuth");

/// The response to a challenge. It contains a password, so it does not implement `Debug`.
#[derive(Serialize)]
pub(crate) struct ChallengeResponse<'a> {
    /// The kind of response: `Default`, `CancelAuth` or `ProvideCredentials`.
    pub(crate) response: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) username: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) password: Option<&'a str>,
}

impl ChallengeResponse<'_> {
    pub(crate) fn plain(response: &'static str) -> Self {
        Self { response, username: None, password: None }
    }
}
