use serde::{Deserialize, Serialize};

/// A cookie, with everything that is needed to set it again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// The domain that gets it.
    #[serde(default)]
    pub domain: String,
    /// The path below which it is sent.
    #[serde(default)]
    pub path: String,
    /// Seconds since 1970; negative or missing for one that ends with the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<f64>,
    /// Whether it is hidden from scripts.
    #[serde(default)]
    pub http_only: bool,
    /// Whether it is sent over encrypted connections only.
    #[serde(default)]
    pub secure: bool,
    /// `Strict`, `Lax` or `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
}
