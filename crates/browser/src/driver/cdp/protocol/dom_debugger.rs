use serde::{Deserialize, Serialize};

use super::command;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetEventListeners<'a> {
    pub(crate) object_id: &'a str,
    pub(crate) depth: i32,
    /// Whether the listeners of all worlds are included, and those inside shadow roots and frames.
    pub(crate) pierce: bool,
}
command!(GetEventListeners<'_>, "DOMDebugger.getEventListeners", EventListeners);

#[derive(Debug, Deserialize)]
pub(crate) struct EventListeners {
    pub(crate) listeners: Vec<EventListener>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventListener {
    #[serde(rename = "type")]
    pub(crate) name: String,
    pub(crate) backend_node_id: Option<i64>,
}
