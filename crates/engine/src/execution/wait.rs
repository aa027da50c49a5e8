use std::time::{Duration, Instant};

use lemmascope_intent::definition::{Condition, ConditionKind, ErrorAction, Retry, Template};
use lemmascope_intent::{Cause, Event, Failure, format_duration};

use super::attempt::{called_off, time_is_up};
use super::call::Next;
use super::frame::after;
use super::on_error::error_action;
use super::shorten::shorten;
use super::{Frame, Position, Runner};

/// The maximum length of a condition in a message.
const LONGEST: usize = 200;

impl Runner<'_> {
    /// Waits until a condition holds.
    pub(super) async fn wait(
        &self,
        condition: &Condition,
        timeout: Option<Duration>,
        retry: Option<&Retry>,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let mut limit = timeout.unwrap_or(self.policy.step_timeout);
        let mut until = after(limit).min(frame.deadline);
        let mut extended = false;
        let mut attempt = 1;
        let step = position.to_string();
        let shown = self.tell(condition, frame);
        self.events.emit(Event::StepStarted { step: step.clone(), capability: "wait".into() });
        let began = Instant::now();
        let mut pause = Duration::from_millis(10);
        let outcome = loop {
            let seen = match self.holds(condition, frame).await {
                Ok(true) => break Ok(()),
                Ok(false) => None,
                // A transient failure of the observation may disappear.
                Err(failure) if failure.cause.is_transient() => Some(failure.message),
                Err(failure) => break Err(failure),
            };
            if self.is_called_off(frame) {
                break Err(called_off());
            }
            let left = until.saturating_duration_since(Instant::now());
            let more = error_action(&Failure::new(Cause::Timeout, ""), frame.options);
            if let (true, false, Some(ErrorAction::Extend(more))) =
                (left.is_zero(), extended || frame.is_over(), more)
            {
                (extended, limit) = (true, limit.saturating_add(more));
                until = after(more).min(frame.deadline);
                continue;
            }
            if left.is_zero() {
                let failure = match frame.is_over() {
                    true => time_is_up(),
                    false => {
                        let waited = format_duration(limit);
                        Failure::new(Cause::Timeout, format!("waited {waited} in vain: {shown}"))
                    }
                };
                let failure = seen.into_iter().fold(failure, Failure::context);
                let Next::Again { after: delay } = self.next(&failure, true, attempt, began, retry, frame)
                else {
                    break Err(failure);
                };
                attempt += 1;
                let reason = failure.message;
                self.events.emit(Event::Retrying { step: step.clone(), attempt, reason });
                self.pause(delay, frame).await;
                until = after(limit).min(frame.deadline);
                continue;
            }
            self.pause(pause.min(left), frame).await;
            pause = (pause * 2).min(Duration::from_millis(250));
        };
        let outcome = match outcome {
            Err(failure) if failure.cause == Cause::Timeout => {
                Err(self.explain(failure, condition, frame).await)
            }
            outcome => outcome,
        };
        match outcome {
            Err(failure) if self.is_skipped(&failure, frame) => {
                let line = format!("wait {shown} [skipped]");
                self.finish_step(step, line.clone(), false, began);
                self.tolerate(&line, failure);
                Ok(())
            }
            outcome => {
                self.finish_step(step, format!("wait {shown}"), outcome.is_ok(), began);
                outcome
            }
        }
    }

    /// Adds to a failure the part of a condition that does not hold.
    async fn explain(&self, failure: Failure, condition: &Condition, frame: &Frame<'_>) -> Failure {
        let ConditionKind::All(parts) = &condition.kind else { return failure };
        for part in parts {
            if !matches!(self.holds(part, frame).await, Ok(true)) {
                return failure.context(format!("does not hold: {}", self.tell(part, frame)));
            }
        }
        failure
    }

    /// Sleeps, but not beyond the deadline, and not after a cancellation.
    pub(super) async fn pause(&self, length: Duration, frame: &Frame<'_>) {
        let until = after(length).min(frame.deadline);
        tokio::select! {
            () = self.called_off(frame) => {}
            () = tokio::time::sleep_until(until.into()) => {}
        }
    }

    /// Formats a condition, with its references resolved and secrets masked. Truncates a long one, such as a
    /// list of words in many languages.
    pub(crate) fn tell(&self, condition: &Condition, frame: &Frame<'_>) -> String {
        let filled = condition.map(&|template| Template::Literal(template.resolve(&frame.scope)));
        shorten(&self.mask(&filled.to_string()), LONGEST)
    }
}
