use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;

use super::confinement::Confinement;
use super::console::{ConsoleEntry, PageError};
use super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::download::Download;
use super::frame::{Frame, FrameId};
use super::request::RequestRecord;

/// The maximum number of requests, console messages and similar records that are kept for a tab, so that a
/// page that polls for days does not exhaust memory.
const REMEMBERED: usize = 1000;

/// The load progress of the main document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lifecycle {
    pub(crate) committed: bool,
    /// The document is parsed.
    pub dom_content_loaded: bool,
    /// The document and its resources are loaded.
    pub loaded: bool,
}

/// A pending navigation to another document.
#[derive(Debug, Clone)]
pub(super) struct PendingNavigation {
    /// The id of the request, which becomes the id of the document.
    pub(super) id: String,
    /// Whether the server has responded.
    pub(super) answered: bool,
}

/// The state of a tab, assembled from events.
#[derive(Debug, Default)]
pub struct TabState {
    /// The URL of the main frame.
    pub url: String,
    /// The last known title; `Tab::title` queries the current one.
    pub(crate) title: String,
    /// Whether any frame is loading.
    pub loading: bool,
    /// The load progress of the main frame's document.
    pub lifecycle: Lifecycle,
    /// The id of the main frame's document, which changes with each navigation to a new document.
    pub(crate) document: String,
    /// The number of navigations of the main frame, including those within a document.
    pub navigations: u64,
    /// The number of changes of the frame tree: frames attached, detached or navigated.
    pub(crate) frame_changes: u64,
    /// The dialog that is open.
    pub dialog: Option<OpenDialog>,
    /// The answered dialogs.
    pub dialogs: Vec<AnsweredDialog>,
    /// The number of dialogs that have opened.
    pub dialogs_opened: u64,
    /// The number of active [`LeaveGuard`](super::leave_guard::LeaveGuard) guards.
    pub(super) leaving: usize,
    /// Whether the page's process has crashed.
    pub crashed: bool,
    /// Whether the site's service worker was bypassed, because it did not respond to the last navigation.
    pub(crate) bypassed: bool,
    /// The number of windows that were closed at once because the page had opened too many.
    pub(crate) refused_windows: u64,
    /// Whether the tab is closed.
    pub closed: bool,
    /// The id of the tab that opened this one.
    pub(crate) opener: Option<String>,
    /// The ids of the tabs that this one opened.
    pub(crate) opened: Vec<String>,
    /// The latest requests, oldest first.
    pub requests: VecDeque<RequestRecord>,
    /// The pending navigation of the main frame. Until it commits, the browser does not forward commands to
    /// the page.
    pub(super) departure: Option<PendingNavigation>,
    /// The number of requests that have begun.
    pub requests_begun: u64,
    /// The value of `requests_begun` when the last awaited click reached the page.
    pub(crate) pressed: Option<u64>,
    /// The time at which a request last began or ended.
    pub(crate) network_at: Option<Instant>,
    /// The time since which the page has been unresponsive to a waiting caller.
    pub(super) silent_since: Option<Instant>,
    /// The latest console messages, oldest first.
    pub console: VecDeque<ConsoleEntry>,
    pub(crate) console_lines: u64,
    /// The latest uncaught exceptions, oldest first.
    pub errors: VecDeque<PageError>,
    pub(crate) errors_thrown: u64,
    /// The downloads that the tab has started.
    pub downloads: Vec<Download>,
    /// Why the last navigation of the main frame was blocked.
    pub(crate) blocked: Option<Failure>,
    /// Whether the setup is complete, so that no event is missed.
    pub(super) ready: bool,
    /// The protocol session that answers the open dialog.
    pub(super) dialog_session: Option<String>,
    pub(super) frames: Vec<FrameRecord>,
}

/// A frame and the protocol sessions that control it.
#[derive(Debug, Clone)]
pub(super) struct FrameRecord {
    pub(super) id: FrameId,
    pub(super) parent: Option<FrameId>,
    pub(super) url: String,
    pub(super) name: String,
    pub(super) document: String,
    pub(super) loading: bool,
    /// The protocol session of the frame.
    pub(super) session: String,
    pub(super) isolated: Option<World>,
    pub(super) page: Option<World>,
    /// The parent's document id and the key of the frame's element in that document.
    pub(super) owner: Option<(String, u32)>,
}

/// An execution context of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct World {
    pub(super) session: String,
    pub(super) id: i64,
    pub(super) unique: String,
}

