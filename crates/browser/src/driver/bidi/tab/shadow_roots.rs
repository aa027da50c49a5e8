use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::connection::PROMPTLY;
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Finds the closed shadow roots that the scanner suspects but cannot access, and passes them to it.
    /// Returns how many it found.
    ///
    /// No script can access a closed root; the protocol serializes them with their elements.
    pub(in super::super::super) async fn adopt_closed_roots(
        &self,
        frame: &FrameId,
    ) -> Result<usize, Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let serialization = json!({"maxObjectDepth": 1, "maxDomDepth": 0, "includeShadowTree": "all"});
        let suspects = "() => [...lemmascope.suspects()]";
        let described = self.remote(&world, suspects, json!([]), serialization, PROMPTLY).await?;
        let roots: Vec<Value> = described["value"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|element| &element["value"]["shadowRoot"])
            .filter(|root| root["value"]["mode"] == "closed")
            .map(|root| json!({"sharedId": root["sharedId"]}))
            .collect();
        if roots.is_empty() {
            return Ok(0);
        }
        let count = roots.len();
        let adopt = "(...roots) => { for (const root of roots) lemmascope.adopt(root); }";
        self.remote(&world, adopt, Value::Array(roots), json!({"maxObjectDepth": 0}), PROMPTLY).await?;
        Ok(count)
    }
}
