use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;

use super::confinement::Confinement;
use super::console::{ConsoleEntry, PageError};
use super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::download::Download;
use super::frame::{Frame, FrameId};
use super::request::RequestRecord;

/// How many requests, console lines and the like are remembered of a tab. A page that polls for days must not fill the
/// memory.
const REMEMBERED: usize = 1000;

/// How far the main document has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lifecycle {
    pub(crate) committed: bool,
    /// The document is parsed.
    pub dom_content_loaded: bool,
    /// The document and what it needs are loaded.
    pub loaded: bool,
}

/// A document that was asked for and is not there yet.
#[derive(Debug, Clone)]
pub(super) struct Departure {
    /// The id of its request, which becomes that of the document.
    pub(super) id: String,
    /// Whether the server has answered.
    pub(super) answered: bool,
}

/// Everything that events have told of a tab so far.
#[derive(Debug, Default)]
pub struct TabState {
    /// The address of the main frame.
    pub url: String,
    /// The last that was heard of the title; `Tab::title` asks for it.
    pub(crate) title: String,
    /// Whether some frame is loading.
    pub loading: bool,
    /// How far the document of the main frame has come.
    pub lifecycle: Lifecycle,
    /// The document of the main frame: another after each navigation to one.
    pub(crate) document: String,
    /// How often the main frame has come to another address or document, in the same document or not.
    pub navigations: u64,
    /// Counts frames that came, went or got another document.
    pub(crate) frame_changes: u64,
    /// The dialog that is open.
    pub dialog: Option<OpenDialog>,
    /// The dialogs that are over.
    pub dialogs: Vec<AnsweredDialog>,
    /// How many dialogs have opened.
    pub dialogs_opened: u64,
    /// How many there are who want the page to be left, whatever it says.
    pub(super) leaving: usize,
    /// Whether the page's process has died.
    pub crashed: bool,
    /// Whether the service worker of the site was bypassed, because it did not answer the last navigation.
    pub(crate) bypassed: bool,
    /// How many windows were closed at once because the page had opened too many.
    pub(crate) refused_windows: u64,
    /// Whether the tab is gone.
    pub closed: bool,
    /// The id of the tab that opened this one.
    pub(crate) opener: Option<String>,
    /// Ids of the tabs that this one opened.
    pub(crate) opened: Vec<String>,
    /// The latest requests, oldest first.
    pub requests: VecDeque<RequestRecord>,
    /// The document that the main frame is about to change to. Until it has, the browser passes no question on to the page.
    pub(super) departure: Option<Departure>,
    /// How many requests have begun.
    pub requests_begun: u64,
    /// How many there had been when the press that was last waited for reached the page.
    pub(crate) pressed: Option<u64>,
    /// When a request last began or ended.
    pub(crate) network_at: Option<Instant>,
    /// Since when the page has not answered, while a person waits for it.
    pub(super) silent_since: Option<Instant>,
    /// The latest console lines, oldest first.
    pub console: VecDeque<ConsoleEntry>,
    pub(crate) console_lines: u64,
    /// The latest uncaught exceptions, oldest first.
    pub errors: VecDeque<PageError>,
    pub(crate) errors_thrown: u64,
    /// The downloads that the tab has begun.
    pub downloads: Vec<Download>,
    /// Why the main frame was last kept from going where it wanted to.
    pub(crate) blocked: Option<Failure>,
    /// Whether everything is set up, so that nothing that happens is missed.
    pub(super) ready: bool,
    /// Through which session the open dialog is answered.
    pub(super) dialog_session: Option<String>,
    pub(super) frames: Vec<FrameRecord>,
}

/// A frame, and how it is reached.
#[derive(Debug, Clone)]
pub(super) struct FrameRecord {
    pub(super) id: FrameId,
    pub(super) parent: Option<FrameId>,
    pub(super) url: String,
    pub(super) name: String,
    pub(super) document: String,
    pub(super) loading: bool,
    /// Through which session of the protocol it is spoken to.
    pub(super) session: String,
    pub(super) isolated: Option<World>,
    pub(super) page: Option<World>,
    /// The key of its element in the parent, and the parent's document in which that holds.
    pub(super) owner: Option<(String, u32)>,
}

/// A place where scripts of a frame run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct World {
    pub(super) session: String,
    pub(super) id: i64,
    pub(super) unique: String,
}

impl TabState {
    /// For how long the page has not answered.
    pub(super) fn silent_for(&self) -> Duration {
        self.silent_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The requests that a page at rest would not have.
    pub fn in_flight(&self) -> usize {
        self.requests.iter().filter(|request| request.is_pending()).count()
    }

    /// Whether the main frame shows this document still.
    pub fn shows(&self, document: &str) -> bool {
        self.document == document
    }

    /// With what status the server gave the main document, where it gave one.
    pub fn status(&self) -> Option<u16> {
        self.status_of(&self.document)
    }

    /// The same for a document that may not have come to be shown: its request has the document's name.
    pub(crate) fn status_of(&self, document: &str) -> Option<u16> {
        self.requests.iter().rev().find(|request| request.id == document).and_then(|request| request.status)
    }

    /// The address of the page when its server asks for a name and a password before it gives one.
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

    /// The frames, the main one first and each after the one that it is in.
    pub(super) fn frames_in_order(&self) -> Vec<&FrameRecord> {
        let mut ordered: Vec<&FrameRecord> = Vec::with_capacity(self.frames.len());
        let mut open: Vec<&FrameRecord> = self.frames.iter().filter(|frame| frame.parent.is_none()).collect();
        // A page may have thousands of frames.
        let mut children: HashMap<&FrameId, Vec<&FrameRecord>> = HashMap::new();
        for frame in self.frames.iter().rev() {
            if let Some(parent) = &frame.parent {
                children.entry(parent).or_default().push(frame);
            }
        }
        while let Some(frame) = open.pop() {
            // A frame is visited once, whatever its records say of its parents.
            if ordered.len() > self.frames.len() {
                break;
            }
            ordered.push(frame);
            open.extend(children.remove(&frame.id).unwrap_or_default());
        }
        ordered
    }

    /// The frames as others see them, those of other sites left out while a person acts who is not trusted.
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

    /// What became of the page's question whether to leave it, if it has asked since so many dialogs had opened.
    pub(crate) fn asked_to_stay(&self, since: u64) -> Option<&AnsweredDialog> {
        self.dialogs_since(since).find(|one| one.dialog.kind == DialogKind::BeforeUnload)
    }

    /// The dialogs that are over and opened after so many others, the last one first.
    pub(crate) fn dialogs_since(&self, since: u64) -> impl Iterator<Item = &AnsweredDialog> {
        let new = usize::try_from(self.dialogs_opened - since.min(self.dialogs_opened)).unwrap_or(usize::MAX);
        self.dialogs.iter().rev().take(new)
    }

    pub(super) fn remember_dialog(&mut self, dialog: AnsweredDialog) {
        if self.dialogs.len() == REMEMBERED {
            self.dialogs.remove(0);
        }
        self.dialogs.push(dialog);
    }

    pub(super) fn remember_request(&mut self, request: RequestRecord) {
        push(&mut self.requests, request);
    }

    pub(super) fn remember_console(&mut self, entry: ConsoleEntry) {
        self.console_lines += 1;
        push(&mut self.console, entry);
    }

    pub(super) fn remember_error(&mut self, error: PageError) {
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
