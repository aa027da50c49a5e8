use lemmascope_intent::Failure;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::page_gone_failure;
use super::super::connection::PROMPTLY;
use super::super::protocol::dom;
use super::super::protocol::runtime::{Argument, CallFunctionOn, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Returns the scanner's key of the frame's element in the document of the parent. The result is cached
    /// for each document.
    pub async fn frame_owner(&self, frame: &FrameId) -> Result<u32, Failure> {
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
        let ask = dom::GetFrameOwner { frame_id: frame.as_str() };
        let backend_node_id = self.ask(&world.session, &ask, PROMPTLY).await?.backend_node_id;
        let resolve = dom::ResolveNode { backend_node_id, execution_context_id: world.id };
        let resolved = self.ask(&world.session, &resolve, PROMPTLY).await?.object;
        let object = resolved.object_id.ok_or_else(page_gone_failure)?;
        let call = CallFunctionOn {
            function_declaration: "function(element) { return lemmascope.keyOf(element) }",
            arguments: vec![Argument::Object { object: &object }],
            unique_context_id: &world.unique,
            return_by_value: true,
            await_promise: false,
        };
        let answer = self.ask(&world.session, &call, PROMPTLY).await?;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &object });
        let key = answer
            .result
            .value
            .as_u64()
            .and_then(|key| u32::try_from(key).ok())
            .ok_or_else(page_gone_failure)?;
        self.change(|state| {
            if let Some(record) = state.frame_mut(frame) {
                record.owner = Some((document, key));
            }
        });
        Ok(key)
    }
}
