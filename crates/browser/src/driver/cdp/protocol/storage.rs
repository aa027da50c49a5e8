use serde::{Deserialize, Serialize};

use super::command;
use crate::driver::cookie::Cookie;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetCookies<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browser_context_id: Option<&'a str>,
}
command!(GetCookies<'_>, "Storage.getCookies", Cookies);

#[derive(Debug, Deserialize)]
pub(crate) struct Cookies {
    pub(crate) cookies: Vec<Cookie>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetCookies<'a> {
    pub(crate) cookies: Vec<CookieToSet<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browser_context_id: Option<&'a str>,
}
command!(SetCookies<'_>, "Storage.setCookies");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CookieToSet<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) domain: Option<&'a str>,
    /// The URL for a host-only cookie, which has no domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    pub(crate) path: &'a str,
    pub(crate) secure: bool,
    pub(crate) http_only: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_site: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<f64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClearCookies<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browser_context_id: Option<&'a str>,
}
command!(ClearCookies<'_>, "Storage.clearCookies");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClearDataForOrigin<'a> {
    pub(crate) origin: &'a str,
    pub(crate) storage_types: &'a str,
}
command!(ClearDataForOrigin<'_>, "Storage.clearDataForOrigin");
