use std::time::Duration;

use lemmascope_browser::driver::{FrameId, Mouse};
use lemmascope_browser::page::{ElementId, Point};
use lemmascope_browser::session::{WebSession, read_answer, stale};
use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

/// The scroll positions before and after.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ScrollResult {
    pub(super) problem: String,
    pub(super) before: Point,
    pub(super) after: Point,
    pub(super) extent: Point,
    pub(super) page: bool,
    pub(super) middle: Point,
}

/// Scrolls by a distance; by the wheel if the page handles wheel events itself.
pub(super) async fn scroll(
    session: &WebSession,
    frame: &FrameId,
    key: Option<u32>,
    direction: &str,
    amount: &serde_json::Value,
) -> Result<ScrollResult, Failure> {
    let tab = session.tab()?;
    let arguments = json!([key, direction, amount]);
    let limit = Duration::from_secs(5);
    let mut scrolled: ScrollResult =
        read_answer(tab.call(frame, "lemmascope.scrollBy", arguments.clone(), limit).await?)?;
    match scrolled.problem.as_str() {
        "" => {}
        "gone" => return Err(stale(ElementId(0))),
        _ => return Ok(ScrollResult::default()),
    }
    let at_end = match direction {
        "up" => scrolled.before.y <= 0.0,
        "down" => scrolled.before.y >= scrolled.extent.y - 1.0,
        "left" => scrolled.before.x <= 0.0,
        _ => scrolled.before.x >= scrolled.extent.x - 1.0,
    };
    if scrolled.before == scrolled.after && at_end && scrolled.page {
        let far = amount.as_f64().unwrap_or(600.0);
        let (dx, dy) = match direction {
            "up" => (0.0, -far),
            "down" => (0.0, far),
            "left" => (-far, 0.0),
            _ => (far, 0.0),
        };
        tab.mouse(Mouse::Wheel { at: scrolled.middle, dx, dy }).await?;
        let now: ScrollResult =
            read_answer(tab.call(frame, "lemmascope.scrollBy", json!([key, direction, 0]), limit).await?)?;
        scrolled.after = now.after;
    }
    Ok(scrolled)
}
