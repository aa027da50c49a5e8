//! Automatic remedies for a failed step of a definition that declares no error action.

use std::time::Duration;

use lemmascope_intent::definition::ErrorAction;
use lemmascope_intent::{Cause, Failure, Object, Operation, PlannedCall, Signature, Value};

use super::on_error::error_action;
use super::{Ended, Frame, Runner};

/// The remedies that were applied to a step. Each is applied once.
pub(super) struct Remedies {
    /// The time limit of an attempt.
    pub(super) limit: Duration,
    forced: bool,
    brought_into_view: bool,
    emptied: bool,
    extended: bool,
}

impl Remedies {
    pub(super) fn new(limit: Duration) -> Self {
        Self { limit, forced: false, brought_into_view: false, emptied: false, extended: false }
    }

    /// Returns the suffix for the step's line in the log.
    pub(super) fn told(&self) -> &'static str {
        if self.forced { " --force" } else { "" }
    }
}

impl Runner<'_> {
    /// Applies a remedy for this failure, if there is one that was not applied yet. Returns whether to retry.
    pub(super) async fn remedy(
        &self,
        failure: &Failure,
        arguments: &mut Object,
        signature: &Signature,
        done: &mut Remedies,
        call: &PlannedCall,
        frame: &Frame<'_>,
    ) -> bool {
        if !self.policy.remedies || self.is_final(failure, frame) {
            return false;
        }
        let takes = |name: &str| signature.parameters.iter().any(|parameter| parameter.name == name);
        match (error_action(failure, frame.options), failure.cause) {
            (Some(ErrorAction::Extend(more)), Cause::Timeout) if !done.extended => {
                done.extended = true;
                done.limit = done.limit.saturating_add(more);
                if takes("timeout") {
                    let told = lemmascope_intent::format_duration(done.limit);
                    arguments.insert("timeout".into(), told.into());
                    done.limit = done.limit.saturating_add(Duration::from_secs(1));
                }
                true
            }
            (Some(ErrorAction::RescanAndRetry), _) => {
                // Only refreshes the observation; the general retry rules decide about the retry.
                self.aside(Operation::Observe, Object::new(), call, frame).await;
                false
            }
            (Some(_), _) => false,
            (None, Cause::ClickIntercepted) if takes("force") && !done.forced => {
                done.forced = true;
                arguments.insert("force".into(), true.into());
                true
            }
            (None, Cause::ElementNotVisible) if takes("target") && !done.brought_into_view => {
                done.brought_into_view = true;
                self.aside(Operation::Reveal, target_of(arguments), call, frame).await
            }
            (None, Cause::TypeFailed) if takes("target") && !done.emptied => {
                done.emptied = true;
                self.aside(Operation::Clear, target_of(arguments), call, frame).await
            }
            _ => false,
        }
    }

    /// Whether a step without effect counts as done: a key press may close something that is already closed.
    /// The conditions of the definition verify the purpose of the step.
    pub(super) fn is_as_good(&self, failure: &Failure, signature: &Signature, frame: &Frame<'_>) -> bool {
        self.policy.remedies
            && failure.cause == Cause::NoEffect
            && self.catalog.serves(signature.name, Operation::PressKey)
            && error_action(failure, frame.options).is_none()
    }

    /// Executes an operation that is not a step. Returns whether it succeeded.
    async fn aside(
        &self,
        operation: Operation,
        given: Object,
        call: &PlannedCall,
        frame: &Frame<'_>,
    ) -> bool {
        let verb = self.catalog.operation(operation).and_then(|name| self.catalog.get(name));
        let Some(capability) = verb else { return false };
        let mut arguments = Object::new();
        for parameter in &capability.signature().parameters {
            let value = given.get(&parameter.name).or(parameter.default.as_ref());
            arguments.insert(parameter.name.clone(), value.cloned().unwrap_or_default());
        }
        let limit = self.policy.step_timeout;
        let ended = self.attempt_aside(capability, &arguments, call.sandbox.as_ref(), limit, frame).await;
        matches!(ended, Ended::Done(_))
    }
}

fn target_of(arguments: &Object) -> Object {
    arguments.get("target").map(|target: &Value| ("target".to_string(), target.clone())).into_iter().collect()
}
