use serde::{Deserialize, Serialize};

use super::command;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DispatchMouseEvent {
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) button: &'static str,
    pub(crate) buttons: u8,
    pub(crate) click_count: u32,
    pub(crate) modifiers: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delta_x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delta_y: Option<f64>,
}
command!(DispatchMouseEvent, "Input.dispatchMouseEvent");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DispatchKeyEvent<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) modifiers: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unmodified_text: Option<&'a str>,
    pub(crate) key: &'a str,
    pub(crate) code: &'a str,
    pub(crate) windows_virtual_key_code: u32,
    pub(crate) location: u8,
    pub(crate) auto_repeat: bool,
    /// The editor commands that the key triggers, such as `selectAll` or `copy`. Normally the operating
    /// system maps keys to them, which does not happen in a headless browser.
    pub(crate) commands: Vec<&'static str>,
}
command!(DispatchKeyEvent<'_>, "Input.dispatchKeyEvent");

#[derive(Debug, Serialize)]
pub(crate) struct InsertText<'a> {
    pub(crate) text: &'a str,
}
command!(InsertText<'_>, "Input.insertText");

#[derive(Debug, Serialize)]
pub(crate) struct SetInterceptDrags {
    pub(crate) enabled: bool,
}
command!(SetInterceptDrags, "Input.setInterceptDrags");

#[derive(Debug, Serialize)]
pub(crate) struct DispatchDragEvent<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The drag data, as reported by the browser.
    pub(crate) data: &'a serde_json::value::RawValue,
}
command!(DispatchDragEvent<'_>, "Input.dispatchDragEvent");

#[derive(Debug, Deserialize)]
pub(crate) struct DragIntercepted {
    pub(crate) data: Box<serde_json::value::RawValue>,
}
