use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::super::obstacle::page_gone_failure;
use super::super::connection::PROMPTLY;
use super::Tab;
use super::evaluation::Side;

/// Returns all frame elements of the document with their keys, including those in shadow trees that the
/// scanner knows.
const FRAMES: &str = "() => {
  const found = [];
  const look = (root) => {
    for (const element of root.querySelectorAll('iframe, frame')) found.push(element);
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) look(element.shadowRoot);
  };
  look(document);
  for (const root of lemmascope.adoptedRoots?.() ?? []) look(root);
  return found.map((element) => [element.contentWindow, lemmascope.keyOf(element)]);
}";

impl Tab {
    /// Returns the scanner's key of the frame's element in the document of the parent. The result is cached
    /// for each document.
    pub(in super::super::super) async fn frame_owner(&self, frame: &FrameId) -> Result<u32, Failure> {
        let (parent, document, known) = {
            let state = self.state();
            let record = state.frame(frame).ok_or_else(page_gone_failure)?;
            let parent = record.parent.clone().ok_or_else(page_gone_failure)?;
            let document = state.frame(&parent).ok_or_else(page_gone_failure)?.document.clone();
            (parent, document, record.owner.clone())
        };
        if let Some((_, key)) = known.filter(|(of, _)| *of == document) {
            return Ok(key);
        }
        let world = self.world(&parent, Side::Ours, PROMPTLY).await?;
        let serialization = json!({"maxObjectDepth": 2, "maxDomDepth": 0});
        let frames = self.remote(&world, FRAMES, json!([]), serialization, PROMPTLY).await?;
        let pairs = frames["value"].as_array().cloned().unwrap_or_default();
        let is_meant = |pair: &&Value| pair["value"][0]["value"]["context"] == frame.as_str();
        let key = pairs.iter().find(is_meant).and_then(|pair| pair["value"][1]["value"].as_u64());
        let key = key.and_then(|key| u32::try_from(key).ok()).ok_or_else(page_gone_failure)?;
        self.change(|state| {
            if let Some(record) = state.frame_mut(frame) {
                record.owner = Some((document, key));
            }
        });
        Ok(key)
    }
}
