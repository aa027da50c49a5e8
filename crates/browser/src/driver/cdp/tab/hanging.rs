use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;

use super::super::super::obstacle::obstacle;
use super::super::super::revival::{Revival, UNRESPONSIVE, stuck};
use super::super::super::state::TabState;
use super::super::fault::Fault;
use super::super::protocol::runtime::{Evaluate, TerminateExecution};
use super::super::protocol::{page, performance};
use super::Tab;

/// How long it has at least to show that it lives, since it may have been asked for something that takes long.
const GRACE: Duration = Duration::from_secs(1);

/// How long a page that is being left may be unresponsive before it is given up: nobody needs it any more.
const LEFT: Duration = Duration::from_secs(3);

/// How often a document may hang before it is given up. One that is only large comes to an end.
const GIVEN_UP: u32 = 2;

/// How often a page that answers is asked again.
const BETWEEN: Duration = Duration::from_millis(500);

/// When a page that does not answer is first asked how much processor time it has used.
const SAMPLE: Duration = Duration::from_secs(1);

/// A page that has had a smaller share of the processor is slow because the machine is busy, and is given more time.
const SHARE: f64 = 0.6;

/// How many times as long that may take.
const PATIENCE: u32 = 3;

/// How long the browser may take to end a script.
const ENDING: Duration = Duration::from_secs(60);

/// What a page did that was asked for nothing but an answer.
enum Sign {
    Answered,
    /// It has not answered for as long as it may.
    Silent,
    Closed,
}

/// A question that the page has not answered yet, until nobody waits for the answer.
struct Asked<'a>(&'a Tab);

impl Asked<'_> {
    fn since(&self, moment: Option<Instant>) {
        self.0.state().silent_since = moment;
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.since(None);
    }
}

impl Tab {
    /// Returns once the page has answered nothing for so long, and for how long; nothing if the tab was closed before. A page that waits for
    /// the answer to a dialog, or for the next document, is not unresponsive, but one that opens dialogs without end is.
    pub async fn silence(&self, longest: Duration) -> Option<Duration> {
        let asked = Asked(self);
        let is_hindered = |state: &TabState| obstacle(state).is_some() || state.departure.is_some();
        loop {
            let hindered = self.wait(Duration::MAX, is_hindered);
            asked.since(Some(Instant::now()));
            tokio::select! {
                sign = self.sign_of_life(self.session(), longest) => match sign {
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

    /// Sees to it, behind the scenes, that a page that does not answer can be asked again, since nobody waits for it any more.
    pub fn leave_silent(&self) {
        let since = self.state().silent_since.take();
        if let Some(since) = since {
            self.bring_back(self.session(), since);
        }
    }

    /// Waits for an answer. The machine may be busy as well as the page, so a page is silent only after it has used most of the
    /// time; what does not run a script, as one that waits for its layout, is.
    async fn sign_of_life(&self, session: &str, longest: Duration) -> Sign {
        let nothing = Evaluate::anywhere("0");
        let begun = Instant::now();
        let answer = self.connection().call(Some(session), &nothing, longest.max(UNRESPONSIVE) * PATIENCE);
        tokio::pin!(answer);
        let (mut first, mut pause) = (None, SAMPLE.min(longest));
        loop {
            let sampled = async {
                tokio::time::sleep(pause).await;
                self.processor_time(session).await
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

    /// The processor time that the page has used so far, in seconds. Nothing if it neither rests nor runs a script: a page that is
    /// laid out or waits for something.
    async fn processor_time(&self, session: &str) -> Option<f64> {
        let metrics = performance::GetMetrics {};
        let answer = self.connection().call(Some(session), &metrics, BETWEEN).await.ok()?;
        answer.thread_time()
    }

    /// How many scripts of its pages were ended so far, behind the scenes as well.
    pub fn endings(&self) -> u64 {
        self.inner.endings.load(Ordering::Relaxed)
    }

    /// Makes an unresponsive page answer again, by ending its script. A document that hangs again and again is given up.
    pub async fn revive(&self) -> Revival {
        let document = self.state().document.clone();
        let times = {
            let mut hung = self.inner.hung.lock().unwrap_or_else(PoisonError::into_inner);
            let before = hung.as_ref().filter(|(known, _)| *known == document).map_or(0, |(_, times)| *times);
            *hung = Some((document, before + 1));
            before + 1
        };
        if times >= GIVEN_UP {
            return Revival::GivenUp;
        }
        match self.end_script(self.session(), GRACE).await {
            true => Revival::ScriptEnded,
            false => Revival::Busy,
        }
    }

    /// Executes what leads away from the page, unless the page does not respond and keeps it from happening.
    pub(super) async fn leave_by<T>(
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

    /// Whether the page answers, or has other reasons not to than that it hangs.
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
        // It may only be about to change its document, which is of no interest any more.
        connection.tell(session, &page::StopLoading {});
        let answer = connection.call(session, &nothing, LEFT).await;
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Returns when the page keeps its successor from coming: the next document is not even asked for, or is there and is not
    /// let in. A server that takes its time is not the page's fault.
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

    /// Ends the script that runs. Says whether the page answers then.
    async fn end_script(&self, session: &str, limit: Duration) -> bool {
        let (answered, answer) = tokio::sync::oneshot::channel();
        let (tab, session) = (self.clone(), session.to_owned());
        // It goes on after the limit, so that nothing is asked until the browser has ended a script.
        tokio::spawn(async move {
            let _turn = tab.inner.ending.lock().await;
            let is_back = tab.end_what_runs(&session).await;
            // Nobody may wait for it any more.
            let _ = answered.send(is_back);
        });
        matches!(tokio::time::timeout(limit, answer).await, Ok(Ok(true)))
    }

    /// The browser terminates the running script or, when none runs, the next one of any origin. So termination is requested only
    /// while the browser answers a probe and the page does not.
    async fn end_what_runs(&self, session: &str) -> bool {
        let (connection, nothing) = (self.connection(), Evaluate::anywhere("0"));
        let answer = connection.call(Some(session), &nothing, ENDING);
        tokio::pin!(answer);
        let sample = tokio::select! {
            biased;
            answer = &mut answer => return !matches!(answer, Err(Fault::TimedOut { .. })),
            sample = self.processor_time(session) => sample,
        };
        if sample.is_none() {
            return false;
        }
        self.inner.endings.fetch_add(1, Ordering::Relaxed);
        let end = connection.call(Some(session), &TerminateExecution {}, ENDING);
        let (answer, _) = tokio::join!(answer, end);
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Sees to it, behind the scenes, that a frame that has not answered in time can be asked again: one that answers
    /// nothing at all is in a script without end, and would stay in it.
    pub(super) fn bring_back(&self, session: &str, silent_since: Instant) {
        let is_first =
            self.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).insert(session.to_owned());
        if is_first {
            let (tab, session) = (self.clone(), session.to_owned());
            tokio::spawn(async move {
                tab.end_what_hangs(&session, silent_since).await;
                tab.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
            });
        }
    }

    async fn end_what_hangs(&self, session: &str, silent_since: Instant) {
        let left = UNRESPONSIVE.saturating_sub(silent_since.elapsed()).max(GRACE);
        let sign = self.sign_of_life(session, left).await;
        let is_hindered = {
            let state = self.state();
            obstacle(&state).is_some() || state.departure.is_some()
        };
        if is_hindered || !matches!(sign, Sign::Silent) {
            return;
        }
        tracing::debug!(session, "the page hangs, and its script is ended");
        self.end_script(session, ENDING).await;
    }
}
