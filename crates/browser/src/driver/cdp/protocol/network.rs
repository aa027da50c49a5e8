use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::command;

/// Enables the domain. The buffers would keep response bodies for later retrieval, which is not used.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Enable {
    pub(crate) max_total_buffer_size: u32,
    pub(crate) max_resource_buffer_size: u32,
    pub(crate) max_post_data_size: u32,
}
command!(Enable, "Network.enable");

#[derive(Debug, Serialize)]
pub(crate) struct SetBypassServiceWorker {
    pub(crate) bypass: bool,
}
command!(SetBypassServiceWorker, "Network.setBypassServiceWorker");

#[derive(Debug, Serialize)]
pub(crate) struct DeleteCookies<'a> {
    pub(crate) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) domain: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<&'a str>,
}
command!(DeleteCookies<'_>, "Network.deleteCookies");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestWillBeSent {
    pub(crate) request_id: String,
    pub(crate) request: Request,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) frame_id: Option<String>,
    #[serde(default)]
    pub(crate) has_user_gesture: bool,
    pub(crate) redirect_response: Option<Response>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    pub(crate) url: String,
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Response {
    pub(crate) status: u16,
    #[serde(default)]
    pub(crate) mime_type: String,
    #[serde(default)]
    pub(crate) headers: ResponseHeaders,
}

/// The response headers in use; all others are skipped, since pages have hundreds of responses.
#[derive(Debug, Default)]
pub(crate) struct ResponseHeaders {
    /// The `WWW-Authenticate` header: the authentication schemes that the server accepts.
    pub(crate) authenticate: Option<String>,
}

impl<'de> Deserialize<'de> for ResponseHeaders {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeadersVisitor)
    }
}

struct HeadersVisitor;

impl<'de> Visitor<'de> for HeadersVisitor {
    type Value = ResponseHeaders;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the headers of a response")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ResponseHeaders, A::Error> {
        let mut headers = ResponseHeaders::default();
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            if name.eq_ignore_ascii_case("www-authenticate") {
                headers.authenticate = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(headers)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResponseReceived {
    pub(crate) request_id: String,
    pub(crate) response: Response,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
}

/// `Network.loadingFinished` and `Network.webSocketClosed`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadingFinished {
    pub(crate) request_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadingFailed {
    pub(crate) request_id: String,
    #[serde(default)]
    pub(crate) error_text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebSocketCreated {
    pub(crate) request_id: String,
    pub(crate) url: String,
}
