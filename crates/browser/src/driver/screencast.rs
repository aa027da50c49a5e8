//! Screencast frames of a tab, for recordings and for live viewers.

/// A callback that receives each picture with its timestamp in seconds.
pub(crate) type Screencast = Box<dyn FnMut(Vec<u8>, f64) + Send>;

/// The purpose of a screencast. A tab has at most one receiver for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A recording, which receives every picture.
    Recording,
    /// Live viewers, who see the latest picture and may be slow.
    LiveView,
}

/// The receivers of a tab's pictures.
#[derive(Default)]
pub(super) struct ScreencastReceivers {
    recording: Option<ScreencastReceiver>,
    live_viewer: Option<ScreencastReceiver>,
    /// The pictures that were not acknowledged to the browser yet. It sends few more until then.
    pub(super) pending: Vec<i64>,
}

struct ScreencastReceiver {
    quality: u8,
    take: Screencast,
}

impl ScreencastReceivers {
    fn slot(&mut self, viewer: Viewer) -> &mut Option<ScreencastReceiver> {
        match viewer {
            Viewer::Recording => &mut self.recording,
            Viewer::LiveView => &mut self.live_viewer,
        }
    }

    pub(super) fn add(&mut self, viewer: Viewer, quality: u8, take: Screencast) {
        *self.slot(viewer) = Some(ScreencastReceiver { quality: quality.clamp(1, 100), take });
    }

    pub(super) fn remove(&mut self, viewer: Viewer) {
        self.slot(viewer).take();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.recording.is_none() && self.live_viewer.is_none()
    }

    pub(super) fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// The quality of the pictures, which a recording determines if one runs; `None` without receivers.
    pub(super) fn quality(&self) -> Option<u8> {
        self.recording.as_ref().or(self.live_viewer.as_ref()).map(|taker| taker.quality)
    }

    pub(super) fn give(&mut self, picture: &[u8], at: f64) {
        for taker in [&mut self.recording, &mut self.live_viewer].into_iter().flatten() {
            (taker.take)(picture.to_vec(), at);
        }
    }
}
