//! The learner's input: executed invocations as steps, and the proposals that they complete.

use lemmascope_intent::{Event, Failure, Operation, Plan, Redactor, Report, Status, Subject};
use lemmascope_learner::{Proposal, Step};

use crate::engine::Engine;
use crate::learning::{
    Discretion, Draft, Observed, Policy, Reach, TESTING, Verdict, failed_intent, observed,
};
use crate::ledger::Direction;
use crate::request::Request;

/// The heading of a proposal.
const HEADING: &str = "discovered intent proposal";
/// The heading of a proposal that was accepted automatically.
const ACCEPTED: &str = "discovered intent";

/// An executed invocation.
pub(super) struct CarriedOut<'a> {
    pub(super) plan: &'a Plan,
    /// Whether it was an intent, rather than a verb.
    pub(super) is_definition: bool,
    /// The address of the session before it.
    pub(super) place: Option<String>,
    /// The things that a verb acted on.
    pub(super) subjects: Vec<Subject>,
    /// The messages that appeared after it.
    pub(super) said: Vec<String>,
}

impl Engine {
    /// Returns the current address of a session.
    pub(crate) fn place(&self, session: &str) -> Option<String> {
        self.read(|state| state.place(session))
    }

    /// Returns the settings of the learner.
    pub(crate) fn learning_policy(&self) -> Policy {
        self.read(|state| Policy::of(&state.configuration))
    }

    /// Learns from an executed invocation. Adds a completed proposal to the report as a section.
    pub(super) async fn learn(
        &self,
        done: &CarriedOut<'_>,
        redactor: &Redactor,
        report: &mut Report,
        request: &Request,
    ) {
        let policy = self.learning_policy();
        let is_recorded = self.learning.is_recorded(&request.session);
        let is_learned = policy.is_enabled && !request.session_name().starts_with(TESTING);
        if !is_recorded && !is_learned {
            return;
        }
        let Some(step) = self.step(done, redactor, report, &policy, &request.session) else { return };
        if is_recorded && report.status == Status::Ok {
            let (step, run) = (step.clone(), report.run.as_deref());
            self.learning.add_to_recording(&request.session, |recording| recording.add(step, run));
        }
        let is_source = policy.failures || (policy.commands && report.status == Status::Ok);
        if !is_learned || !is_source {
            return;
        }
        let mut student = self.student(&policy, &request.owner).await;
        let mut proposals = student.observe(&request.session, step.clone(), policy.thresholds, |name| {
            self.is_taken(name, &request.session)
        });
        if policy.reach != Reach::Session
            && let Err(failure) =
                self.store_trace(&policy, &request.owner, &mut student, &request.session, step).await
        {
            let message = format!("the learned data is not stored: {failure}");
            request.events.emit(Event::Warning { message });
        }
        proposals.retain(|proposal| policy.learns(proposal));
        for proposal in proposals {
            if policy.accepts && policy.reach == Reach::Session {
                self.accept_by_itself(&proposal, report, request);
                student.decide(&proposal.key, Verdict::Saved);
            } else if policy.proposes {
                self.show_proposal(&proposal, report, request);
            }
        }
    }

    /// Retracts the steps that were learned from an undone run, or restores them after a redo.
    pub(crate) async fn unlearn(
        &self,
        direction: Direction,
        run: &str,
        request: &Request,
    ) -> Result<(), Failure> {
        if direction == Direction::Undo {
            self.learning.add_to_recording(&request.session, |recording| recording.forget(run));
        }
        let policy = self.learning_policy();
        if !policy.is_enabled {
            return Ok(());
        }
        let mut student = self.student(&policy, &request.owner).await;
        let is_changed = match direction {
            Direction::Undo => student.undo(&request.session, run),
            Direction::Redo => student.redo(run),
        };
        match is_changed {
            true => self.store_decisions(&policy, &request.owner, &student).await,
            false => Ok(()),
        }
    }

    /// Returns the step of an executed invocation, or `None` if it had no effect.
    fn step(
        &self,
        done: &CarriedOut<'_>,
        redactor: &Redactor,
        report: &Report,
        policy: &Policy,
        session: &str,
    ) -> Option<Step> {
        let verb = self.catalog.get(&done.plan.intent).filter(|_| !done.is_definition);
        let parameters = match verb {
            Some(verb) => verb.signature().parameters.clone(),
            None => self.read(|state| state.resolve(&done.plan.intent, session).map(|it| it.parameters()))?,
        };
        let (sensitive, mut redactor) = (self.sensitive(), redactor.clone());
        done.plan.parameters.values().for_each(|value| redactor.learn_from(value));
        let discretion =
            Discretion { sensitive: &sensitive, excluded: &policy.excluded, redactor: &redactor };
        let command = Observed {
            verb: &done.plan.intent,
            is_visit: self.catalog.serves(&done.plan.intent, Operation::Visit),
            parameters: &parameters,
            given: &done.plan.parameters,
            subjects: &done.subjects,
            said: &done.said,
            place: done.place.clone(),
        };
        let step = match report.status {
            Status::Ok => observed(&command, &discretion),
            Status::Error if done.is_definition => failed_intent(&command, &discretion),
            _ => return None,
        };
        Some(Step { run: report.run.clone(), ..step })
    }

    /// Whether a name belongs to an intent, a verb or a command.
    pub(crate) fn is_taken(&self, name: &str, session: &str) -> bool {
        self.catalog.grammar().form(name).is_some()
            || self.catalog.get(name).is_some()
            || self.read(|state| state.resolve(name, session).is_some())
    }

    fn show_proposal(&self, proposal: &Proposal, report: &mut Report, request: &Request) {
        let mut lines = self.proposal_lines(proposal);
        lines.extend([String::new(), "  Accept? [yes / no / refine]".into()]);
        let data = proposal_data(proposal, &lines);
        *report = std::mem::replace(report, Report::ok("")).section_of(HEADING, lines, data);
        self.learning.offer(&request.session, &proposal.name);
    }

    /// Returns the lines of a proposal.
    pub(crate) fn proposal_lines(&self, proposal: &Proposal) -> Vec<String> {
        proposal.lines(|verb| self.catalog.get(verb).map(|verb| verb.signature()))
    }

    /// Returns the draft of a proposal.
    pub(crate) fn draft_of(&self, proposal: &Proposal) -> Draft {
        Draft::of(proposal, |verb| self.catalog.get(verb).map(|verb| verb.signature()))
    }

    fn accept_by_itself(&self, proposal: &Proposal, report: &mut Report, request: &Request) {
        let draft = self.draft_of(proposal);
        let lines = match self.define_learned(&draft, &request.session) {
            Ok(usage) => vec![format!("Intent '{}' accepted for this session.", draft.name), usage],
            Err(failure) => vec![format!("Intent '{}' cannot be accepted: {failure}", draft.name)],
        };
        *report = std::mem::replace(report, Report::ok("")).section(ACCEPTED, lines);
    }
}

/// Returns a proposal as data.
pub(crate) fn proposal_data(proposal: &Proposal, lines: &[String]) -> lemmascope_intent::Value {
    let parameters = proposal.parameters.iter().map(
        |parameter| serde_json::json!({ "name": parameter.name, "type": parameter.kind.definition_type() }),
    );
    lemmascope_intent::Value::from(serde_json::json!({
        "intent": proposal.name,
        "confidence": (proposal.confidence * 100.0).round() / 100.0,
        "observations": proposal.observations,
        "parameters": parameters.collect::<Vec<_>>(),
        "lines": lines,
    }))
}
