use lemmascope_intent::Failure;
use serde_json::json;

use super::super::super::input::Button;
use super::Tab;
use super::input::{moved, number};
use crate::page::Point;

/// Whether a drag with data starts at a point.
const IS_DRAGGED: &str = "(x, y) => {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot?.elementFromPoint(x, y)) element = element.shadowRoot.elementFromPoint(x, y);
  return element?.closest('[draggable=true]') != null;
}";

/// Dispatches synthetic drag events, because a headless Firefox starts a drag with data but never drops. The
/// events are not trusted.
const DRAG: &str = "(x, y, toX, toY) => {
  const at = (x, y) => {
    let element = document.elementFromPoint(x, y);
    while (element?.shadowRoot?.elementFromPoint(x, y)) element = element.shadowRoot.elementFromPoint(x, y);
    return element ?? document.documentElement;
  };
  const data = new DataTransfer();
  const fire = (target, kind, x, y) => target.dispatchEvent(
    new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer: data }));
  const source = at(x, y).closest('[draggable=true]');
  if (!fire(source, 'dragstart', x, y)) return;
  fire(source, 'drag', x, y);
  const target = at(toX, toY);
  fire(target, 'dragenter', toX, toY);
  const isRefused = fire(target, 'dragover', toX, toY);
  fire(target, isRefused ? 'dragleave' : 'drop', toX, toY);
  fire(source, 'dragend', toX, toY);
}";

impl Tab {
    pub(in super::super::super) async fn drag(&self, from: Point, to: Point) -> Result<(), Failure> {
        let main = self.main_frame()?;
        let is_dragged = self.call(&main, IS_DRAGGED, json!([from.x, from.y]), super::PROMPTLY).await?;
        if is_dragged == json!(true) {
            self.call(&main, DRAG, json!([from.x, from.y, to.x, to.y]), super::PROMPTLY).await?;
            return Ok(());
        }
        let button = number(Button::Left);
        let mut actions = vec![moved(from), json!({"type": "pointerDown", "button": button})];
        // A drag starts only after a few pixels, and event handlers may need the intermediate points.
        let steps = 8;
        for step in 1..=steps {
            let part = f64::from(step) / f64::from(steps);
            actions.push(moved(Point {
                x: from.x + (to.x - from.x) * part,
                y: from.y + (to.y - from.y) * part,
            }));
        }
        actions.push(json!({"type": "pointerUp", "button": button}));
        let mouse = json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions});
        self.perform_in_frame(&main, json!([mouse])).await
    }
}
