use std::time::{Duration, Instant};

use lemmascope_browser::driver::{RequestRecord, TabState};
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

/// The time without activity after which a page counts as idle.
const QUIET: Duration = Duration::from_millis(500);
/// The time after which an open request counts as long polling.
const LONG: Duration = Duration::from_secs(3);
/// The number of equal requests that count as polling.
const OFTEN: usize = 3;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_idle", "Wait until the network is idle; streams and polling do not count.")
        .command("wait idle")
        .aliases(&["wait networkidle", "wait network idle"])
        .parameter(timeout())
        .examples(&["wait idle"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let until = visit.until();
    let tab = session.tab()?;
    loop {
        session.refuse_dialog()?;
        let (at, seen) = {
            let state = tab.state();
            (idle_at(&state, Instant::now()), state.requests_begun)
        };
        let now = Instant::now();
        if at <= now {
            return Ok(Outcome::default().line("wait idle"));
        }
        if until.is_over() {
            return Err(until.failure("the page was not idle"));
        }
        let limit = (at - now).min(until.left());
        tab.wait(limit, |state| state.requests_begun != seen || state.dialog.is_some()).await;
    }
}

/// Returns the time at which the page will have been quiet for long enough, without further activity.
fn idle_at(state: &TabState, now: Instant) -> Instant {
    let mut at = now.checked_sub(QUIET).unwrap_or(now);
    let mut quiet_from = |moment: Instant| at = at.max(moment);
    for request in state.requests.iter().filter(|request| !request.is_stream && !is_polled(request, state)) {
        match request.finished {
            Some(finished) => quiet_from(finished),
            // An open request counts as loading for a limited time.
            None => quiet_from((request.started + LONG).min(now)),
        }
    }
    at + QUIET
}

fn is_polled(request: &RequestRecord, state: &TabState) -> bool {
    let address = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_string();
    let same =
        |one: &&RequestRecord| one.method == request.method && address(&one.url) == address(&request.url);
    matches!(request.kind.as_str(), "xhr" | "fetch") && state.requests.iter().filter(same).count() >= OFTEN
}
