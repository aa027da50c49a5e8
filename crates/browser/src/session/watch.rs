use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either, join_all, ready, select};
use futures_util::stream::{FuturesUnordered, StreamExt};
use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::WebSession;
use super::baseline::Baseline;
use super::canvas_screenshots::{CanvasScreenshots, Unread};
use super::found::{Found, stale};
use super::report::Report;
use super::scanner_response::read;
use super::snapshots::LookOptions;
use crate::driver::{FrameId, RequestRecord, Tab, TabState, cannot_open, is_dialog_open, is_page_gone};
use crate::page::Snapshot;

/// The timeout for the first indication of an effect.
const PATIENCE: Duration = Duration::from_millis(500);
/// The timeout for the report that a press has reached the page.
const PRESSING: Duration = Duration::from_millis(50);
/// How long a newly opened page is watched until its periodic activity is known.
const PERIODICITY_WATCH: Duration = Duration::from_millis(2600);
/// How long it takes to distinguish a request of the action from a periodic one.
const RHYTHM: Duration = Duration::from_millis(1300);
/// The timeout for the requests of an action.
const REQUESTS: Duration = Duration::from_secs(3);
/// The timeout for committing a document that was received.
const REPLACING: Duration = Duration::from_secs(2);
/// How long a page may keep changing after an action.
const MAX_UNSETTLED: Duration = Duration::from_millis(1000);
/// The timeout for everything after the first indication.
const SETTLING: Duration = Duration::from_secs(15);
/// The maximum number of watched frames besides that of the target.
const MOST_FRAMES: usize = 12;

/// A watched action.
pub struct Watch {
    number: u64,
    pub(super) tab: Tab,
    pub(super) mark: Baseline,
    /// The number of button presses of the action. If it is not zero, watching begins with the first press,
    /// not with the pointer movement before it, and continues during all of them.
    presses: u32,
    pub(super) frames: Vec<FrameId>,
    pub(super) before: Option<Arc<Snapshot>>,
    pub(super) target: Option<Found>,
    drawings: CanvasScreenshots,
}

/// The response of the only frame of a page to the request to watch the next press.
#[derive(Debug)]
pub struct Begun {
    pub(super) number: u64,
    pub(super) answer: Value,
}

/// The pending requests to the frames.
type PendingReports = FuturesUnordered<BoxFuture<'static, Report>>;

/// The indication of an effect while waiting for one.
enum Sign {
    Nothing,
    /// A late change on a page whose periodic activity is not known yet.
    Doubtful,
    /// A clear effect, with the report of the target frame if that is the only frame and is idle.
    Clear(Option<Box<Report>>),
    /// The press hit another element than its target.
    Missed(Box<Report>),
}

/// The observations after an action.
#[derive(Debug, Default)]
pub(super) struct Observed {
    pub(super) navigated: bool,
    /// The reports of the frames.
    pub(super) reports: Vec<(FrameId, Report)>,
    pub(super) effect: bool,
    /// Whether a canvas that only a screenshot can read has changed.
    pub(super) drawn: bool,
    /// Whether the only indication is a request that the page may have sent by itself.
    is_weak: bool,
}

impl WebSession {
    /// Starts to watch; all changes from now on are attributed to the action.
    pub async fn watch(&mut self, target: Option<&Found>) -> Result<Watch, Failure> {
        self.watch_for(target, 0, false).await
    }

    /// Starts to watch at the next button press, for an action of `presses` presses.
    pub async fn watch_presses(
        &mut self,
        target: &Found,
        presses: u32,
        begun: Option<Begun>,
    ) -> Result<Watch, Failure> {
        let tab = self.tab()?;
        let frames = self.watched_frames(&tab, Some(target));
        match begun {
            Some(Begun { number, answer }) if frames.len() == 1 => {
                self.create_watch(tab, frames, number, vec![Ok(answer)], Some(target), presses).await
            }
            _ => self.watch_for(Some(target), presses, false).await,
        }
    }

    /// Reserves the number of the next watch, if the frame of the target is the only one to watch.
    pub(super) fn next_watch_of_single_frame(&mut self, target: &Found) -> Option<u64> {
        let tab = self.tab().ok()?;
        let is_only = self.watched_frames(&tab, Some(target)).len() == 1;
        is_only.then(|| self.next_watch())
    }

