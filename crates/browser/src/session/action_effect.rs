use std::future::Future;
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Cause, Change, Failure, MASK, Outcome};

use super::actionability::intercepted;
use super::found::Found;
use super::report::Counts;
use super::watch::{Observed, Watch};
use super::{Deadline, WebSession};
use crate::driver::{DownloadState, FrameId, Tab, TabState};
use crate::observation::{Extent, change_of_address, changes};
use crate::page::{Element, Snapshot};
use crate::text::quote;

/// The timeout for a new page to show content after an action.
const DRAWING: Duration = Duration::from_secs(4);
/// The maximum number of lines for the effect of an action.
const MOST_LINES: usize = 20;

/// The observed effect of an action.
#[derive(Debug)]
pub struct ActionEffect {
    /// The verdict `navigated` or `changed`; `None` without an effect.
    pub verdict: Option<&'static str>,
    /// The changes, one per line.
    pub changes: Vec<Change>,
    /// The failure if the pointer hit another element than the target.
    pub elsewhere: Option<Failure>,
    /// The messages that appeared.
    said: Vec<String>,
    /// The uncaught exceptions of page scripts meanwhile, which may indicate a missing browser feature.
    errors: Vec<String>,
}

impl ActionEffect {
    /// Returns the outcome of an action that must have an effect.
    pub fn needed(self, line: String) -> Result<Outcome, Failure> {
        if let Some(failure) = self.elsewhere {
            return Err(failure);
        }
        match self.verdict {
            Some(_) => Ok(self.welcome(line)),
            None => Err(self.errors.into_iter().fold(no_effect(&line), Failure::context)),
        }
    }

    /// Whether the click missed the target, for example because it moved at the last moment, and had no
    /// effect.
    pub fn has_missed(&self) -> bool {
        self.verdict.is_none() && self.elsewhere.is_some()
    }

    /// Returns the outcome of an action that may have no effect.
    pub fn welcome(self, line: String) -> Outcome {
        let Self { changes, verdict, said, .. } = self;
        Outcome { changes, verdict, said, ..Outcome::default() }.line(line)
    }
}

/// Returns the messages that are new since the snapshot before.
fn said(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    const MOST: usize = 5;
    let messages = |snapshot: &Snapshot| -> Vec<String> {
        let alerts = snapshot.elements.iter().filter(|it| it.kind == "alert" && it.visibility.is_visible());
        let text = |it: &Element| if it.text.is_empty() { it.name.clone() } else { it.text.clone() };
        alerts.map(text).filter(|text| !text.trim().is_empty()).collect()
    };
    let known = messages(before);
    messages(after).into_iter().filter(|text| !known.contains(text)).take(MOST).collect()
}

/// The failure for an action without an effect.
pub fn no_effect(line: &str) -> Failure {
    Failure::new(Cause::NoEffect, format!("nothing happened after {line}"))
        .hint("The page did not react: look again with `observe`, or wait until it is ready.")
        .verdict("no_effect")
}

impl WebSession {
    /// Executes a watched action and reports its effect.
    pub async fn conclude(
        &mut self,
        mut watch: Watch,
        action: impl Future<Output = Result<(), Failure>> + Send,
    ) -> Result<ActionEffect, Failure> {
        let observed = match self.follow(&mut watch, action).await {
            Ok(observed) => observed,
            Err(failure) => {
                watch.end();
                return Err(failure);
            }
        };
        self.tell(watch, observed).await
    }

    /// Executes an action that may have no effect, waiting only for immediate changes.
    pub async fn conclude_soon(
        &mut self,
        watch: Watch,
        action: impl Future<Output = Result<(), Failure>> + Send,
    ) -> Result<ActionEffect, Failure> {
        self.conclude_within(watch, Duration::from_millis(60), action).await
    }

    /// Executes an action, waiting for its effect up to `patience`.
    pub async fn conclude_within(
        &mut self,
        mut watch: Watch,
        patience: Duration,
        action: impl Future<Output = Result<(), Failure>> + Send,
    ) -> Result<ActionEffect, Failure> {
        match self.follow_for(&mut watch, action, patience).await {
            Ok(observed) => self.tell(watch, observed).await,
            Err(failure) => {
                watch.end();
                Err(failure)
            }
        }
    }

