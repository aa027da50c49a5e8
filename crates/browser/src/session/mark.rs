use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::driver::{RequestRecord, Tab, TabState};

/// The kinds of requests that an action makes on purpose. Pictures and fonts come with what is shown, and pings are
/// told to trackers on any click at all.
const DELIBERATE: &[&str] =
    &["document", "xhr", "fetch", "script", "eventsource", "websocket", "message", "manifest", "texttrack"];

/// A request that an action makes begins within this.
const PROMPT: Duration = Duration::from_millis(150);

/// What had been told of a tab when an action began, so that what came since can be asked.
#[derive(Debug, Clone)]
pub(super) struct Mark {
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

impl Mark {
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

    /// Whether the tab itself tells of an effect, whatever the page says.
    pub(super) fn has_sign(&self, state: &TabState, caused: &BTreeSet<u64>) -> bool {
        self.has_navigated(state)
            || state.dialogs_opened > self.dialogs_opened
            || state.downloads.len() > self.downloads
            || state.opened.iter().any(|tab| !self.tabs.contains(tab))
            || state.crashed
            || state.closed
            || self.requests(state, caused).next().is_some()
    }

    /// The requests since then that the page would not have made anyway.
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

    /// Whether the only sign is a request that the page has made once before, so that it may be the second beat of a
    /// rhythm.
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

    /// When the page has asked the same before by itself.
    fn earlier(&self, request: &RequestRecord, state: &TabState, caused: &BTreeSet<u64>) -> Vec<Instant> {
        let before = state.requests.iter().filter(|one| one.number <= self.requests);
        let before = before.filter(|one| !caused.contains(&one.number) && is_same(one, request));
        before.map(|one| one.started).collect()
    }

    /// Whether the page has been asking this again and again by itself.
    fn is_polled(&self, request: &RequestRecord, state: &TabState, caused: &BTreeSet<u64>) -> bool {
        // The browser's word for it, that there was a gesture, helps nothing: for seconds after a click it says so of
        // whatever the page asks.
        let before = self.earlier(request, state, caused);
        let late = request.started.saturating_duration_since(self.at) > PROMPT;
        match before.as_slice() {
            [] => false,
            // Asked once before, and not at once after the action, or asked again after it: a rhythm.
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

/// The address without its query, in which polling counts up or tells the time.
fn address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}
