use std::sync::PoisonError;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::{Cause, Failure};

use super::super::super::options::{Appearance, ImageFormat, Paper, Screenshot};
use super::super::super::screencast::{Screencast, ScreencastReceivers, Viewer};
use super::super::connection::{PROMPTLY, ProtocolEvent};
use super::super::protocol::page;
use super::Tab;
use crate::page::Rect;

/// The timeout for rendering, long enough for a large page.
const DRAWING: Duration = Duration::from_secs(60);

/// The maximum number of screencast frames that Chromium sends without an acknowledgement.
const MOST_PENDING: usize = 2;

/// The maximum width and height of a screenshot in Chromium.
const LONGEST_SIDE: f64 = 16_384.0;

impl Tab {
    /// Takes a screenshot of the page, without highlights.
    pub async fn screenshot(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        self.unmarked(self.picture(options)).await
    }

    /// Takes a screenshot including highlights.
    pub(in super::super::super) async fn picture(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        let metrics = self.send_to_main_session(&page::GetLayoutMetrics {}, PROMPTLY).await?;
        let (view, content) = (&metrics.css_visual_viewport, &metrics.css_content_size);
        let clip = match options.clip {
            Some(part) => Some(page::Clip {
                x: part.x + view.page_x,
                y: part.y + view.page_y,
                width: part.width.clamp(1.0, LONGEST_SIDE),
                height: part.height.clamp(1.0, LONGEST_SIDE),
                scale: 1.0,
            }),
            None if options.full_page => Some(page::Clip {
                x: 0.0,
                y: 0.0,
                width: content.width.max(view.client_width).clamp(1.0, LONGEST_SIDE),
                height: content.height.max(view.client_height).clamp(1.0, LONGEST_SIDE),
                scale: 1.0,
            }),
            None => None,
        };
        let capture = page::CaptureScreenshot {
            format: match options.format {
                ImageFormat::Png => "png",
                ImageFormat::Jpeg => "jpeg",
            },
            quality: options.quality.filter(|_| options.format == ImageFormat::Jpeg).map(|q| q.min(100)),
            capture_beyond_viewport: clip.is_some(),
            clip,
        };
        decode(&self.send_to_main_session(&capture, DRAWING).await?.data)
    }

    /// Returns the width and height of the viewport, in CSS pixels.
    pub async fn view_size(&self) -> Result<(f64, f64), Failure> {
        let view = self.send_to_main_session(&page::GetLayoutMetrics {}, PROMPTLY).await?.css_visual_viewport;
        Ok((view.client_width, view.client_height))
    }

    /// Takes a screenshot of a part of the viewport, without highlights and without effects that the page can
    /// detect.
    pub(crate) async fn screenshot_part(&self, part: Rect) -> Result<Vec<u8>, Failure> {
        let view = self.send_to_main_session(&page::GetLayoutMetrics {}, PROMPTLY).await?.css_visual_viewport;
        let capture = page::CaptureScreenshot {
            format: "png",
            quality: None,
            // Capturing beyond the viewport would resize the window, which the page would notice.
            capture_beyond_viewport: false,
            clip: Some(page::Clip {
                x: part.x + view.page_x,
                y: part.y + view.page_y,
                width: part.width.clamp(1.0, LONGEST_SIDE),
                height: part.height.clamp(1.0, LONGEST_SIDE),
                scale: 1.0,
            }),
        };
        decode(&self.unmarked(self.send_to_main_session(&capture, DRAWING)).await?.data)
    }

    /// Prints the page as PDF.
    pub async fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, Failure> {
        let print = page::PrintToPdf {
            landscape: paper.landscape,
            print_background: true,
            paper_width: paper.width,
            paper_height: paper.height,
            margin_top: paper.margin,
            margin_bottom: paper.margin,
            margin_left: paper.margin,
            margin_right: paper.margin,
        };
        decode(&self.send_to_main_session(&print, DRAWING).await?.data)
    }

    /// Starts a screencast, which sends a picture whenever the page changes visually. If a recording runs,
    /// its quality applies to all receivers.
    pub async fn start_screencast(
        &self,
        viewer: Viewer,
        quality: u8,
        taker: Screencast,
    ) -> Result<(), Failure> {
        let (is_first, quality) = {
            let mut screencast_receivers = self.screencast_receivers();
            let is_first = screencast_receivers.is_empty();
            screencast_receivers.add(viewer, quality, taker);
            (is_first, screencast_receivers.quality().unwrap_or(quality))
        };
        let started = match (is_first, viewer) {
            (false, Viewer::LiveView) => Ok(()),
            (true, _) => self.cast(quality).await,
            (false, Viewer::Recording) => {
                self.send_to_main_session(&page::StopScreencast {}, PROMPTLY).await.map(drop)?;
                self.cast(quality).await
            }
        };
        if started.is_err() {
            self.screencast_receivers().remove(viewer);
        }
        started
    }

    async fn cast(&self, quality: u8) -> Result<(), Failure> {
        let Appearance { width, height, .. } = self.context_state().options.appearance;
        let start = page::StartScreencast {
            format: "jpeg",
            quality,
            max_width: width,
            max_height: height,
            every_nth_frame: 1,
        };
        self.send_to_main_session(&start, PROMPTLY).await?;
        Ok(())
    }

    /// Stops the screencast of a viewer and drops its callback.
    pub async fn stop_screencast(&self, viewer: Viewer) -> Result<(), Failure> {
        let is_last = {
            let mut screencast_receivers = self.screencast_receivers();
            screencast_receivers.remove(viewer);
            screencast_receivers.pending.clear();
            screencast_receivers.is_empty()
        };
        match is_last {
            true => self.send_to_main_session(&page::StopScreencast {}, PROMPTLY).await.map(drop),
            false => Ok(()),
        }
    }

    /// Acknowledges pending pictures on behalf of live viewers, so that the browser sends the next one.
    /// Returns whether the browser may have skipped some while it waited.
    pub fn continue_screencast(&self) -> bool {
        let pending = std::mem::take(&mut self.screencast_receivers().pending);
        for number in &pending {
            self.acknowledge(*number);
        }
        pending.len() >= MOST_PENDING
    }

    fn acknowledge(&self, number: i64) {
        self.connection().tell(Some(&self.inner.session), &page::ScreencastFrameAck { session_id: number });
    }

    fn screencast_receivers(&self) -> std::sync::MutexGuard<'_, ScreencastReceivers> {
        self.inner.screencast_receivers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Handles a picture. A recording acknowledges it at once; live viewers request the next one explicitly.
pub(in super::super) fn handle_screencast_frame(tab: &Tab, protocol_event: &ProtocolEvent) {
    let Some(frame) = protocol_event.read::<page::ScreencastFrame>() else { return };
    let mut screencast_receivers = tab.screencast_receivers();
    match screencast_receivers.is_recording() {
        true => tab.acknowledge(frame.session_id),
        false => screencast_receivers.pending.push(frame.session_id),
    }
    if let Ok(picture) = STANDARD.decode(&frame.data) {
        screencast_receivers.give(&picture, frame.metadata.timestamp.unwrap_or_default());
    }
}

fn decode(data: &str) -> Result<Vec<u8>, Failure> {
    STANDARD.decode(data).map_err(|error| {
        Failure::new(Cause::Failed, "the browser's picture could not be read").context(error.to_string())
    })
}