    async fn tell(&mut self, watch: Watch, mut observed: Observed) -> Result<ActionEffect, Failure> {
        let mut aftermath = ActionEffect {
            verdict: None,
            changes: Vec::new(),
            elsewhere: None,
            said: Vec::new(),
            errors: Vec::new(),
        };
        let is_blocked = {
            let state = watch.tab.state();
            state.dialog.is_some() || state.crashed || state.closed
        };
        let is_watched = !is_blocked && !observed.navigated;
        if is_watched {
            watch.end();
        }
        if let Some(blocked) = self.blocked(&watch) {
            return Err(blocked);
        }
        if !observed.effect {
            aftermath.elsewhere = self.elsewhere(&watch, &observed);
            aftermath.errors = errors_since(&watch.tab, watch.mark.errors);
            return Ok(aftermath);
        }
        if let Some(failure) = watch.unopened().filter(|_| observed.navigated) {
            self.seen = None;
            return Err(failure);
        }
        aftermath.verdict = Some(if observed.navigated { "navigated" } else { "changed" });
        let mut lines = Vec::new();
        let mut is_compared = false;
        if is_blocked {
            self.seen = None;
        } else if !self.rescan.is_due(self.is_large(), observed.navigated) {
            // The reports of the frames are sufficient.
            self.save_state_in_background();
        } else {
            self.save_state_in_background();
            let look = observed.reports.iter_mut().find_map(|(_, report)| report.look.take());
            let after = match self.look_after_action(look).await {
                Ok(after) if observed.navigated => {
                    self.look_when_rendered(after, Deadline::within(DRAWING)).await
                }
                after => after,
            };
            // The page may be gone, for example after a click that closes the tab; the action has succeeded
            // all the same.
            if let (Some(before), Ok(after)) = (&watch.before, &after) {
                lines = changes(before, after, Extent::Brief);
                aftermath.said = said(before, after);
                is_compared = true;
            }
        }
        let mut told = self.report_tab_changes(&watch).await;
        // A new tab exists before it requests its page.
        if let Some(blocked) = self.blocked(&watch) {
            return Err(blocked);
        }
        if observed.navigated
            && let Some(told_status) = watch.status()
        {
            told.insert(0, Change::Added(told_status));
        }
        let url = watch.tab.state().url.clone();
        // A change of URL is reported even without a snapshot of the new page.
        if observed.navigated && !is_compared && url != watch.mark.url {
            let (before, after) = change_of_address(&watch.mark.url, &url);
            told.push(Change::Altered { what: "url".into(), before, after });
        }
        told.extend(lines);
        told.extend(self.tell_page(&observed, &told));
        if told.is_empty() {
            told.extend(self.tell_requests(&watch));
        }
        bound(&mut told);
        aftermath.changes = told;
        if let Some(failure) = self.elsewhere(&watch, &observed) {
            let failure = failure.effect_unknown();
            aftermath.elsewhere = Some(
                aftermath
                    .changes
                    .iter()
                    .take(5)
                    .fold(failure, |failure, change| failure.context(change.to_string())),
            );
        }
        Ok(aftermath)
    }

    /// Returns the failure if the pointer hit another element than the target.
    fn elsewhere(&self, watch: &Watch, observed: &Observed) -> Option<Failure> {
        let found = watch.target.as_ref()?;
        let (frame, report) = observed.reports.iter().find(|(frame, _)| *frame == found.frame)?;
        (report.on_target == Some(false))
            .then(|| intercepted(report.hit.as_ref().map(|hit| self.named(hit, frame)), found))
    }

    /// Returns the failure if a navigation of the page, or of a tab that it opened, was blocked.
    fn blocked(&self, watch: &Watch) -> Option<Failure> {
        let opened = self.tabs().into_iter().filter(|tab| !watch.mark.tabs.contains(tab.id()));
        let mut tabs = opened.chain([watch.tab.clone()]);
        tabs.find_map(|tab| tab.state().blocked.take())
    }

