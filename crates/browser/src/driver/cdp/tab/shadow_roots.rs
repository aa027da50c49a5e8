use futures_util::future::join_all;
use lemmascope_intent::Failure;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::is_page_gone;
use super::super::super::state::World;
use super::super::connection::PROMPTLY;
use super::super::protocol::description::DescribeAll;
use super::super::protocol::dom;
use super::super::protocol::runtime::{Argument, CallFunctionOn, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Finds the closed shadow roots that the scanner suspects but cannot access, and passes them to it.
    /// Returns how many it found.
    ///
    /// No script can access a closed root in any world; the protocol can, and describes all suspects in one
    /// response.
    pub(crate) async fn adopt_closed_roots(&self, frame: &FrameId) -> Result<usize, Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let describe = DescribeAll::of("function() { return lemmascope.suspects() }", &world.unique);
        let described = self.ask(&world.session, &describe, PROMPTLY).await?.result;
        if let Some(list) = &described.object_id {
            self.connection().tell(Some(&world.session), &ReleaseObject { object_id: list });
        }
        let adopted = join_all(described.closed_roots().map(|root| self.adopt(&world, root))).await;
        let mut count = 0;
        for adoption in adopted {
            match adoption {
                Ok(true) => count += 1,
                Ok(false) => {}
                // An element that was removed meanwhile is skipped.
                Err(failure) if is_page_gone(&failure) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(count)
    }

    async fn adopt(&self, world: &World, root: i64) -> Result<bool, Failure> {
        let resolve = dom::ResolveNode { backend_node_id: root, execution_context_id: world.id };
        let resolved = self.ask(&world.session, &resolve, PROMPTLY).await?.object;
        let Some(object) = resolved.object_id else { return Ok(false) };
        let adopt = CallFunctionOn {
            function_declaration: "function(root) { lemmascope.adopt(root) }",
            arguments: vec![Argument::Object { object: &object }],
            unique_context_id: &world.unique,
            return_by_value: true,
            await_promise: false,
        };
        self.ask(&world.session, &adopt, PROMPTLY).await?;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &object });
        Ok(true)
    }
}
