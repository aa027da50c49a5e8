use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::super::visited_origins::origin_of;
use super::super::connection::PROMPTLY;
use super::Tab;
use super::evaluation::Side;
use crate::page::Point;

/// The maximum depth of nested frames that is followed. Real pages nest frames less deeply.
const DEEPEST: usize = 10;

/// Finds the frame at a point, and the top left corner of its content.
const FRAME_AT: &str = "(x, y) => {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot?.elementFromPoint(x, y)) element = element.shadowRoot.elementFromPoint(x, y);
  if (!/^i?frame$/.test(element?.localName ?? '')) return null;
  const { left, top } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const inset = (side) => element[`client${side}`] + (parseFloat(style[`padding${side}`]) || 0);
  return [element.contentWindow, left + inset('Left'), top + inset('Top')];
}";

impl Tab {
    /// Returns the frame that receives events at a point, and the point relative to it. The browser forwards
    /// events only to frames of the same site.
    pub(super) async fn aim(&self, at: Point) -> Result<(FrameId, Point), Failure> {
        let mut frame = self.main_frame()?;
        let mut place = at;
        if !self.has_cross_origin_frames() {
            return Ok((frame, place));
        }
        for _ in 0..DEEPEST {
            let world = self.world(&frame, Side::Ours, PROMPTLY).await?;
            let arguments =
                json!([{"type": "number", "value": place.x}, {"type": "number", "value": place.y}]);
            let serialization = json!({"maxObjectDepth": 1, "maxDomDepth": 0});
            let found = self.remote(&world, FRAME_AT, arguments, serialization, PROMPTLY).await?;
            let inner = found["value"][0]["value"]["context"].as_str().map(str::to_string);
            let Some(inner) = inner.filter(|inner| self.state().frame(&FrameId(inner.clone())).is_some())
            else {
                break;
            };
            let corner = |at: usize| found["value"][at]["value"].as_f64().unwrap_or_default();
            place = Point { x: place.x - corner(1), y: place.y - corner(2) };
            frame = FrameId(inner);
        }
        Ok((frame, place))
    }

    /// Returns the focused frame.
    pub(super) async fn focused(&self) -> Result<FrameId, Failure> {
        const FOCUSED: &str = "() => document.hasFocus()";
        let mut focused = self.main_frame()?;
        if self.state().frames.len() < 2 {
            return Ok(focused);
        }
        for frame in self.frames().into_iter().filter(|frame| frame.ready) {
            // A frame that was removed meanwhile has no focus.
            if let Ok(Value::Bool(true)) = self.call(&frame.id, FOCUSED, json!([]), PROMPTLY).await {
                focused = frame.id;
            }
        }
        Ok(focused)
    }

    /// Whether any frame has another origin than the page.
    pub(super) fn has_cross_origin_frames(&self) -> bool {
        let state = self.state();
        let own = origin_of(&state.url);
        state
            .frames
            .iter()
            .any(|frame| frame.parent.is_some() && origin_of(&frame.url).is_some_and(|it| Some(it) != own))
    }
}
