use std::sync::PoisonError;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::super::state::World;
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Stores the function by which a document lists its elements with listeners.
    pub(in super::super) fn store_listener_handle(&self, frame: FrameId, realm: String, handle: String) {
        let mut listeners = self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.insert(frame, (realm, handle));
    }

    pub(in super::super::super) async fn call_with_listeners(
        &self,
        frame: &FrameId,
        function: &str,
        argument: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let world = self.world(frame, Side::Ours, limit).await?;
        let known = {
            let listeners = self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            listeners.get(frame).cloned()
        };
        let mut elements = Vec::new();
        if let Some((realm, handle)) = known {
            let page = World { session: String::new(), id: 0, unique: realm };
            let serialization = json!({"maxObjectDepth": 1, "maxDomDepth": 0});
            let listed = self
                .remote(&page, "(list) => list()", json!([{"handle": handle}]), serialization, limit)
                .await?;
            let found = listed["value"].as_array().into_iter().flatten();
            elements.extend(
                found
                    .filter(|one| one["sharedId"].is_string())
                    .map(|one| json!({"sharedId": one["sharedId"]})),
            );
        }
        let declaration = format!(
            "async (a, ...elements) => JSON.stringify(await ({function})(JSON.parse(a), ...elements))"
        );
        let mut arguments = vec![json!({"type": "string", "value": argument.to_string()})];
        arguments.append(&mut elements);
        match self.call_in_world(&world, &declaration, Value::Array(arguments), limit).await? {
            Value::Null => Ok(json!([])),
            answer => Ok(answer),
        }
    }
}
