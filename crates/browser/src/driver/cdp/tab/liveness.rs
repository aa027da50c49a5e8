use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;

use super::super::super::obstacle::obstacle;
use super::super::super::recovery::{RecoveryOutcome, UNRESPONSIVE, stuck};
use super::super::super::state::TabState;
use super::super::fault::Fault;
use super::super::protocol::runtime::{Evaluate, TerminateExecution};
use super::super::protocol::{page, performance};
use super::Tab;

/// The minimum time for a page to answer a probe, since a long but finite command may still be running.
const GRACE: Duration = Duration::from_secs(1);

/// How long a page that is being left may be unresponsive before it is given up.
const LEFT: Duration = Duration::from_secs(3);

/// The number of times that a document may hang before it is given up. A page that is merely large finishes.
const GIVEN_UP: u32 = 2;

/// The interval between probes of a responsive page.
const BETWEEN: Duration = Duration::from_millis(500);

/// The time after which the processor time of a silent page is first sampled.
const SAMPLE: Duration = Duration::from_secs(1);

/// The share of processor time below which a page counts as slow because the machine is busy, and gets more
/// time.
const SHARE: f64 = 0.6;

/// The factor by which the limit is extended on a busy machine.
const PATIENCE: u32 = 3;

/// How long a silent page has to report its processor time before its script is terminated. A page that runs
/// a script reports it at once, unless the machine is busy; a page in layout does not.
const REPORT: Duration = Duration::from_secs(3);

/// How long a caller waits for the termination of a script.
const TERMINATION: Duration = Duration::from_secs(5);

/// The timeout for the browser to terminate a script.
const ENDING: Duration = Duration::from_secs(60);

/// The result of a liveness probe.
enum Sign {
    Answered,
    /// The page has not answered within the limit.
    Silent,
    Closed,
}

/// A guard that clears `silent_since` when the caller stops waiting.
struct SilenceGuard<'a>(&'a Tab);

impl SilenceGuard<'_> {
    fn since(&self, moment: Option<Instant>) {
        self.0.state().silent_since = moment;
    }
}

impl Drop for SilenceGuard<'_> {
    fn drop(&mut self) {
        self.since(None);
    }
}

impl Tab {
    /// Waits until the page has been unresponsive for `longest`, and returns for how long; `None` if the tab
    /// was closed before. A page that waits for a dialog or for the next document does not count as
    /// unresponsive, but a page that opens dialogs without end does.
    pub async fn silence(&self, longest: Duration) -> Option<Duration> {
        let asked = SilenceGuard(self);
        let is_hindered = |state: &TabState| obstacle(state).is_some() || state.departure.is_some();
        loop {
            let hindered = self.wait(Duration::MAX, is_hindered);
            asked.since(Some(Instant::now()));
            tokio::select! {
                sign = self.probe_page(self.session(), longest) => match sign {
                    Sign::Silent => return Some(self.state().silent_for()),
                    Sign::Closed => return None,
                    Sign::Answered => {
                        asked.since(None);
                        tokio::time::sleep(BETWEEN).await;
                    }
                },
                _ = hindered => {
                    asked.since(None);
                    if self.state().closed {
                        return None;
                    }
                    self.wait(Duration::MAX, |state| !is_hindered(state) || state.closed).await;
                }
            }
        }
    }

    /// Recovers an unresponsive page in the background, after no caller waits for it any more.
    pub fn leave_silent(&self) {
        let since = self.state().silent_since.take();
        if let Some(since) = since {
            self.recover_frame(self.session(), since);
        }
    }

    /// Waits for the answer to a probe. Because the machine may be busy too, a page counts as silent only
    /// after it has used most of the time as processor time; a page whose processor time is unavailable (for
    /// example during layout) counts as silent after the limit.
    async fn probe_page(&self, session: &str, longest: Duration) -> Sign {
        let nothing = Evaluate::anywhere("0");
        let begun = Instant::now();
        let answer = self.connection().call(Some(session), &nothing, longest.max(UNRESPONSIVE) * PATIENCE);
        tokio::pin!(answer);
        let (mut first, mut pause) = (None, SAMPLE.min(longest));
        loop {
            let sampled = async {
                tokio::time::sleep(pause).await;
                self.processor_time(session, BETWEEN).await
            };
            let sample = tokio::select! {
                biased;
                answer = &mut answer => return match answer {
                    Err(Fault::TimedOut { .. }) => Sign::Silent,
                    Err(Fault::Closed(_)) => Sign::Closed,
                    _ => Sign::Answered,
                },
                sample = sampled => sample,
            };
            first = first.or(sample);
            let used = sample.zip(first).map(|(now, before)| now - before);
            let wanted = UNRESPONSIVE.saturating_sub(SAMPLE).as_secs_f64() * SHARE;
            if begun.elapsed() >= longest && used.is_none_or(|used| used >= wanted) {
                return Sign::Silent;
            }
            pause = longest.saturating_sub(begun.elapsed()).max(BETWEEN);
        }
    }

    /// Returns the processor time that the page has used so far, in seconds. Returns `None` when the page is
    /// neither idle nor running a script, for example during layout.
    async fn processor_time(&self, session: &str, limit: Duration) -> Option<f64> {
        let metrics = performance::GetMetrics {};
        let answer = self.connection().call(Some(session), &metrics, limit).await.ok()?;
        answer.thread_time()
    }

