use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Failure, PatternDefinition, SitePattern};
use serde_json::{Value, json};

use super::WebSession;
use crate::driver::{Frame, FrameId, Tab, is_page_gone};
use crate::page::Snapshot;
use crate::reading::{RawScan, ScannedFrame, read, selectors, selectors_of};

/// The timeouts for scanning the main frame and each other frame. A frame that hangs must not prevent a
/// snapshot of the rest.
const MAIN_LIMIT: Duration = Duration::from_secs(10);
const FRAME_LIMIT: Duration = Duration::from_millis(1500);
/// The maximum number of frames that are scanned.
const MOST_FRAMES: usize = 60;
/// The number of nodes from which a page is too large for a full scan before and after each action.
const LARGE: u64 = 6000;
/// The maximum number of attempts if the page is left during a scan.
const TRIES: usize = 4;
/// The maximum number of selectors for patterns; a scan accepts 500 in total.
const MOST_SELECTORS: usize = 400;
/// The maximum nesting depth of closed shadow roots.
const NESTED_ROOTS: usize = 8;

/// The scanner function that returns the version of the page state and, unless that version is known, a scan.
const SCAN: &str = "lemmascope.look";
const VERSION: &str = "lemmascope.version";

/// The options of a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LookOptions {
    /// Whether invisible elements are included.
    pub hidden: bool,
    /// Whether all nameable elements are included, not only interactive ones.
    pub full: bool,
    /// Selectors whose matches are included in any case.
    pub selectors: Vec<String>,
}

/// A snapshot, with the page state at which it was taken.
pub(super) struct Look {
    pub(super) snapshot: Arc<Snapshot>,
    options: LookOptions,
    /// The pattern definitions that were evaluated.
    described: Arc<[SitePattern]>,
    /// For each frame its document and state version.
    versions: Vec<(FrameId, String, String)>,
    /// The scan of each frame, as the base for the next differential scan.
    scans: Vec<RawScan>,
    tab: String,
    /// The number of visited nodes.
    nodes: u64,
}

impl WebSession {
    /// Returns a snapshot of the page. Reuses the last one if nothing has changed.
    pub async fn look(&mut self, options: &LookOptions) -> Result<Arc<Snapshot>, Failure> {
        let tab = self.tab()?;
        let answers_this = |seen: &Look| {
            seen.options == *options && Arc::ptr_eq(&seen.described, &self.described) && seen.is_of(&tab)
        };
        let may_reuse = self.seen.as_ref().is_some_and(answers_this);
        self.look_or_reuse(options, may_reuse).await
    }

    /// Whether the last snapshot, with these options, is still current.
    pub async fn is_current(&self, options: &LookOptions) -> bool {
        match (&self.seen, self.tab()) {
            (Some(seen), Ok(tab)) => seen.options == *options && seen.is_current(&tab).await,
            _ => false,
        }
    }

    /// Returns a new snapshot without reusing the last one.
    pub async fn look_afresh(&mut self, options: &LookOptions) -> Result<Arc<Snapshot>, Failure> {
        self.look_or_reuse(options, false).await
    }

    /// Returns a snapshot. With `may_reuse`, the last one is reused if it is still current.
    async fn look_or_reuse(
        &mut self,
        options: &LookOptions,
        mut may_reuse: bool,
    ) -> Result<Arc<Snapshot>, Failure> {
        let tab = self.tab()?;
        let mut tries = 0;
        loop {
            tries += 1;
            match self.scan(&tab, options, may_reuse).await {
                // The page was left during the scan, so its successor is scanned instead.
                Err(failure) if is_page_gone(&failure) && tries < TRIES => {
                    let limit = Duration::from_secs(5);
                    tab.wait(limit, |state| state.lifecycle.committed && state.main_frame().is_some()).await;
                    may_reuse = false;
                }
                done => return done,
            }
        }
    }

    /// Whether the current page is so large that a full scan takes longer than an action should.
    pub(super) fn is_large(&self) -> bool {
        let same = |seen: &Look| self.tab().is_ok_and(|tab| seen.is_of(&tab));
        self.seen.as_ref().is_some_and(|seen| seen.nodes > LARGE && same(seen))
    }

    /// The document of a frame at the time of the last snapshot.
    pub(super) fn document_of(&self, frame: &FrameId) -> String {
        let mut versions = self.seen.iter().flat_map(|seen| &seen.versions);
        versions.find(|(id, ..)| id == frame).map(|(_, document, _)| document.clone()).unwrap_or_default()
    }

    /// The last snapshot in this tab, if any, without a check whether it is current.
    pub fn last_look(&self) -> Option<Arc<Snapshot>> {
        self.seen.as_ref().map(|seen| Arc::clone(&seen.snapshot))
    }

