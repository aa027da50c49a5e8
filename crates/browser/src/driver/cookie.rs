use serde::{Deserialize, Serialize};

/// A cookie with all the attributes that are needed to set it again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// The domain to which it is sent.
    #[serde(default)]
    pub domain: String,
    /// The path prefix for which it is sent.
    #[serde(default)]
    pub path: String,
    /// The expiry in seconds since 1970; negative or `None` for a session cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<f64>,
    /// Whether it is hidden from scripts.
    #[serde(default)]
    pub http_only: bool,
    /// Whether it is sent over encrypted connections only.
    #[serde(default)]
    pub secure: bool,
    /// The `SameSite` attribute: `Strict`, `Lax` or `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
}