    fn next_watch(&mut self) -> u64 {
        self.watches += 1;
        self.watches
    }

    /// Starts to watch for a keyboard action, for which a moved caret or focus counts as an effect.
    pub async fn watch_keys(&mut self, target: Option<&Found>) -> Result<Watch, Failure> {
        self.watch_for(target, 0, true).await
    }

    async fn watch_for(
        &mut self,
        target: Option<&Found>,
        presses: u32,
        keyboard: bool,
    ) -> Result<Watch, Failure> {
        let tab = self.tab()?;
        let frames = self.watched_frames(&tab, target);
        let number = self.next_watch();
        let begun = frames.iter().map(|frame| {
            let key = target.filter(|found| found.frame == *frame).map(|found| found.key);
            // Only the frame of the target gets the press, so the others are watched from now on.
            let armed = presses > 0 && key.is_some();
            let arguments = json!([key, armed, keyboard, number]);
            tab.call(frame, "lemmascope.watch.begin", arguments, Duration::from_secs(2))
        });
        let answers = join_all(begun).await;
        self.create_watch(tab, frames, number, answers, target, presses).await
    }

    /// Creates the watch from the responses of the frames.
    async fn create_watch(
        &mut self,
        tab: Tab,
        frames: Vec<FrameId>,
        number: u64,
        answers: Vec<Result<Value, Failure>>,
        target: Option<&Found>,
        presses: u32,
    ) -> Result<Watch, Failure> {
        // The frame of the target comes first.
        if let (Some(found), Some(Ok(answer))) = (target, answers.first())
            && answer.get("gone").and_then(Value::as_bool) == Some(true)
        {
            return Err(stale(found.id));
        }
        // The offset of a nested frame is unknown here, so only the canvases of the main frame are used.
        let main = frames.iter().position(|frame| Some(frame) == tab.state().main_frame().as_ref());
        let unread = main.and_then(|at| answers.into_iter().nth(at)).and_then(Result::ok);
        let unread = unread.and_then(|answer| read::<Unread>(answer).ok()).unwrap_or_default();
        let drawings = CanvasScreenshots::take(&tab, unread).await;
        {
            let mut state = tab.state();
            state.blocked = None;
            state.pressed = None;
        }
        let mark = Baseline::of(&tab, &self.tabs());
        self.navigations = tab.state().navigations;
        Ok(Watch {
            number,
            tab,
            mark,
            presses,
            frames,
            before: self.last_look(),
            target: target.cloned(),
            drawings,
        })
    }

    /// Returns the frames to watch: that of the target, then the main frame, then the others.
    fn watched_frames(&self, tab: &Tab, target: Option<&Found>) -> Vec<FrameId> {
        let mut frames: Vec<FrameId> = target.map(|found| found.frame.clone()).into_iter().collect();
        for frame in tab.frames().into_iter().filter(|frame| frame.ready) {
            if frames.len() < MOST_FRAMES && !frames.contains(&frame.id) {
                frames.push(frame.id);
            }
        }
        frames
    }

    /// Executes the action, and waits for its effect and until the page is idle.
    pub(super) async fn follow(
        &mut self,
        watch: &mut Watch,
        action: impl Future<Output = Result<(), Failure>> + Send,
    ) -> Result<Observed, Failure> {
        self.follow_for(watch, action, PATIENCE).await
    }