    /// The state version of each frame at the last snapshot.
    pub(super) fn versions(&self) -> Vec<(FrameId, String)> {
        let versions = self.seen.iter().flat_map(|seen| &seen.versions);
        versions.map(|(frame, _, version)| (frame.clone(), version.clone())).collect()
    }

    /// Returns a snapshot after an action. `told` is the version and scan that the only frame returned when
    /// it became idle.
    pub(super) async fn look_after_action(
        &mut self,
        told: Option<(String, String)>,
    ) -> Result<Arc<Snapshot>, Failure> {
        let options = LookOptions::default();
        let tab = self.tab()?;
        if let (Some((version, scan)), [frame]) = (told, tab.frames().as_slice()) {
            let scan = RawScan::from_answer(&Value::String(scan))?;
            let scan = scan.complete(self.take_previous_scan(frame))?;
            // Closed shadow roots need further queries.
            if scan.suspects == 0 {
                return Ok(self.combine_scans(&tab, &options, vec![(frame.clone(), None, version, scan)]));
            }
        }
        self.look_afresh(&options).await
    }

    /// The number of the last scan of a frame that is kept here, so that the page returns only the
    /// differences.
    fn known_scan(&self, frame: &Frame) -> u32 {
        let seen = self.seen.as_ref();
        seen.and_then(|seen| Some(seen.scans.get(seen.frame_index(frame)?)?.look)).unwrap_or_default()
    }

    fn take_previous_scan(&mut self, frame: &Frame) -> Option<RawScan> {
        let seen = self.seen.as_mut()?;
        let place = seen.frame_index(frame)?;
        seen.scans.get_mut(place).map(std::mem::take)
    }

    /// Returns the scan options of a frame: the given ones, and the selectors for described patterns.
    pub(super) fn questions(&self, tab: &Tab, options: &LookOptions, frame: &Frame) -> Value {
        let patterns = applicable_patterns(&address(tab), &self.described);
        let mut selectors = selectors(&patterns);
        selectors.extend_from_slice(&options.selectors);
        let LookOptions { hidden, full, .. } = options;
        json!({"hidden": hidden, "full": full, "selectors": selectors, "since": self.known_scan(frame)})
    }

    async fn scan(
        &mut self,
        tab: &Tab,
        options: &LookOptions,
        may_reuse: bool,
    ) -> Result<Arc<Snapshot>, Failure> {
        let mut frames = tab.frames();
        frames.truncate(MOST_FRAMES);
        let seen = self.seen.as_ref().filter(|_| may_reuse);
        let scans = frames.iter().map(|frame| {
            // A failed scan may have discarded the kept one; then the frame has to return everything again.
            let seen = seen.filter(|_| self.known_scan(frame) > 0);
            let version = seen.and_then(|seen| Some(&seen.versions.get(seen.frame_index(frame)?)?.2));
            let questions = json!([self.questions(tab, options, frame), version]);
            async move { scan_frame(tab, frame, questions).await }
        });
        let scans = join_all(scans).await;
        if let Some(seen) = seen
            && scans.iter().all(|scan| matches!(scan, Ok((_, None))))
        {
            return Ok(Arc::clone(&seen.snapshot));
        }
        let mut scanned = Vec::new();
        for (frame, scan) in frames.into_iter().zip(scans) {
            let scan = scan.and_then(|(version, scan)| {
                let told = self.take_previous_scan(&frame);
                let scan = match scan {
                    Some(scan) => scan.complete(told)?,
                    None => told.unwrap_or_default(),
                };
                Ok((version, scan))
            });
            let (version, scan) = match scan {
                Ok(done) => done,
                Err(failure) if frame.parent.is_none() => return Err(failure),
                Err(failure) => {
                    tracing::debug!(frame = %frame.id, %failure, "a frame was left out");
                    continue;
                }
            };
            let owner = match frame.parent {
                None => None,
                // A frame whose element was removed has no position on the page.
                Some(_) => match tab.frame_owner(&frame.id).await {
                    Ok(key) => Some(key),
                    Err(_) => continue,
                },
            };
            scanned.push((frame, owner, version, scan));
        }
        Ok(self.combine_scans(tab, options, scanned))
    }

