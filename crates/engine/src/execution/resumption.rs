//! Resuming from a checkpoint: the conditions that held at the checkpoint must hold again.

use std::time::{Duration, Instant};

use lemmascope_intent::definition::{Condition, Scope};
use lemmascope_intent::{Cause, Failure, Node};

use super::frame::after;
use super::{Frame, Position, ResumeAction, Runner};

/// The polling interval for the conditions of a page.
const PAUSE: Duration = Duration::from_millis(100);

impl Runner<'_> {
    /// Whether the run resumes exactly at this node, so that nothing inside it was executed before.
    pub(super) fn goes_on_at(&self, node: &Node, frame: &Frame<'_>, position: &Position) -> bool {
        match (&self.resumed_at, self.resume_action(frame, position)) {
            (Some(_), ResumeAction::Here) => true,
            (Some(target), ResumeAction::Enter) => target.is_first_in(position, node),
            _ => false,
        }
    }

    /// Checks that the conditions that were awaited or verified right before the checkpoint hold now. If they
    /// do not and some state was not restored, restores it and checks again.
    pub(super) async fn expect(&self, before: &[Node], frame: &Frame<'_>) -> Result<(), Failure> {
        let Some(missing) = self.missing(before, frame).await else { return Ok(()) };
        let missing = match self.has_more_to_put_back() {
            true => {
                self.put_back(true, frame).await?;
                self.missing(before, frame).await
            }
            false => Some(missing),
        };
        match missing {
            None => Ok(()),
            Some(missing) => Err(Failure::new(
                Cause::CheckpointInvalid,
                format!("the state at the checkpoint has changed: {missing}"),
            )
            .hint("Run it from the beginning.")),
        }
    }

    /// Returns the first condition that held before and does not hold now. Only conditions after the last
    /// change are checked: a form that was awaited may be gone after it was filled in.
    async fn missing(&self, before: &[Node], frame: &Frame<'_>) -> Option<String> {
        for node in before.iter().rev() {
            match node {
                Node::Wait { condition, timeout, .. } => {
                    let limit = timeout.unwrap_or(self.policy.step_timeout).min(self.policy.step_timeout);
                    if !self.comes_true(condition, limit, frame).await {
                        return Some(self.tell(condition, frame));
                    }
                }
                Node::Checkpoint(_) => {}
                Node::Call(call) if call.effect == lemmascope_intent::Effect::Observe => {}
                Node::Intent { definition, params, sandbox, .. } => {
                    let mut scope = Scope::default();
                    for parameter in &definition.parameters {
                        let name = &parameter.value.name;
                        let value = params.get(name).map(|param| param.resolve(&frame.scope));
                        scope = scope.with(name, value.unwrap_or_default());
                    }
                    let inner = frame.of_intent(scope, &definition.options, sandbox.clone());
                    let conditions = definition.success.conditions.iter().filter(|_| self.checks.success);
                    for condition in conditions {
                        if !self.comes_true(condition, self.policy.step_timeout, &inner).await {
                            return Some(self.tell(condition, &inner));
                        }
                    }
                    return None;
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether a condition holds now or within the limit, because a page that was opened again may need a
    /// moment.
    async fn comes_true(&self, condition: &Condition, limit: Duration, frame: &Frame<'_>) -> bool {
        let until = after(limit).min(frame.deadline);
        loop {
            if self.holds(condition, frame).await.unwrap_or(false) {
                return true;
            }
            if Instant::now() >= until || self.is_called_off(frame) {
                return false;
            }
            self.pause(PAUSE, frame).await;
        }
    }
}
