use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Cause, Failure};
use serde_json::Value;

use super::super::super::frame::FrameId;
use super::super::protocol::dom::ResolveNode;
use super::super::protocol::dom_debugger::GetEventListeners;
use super::super::protocol::runtime::{Argument, CallFunctionOn, ReleaseObject};
use super::Tab;
use super::evaluation::{Side, value_of};

/// The events by which a page detects clicks, the pointer or drops.
const PRESSES: [&str; 9] = [
    "click",
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "touchstart",
    "mouseenter",
    "mouseover",
    "drop",
];
/// The maximum number of elements that are passed to the scanner.
const MOST: usize = 400;

impl Tab {
    /// Calls a function in the isolated world with a JSON value and the elements of the frame that have click
    /// listeners.
    ///
    /// The isolated world does not see the listeners of page scripts; the protocol reports all of them in one
    /// response.
    pub async fn call_with_listeners(
        &self,
        frame: &FrameId,
        function: &str,
        argument: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let world = self.world(frame, Side::Ours, limit).await?;
        // Only the listeners of the main world are requested: Chromium sometimes crashes when those of other
        // worlds are included.
        let page = self.world(frame, Side::Page, limit).await?;
        let document = self.reference(&page, "function() { return document }", Vec::new(), limit).await?;
        let Some(document) = document else { return Ok(Value::Array(Vec::new())) };
        let ask = GetEventListeners { object_id: &document, depth: -1, pierce: false };
        let listeners = self.ask(&world.session, &ask, limit).await?.listeners;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &document });
        let pressed = listeners.iter().filter(|it| PRESSES.contains(&it.name.as_str()));
        let mut nodes: Vec<i64> = pressed.filter_map(|it| it.backend_node_id).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.truncate(MOST);
        let resolved = join_all(nodes.into_iter().map(|node| {
            let resolve = ResolveNode { backend_node_id: node, execution_context_id: world.id };
            let session = &world.session;
            async move { self.ask(session, &resolve, limit).await }
        }));
        // An element of another frame, or one that was removed, cannot be resolved in this world.
        let objects: Vec<String> =
            resolved.await.into_iter().filter_map(|it| it.ok()?.object.object_id).collect();
        let declaration =
            format!("async function(...a) {{ return JSON.stringify(await ({function})(...a)) }}");
        let arguments = [Argument::Value { value: &argument }].into_iter();
        let call = CallFunctionOn {
            function_declaration: &declaration,
            arguments: arguments.chain(objects.iter().map(|object| Argument::Object { object })).collect(),
            unique_context_id: &world.unique,
            return_by_value: true,
            await_promise: true,
        };
        let answer = self.ask(&world.session, &call, limit).await?;
        for object in &objects {
            self.connection().tell(Some(&world.session), &ReleaseObject { object_id: object });
        }
        match value_of(answer)? {
            Value::String(text) => serde_json::from_str(&text).map_err(|error| {
                Failure::new(Cause::Failed, "the answer of the page is not JSON").context(error.to_string())
            }),
            _ => Ok(Value::Array(Vec::new())),
        }
    }
}
