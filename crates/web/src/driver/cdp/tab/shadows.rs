use futures_util::future::join_all;
use lemmascope_intent::Failure;

use super::super::super::frame::FrameId;
use super::super::super::state::World;
use super::super::connection::PROMPTLY;
use super::super::fault::is_page_gone;
use super::super::protocol::dom;
use super::super::protocol::runtime::{Argument, CallFunctionOn, GetProperties, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

/// A page with more hosts than this at once has the rest found by the next scan.
const AT_ONCE: usize = 500;

impl Tab {
    /// Finds the closed shadow roots of a frame that the scanner suspects but cannot see, and hands them to it. Says how
    /// many there were.
    ///
    /// No script can reach a closed root, in whatever world; the protocol can.
    pub(crate) async fn adopt_closed_roots(&self, frame: &FrameId) -> Result<usize, Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let function = "function() { return lemmascope.suspects() }";
        let Some(list) = self.reference(&world, function, Vec::new(), PROMPTLY).await? else { return Ok(0) };
        let ask = GetProperties { object_id: &list, own_properties: true };
        let properties = self.ask(&world.session, &ask, PROMPTLY).await?.result;
        let suspects = properties
            .into_iter()
            .filter(|property| property.name.parse::<u32>().is_ok())
            .filter_map(|property| property.value?.object_id)
            .take(AT_ONCE);
        let adopted = join_all(suspects.map(|suspect| self.adopt_root_of(&world, suspect))).await;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &list });
        let mut count = 0;
        for adoption in adopted {
            match adoption {
                Ok(true) => count += 1,
                Ok(false) => {}
                // An element that is gone by now needs no adoption.
                Err(failure) if is_page_gone(&failure) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(count)
    }

    async fn adopt_root_of(&self, world: &World, suspect: String) -> Result<bool, Failure> {
        let describe = dom::DescribeNode { object_id: &suspect, depth: 1 };
        let described = self.ask(&world.session, &describe, PROMPTLY).await;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &suspect });
        let roots = described?.node.shadow_roots;
        let Some(root) = roots.iter().find(|root| root.shadow_root_type.as_deref() == Some("closed")) else {
            return Ok(false);
        };
        let resolve =
            dom::ResolveNode { backend_node_id: root.backend_node_id, execution_context_id: world.id };
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