    /// Executes the action, waiting for its effect up to `patience`.
    pub(super) async fn follow_for(
        &mut self,
        watch: &mut Watch,
        action: impl Future<Output = Result<(), Failure>> + Send,
        patience: Duration,
    ) -> Result<Observed, Failure> {
        let mut asked = self.query_effect(watch, patience, watch.presses);
        let done = if watch.presses > 0 { beside(action, &mut asked).await } else { action.await };
        match done {
            // A press that opens a dialog or leaves the page was successful.
            Err(failure) if is_dialog_open(&failure) || is_page_gone(&failure) => {}
            other => other?,
        }
        watch.exclude_hover_requests().await;
        let acted = Instant::now();
        let mut until = acted + patience;
        let mut observed = loop {
            let mut first = None;
            match self
                .wait_for_first_effect(watch, until.saturating_duration_since(Instant::now()), asked)
                .await
            {
                Sign::Missed(report) => {
                    let frame = watch.target.as_ref().map(|found| found.frame.clone());
                    let reports = frame.map(|frame| (frame, *report)).into_iter().collect();
                    return Ok(Observed { reports, ..Observed::default() });
                }
                Sign::Doubtful if patience == PATIENCE => until = acted + PERIODICITY_WATCH,
                Sign::Clear(report) => first = report,
                Sign::Doubtful | Sign::Nothing => {}
            }
            let mut observed = self.settle(watch, acted + SETTLING, first).await;
            // If no effect is required, a doubtful one counts too.
            observed.effect |=
                patience < PATIENCE && observed.reports.iter().any(|(_, report)| report.effect);
            // The page may have reported a doubtful change after the timeout.
            if !observed.effect && observed.reports.iter().any(|(_, report)| report.doubtful) {
                until = until.max(acted + PERIODICITY_WATCH);
            }
            let is_sure = !observed.is_weak || patience < PATIENCE;
            if (observed.effect && is_sure) || Instant::now() >= until {
                break observed;
            }
            if observed.is_weak {
                until = until.max(acted + RHYTHM);
                self.wait_for_repeated_request(watch, until).await;
            }
            asked = self.query_effect(watch, until.saturating_duration_since(Instant::now()), 0);
        };
        if !observed.effect && patience == PATIENCE {
            observed.drawn = watch.drawings.have_changed(&watch.tab).await;
            observed.effect = observed.drawn;
        }
        let requests: Vec<u64> = {
            let state = watch.tab.state();
            watch.mark.requests(&state, &self.caused).map(|request| request.number).collect()
        };
        self.caused.extend(requests);
        Ok(observed)
    }

    /// Waits until a possibly periodic request repeats, or until it is clear that it does not.
    async fn wait_for_repeated_request(&self, watch: &Watch, until: Instant) {
        let limit = until.saturating_duration_since(Instant::now());
        watch.tab.wait(limit, |state| !watch.mark.has_only_doubtful_requests(state, &self.caused)).await;
    }

    /// Queries each frame for an effect; the calls start when the result is first polled. `presses` is the
    /// number of presses that may still be pending.
    fn query_effect(&self, watch: &Watch, limit: Duration, presses: u32) -> PendingReports {
        // If there is only one frame, it returns a scan when it becomes idle, since the snapshot is needed
        // next.
        let only = watch.tab.frames().into_iter().next().filter(|_| watch.frames.len() == 1);
        let only = only.filter(|_| self.rescan.is_due(self.is_large(), false));
        let look = only.map(|frame| self.questions(&watch.tab, &LookOptions::default(), &frame));
        let acted_in = watch.target.as_ref().map(|found| &found.frame);
        let frames = watch.frames.iter().map(|frame| {
            let milliseconds = |time: Duration| time.as_millis() as u64;
            let presses = if Some(frame) == acted_in { presses } else { 0 };
            let arguments =
                json!([milliseconds(limit), milliseconds(QUIET), milliseconds(MAX_UNSETTLED), look, presses]);
            let patience = limit + MAX_UNSETTLED + Duration::from_secs(1);
            let (tab, frame) = (watch.tab.clone(), frame.clone());
            let answer = async move { tab.call(&frame, "lemmascope.watch.first", arguments, patience).await };
            answer.map(|answer| answer.and_then(read::<Report>).unwrap_or_default()).boxed()
        });
        frames.collect()
    }

    /// Waits until a queried frame or the tab indicates an effect.
    async fn wait_for_first_effect(&self, watch: &Watch, limit: Duration, mut asked: PendingReports) -> Sign {
        let alone = watch.frames.len() == 1;
        let page = async move {
            let mut sign = Sign::Nothing;
            while let Some(report) = asked.next().await {
                match (report.effect, report.doubtful) {
                    _ if report.swallowed => return Sign::Missed(Box::new(report)),
                    (true, false) => {
                        return Sign::Clear((alone && report.settled).then(|| Box::new(report)));
                    }
                    (true, true) => sign = Sign::Doubtful,
                    (false, _) => {}
                }
            }
            sign
        };
        let tab = watch.tab.wait(limit, |state| watch.mark.has_effect(state, &self.caused));
        match select(Box::pin(page), Box::pin(tab)).await {
            // A page that is being left does not answer any more; the tab reports the navigation.
            Either::Left((Sign::Nothing, tab)) => {
                tab.await;
                Sign::Nothing
            }
            Either::Left((sign, _)) => sign,
            Either::Right((true, _)) => Sign::Clear(None),
            // Both timed out at the same time; the page may still report a doubtful change.
            Either::Right((false, page)) => page.await,
        }
    }

