//! Decisions about pending approvals.

use lemmascope_intent::{Cause, Failure, Report};

use crate::approvals::Waiting;
use crate::engine::Engine;
use crate::request::{Grant, Reply, Request};

impl Engine {
    /// Decides a pending approval. If it is approved, executes its plan with the permissions of the original
    /// caller. Only a person with the `admin` permission can decide. Of several decisions, in any process,
    /// the first one wins.
    pub async fn decide(&self, id: &str, agrees: bool, decider: Request) -> Result<Reply, Failure> {
        let unknown = || {
            Failure::new(Cause::TargetNotFound, format!("there is no approval \"{id}\""))
                .hint("It was decided, or has expired.")
        };
        let waiting = self.take_approval(id).await?.ok_or_else(unknown)?;
        let Waiting { approval, input, permissions, workspace, .. } = waiting;
        let grant = Grant { owner: approval.owner.clone(), permissions, key: None };
        if !agrees {
            if input.is_sentence() {
                self.forget_question(&approval.owner.session(&approval.session)).await;
            }
            let mut report = Report::ok(&approval.intent);
            report.summary = Some("declined".into());
            return Ok(Reply::Report(Box::new(report)));
        }
        let mut request =
            Request::new(input.confirmed(&approval.digest), &grant, approval.session, workspace);
        request.events = decider.events;
        request.cancellation = decider.cancellation;
        request.by_person = true;
        Ok(self.submit(request).await)
    }
}