    /// Reports dialogs, tabs and downloads.
    async fn report_tab_changes(&self, watch: &Watch) -> Vec<Change> {
        let mut told = Vec::new();
        {
            let state = watch.tab.state();
            for answered in state.dialogs.iter().skip(watch.mark.answered) {
                let how = if answered.accepted { "accepted" } else { "dismissed" };
                let dialog = &answered.dialog;
                told.push(Change::Added(format!(
                    "dialog {} {} ({how})",
                    dialog.kind,
                    quote(&dialog.message, 200)
                )));
            }
            if let Some(dialog) = &state.dialog {
                told.push(Change::Added(format!("dialog {} {}", dialog.kind, quote(&dialog.message, 200))));
            }
        }
        let tabs = self.tabs();
        let opened = tabs.iter().enumerate().filter(|(_, tab)| !watch.mark.tabs.contains(tab.id()));
        // Queried concurrently, since a page may open many tabs, and each may be slow.
        let opened = opened.map(|(place, tab)| async move {
            arrive_in(tab).await;
            (place, title(tab).await, tab.state().url.clone())
        });
        for (place, title, url) in join_all(opened).await {
            let (_, url) = change_of_address(&watch.mark.url, &url);
            told.push(Change::Added(format!("tab {} {} {url}", place + 1, quote(&title, 80))));
        }
        told.extend(refused_windows(&watch.tab, watch.mark.refused_windows));
        if watch.tab.state().closed {
            told.push(Change::Removed("the tab".into()));
        }
        told.extend(self.report_downloads(watch).await);
        told
    }

    async fn report_downloads(&self, watch: &Watch) -> Vec<Change> {
        let count = watch.mark.downloads;
        let is_over = |state: &TabState| {
            state.downloads.iter().skip(count).all(|download| download.state != DownloadState::Running)
        };
        watch.tab.wait(Duration::from_secs(3), is_over).await;
        let state = watch.tab.state();
        let told = state.downloads.iter().skip(count).map(|download| {
            let name = quote(&download.suggested, 100);
            let name = name.trim_matches('"');
            Change::Added(match (&download.state, &download.path) {
                (DownloadState::Complete, Some(path)) => format!("download {name} ({})", path.display()),
                (DownloadState::Failed, _) => format!("download {name} (failed)"),
                _ => format!("download {name} (running, {} bytes so far)", download.received),
            })
        });
        told.collect()
    }

    /// Reports observations of the frames that a snapshot does not contain.
    fn tell_page(&self, observed: &Observed, told: &[Change]) -> Vec<Change> {
        let mut more = Vec::new();
        for (frame, report) in &observed.reports {
            for invalid in &report.invalid {
                let message = quote(&invalid.message, 120);
                let says = format!("{}: {message}", self.name_of(invalid.key, frame));
                more.push(Change::Refused { what: format!("invalid {says}"), says });
            }
            for value in &report.values {
                let what = self.name_of(value.key, frame);
                let id = what.split(' ').next().unwrap_or_default();
                if told.iter().any(|change| change.to_string().contains(id)) {
                    continue;
                }
                let show = |text: &str| if value.secret { MASK.to_string() } else { quote(text, 60) };
                more.push(Change::Altered { what, before: show(&value.before), after: show(&value.after) });
            }
            if let Some(focus) = &report.focus
                && told.is_empty()
                && more.is_empty()
            {
                more.push(Change::Added(format!("focus {}", self.named(focus, frame))));
            }
            for event in report.events.iter().take(5) {
                let on = event.on.as_ref().map(|on| self.named(on, frame)).unwrap_or_default();
                if told.is_empty() {
                    more.push(Change::Added(format!("{} {on}", event.name)));
                }
            }
            if report.scrolled && told.is_empty() {
                let [x, y] = report.page.before;
                let [to_x, to_y] = report.page.after;
                let show = |x: f64, y: f64| format!("{x:.0},{y:.0}");
                let (before, after) = (show(x, y), show(to_x, to_y));
                if before != after {
                    more.push(Change::Altered { what: "scroll".into(), before, after });
                }
            }
        }
        if observed.drawn {
            more.push(Change::Added("draw <canvas>".into()));
        }
        if told.is_empty() && more.is_empty() {
            for (frame, report) in &observed.reports {
                if report.caret {
                    more.push(Change::Added("caret in the field".into()));
                }
                let count = count(&report.counts, report.uncounted);
                if let (Some(touched), false) = (report.touched.first(), count.is_empty()) {
                    more.push(Change::Added(format!("change in {} ({count})", self.named(touched, frame))));
                }
            }
        }
        more
    }

