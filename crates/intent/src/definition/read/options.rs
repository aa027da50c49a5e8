use std::ops::RangeInclusive;
use std::time::Duration;

use super::super::{ErrorAction, OnError, Options, Retry, Spanned};
use super::action::STEP_TIMEOUT;
use super::{Reader, field};
use crate::failure::Cause;
use crate::nearest::nearest;
use crate::yaml::{Entry, Node};

/// The range of the timeout of an intent.
pub(super) const INTENT_TIMEOUT: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(60 * 60);
/// The maximum number of attempts for a step.
pub(super) const MAX_ATTEMPTS: u32 = 20;

pub(super) const KEYS: [&str; 4] = ["timeout", "retry", "on_error", "checkpoint"];
pub(super) const RETRY: [&str; 3] = ["max_attempts", "delay", "on"];
pub(super) const HANDLING: [&str; 2] = ["action", "timeout"];
pub(super) const ACTIONS: [&str; 6] = ["fail", "skip", "retry", "rescan_and_retry", "wait", "extend"];

impl Reader<'_> {
    pub(super) fn options(&mut self, node: &Node) -> Options {
        let Some(entries) = self.mapping(node, "options") else { return Options::default() };
        self.refuse_unknown(entries, &KEYS, "options");
        let timeout = field(entries, "timeout").and_then(|node| {
            let timeout = self.duration(node, "the timeout of an intent", INTENT_TIMEOUT)?;
            Some(Spanned::new(timeout, node.span.clone()))
        });
        let retry = field(entries, "retry").and_then(|node| self.retry(node));
        let on_error = field(entries, "on_error").map(|node| self.on_error(node)).unwrap_or_default();
        let checkpoint = field(entries, "checkpoint")
            .and_then(|node| self.boolean(node, "checkpoint"))
            .unwrap_or_default();
        Options { timeout, retry, on_error, checkpoint }
    }

    /// Reads a retry policy, of an intent or of a step.
    pub(super) fn retry(&mut self, node: &Node) -> Option<Retry> {
        let entries = self.mapping(node, "retry")?;
        self.refuse_unknown(entries, &RETRY, "retry");
        let max_attempts = field(entries, "max_attempts")
            .and_then(|node| self.whole(node, "max_attempts", 1..=i64::from(MAX_ATTEMPTS)))
            .and_then(|attempts| u32::try_from(attempts).ok());
        let delays = Duration::ZERO..=*STEP_TIMEOUT.end();
        let delay = field(entries, "delay").and_then(|node| self.duration(node, "delay", delays));
        let names = field(entries, "on").map(|node| match node.as_scalar() {
            Some(_) => vec![node],
            None => self.list(node, "on").unwrap_or_default().iter().collect(),
        });
        let on = names
            .unwrap_or_default()
            .into_iter()
            .filter_map(|node| {
                let name = self.text(node, "each of on")?;
                self.cause(&Spanned::new(name, node.text_span(self.source)))
            })
            .collect();
        Some(Retry { max_attempts, delay, on })
    }

    fn on_error(&mut self, node: &Node) -> OnError {
        let mut on_error = OnError::default();
        for entry in self.mapping(node, "on_error").unwrap_or_default() {
            let action = self.error_action(entry);
            if entry.key.value == "default" {
                on_error.default = action;
            } else if let (Some(cause), Some(action)) = (self.cause(&entry.key), action) {
                on_error.causes.insert(cause, action);
            }
        }
        on_error
    }

    fn cause(&mut self, name: &Spanned<String>) -> Option<Cause> {
        let found = Cause::ALL.iter().find(|cause| cause.as_str() == name.value).copied();
        if found.is_none() {
            let known: Vec<&str> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
            let near = nearest(&name.value, known.iter().copied());
            self.refuse_name(name, format!("there is no error called \"{}\"", name.value), near, &known);
        }
        found
    }

    fn error_action(&mut self, cause: &Entry) -> Option<ErrorAction> {
        let entries = self.mapping(&cause.value, &cause.key.value)?;
        self.refuse_unknown(entries, &HANDLING, "an error's handling");
        let remedy = "Add an action, such as `action: skip`.";
        let what = "an error's handling";
        let action_node = self.require(entries, "action", &cause.key.span, what, remedy)?;
        let action = self.word(action_node, "action", &ACTIONS)?;
        let timeout = field(entries, "timeout");
        if matches!(action, "wait" | "extend") {
            let remedy = "Say how long at the most, as in `timeout: 5s`.";
            let at = action_node.text_span(self.source);
            let node = self.require(entries, "timeout", &at, action, remedy)?;
            let limit = self.duration(node, "timeout", STEP_TIMEOUT)?;
            return Some(if action == "wait" {
                ErrorAction::Wait(limit)
            } else {
                ErrorAction::Extend(limit)
            });
        }
        if let Some(node) = timeout {
            self.error(
                node.span.clone(),
                format!("\"{action}\" has no timeout; only \"wait\" and \"extend\" have one"),
                "Remove the timeout, or write `action: wait`.",
            );
        }
        Some(match action {
            "skip" => ErrorAction::Skip,
            "retry" => ErrorAction::Retry,
            "rescan_and_retry" => ErrorAction::RescanAndRetry,
            _ => ErrorAction::Fail,
        })
    }
}
