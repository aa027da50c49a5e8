use std::path::PathBuf;

use lemmascope_intent::{Cause, Failure};
use serde_json::json;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::page_gone_failure;
use super::super::connection::PROMPTLY;
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Sets the files of a file input.
    pub(in super::super::super) async fn set_files(
        &self,
        frame: &FrameId,
        key: u32,
        paths: &[PathBuf],
    ) -> Result<(), Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let arguments = json!([{"type": "number", "value": key}]);
        let element = "(key) => lemmascope.element(key)";
        let element = self.remote(&world, element, arguments, json!({"maxDomDepth": 0}), PROMPTLY).await?;
        let shared = element["sharedId"].as_str().ok_or_else(page_gone_failure)?;
        let files: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
        let set = json!({"context": frame.as_str(), "element": {"sharedId": shared}, "files": files});
        let set = self.ask("input.setFiles", set, PROMPTLY).await;
        set.map_err(|failure| {
            if failure.cause != Cause::Failed {
                return failure;
            }
            Failure::new(Cause::InvalidParameter, "the element takes no files")
                .hint("Name a field of the kind `file`.")
                .context(failure.message)
        })?;
        Ok(())
    }
}
