use serde::{Deserialize, Serialize};

use super::command;
use super::network::Request;

#[derive(Debug, Serialize)]
pub(crate) struct Enable {
    pub(crate) patterns: Vec<RequestPattern>,
}
command!(Enable, "Fetch.enable");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestPattern {
    pub(crate) url_pattern: &'static str,
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
    /// As base64.
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
