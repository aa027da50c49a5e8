use serde::Serialize;

use super::{command, plain_command};

plain_command!(Enable, "Overlay.enable");
plain_command!(Disable, "Overlay.disable");
plain_command!(HideHighlight, "Overlay.hideHighlight");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HighlightNode<'a> {
    pub(crate) highlight_config: HighlightConfig,
    pub(crate) object_id: &'a str,
}
command!(HighlightNode<'_>, "Overlay.highlightNode");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HighlightConfig {
    pub(crate) show_info: bool,
    pub(crate) content_color: Color,
    pub(crate) border_color: Color,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Color {
    pub(crate) r: u8,
    pub(crate) g: u8,
    pub(crate) b: u8,
    pub(crate) a: f32,
}
