use lemmascope_intent::Failure;

use super::super::super::frame::FrameId;
use super::super::connection::PROMPTLY;
use super::super::fault::page_gone;
use super::super::protocol::dom;
use super::super::protocol::overlay::{self, Color, HighlightConfig, HighlightNode};
use super::super::protocol::runtime::{Argument, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Marks an element, over the page and not in it: nothing of the page changes. One at a time in a frame.
    pub(crate) async fn highlight(
        &self,
        frame: &FrameId,
        key: u32,
        color: (u8, u8, u8),
    ) -> Result<(), Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let arguments = vec![Argument::Value { value: key.into() }];
        let function = "function(key) { return lemmascope.element(key) }";
        let object = self.reference(&world, function, arguments, PROMPTLY).await?.ok_or_else(page_gone)?;
        self.ask(&world.session, &dom::Enable {}, PROMPTLY).await?;
        self.ask(&world.session, &overlay::Enable {}, PROMPTLY).await?;
        let (r, g, b) = color;
        let highlight_config = HighlightConfig {
            show_info: false,
            content_color: Color { r, g, b, a: 0.35 },
            border_color: Color { r, g, b, a: 1.0 },
        };
        let mark = HighlightNode { highlight_config, object_id: &object };
        self.ask(&world.session, &mark, PROMPTLY).await?;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &object });
        Ok(())
    }

    /// Removes all marks.
    pub(crate) fn clear_highlights(&self) {
        let mut sessions: Vec<String> =
            self.state().frames.iter().map(|frame| frame.session.clone()).collect();
        sessions.dedup();
        for session in sessions {
            self.connection().tell(Some(&session), &overlay::HideHighlight {});
            self.connection().tell(Some(&session), &overlay::Disable {});
            self.connection().tell(Some(&session), &dom::Disable {});
        }
    }
}