    /// The number of scripts that were terminated so far, including those in the background.
    pub fn endings(&self) -> u64 {
        self.inner.endings.load(Ordering::Relaxed)
    }

    /// Recovers an unresponsive page by terminating its script. A document that hangs repeatedly is given up.
    pub async fn revive(&self) -> RecoveryOutcome {
        let document = self.state().document.clone();
        let times = {
            let mut hung = self.inner.hung.lock().unwrap_or_else(PoisonError::into_inner);
            let before = hung.as_ref().filter(|(known, _)| *known == document).map_or(0, |(_, times)| *times);
            *hung = Some((document, before + 1));
            before + 1
        };
        if times >= GIVEN_UP {
            return RecoveryOutcome::GivenUp;
        }
        match self.terminate_script(self.session(), TERMINATION).await {
            true => RecoveryOutcome::ScriptEnded,
            false => RecoveryOutcome::Busy,
        }
    }

    /// Runs a navigation, and fails if an unresponsive page prevents it.
    pub(super) async fn run_navigation<T>(
        &self,
        departure: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        if !self.is_responsive().await {
            return Err(stuck());
        }
        tokio::select! {
            biased;
            left = departure => left,
            () = self.held_back() => Err(stuck()),
        }
    }

    /// Whether the page answers, or is blocked for a reason other than a hang.
    async fn is_responsive(&self) -> bool {
        let nothing = Evaluate::anywhere("0");
        let (connection, session) = (self.connection(), Some(self.session()));
        if obstacle(&self.state()).is_some() {
            return true;
        }
        let answer = connection.call(session, &nothing, BETWEEN).await;
        if !matches!(answer, Err(Fault::TimedOut { .. })) {
            return true;
        }
        // The page may only be loading its next document, which is no longer needed.
        connection.tell(session, &page::StopLoading {});
        let answer = connection.call(session, &nothing, LEFT).await;
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Returns when the current page blocks the navigation: the next document was not requested, or was
    /// received but not committed. A slow server does not count.
    async fn held_back(&self) {
        let since = self.state().requests_begun;
        let (begun, mut answered) = (Instant::now(), None);
        loop {
            tokio::time::sleep(BETWEEN).await;
            let state = self.state();
            let is_asked = state
                .requests
                .iter()
                .rev()
                .take_while(|one| one.number > since)
                .any(|one| one.kind == "document");
            if state.departure.as_ref().is_some_and(|departure| departure.answered) {
                answered.get_or_insert_with(Instant::now);
            }
            let is_held = answered.is_some_and(|at| at.elapsed() > LEFT);
            if obstacle(&state).is_none() && (is_held || (!is_asked && begun.elapsed() > LEFT)) {
                return;
            }
        }
    }

    /// Terminates the running script. Returns whether the page answers afterwards.
    async fn terminate_script(&self, session: &str, limit: Duration) -> bool {
        let (answered, answer) = tokio::sync::oneshot::channel();
        let (tab, session) = (self.clone(), session.to_owned());
        // The task continues after the limit, so that no command is sent until the browser has terminated the
        // script.
        tokio::spawn(async move {
            let _turn = tab.inner.ending.lock().await;
            let is_back = tab.terminate_running_script(&session).await;
            // The caller may have stopped waiting.
            let _ = answered.send(is_back);
        });
        matches!(tokio::time::timeout(limit, answer).await, Ok(Ok(true)))
    }

    /// Terminates the running script. If no script runs, the browser terminates the next one of any origin;
    /// so termination is requested only while the browser answers a probe and the page does not.
    async fn terminate_running_script(&self, session: &str) -> bool {
        let (connection, nothing) = (self.connection(), Evaluate::anywhere("0"));
        let answer = connection.call(Some(session), &nothing, ENDING);
        tokio::pin!(answer);
        let sample = tokio::select! {
            biased;
            answer = &mut answer => return !matches!(answer, Err(Fault::TimedOut { .. })),
            sample = self.processor_time(session, REPORT) => sample,
        };
        if sample.is_none() {
            return false;
        }
        self.inner.endings.fetch_add(1, Ordering::Relaxed);
        let end = connection.call(Some(session), &TerminateExecution {}, ENDING);
        let (answer, _) = tokio::join!(answer, end);
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Recovers a frame that did not answer in time, in the background. If it does not answer a probe either,
    /// its script loops and has to be terminated.
    pub(super) fn recover_frame(&self, session: &str, silent_since: Instant) {
        let is_first =
            self.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).insert(session.to_owned());
        if is_first {
            let (tab, session) = (self.clone(), session.to_owned());
            tokio::spawn(async move {
                tab.terminate_hanging_script(&session, silent_since).await;
                tab.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
            });
        }
    }

    async fn terminate_hanging_script(&self, session: &str, silent_since: Instant) {
        let left = UNRESPONSIVE.saturating_sub(silent_since.elapsed()).max(GRACE);
        let sign = self.probe_page(session, left).await;
        let is_hindered = {
            let state = self.state();
            obstacle(&state).is_some() || state.departure.is_some()
        };
        if is_hindered || !matches!(sign, Sign::Silent) {
            return;
        }
        tracing::debug!(session, "the page hangs, and its script is ended");
        self.terminate_script(session, ENDING).await;
    }
}
