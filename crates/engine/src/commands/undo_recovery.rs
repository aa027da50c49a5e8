use std::sync::Arc;

use lemmascope_intent::{Failure, Promise};

use crate::engine::Engine;
use crate::execution::Ended;
use crate::ledger::InterruptedUndo;
use crate::request::Request;
use crate::sessions::Lease;

impl Engine {
    /// Rolls back interrupted undos and redos, with the call that was recorded before each of them began.
    /// Returns a line for each. The lease proves that no other process is executing them.
    pub(crate) async fn settle_broken(
        &self,
        _lease: &Lease,
        request: &Request,
    ) -> Result<Vec<String>, Failure> {
        let broken = self.ledger.broken(&request.session).await?;
        let mut lines = Vec::new();
        for InterruptedUndo { direction, step } in &broken {
            let word = direction.word();
            let promise: Promise = {
                let (ledger, step, direction) = (self.ledger.clone(), step.clone(), *direction);
                Arc::new(move |again| {
                    let (ledger, step) = (ledger.clone(), step.clone());
                    Box::pin(async move { ledger.promise_again(direction, &step, &again).await })
                })
            };
            let ended = self.call_again(step, true, promise, request).await?;
            let again = match ended {
                Ended::Done(outcome) | Ended::Late(outcome, _) => outcome.undo,
                Ended::Failed(failure) => {
                    return Err(Failure {
                        message: format!("the {word} of {} was interrupted; {}", step.line, failure.message),
                        ..failure
                    });
                }
            };
            self.ledger.withdraw(*direction, step, again.as_ref()).await?;
            lines.push(format!("the {word} of {} was interrupted before, and is ignored", step.line));
        }
        Ok(lines)
    }
}
