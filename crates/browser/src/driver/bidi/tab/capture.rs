use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::super::super::feature_gaps::{self, Gap};
use super::super::super::frame::FrameId;
use super::super::super::options::{ImageFormat, Paper, Screenshot};
use super::super::super::screencast::{Screencast, ScreencastReceivers, Viewer};
use super::super::connection::PROMPTLY;
use super::Tab;
use crate::page::Rect;

/// The timeout for rendering, long enough for a large page.
const DRAWING: Duration = Duration::from_secs(60);

/// The maximum width and height of a screenshot.
const LONGEST_SIDE: f64 = 16_384.0;

/// The interval between pictures of a screencast. The protocol has no event for visual changes.
const SCREENCAST_INTERVAL: Duration = Duration::from_millis(250);

const CENTIMETRES: f64 = 2.54;

impl Tab {
    pub(in super::super::super) async fn screenshot(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        let mut capture =
            json!({"context": self.id(), "origin": if options.full_page { "document" } else { "viewport" }});
        if let Some(part) = options.clip {
            capture["origin"] = json!("viewport");
            capture["clip"] = clip(part);
        }
        if options.format == ImageFormat::Jpeg {
            let quality = options.quality.map_or(0.8, |quality| f64::from(quality.min(100)) / 100.0);
            capture["format"] = json!({"type": "image/jpeg", "quality": quality});
        }
        let answer = self.ask("browsingContext.captureScreenshot", capture, DRAWING).await?;
        decode(&answer)
    }

    #[cfg(test)]
    pub(in super::super::super) async fn picture(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        self.screenshot(options).await
    }

    pub(in super::super::super) async fn view_size(&self) -> Result<(f64, f64), Failure> {
        let size = "() => [visualViewport.width, visualViewport.height]";
        let size = self.call(&self.main_frame()?, size, json!([]), PROMPTLY).await?;
        Ok((size[0].as_f64().unwrap_or_default(), size[1].as_f64().unwrap_or_default()))
    }

    pub(in super::super::super) async fn screenshot_part(&self, part: Rect) -> Result<Vec<u8>, Failure> {
        self.screenshot(&Screenshot { clip: Some(part), ..Screenshot::default() }).await
    }

    pub(in super::super::super) async fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, Failure> {
        let margin = paper.margin * CENTIMETRES;
        let print = json!({
            "context": self.id(),
            "background": true,
            "margin": {"top": margin, "bottom": margin, "left": margin, "right": margin},
            "orientation": if paper.landscape { "landscape" } else { "portrait" },
            "page": {"width": paper.width * CENTIMETRES, "height": paper.height * CENTIMETRES},
        });
        let answer = self.ask("browsingContext.print", print, DRAWING).await?;
        decode(&answer)
    }

    /// Starts a screencast that takes pictures at intervals and sends those that differ from the previous
    /// one.
    pub(in super::super::super) async fn start_screencast(
        &self,
        viewer: Viewer,
        quality: u8,
        mut taker: Screencast,
    ) -> Result<(), Failure> {
        let first = self.screenshot(&jpeg(quality.clamp(1, 100))).await?;
        taker(first.clone(), now());
        let is_first = {
            let mut screencast_receivers = self.screencast_receivers();
            let is_first = screencast_receivers.is_empty();
            screencast_receivers.add(viewer, quality, taker);
            is_first
        };
        if is_first {
            tokio::spawn(cast(self.clone(), first));
        }
        Ok(())
    }

    pub(in super::super::super) async fn stop_screencast(&self, viewer: Viewer) -> Result<(), Failure> {
        self.screencast_receivers().remove(viewer);
        Ok(())
    }

    /// Does nothing, because pictures are taken at intervals and need no acknowledgement.
    pub(in super::super::super) fn continue_screencast(&self) -> bool {
        false
    }

    /// Fails, because the protocol has no overlay.
    pub(in super::super::super) async fn highlight(
        &self,
        _frame: &FrameId,
        _key: u32,
        _color: (u8, u8, u8),
    ) -> Result<(), Failure> {
        Err(feature_gaps::failure(Gap::Highlight, self.context_state().engine))
    }

    /// Does nothing, because highlights are not supported.
    pub(in super::super::super) fn clear_highlights(&self) {}

    fn screencast_receivers(&self) -> std::sync::MutexGuard<'_, ScreencastReceivers> {
        self.inner.screencast_receivers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends pictures for as long as a receiver exists.
async fn cast(tab: Tab, mut last: Vec<u8>) {
    loop {
        tokio::time::sleep(SCREENCAST_INTERVAL).await;
        let quality = tab.screencast_receivers().quality();
        let Some(quality) = quality.filter(|_| !tab.state().closed) else { return };
        // While a dialog is open or a document changes, screenshots fail.
        let Ok(picture) = tab.screenshot(&jpeg(quality)).await else { continue };
        if picture != last {
            tab.screencast_receivers().give(&picture, now());
            last = picture;
        }
    }
}

fn jpeg(quality: u8) -> Screenshot {
    Screenshot { format: ImageFormat::Jpeg, quality: Some(quality), ..Screenshot::default() }
}

fn clip(part: Rect) -> Value {
    json!({
        "type": "box",
        "x": part.x,
        "y": part.y,
        "width": part.width.clamp(1.0, LONGEST_SIDE),
        "height": part.height.clamp(1.0, LONGEST_SIDE),
    })
}

fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

fn decode(answer: &Value) -> Result<Vec<u8>, Failure> {
    STANDARD.decode(answer["data"].as_str().unwrap_or_default()).map_err(|error| {
        Failure::new(Cause::Failed, "the browser's picture could not be read").context(error.to_string())
    })
}
