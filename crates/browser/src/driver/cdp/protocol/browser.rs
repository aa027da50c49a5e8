use serde::{Deserialize, Serialize};

use super::{command, plain_command};

plain_command!(Close, "Browser.close");
plain_command!(GetVersion, "Browser.getVersion", Version);

#[derive(Debug, Deserialize)]
pub(crate) struct Version {
    /// The name and version, such as `Chrome/148.0.7778.167`.
    #[serde(default)]
    pub(crate) product: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetDownloadBehavior<'a> {
    pub(crate) behavior: &'static str,
    pub(crate) browser_context_id: &'a str,
    pub(crate) download_path: &'a str,
    pub(crate) events_enabled: bool,
}
command!(SetDownloadBehavior<'_>, "Browser.setDownloadBehavior");

#[derive(Debug, Serialize)]
pub(crate) struct CancelDownload<'a> {
    pub(crate) guid: &'a str,
}
command!(CancelDownload<'_>, "Browser.cancelDownload");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DownloadWillBegin {
    pub(crate) frame_id: String,
    pub(crate) guid: String,
    pub(crate) url: String,
    pub(crate) suggested_filename: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DownloadProgress {
    pub(crate) guid: String,
    pub(crate) total_bytes: f64,
    pub(crate) received_bytes: f64,
    pub(crate) state: String,
}
