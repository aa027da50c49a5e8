use serde::{Deserialize, Serialize};

use super::super::super::frame_tree::FrameDocument;
use super::{command, plain_command};

plain_command!(Enable, "Page.enable");
plain_command!(GetFrameTree, "Page.getFrameTree", Tree);
plain_command!(GetNavigationHistory, "Page.getNavigationHistory", NavigationHistory);
plain_command!(GetLayoutMetrics, "Page.getLayoutMetrics", LayoutMetrics);
plain_command!(StopLoading, "Page.stopLoading");
plain_command!(StopScreencast, "Page.stopScreencast");

#[derive(Debug, Serialize)]
pub(crate) struct SetLifecycleEventsEnabled {
    pub(crate) enabled: bool,
}
command!(SetLifecycleEventsEnabled, "Page.setLifecycleEventsEnabled");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddScriptToEvaluateOnNewDocument<'a> {
    pub(crate) source: &'a str,
    pub(crate) world_name: &'a str,
    pub(crate) run_immediately: bool,
}
command!(AddScriptToEvaluateOnNewDocument<'_>, "Page.addScriptToEvaluateOnNewDocument");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateIsolatedWorld<'a> {
    pub(crate) frame_id: &'a str,
    pub(crate) world_name: &'a str,
}
command!(CreateIsolatedWorld<'_>, "Page.createIsolatedWorld", IsolatedWorld);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IsolatedWorld {
    pub(crate) execution_context_id: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct Navigate<'a> {
    pub(crate) url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) referrer: Option<&'a str>,
}
command!(Navigate<'_>, "Page.navigate", Navigated);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Navigated {
    /// The id of the new document; `None` when the navigation stays within the document.
    pub(crate) loader_id: Option<String>,
    pub(crate) error_text: Option<String>,
    #[serde(default)]
    pub(crate) is_download: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reload {
    pub(crate) ignore_cache: bool,
}
command!(Reload, "Page.reload");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NavigateToHistoryEntry {
    pub(crate) entry_id: i64,
}
command!(NavigateToHistoryEntry, "Page.navigateToHistoryEntry");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NavigationHistory {
    pub(crate) current_index: i64,
    pub(crate) entries: Vec<HistoryEntry>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct HistoryEntry {
    pub(crate) id: i64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HandleJavaScriptDialog<'a> {
    pub(crate) accept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt_text: Option<&'a str>,
}
command!(HandleJavaScriptDialog<'_>, "Page.handleJavaScriptDialog");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaptureScreenshot {
    pub(crate) format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quality: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clip: Option<Clip>,
    pub(crate) capture_beyond_viewport: bool,
}
command!(CaptureScreenshot, "Page.captureScreenshot", Data);

#[derive(Debug, Serialize)]
pub(crate) struct Clip {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) scale: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrintToPdf {
    pub(crate) landscape: bool,
    pub(crate) print_background: bool,
    pub(crate) paper_width: f64,
    pub(crate) paper_height: f64,
    pub(crate) margin_top: f64,
    pub(crate) margin_bottom: f64,
    pub(crate) margin_left: f64,
    pub(crate) margin_right: f64,
}
command!(PrintToPdf, "Page.printToPDF", Data);

/// Base64-encoded bytes.
#[derive(Debug, Deserialize)]
pub(crate) struct Data {
    pub(crate) data: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LayoutMetrics {
    pub(crate) css_content_size: Area,
    pub(crate) css_visual_viewport: VisualViewport,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Area {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VisualViewport {
    pub(crate) page_x: f64,
    pub(crate) page_y: f64,
    pub(crate) client_width: f64,
    pub(crate) client_height: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StartScreencast {
    pub(crate) format: &'static str,
    pub(crate) quality: u8,
    pub(crate) max_width: u32,
    pub(crate) max_height: u32,
    pub(crate) every_nth_frame: u32,
}
command!(StartScreencast, "Page.startScreencast");

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreencastFrameAck {
    pub(crate) session_id: i64,
}
command!(ScreencastFrameAck, "Page.screencastFrameAck");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreencastFrame {
    pub(crate) data: String,
    pub(crate) session_id: i64,
    pub(crate) metadata: ScreencastMetadata,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreencastMetadata {
    pub(crate) timestamp: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tree {
    pub(crate) frame_tree: FrameTree,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameTree {
    pub(crate) frame: FrameInfo,
    #[serde(default)]
    pub(crate) child_frames: Vec<FrameTree>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameInfo {
    pub(crate) id: String,
    pub(crate) parent_id: Option<String>,
    pub(crate) loader_id: String,
    pub(crate) name: Option<String>,
    pub(crate) url: String,
    pub(crate) url_fragment: Option<String>,
    pub(crate) unreachable_url: Option<String>,
}

impl FrameInfo {
    /// Returns the frame with its document. For an unreachable page, the URL is the requested one.
    pub(crate) fn document(&self) -> FrameDocument {
        let url = match &self.unreachable_url {
            Some(url) if !url.is_empty() => url.clone(),
            _ => format!("{}{}", self.url, self.url_fragment.as_deref().unwrap_or_default()),
        };
        FrameDocument {
            id: self.id.clone(),
            parent: self.parent_id.clone(),
            name: self.name.clone().unwrap_or_default(),
            url,
            document: self.loader_id.clone(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameAttached {
    pub(crate) frame_id: String,
    pub(crate) parent_frame_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameDetached {
    pub(crate) frame_id: String,
    #[serde(default)]
    pub(crate) reason: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct FrameNavigated {
    pub(crate) frame: FrameInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NavigatedWithinDocument {
    pub(crate) frame_id: String,
    pub(crate) url: String,
}

/// `Page.frameStartedLoading` and `Page.frameStoppedLoading`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameLoading {
    pub(crate) frame_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LifecycleEvent {
    pub(crate) frame_id: String,
    pub(crate) loader_id: String,
    pub(crate) name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JavaScriptDialogOpening {
    pub(crate) message: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) default_prompt: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct JavaScriptDialogClosed {
    pub(crate) result: bool,
}
