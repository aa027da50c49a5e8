use std::sync::{MutexGuard, PoisonError};

use lemmascope_intent::Failure;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::page_gone_failure;
use super::super::connection::PROMPTLY;
use super::super::protocol::dom;
use super::super::protocol::overlay::{self, Color, HighlightConfig, HighlightNode};
use super::super::protocol::runtime::{Argument, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

/// A highlighted element.
#[derive(Debug, Clone)]
pub(super) struct Highlight {
    frame: FrameId,
    /// The document for which the key is valid.
    document: String,
    key: u32,
    color: (u8, u8, u8),
    session: String,
}

impl Tab {
    /// Highlights an element in an overlay, without changing the page. Each frame has at most one highlight.
    pub async fn highlight(&self, frame: &FrameId, key: u32, color: (u8, u8, u8)) -> Result<(), Failure> {
        let session = self.world(frame, Side::Ours, PROMPTLY).await?.session;
        let document = self.document_of_frame(frame).ok_or_else(page_gone_failure)?;
        let mark = Highlight { frame: frame.clone(), document, key, color, session };
        self.draw(&mark).await?;
        let mut highlights = self.highlights();
        // The browser draws only one highlight for all frames of a session.
        highlights.retain(|other| other.session != mark.session);
        highlights.push(mark);
        Ok(())
    }

    /// Removes all highlights.
    pub fn clear_highlights(&self) {
        self.highlights().clear();
        let mut sessions: Vec<String> =
            self.state().frames.iter().map(|frame| frame.session.clone()).collect();
        sessions.dedup();
        for session in sessions {
            self.connection().tell(Some(&session), &overlay::HideHighlight {});
            self.connection().tell(Some(&session), &overlay::Disable {});
            self.connection().tell(Some(&session), &dom::Disable {});
        }
    }

    /// Runs an action such as a screenshot while the highlights are hidden.
    pub(super) async fn unmarked<T>(&self, act: impl Future<Output = T>) -> T {
        let hidden = self.highlights().clone();
        for mark in &hidden {
            // Errors are ignored, because the highlight of a closed page is not visible.
            let _ = self.ask(&mark.session, &overlay::HideHighlight {}, PROMPTLY).await;
        }
        let done = act.await;
        let standing = self.highlights().clone();
        for mark in standing {
            if self.document_of_frame(&mark.frame).as_ref() == Some(&mark.document) {
                let _ = self.draw(&mark).await;
            }
        }
        done
    }

    async fn draw(&self, mark: &Highlight) -> Result<(), Failure> {
        let world = self.world(&mark.frame, Side::Ours, PROMPTLY).await?;
        let key = mark.key.into();
        let arguments = vec![Argument::Value { value: &key }];
        let function = "function(key) { return lemmascope.element(key) }";
        let object =
            self.reference(&world, function, arguments, PROMPTLY).await?.ok_or_else(page_gone_failure)?;
        self.ask(&world.session, &dom::Enable {}, PROMPTLY).await?;
        self.ask(&world.session, &overlay::Enable {}, PROMPTLY).await?;
        let (r, g, b) = mark.color;
        let highlight_config = HighlightConfig {
            show_info: false,
            content_color: Color { r, g, b, a: 0.35 },
            border_color: Color { r, g, b, a: 1.0 },
        };
        let node = HighlightNode { highlight_config, object_id: &object };
        self.ask(&world.session, &node, PROMPTLY).await?;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &object });
        Ok(())
    }

    fn document_of_frame(&self, frame: &FrameId) -> Option<String> {
        self.state().frame(frame).map(|frame| frame.document.clone())
    }

    fn highlights(&self) -> MutexGuard<'_, Vec<Highlight>> {
        self.inner.highlights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