    fn tell_requests(&self, watch: &Watch) -> Vec<Change> {
        let state = watch.tab.state();
        let told = state.requests.iter().filter(|request| self.caused.contains(&request.number));
        let told = told.filter(|request| request.number > watch.mark.requests).take(5).map(|request| {
            if request.kind == "message" {
                let url = quote(&request.url, 120);
                return Change::Added(format!("message to {}", url.trim_matches('"')));
            }
            let status = match (request.status, &request.failed) {
                (Some(status), _) => format!("({status})"),
                (None, Some(why)) => format!("(failed: {})", quote(why, 60)),
                (None, None) => "(running)".into(),
            };
            let url = quote(&request.url, 120);
            Change::Added(format!("request {} {} {status}", request.method, url.trim_matches('"')))
        });
        told.collect()
    }

    /// Returns the id and name of the element with the scanner's key, if it is listed.
    fn name_of(&self, key: u32, frame: &FrameId) -> String {
        let named = self.last_look().and_then(|snapshot| {
            let at = snapshot.frames.iter().position(|view| view.id == frame.as_str())?;
            let element = snapshot.elements.iter().find(|one| one.frame == at && one.key == key)?;
            Found::listed(element, &snapshot).ok()
        });
        named.map_or_else(|| "a field".into(), |found| found.shown())
    }
}

fn count(counts: &Counts, uncounted: u64) -> String {
    let parts = [
        (counts.added, "added"),
        (counts.removed, "removed"),
        (counts.attributes, "attributes"),
        (counts.text, "texts"),
        (uncounted, "more"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    told.join(", ")
}

/// Returns some of the uncaught exceptions since the first `before` ones.
fn errors_since(tab: &Tab, before: u64) -> Vec<String> {
    let state = tab.state();
    let new = usize::try_from(state.errors_thrown.saturating_sub(before)).unwrap_or(usize::MAX);
    let new = state.errors.iter().rev().take(new.min(MOST_ERRORS));
    new.map(|error| format!("the page's script failed: {}", quote(&error.message, 200))).collect()
}

/// The maximum number of exceptions in the report of an action without an effect.
const MOST_ERRORS: usize = 3;

/// Reports the windows that were refused since the first `before` ones.
pub(super) fn refused_windows(tab: &Tab, before: u64) -> Option<Change> {
    let count = tab.state().refused_windows.saturating_sub(before);
    (count > 0)
        .then(|| Change::Added(format!("{count} more windows, closed at once: the page opens too many")))
}

/// The timeouts for the page of a new tab: while it is loading, and while nothing indicates that it will
/// load.
const OPENING: Duration = Duration::from_secs(4);
const BLANK: Duration = Duration::from_millis(400);

/// Waits until the page of a new tab is loaded, so that its own title is available. Some tabs stay blank.
async fn arrive_in(tab: &Tab) {
    let is_over =
        |state: &TabState| state.dialog.is_some() || state.closed || state.crashed || state.blocked.is_some();
    let is_blank = |state: &TabState| state.url.is_empty() || state.url == "about:blank";
    let is_coming =
        |state: &TabState| state.requests.iter().any(|one| one.kind == "document" && one.is_pending());
    tab.wait(BLANK, |state| is_over(state) || !is_blank(state) || is_coming(state)).await;
    let is_there = |state: &TabState| !is_coming(state) && state.lifecycle.loaded;
    let limit = if is_blank(&tab.state()) && !is_coming(&tab.state()) { BLANK } else { OPENING };
    tab.wait(limit, |state| is_over(state) || (is_there(state) && !is_blank(state))).await;
}

/// Returns the title of a newly opened tab, which the browser reports late.
async fn title(tab: &Tab) -> String {
    let Ok(frame) = tab.main_frame() else { return String::new() };
    let asked = tab.call(&frame, "() => document.title", serde_json::json!([]), Duration::from_secs(1)).await;
    let title =
        asked.ok().and_then(|title| title.as_str().map(str::to_string)).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| tab.state().title.clone())
}

fn bound(told: &mut Vec<Change>) {
    if told.len() > MOST_LINES {
        let more = told.len() - MOST_LINES;
        told.truncate(MOST_LINES);
        told.push(Change::Added(format!("… and {more} more")));
    }
}
