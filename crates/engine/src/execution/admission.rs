use std::time::{Duration, Instant};

use lemmascope_intent::{Change, Definition, Failure, Object, Operation, Situation};

use super::{Ended, Frame, Runner};
use crate::catalog::unavailable;

/// The time that a newly opened page has to show the elements that an intent needs.
const COMING: Duration = Duration::from_millis(1500);

impl Runner<'_> {
    /// Rejects a definition whose triggers the page does not meet. Accepts it if no domain can observe the
    /// page.
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

    /// Observes the last target again if no complaint was found so far: on a busy machine, a page may show an
    /// error message only after the step was reported.
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
