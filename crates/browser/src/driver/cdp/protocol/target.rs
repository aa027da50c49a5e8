use serde::{Deserialize, Serialize};

use super::command;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetAutoAttach {
    pub(crate) auto_attach: bool,
    pub(crate) wait_for_debugger_on_start: bool,
    pub(crate) flatten: bool,
}
command!(SetAutoAttach, "Target.setAutoAttach");

#[derive(Debug, Serialize)]
pub(crate) struct SetDiscoverTargets {
    pub(crate) discover: bool,
}
command!(SetDiscoverTargets, "Target.setDiscoverTargets");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateBrowserContext<'a> {
    pub(crate) dispose_on_detach: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_server: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_bypass_list: Option<&'a str>,
}
command!(CreateBrowserContext<'_>, "Target.createBrowserContext", ContextCreated);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContextCreated {
    pub(crate) browser_context_id: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisposeBrowserContext<'a> {
    pub(crate) browser_context_id: &'a str,
}
command!(DisposeBrowserContext<'_>, "Target.disposeBrowserContext");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateTarget<'a> {
    pub(crate) url: &'a str,
    /// The context; `None` for the user's default context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browser_context_id: Option<&'a str>,
}
command!(CreateTarget<'_>, "Target.createTarget", TargetCreated);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetCreated {
    pub(crate) target_id: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CloseTarget<'a> {
    pub(crate) target_id: &'a str,
}
command!(CloseTarget<'_>, "Target.closeTarget");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivateTarget<'a> {
    pub(crate) target_id: &'a str,
}
command!(ActivateTarget<'_>, "Target.activateTarget");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AttachToTarget<'a> {
    pub(crate) target_id: &'a str,
    pub(crate) flatten: bool,
}
command!(AttachToTarget<'_>, "Target.attachToTarget");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DetachFromTarget<'a> {
    pub(crate) session_id: &'a str,
}
command!(DetachFromTarget<'_>, "Target.detachFromTarget");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GetTargetInfo<'a> {
    pub(crate) target_id: &'a str,
}
command!(GetTargetInfo<'_>, "Target.getTargetInfo", InfoChanged);

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetInfo {
    pub(crate) target_id: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) url: String,
    pub(crate) opener_id: Option<String>,
    pub(crate) browser_context_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attached {
    pub(crate) session_id: String,
    pub(crate) target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Detached {
    pub(crate) session_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InfoChanged {
    pub(crate) target_info: TargetInfo,
}

/// `Target.targetCrashed` and `Target.targetDestroyed`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetGone {
    pub(crate) target_id: String,
}
