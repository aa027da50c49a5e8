use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::driver::{RequestRecord, Tab, TabState};

/// The resource types that indicate an intended request. Images and fonts follow from visible changes, and
/// pings inform trackers about any click.
const DELIBERATE: &[&str] =
    &["document", "xhr", "fetch", "script", "eventsource", "websocket", "message", "manifest", "texttrack"];

/// The time within which an action sends its requests.
const PROMPT: Duration = Duration::from_millis(150);

/// The state of a tab at the start of an action, for comparison afterwards.
#[derive(Debug, Clone)]
pub(super) struct Baseline {
    pub(super) at: Instant,
    pub(super) url: String,
    pub(super) document: String,
    pub(super) dialogs_opened: u64,
    pub(super) answered: usize,
    pub(super) requests: u64,
    pub(super) downloads: usize,
    pub(super) refused_windows: u64,
    pub(super) errors: u64,
    pub(super) tabs: BTreeSet<String>,
}

impl Baseline {
    pub(super) fn of(tab: &Tab, tabs: &[Tab]) -> Self {
        let state = tab.state();
        Self {
            at: Instant::now(),
            url: state.url.clone(),
            document: state.document.clone(),
            dialogs_opened: state.dialogs_opened,
            answered: state.dialogs.len(),
            requests: state.requests_begun,
            downloads: state.downloads.len(),
            refused_windows: state.refused_windows,
            errors: state.errors_thrown,
            tabs: tabs.iter().map(|tab| tab.id().to_string()).collect(),
        }
    }

    pub(super) fn has_navigated(&self, state: &TabState) -> bool {
        state.document != self.document || state.url != self.url
    }

    /// Whether the state of the tab indicates an effect, independent of the page's reports.
    pub(super) fn has_effect(&self, state: &TabState, caused: &BTreeSet<u64>) -> bool {
        self.has_navigated(state)
            || state.dialogs_opened > self.dialogs_opened
            || state.downloads.len() > self.downloads
            || state.opened.iter().any(|tab| !self.tabs.contains(tab))
            || state.crashed
            || state.closed
            || self.requests(state, caused).next().is_some()
    }

    /// Returns the requests since then that are not regular polling of the page.
    pub(super) fn requests<'a>(
        &'a self,
        state: &'a TabState,
        caused: &'a BTreeSet<u64>,
    ) -> impl Iterator<Item = &'a RequestRecord> {
        state.requests.iter().filter(move |request| {
            request.number > self.requests
                && DELIBERATE.contains(&request.kind.as_str())
                && !self.is_polled(request, state, caused)
        })
    }

    /// Whether the only indication is a request that the page has sent once before, so that it may be
    /// periodic.
    pub(super) fn has_only_doubtful_requests(&self, state: &TabState, caused: &BTreeSet<u64>) -> bool {
        let others = self.has_navigated(state)
            || state.dialogs_opened > self.dialogs_opened
            || state.downloads.len() > self.downloads
            || state.opened.iter().any(|tab| !self.tabs.contains(tab))
            || state.crashed
            || state.closed;
        let mut requests = self.requests(state, caused).peekable();
        !others
            && requests.peek().is_some()
            && requests.all(|request| self.earlier(request, state, caused).len() == 1)
    }

    /// Returns the times at which the page has sent the same request by itself before.
    fn earlier(&self, request: &RequestRecord, state: &TabState, caused: &BTreeSet<u64>) -> Vec<Instant> {
        let before = state.requests.iter().filter(|one| one.number <= self.requests);
        let before = before.filter(|one| !caused.contains(&one.number) && is_same(one, request));
        before.map(|one| one.started).collect()
    }

    /// Whether the page sends this request periodically by itself.
    fn is_polled(&self, request: &RequestRecord, state: &TabState, caused: &BTreeSet<u64>) -> bool {
        // The browser's user gesture flag is useless here, because it is set for all requests within seconds
        // after a click.
        let before = self.earlier(request, state, caused);
        let late = request.started.saturating_duration_since(self.at) > PROMPT;
        match before.as_slice() {
            [] => false,
            // The request is periodic if it was sent once before and either not immediately after the action
            // or again after it.
            [_] => {
                let after =
                    state.requests.iter().filter(|one| one.number > self.requests && is_same(one, request));
                late || after.count() > 1
            }
            [..] => {
                let widest = before.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or_default();
                let previous = state.requests.iter().filter(|one| one.number < request.number);
                let previous =
                    previous.filter(|one| is_same(one, request)).map(|one| one.started).next_back();
                previous
                    .is_some_and(|previous| request.started.saturating_duration_since(previous) < widest * 3)
            }
        }
    }
}

fn is_same(one: &RequestRecord, other: &RequestRecord) -> bool {
    one.method == other.method && address(&one.url) == address(&other.url)
}

/// Returns the address without the query, which in polling often contains a counter or timestamp.
fn address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}