    /// Waits until the consequences of the action have ended: navigation, requests, changes of the page.
    /// `first` is the report of the only frame, if it is idle.
    async fn settle(&self, watch: &Watch, until: Instant, first: Option<Box<Report>>) -> Observed {
        let mut first = first.filter(|_| !watch.mark.has_effect(&watch.tab.state(), &self.caused));
        let left = |most: Duration| most.min(until.saturating_duration_since(Instant::now()));
        let mut observed = Observed::default();
        let mut requests_until = Instant::now() + REQUESTS;
        loop {
            let is_blocked = |state: &TabState| state.dialog.is_some() || state.crashed || state.closed;
            if is_blocked(&watch.tab.state()) {
                break;
            }
            // A document is being requested, or is being parsed.
            let is_loading = |state: &TabState| {
                let coming = watch.mark.requests(state, &self.caused).any(|request| {
                    request.kind == "document"
                        && request.is_pending()
                        && is_main(state, request.frame.as_deref())
                });
                coming || (state.document != watch.mark.document && !state.lifecycle.dom_content_loaded)
            };
            watch.tab.wait(left(SETTLING), |state| is_blocked(state) || !is_loading(state)).await;
            // On a busy machine, the browser may commit a document noticeably later than it receives the
            // response.
            if watch.is_loading_document(&watch.tab.state()) {
                let is_replaced = |state: &TabState| is_blocked(state) || !watch.is_loading_document(state);
                watch.tab.wait(left(REPLACING), is_replaced).await;
                watch.tab.wait(left(SETTLING), |state| is_blocked(state) || !is_loading(state)).await;
            }
            let navigated = watch.tab.state().document != watch.mark.document;
            if navigated {
                let limit = left(Duration::from_secs(5));
                watch.tab.wait(limit, |state| is_blocked(state) || state.lifecycle.loaded).await;
            }
            let limit = left(requests_until.saturating_duration_since(Instant::now()));
            let waited = watch.tab.state().requests_begun;
            watch
                .tab
                .wait(limit, |state| {
                    is_blocked(state)
                        || !watch.mark.requests(state, &self.caused).any(|request| request.is_pending())
                })
                .await;
            if is_blocked(&watch.tab.state()) {
                break;
            }
            observed.reports = match (first.take(), watch.frames.first()) {
                (Some(report), Some(frame)) if !navigated => vec![(frame.clone(), *report)],
                _ => self.reports(watch, navigated, left(MAX_UNSETTLED)).await,
            };
            let state = watch.tab.state();
            let more = is_loading(&state)
                || state.requests_begun > waited
                    && watch.mark.requests(&state, &self.caused).any(|request| request.is_pending());
            if is_blocked(&state) || !more || Instant::now() >= until {
                break;
            }
            requests_until = requests_until.min(Instant::now() + Duration::from_secs(1));
        }
        let state = watch.tab.state();
        observed.navigated = watch.mark.has_navigated(&state);
        let told = observed.reports.iter().any(|(_, report)| report.effect && !report.doubtful);
        observed.is_weak = !told && watch.mark.has_only_doubtful_requests(&state, &self.caused);
        observed.effect = watch.mark.has_effect(&state, &self.caused)
            || self.tabs().iter().any(|tab| !watch.mark.tabs.contains(tab.id()))
            || told;
        observed
    }

