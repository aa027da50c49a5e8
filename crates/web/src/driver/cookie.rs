use serde::{Deserialize, Serialize};

/// A cookie, with everything that is needed to set it again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cookie {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) domain: String,
    #[serde(default)]
    pub(crate) path: String,
    /// Seconds since 1970; negative or missing for one that ends with the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<f64>,
    #[serde(default)]
    pub(crate) http_only: bool,
    #[serde(default)]
    pub(crate) secure: bool,
    /// `Strict`, `Lax` or `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) same_site: Option<String>,
}
