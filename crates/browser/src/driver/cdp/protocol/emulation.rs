use serde::Serialize;

use super::command;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetDeviceMetricsOverride {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) device_scale_factor: f64,
    pub(crate) mobile: bool,
}
command!(SetDeviceMetricsOverride, "Emulation.setDeviceMetricsOverride");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetTouchEmulationEnabled {
    pub(crate) enabled: bool,
}
command!(SetTouchEmulationEnabled, "Emulation.setTouchEmulationEnabled");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetUserAgentOverride<'a> {
    /// The user agent; empty for the browser's default.
    pub(crate) user_agent: &'a str,
    /// The accepted languages; empty for the browser's default.
    pub(crate) accept_language: &'a str,
}
command!(SetUserAgentOverride<'_>, "Emulation.setUserAgentOverride");

/// Sets the locale. An empty locale restores the browser's default.
#[derive(Debug, Serialize)]
pub(crate) struct SetLocaleOverride<'a> {
    pub(crate) locale: &'a str,
}
command!(SetLocaleOverride<'_>, "Emulation.setLocaleOverride");

/// Sets the time zone. An empty id restores the machine's time zone.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetTimezoneOverride<'a> {
    pub(crate) timezone_id: &'a str,
}
command!(SetTimezoneOverride<'_>, "Emulation.setTimezoneOverride");

/// Makes a background tab behave as if it were focused.
#[derive(Debug, Serialize)]
pub(crate) struct SetFocusEmulationEnabled {
    pub(crate) enabled: bool,
}
command!(SetFocusEmulationEnabled, "Emulation.setFocusEmulationEnabled");

#[derive(Debug, Serialize)]
pub(crate) struct SetEmulatedMedia<'a> {
    pub(crate) features: Vec<MediaFeature<'a>>,
}
command!(SetEmulatedMedia<'_>, "Emulation.setEmulatedMedia");

#[derive(Debug, Serialize)]
pub(crate) struct MediaFeature<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: String,
}
