//! Pictures of a tab as it changes, for a recording and for people who look on.

/// A function that gets the pictures, with the second at which each was taken.
pub(crate) type Screencast = Box<dyn FnMut(Vec<u8>, f64) + Send>;

/// What the pictures are taken for. A tab gives them to one taker of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A film, which has every picture.
    Recording,
    /// People who look on, who have the latest picture and may be slow.
    Onlooker,
}

/// Whoever takes the pictures of a tab.
#[derive(Default)]
pub(super) struct Takers {
    recording: Option<Taker>,
    onlooker: Option<Taker>,
    /// The pictures that the browser has sent and whose receipt it was not told of. It sends few more until then.
    pub(super) pending: Vec<i64>,
}

struct Taker {
    quality: u8,
    take: Screencast,
}

impl Takers {
    fn slot(&mut self, viewer: Viewer) -> &mut Option<Taker> {
        match viewer {
            Viewer::Recording => &mut self.recording,
            Viewer::Onlooker => &mut self.onlooker,
        }
    }

    pub(super) fn add(&mut self, viewer: Viewer, quality: u8, take: Screencast) {
        *self.slot(viewer) = Some(Taker { quality: quality.clamp(1, 100), take });
    }

    pub(super) fn remove(&mut self, viewer: Viewer) {
        self.slot(viewer).take();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.recording.is_none() && self.onlooker.is_none()
    }

    pub(super) fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    /// The quality of the pictures: that of the recording where there is one. Nothing where nobody takes them.
    pub(super) fn quality(&self) -> Option<u8> {
        self.recording.as_ref().or(self.onlooker.as_ref()).map(|taker| taker.quality)
    }

    pub(super) fn give(&mut self, picture: &[u8], at: f64) {
        for taker in [&mut self.recording, &mut self.onlooker].into_iter().flatten() {
            (taker.take)(picture.to_vec(), at);
        }
    }
}
