use std::sync::PoisonError;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::value::RawValue;

use super::super::super::input::{Button, Mouse};
use super::super::connection::ProtocolEvent;
use super::super::protocol::input::{DispatchDragEvent, DragIntercepted, SetInterceptDrags};
use super::Tab;
use crate::page::Point;

/// The drag data of the page.
pub(super) type DragData = Box<RawValue>;

/// The timeout for the page to start a drag with data. Most pages start it at once.
const DRAG_START_TIMEOUT: Duration = Duration::from_millis(300);

impl Tab {
    /// Drags from one point to another. The page decides whether this becomes a drag with data or a mouse
    /// movement with the button held.
    pub async fn drag(&self, from: Point, to: Point) -> Result<(), Failure> {
        self.drag_data().take();
        self.dispatch(&SetInterceptDrags { enabled: true }).await?;
        let dragged = self.drag_with_interception(from, to).await;
        self.dispatch(&SetInterceptDrags { enabled: false }).await?;
        dragged
    }

    async fn drag_with_interception(&self, from: Point, to: Point) -> Result<(), Failure> {
        let button = Button::Left;
        self.mouse(Mouse::Moved { at: from, held: None }).await?;
        self.mouse(Mouse::Pressed { at: from, button, clicks: 1 }).await?;
        // A drag starts only after a few pixels, and event handlers may need the intermediate points.
        let steps = 8;
        for step in 1..=steps {
            let part = f64::from(step) / f64::from(steps);
            let at = Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
            self.mouse(Mouse::Moved { at, held: Some(button) }).await?;
            if step == 2 {
                self.wait(DRAG_START_TIMEOUT, |_| self.drag_data().is_some()).await;
            }
            if self.drag_data().is_some() {
                break;
            }
        }
        let carried = self.drag_data().take();
        let Some(data) = carried else {
            return self.mouse(Mouse::Released { at: to, button, clicks: 1 }).await;
        };
        for kind in ["dragEnter", "dragOver", "dragOver", "drop"] {
            self.dispatch(&DispatchDragEvent { kind, x: to.x, y: to.y, data: &data }).await?;
        }
        self.mouse(Mouse::Released { at: to, button, clicks: 1 }).await
    }

    fn drag_data(&self) -> std::sync::MutexGuard<'_, Option<DragData>> {
        self.inner.drag.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Handles the start of a drag with data.
pub(in super::super) fn handle_drag_intercepted(tab: &Tab, protocol_event: &ProtocolEvent) {
    if let Some(DragIntercepted { data }) = protocol_event.read() {
        *tab.drag_data() = Some(data);
        tab.change(|_| {});
    }
}