    /// Returns the reports of the frames once they are idle.
    async fn reports(&self, watch: &Watch, navigated: bool, limit: Duration) -> Vec<(FrameId, Report)> {
        if navigated {
            // The new document was not watched; this waits for its first rendered frame.
            let main = watch.tab.state().main_frame();
            if let Some(frame) = main {
                let rest = "async (limit) => { const end = performance.now() + limit; do await lemmascope.course.frame(); \
                            while (lemmascope.course.stillness() < 50 && performance.now() < end); }";
                let arguments = json!([limit.as_millis() as u64]);
                let _ = watch.tab.call(&frame, rest, arguments, limit + Duration::from_secs(1)).await;
            }
            return Vec::new();
        }
        let asked = watch.frames.iter().map(|frame| async move {
            let arguments = json!([QUIET.as_millis() as u64, limit.as_millis() as u64]);
            let answer = watch
                .tab
                .call(frame, "lemmascope.watch.settle", arguments, limit + Duration::from_secs(1))
                .await;
            answer.and_then(read::<Report>).ok().map(|report| (frame.clone(), report))
        });
        join_all(asked).await.into_iter().flatten().collect()
    }
}

impl Watch {
    /// Excludes the requests that the page sent while the pointer moved.
    async fn exclude_hover_requests(&mut self) {
        if self.presses > 0 {
            let is_over = |state: &TabState| state.pressed.is_some() || state.document != self.mark.document;
            self.tab.wait(PRESSING, is_over).await;
            let pressed = self.tab.state().pressed;
            self.mark.requests = pressed.unwrap_or(self.mark.requests);
        }
    }

    /// Whether the server has sent a page that the tab does not show yet. Downloads and empty responses (204)
    /// are never shown.
    fn is_loading_document(&self, state: &TabState) -> bool {
        let is_of_page =
            |request: &&RequestRecord| request.kind == "document" && is_main(state, request.frame.as_deref());
        let mut since = state.requests.iter().filter(|request| request.number > self.mark.requests);
        since.rfind(is_of_page).is_some_and(|request| {
            request.finished.is_some()
                && request.failed.is_none()
                && request.status.is_some_and(|status| !matches!(status, 204 | 205))
                && request.id != state.document
                && state.downloads.len() == self.mark.downloads
        })
    }

    /// Describes the HTTP status of the page to which the action led, if it is not a success.
    pub(super) fn status(&self) -> Option<String> {
        let state = self.tab.state();
        let is_another = state.document != self.mark.document;
        let is_challenged = state.challenge().is_some();
        let status = state.status().filter(|_| is_another);
        status.and_then(|status| super::http_status::describe_status(status, is_challenged))
    }

    /// Returns the failure if the action led to an unreachable page, for which the browser shows an error
    /// page.
    pub(super) fn unopened(&self) -> Option<Failure> {
        let state = self.tab.state();
        let of_page = |request: &&RequestRecord| {
            request.kind == "document"
                && request.number > self.mark.requests
                && is_main(&state, request.frame.as_deref())
        };
        let last = state.requests.iter().rev().find(of_page)?;
        let error = last.failed.as_deref().filter(|error| !error.contains("ABORTED"))?;
        (state.document != self.mark.document)
            .then(|| cannot_open(error, &last.url, last.status).verdict("navigated").effect_unknown())
    }

    /// Stops watching in the background, because the frames handle later calls in order.
    pub(super) fn end(&self) {
        let (tab, frames, number) = (self.tab.clone(), self.frames.clone(), self.number);
        tokio::spawn(async move {
            let ended = frames.iter().map(|frame| {
                tab.call(frame, "lemmascope.watch.end", json!([number]), Duration::from_secs(1))
            });
            join_all(ended).await;
        });
    }
}

/// Executes an action while the frames are queried for its effect.
async fn beside<T>(action: impl Future<Output = T> + Send, asked: &mut PendingReports) -> T {
    match select(Box::pin(action), asked.next()).await {
        Either::Left((done, _)) => done,
        Either::Right((answer, action)) => {
            asked.extend(answer.map(|answer| ready(answer).boxed()));
            action.await
        }
    }
}

/// The time without changes after a rendered frame from which a page counts as idle.
const QUIET: Duration = Duration::from_millis(8);

fn is_main(state: &TabState, frame: Option<&str>) -> bool {
    match (state.main_frame(), frame) {
        (Some(main), Some(frame)) => main.as_str() == frame,
        _ => true,
    }
}