    /// Combines the scans of the frames, each with the key of its frame element and its state version, and
    /// keeps the result as the last snapshot.
    fn combine_scans(
        &mut self,
        tab: &Tab,
        options: &LookOptions,
        frames: Vec<(Frame, Option<u32>, String, RawScan)>,
    ) -> Arc<Snapshot> {
        let described = Arc::clone(&self.described);
        let patterns = applicable_patterns(&address(tab), &described);
        let mut scanned: Vec<ScannedFrame> = Vec::new();
        let mut versions = Vec::new();
        let mut places: Vec<FrameId> = Vec::new();
        for (frame, owner, version, scan) in frames {
            let parent =
                frame.parent.as_ref().and_then(|parent| places.iter().position(|place| place == parent));
            versions.push((frame.id.clone(), frame.document.clone(), version));
            places.push(frame.id.clone());
            scanned.push(ScannedFrame {
                id: frame.id.as_str().to_string(),
                document: frame.document,
                parent,
                owner,
                url: frame.url,
                name: frame.name,
                scan,
            });
        }
        let nodes = scanned.iter().map(|frame| frame.scan.nodes).sum();
        let snapshot = Arc::new(read(&scanned, &mut self.ids, &patterns));
        self.seen = Some(Look {
            snapshot: Arc::clone(&snapshot),
            options: options.clone(),
            described,
            versions,
            scans: scanned.into_iter().map(|frame| frame.scan).collect(),
            tab: tab.id().to_string(),
            nodes,
        });
        snapshot
    }
}

impl Look {
    /// Returns the index of a frame with its current document among the scanned ones.
    fn frame_index(&self, frame: &Frame) -> Option<usize> {
        self.versions.iter().position(|(id, document, _)| frame.id == *id && frame.document == *document)
    }

    /// Whether the tab still has the same documents in the same frames.
    fn is_of(&self, tab: &Tab) -> bool {
        let frames = tab.frames();
        self.tab == tab.id()
            && frames.len() == self.versions.len()
            && frames
                .iter()
                .zip(&self.versions)
                .all(|(frame, (id, document, _))| frame.id == *id && frame.document == *document)
    }

    /// Whether no frame has changed since.
    async fn is_current(&self, tab: &Tab) -> bool {
        if !self.is_of(tab) {
            return false;
        }
        let asked = self.versions.iter().map(|(frame, _, version)| async move {
            let limit = FRAME_LIMIT;
            let now = tab.call(frame, VERSION, json!([]), limit).await;
            now.is_ok_and(|now| now.as_str() == Some(version))
        });
        join_all(asked).await.into_iter().all(|same| same)
    }
}

/// The URL of the page in a tab.
fn address(tab: &Tab) -> String {
    tab.frames().first().map_or_else(String::new, |frame| frame.url.clone())
}

/// Returns the patterns that apply to a page, up to the selector limit.
fn applicable_patterns<'p>(url: &str, described: &'p [SitePattern]) -> Vec<&'p PatternDefinition> {
    let url = url::Url::parse(url).ok();
    let host = url.as_ref().and_then(url::Url::host_str).unwrap_or_default();
    let mut room = MOST_SELECTORS;
    let fits = |pattern: &&PatternDefinition| {
        let left = room.checked_sub(selectors_of(pattern).count());
        room = left.unwrap_or(room);
        left.is_some()
    };
    let port = url.as_ref().and_then(url::Url::port_or_known_default);
    described.iter().filter(|it| it.is_for(host, port)).map(|it| &it.pattern).filter(fits).collect()
}

/// Returns the state version of a frame and its scan, or no scan if the version is already known.
async fn scan_frame(
    tab: &Tab,
    frame: &Frame,
    mut questions: Value,
) -> Result<(String, Option<RawScan>), Failure> {
    let limit = if frame.parent.is_none() { MAIN_LIMIT } else { FRAME_LIMIT };
    let (mut version, mut scan) = ask(tab, frame, &questions, limit).await?;
    // Only the browser can provide closed shadow roots, with which the page has more elements, and possibly
    // further closed roots.
    for _ in 0..NESTED_ROOTS {
        let is_suspect = scan.as_ref().is_some_and(|scan| scan.suspects > 0);
        if !is_suspect || tab.adopt_closed_roots(&frame.id).await.unwrap_or(0) == 0 {
            break;
        }
        questions[1] = Value::Null;
        (version, scan) = ask(tab, frame, &questions, limit).await?;
    }
    Ok((version, scan))
}

async fn ask(
    tab: &Tab,
    frame: &Frame,
    arguments: &Value,
    limit: Duration,
) -> Result<(String, Option<RawScan>), Failure> {
    let answer = tab.call(&frame.id, SCAN, arguments.clone(), limit).await?;
    let version = answer.get(0).and_then(Value::as_str).unwrap_or_default().to_string();
    let scan = answer.get(1).filter(|scan| !scan.is_null()).map(RawScan::from_answer).transpose()?;
    Ok((version, scan))
}
