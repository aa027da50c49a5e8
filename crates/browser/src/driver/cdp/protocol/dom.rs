use serde::{Deserialize, Serialize};

use super::{command, plain_command};

plain_command!(Enable, "DOM.enable");
plain_command!(Disable, "DOM.disable");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetFrameOwner<'a> {
    pub(crate) frame_id: &'a str,
}
command!(GetFrameOwner<'_>, "DOM.getFrameOwner", FrameOwner);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameOwner {
    pub(crate) backend_node_id: i64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResolveNode {
    pub(crate) backend_node_id: i64,
    pub(crate) execution_context_id: i64,
}
command!(ResolveNode, "DOM.resolveNode", Resolved);

#[derive(Debug, Deserialize)]
pub(crate) struct Resolved {
    pub(crate) object: super::runtime::RemoteObject,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetFileInputFiles<'a> {
    pub(crate) files: Vec<String>,
    pub(crate) object_id: &'a str,
}
command!(SetFileInputFiles<'_>, "DOM.setFileInputFiles");