impl TabState {
    /// How long the page has been unresponsive.
    pub(super) fn silent_for(&self) -> Duration {
        self.silent_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The number of requests that keep the page from being idle.
    pub fn in_flight(&self) -> usize {
        self.requests.iter().filter(|request| request.is_pending()).count()
    }

    /// Whether the main frame still shows this document.
    pub fn shows(&self, document: &str) -> bool {
        self.document == document
    }

    /// The HTTP status of the main document, if it was loaded over HTTP.
    pub fn status(&self) -> Option<u16> {
        self.status_of(&self.document)
    }

    /// The HTTP status of a document that may not be shown yet: its id is that of its request.
    pub(crate) fn status_of(&self, document: &str) -> Option<u16> {
        self.requests.iter().rev().find(|request| request.id == document).and_then(|request| request.status)
    }

    /// The URL of the page, if its server requires HTTP authentication.
    pub fn challenge(&self) -> Option<&str> {
        let main = self.main_frame()?;
        let is_page =
            |one: &&RequestRecord| one.kind == "document" && one.frame.as_deref() == Some(main.as_str());
        let last = self.requests.iter().rev().find(is_page)?;
        last.is_challenged.then_some(last.url.as_str())
    }

    /// The id of the main frame.
    pub fn main_frame(&self) -> Option<FrameId> {
        self.frames.iter().find(|frame| frame.parent.is_none()).map(|frame| frame.id.clone())
    }

    pub(super) fn frame(&self, id: &FrameId) -> Option<&FrameRecord> {
        self.frames.iter().find(|frame| frame.id == *id)
    }

    pub(super) fn frame_mut(&mut self, id: &FrameId) -> Option<&mut FrameRecord> {
        self.frames.iter_mut().find(|frame| frame.id == *id)
    }

    /// The frames, with the main frame first and each frame after its parent.
    pub(super) fn frames_in_order(&self) -> Vec<&FrameRecord> {
        let mut ordered: Vec<&FrameRecord> = Vec::with_capacity(self.frames.len());
        let mut open: Vec<&FrameRecord> = self.frames.iter().filter(|frame| frame.parent.is_none()).collect();
        // A map of children, since a page may have thousands of frames.
        let mut children: HashMap<&FrameId, Vec<&FrameRecord>> = HashMap::new();
        for frame in self.frames.iter().rev() {
            if let Some(parent) = &frame.parent {
                children.entry(parent).or_default().push(frame);
            }
        }
        while let Some(frame) = open.pop() {
            // Stops at a cycle of parents, so that each frame is visited once.
            if ordered.len() > self.frames.len() {
                break;
            }
            ordered.push(frame);
            open.extend(children.remove(&frame.id).unwrap_or_default());
        }
        ordered
    }

    /// The frames for callers, without those of other sites while an untrusted definition runs.
    pub(super) fn visible_frames(&self, confinement: Option<&Confinement>) -> Vec<Frame> {
        let mut hidden: Vec<&FrameId> = Vec::new();
        let mut in_order = self.frames_in_order();
        if let Some(confinement) = confinement {
            in_order.retain(|frame| {
                let is_open = frame
                    .parent
                    .as_ref()
                    .is_none_or(|parent| !hidden.contains(&parent) && confinement.admits_frame(&frame.url));
                if !is_open {
                    hidden.push(&frame.id);
                }
                is_open
            });
        }
        let frames = in_order.into_iter().map(|frame| Frame {
            id: frame.id.clone(),
            parent: frame.parent.clone(),
            url: frame.url.clone(),
            name: frame.name.clone(),
            document: frame.document.clone(),
            ready: frame.isolated.is_some(),
        });
        frames.collect()
    }

    /// Returns the answered `beforeunload` dialog, if one opened after the first `since` dialogs.
    pub(crate) fn answered_beforeunload_dialog(&self, since: u64) -> Option<&AnsweredDialog> {
        self.dialogs_since(since).find(|one| one.dialog.kind == DialogKind::BeforeUnload)
    }

    /// The answered dialogs that opened after the first `since` dialogs, the latest first.
    pub(crate) fn dialogs_since(&self, since: u64) -> impl Iterator<Item = &AnsweredDialog> {
        let new = usize::try_from(self.dialogs_opened - since.min(self.dialogs_opened)).unwrap_or(usize::MAX);
        self.dialogs.iter().rev().take(new)
    }

    pub(super) fn record_dialog(&mut self, dialog: AnsweredDialog) {
        if self.dialogs.len() == REMEMBERED {
            self.dialogs.remove(0);
        }
        self.dialogs.push(dialog);
    }

    pub(super) fn record_request(&mut self, request: RequestRecord) {
        push(&mut self.requests, request);
    }

    pub(super) fn record_console_entry(&mut self, entry: ConsoleEntry) {
        self.console_lines += 1;
        push(&mut self.console, entry);
    }

    pub(super) fn record_page_error(&mut self, error: PageError) {
        self.errors_thrown += 1;
        push(&mut self.errors, error);
    }
}

fn push<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == REMEMBERED {
        queue.pop_front();
    }
    queue.push_back(item);
}
