use std::time::{Duration, Instant};

use lemmascope_intent::{Change, Definition, Failure, Object, Operation, Situation};

use super::{Ended, Frame, Runner};
use crate::catalog::unavailable;

/// How long a page that has just come may take to show what an intent needs.
const COMING: Duration = Duration::from_millis(1500);

impl Runner<'_> {
    /// Refuses a definition whose triggers the page does not meet. Where nobody can look, nothing is refused.
    pub(crate) async fn admit(&self, definition: &Definition, frame: &Frame<'_>) -> Result<(), Failure> {
        let until = Instant::now() + COMING;
        loop {
            let Some(situation) = self.situation(frame).await else { return Ok(()) };
            match unavailable(definition, self.catalog, &situation) {
                Some(failure) if Instant::now() >= until || self.is_called_off(frame) => return Err(failure),
                Some(_) => self.pause(Duration::from_millis(200), frame).await,
                None => return Ok(()),
            }
        }
    }

    /// Looks once more at what was acted on, where nothing was heard against it so far: on a busy machine a page may say what
    /// it did not accept only when the step that it speaks of has long been told.
    pub(crate) async fn listen_again(&self, frame: &Frame<'_>) {
        let is_worth_it = {
            let trace = self.trace();
            trace.is_judged && trace.complaint.is_none()
        };
        if !is_worth_it {
            return;
        }
        let Some(situation) = self.situation(frame).await else { return };
        let mut trace = self.trace();
        trace.complaint = situation.complaints.iter().find_map(Change::complaint);
        trace.note_changes(situation.complaints);
    }

    async fn situation(&self, frame: &Frame<'_>) -> Option<Situation> {
        let capability = self.catalog.get(self.catalog.operation(Operation::Observe)?)?;
        let parameters = capability.signature().parameters.iter();
        let arguments: Object = parameters
            .map(|parameter| (parameter.name.clone(), parameter.default.clone().unwrap_or_default()))
            .collect();
        let limit = self.policy.step_timeout;
        match self.attempt_aside(capability, &arguments, frame.sandbox.as_ref(), limit, frame).await {
            Ended::Done(outcome) => outcome.view?.situation,
            Ended::Late(..) | Ended::Failed(_) => None,
        }
    }
}
