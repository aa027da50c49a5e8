//! Recording of a session, by commands or by hand, and the definition that repeats it.

use lemmascope_intent::{
    Cause, Failure, Gesture, Notation, Owner, Parameter, Report, Signature, Type, Value,
};
use lemmascope_learner::{Proposal, Step, demonstration};

use crate::engine::Engine;
use crate::learning::{Discretion, Draft, MOST_RECORDED, Observed, Recording, Sample, observed};
use crate::lock::lock;
use crate::request::Request;

pub(super) fn signatures() -> Vec<Signature> {
    let change = Signature::change;
    vec![
        change("engine.learn_record", "Record what is done in this session, by commands or by hand.")
            .command("learn record"),
        Signature::observe("engine.learn_record_show", "Show what was recorded so far.")
            .command("learn record show"),
        change("engine.learn_record_stop", "End the recording, and show the definition that repeats it.")
            .command("learn record stop [name]")
            .parameter(
                Parameter::optional(
                    "name",
                    Type::String,
                    "The intent to define; without it nothing is defined.",
                )
                .written(Notation::Name),
            ),
        change("engine.learn_record_cancel", "Drop the recording.").command("learn record cancel"),
    ]
}

impl Engine {
    /// Starts to record a session.
    pub(super) fn start_recording(&self, request: &Request) -> Result<Report, Failure> {
        if !self.learning.record(&request.session) {
            return Err(Failure::new(Cause::Unavailable, "this session is being recorded already")
                .hint("`learn record stop` ends the recording."));
        }
        let mut report = Report::ok("learn record");
        report.hints.push("Carry the task out once; `learn record stop` shows its definition.".into());
        Ok(report)
    }

    /// Shows the steps that were recorded so far.
    pub(super) fn show_recording(&self, request: &Request) -> Result<Report, Failure> {
        let recording = self.learning.recording(&request.session).ok_or_else(not_recorded)?;
        let steps = self.shown_once(&recording).map(|it| self.step_lines(&it)).unwrap_or_default();
        let mut report = Report::ok("learn record show");
        if steps.is_empty() {
            report.result = "Nothing was recorded yet.".into();
        }
        let lines = steps.iter().enumerate().map(|(at, step)| format!("{}. {step}", at + 1)).collect();
        let data: Vec<Value> = steps.into_iter().map(Value::from).collect();
        Ok(report.section_of("steps", lines, data.into()))
    }

    /// Stops a recording. With a name, registers the definition for the session.
    pub(super) async fn stop_recording(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let session = request.session.as_str();
        let recording = self.learning.recording(session).ok_or_else(not_recorded)?;
        let proposal = self.shown_once(&recording).ok_or_else(|| {
            Failure::new(Cause::Unavailable, "nothing was recorded yet")
                .hint("Carry the task out in this session, or drop the recording with `learn record cancel`.")
        })?;
        let proposed = match name {
            "" => self.free_name(&proposal.name, session),
            name => name.to_string(),
        };
        let signature = |verb: &str| self.catalog.get(verb).map(|verb| verb.signature());
        let draft = Draft::recorded(proposed, &proposal, signature);
        let source = self.definition_source(&draft.name, &draft.body(), session)?;
        let policy = self.learning_policy();
        let mut report = Report::ok("learn record stop");
        report.summary = Some(draft.name.clone());
        if name.is_empty() {
            report.hints.push("`learn record stop NAME` also defines it for this session.".into());
        } else {
            let usage = self.define_learned(&draft, session)?;
            report = report.section("usage", vec![usage]);
            report.hints.push(format!("`learn test {name}` replays it in a fresh session."));
        }
        if recording.dropped() > 0 {
            report.context.push(format!(
                "{} steps after the first {MOST_RECORDED} were not recorded",
                recording.dropped()
            ));
        }
        let values = proposal.parameters.iter().filter_map(|it| Some((it.name.clone(), it.latest.clone()?)));
        let sample = Sample { place: proposal.place.clone(), values: values.collect() };
        let mut student = self.student(&policy, &request.owner).await;
        student.note_sample(&draft.name, sample);
        self.store_decisions(&policy, &request.owner, &student).await?;
        self.learning.end_recording(session);
        let data = serde_json::json!({ "intent": draft.name, "source": source, "place": proposal.place });
        let lines = source.trim_end().lines().map(str::to_string).collect();
        Ok(report.section_of("definition", lines, data.into()))
    }

    /// Discards a recording.
    pub(super) fn cancel_recording(&self, request: &Request) -> Result<Report, Failure> {
        self.learning.end_recording(&request.session).ok_or_else(not_recorded)?;
        Ok(Report::ok("learn record cancel"))
    }

    /// Returns the recorded steps of a session as commands, or `None` if the session is not being recorded.
    pub fn recorded_steps(&self, owner: &Owner, session: &str) -> Option<Vec<String>> {
        let recording = self.learning.recording(&owner.session(session))?;
        let steps = self.shown_once(&recording).map(|proposal| self.step_lines(&proposal));
        Some(steps.unwrap_or_default())
    }

    /// Adds a person's inputs to the recording of a session.
    pub(in crate::commands) fn record_inputs(&self, gestures: Vec<Gesture>, session: &str) {
        for gesture in gestures {
            if let Some(step) = self.step_of_input(&gesture, session) {
                let Gesture { element, supersedes, .. } = gesture;
                self.learning
                    .add_to_recording(session, |recording| recording.add_input(step, element, supersedes));
            }
        }
    }

    /// Returns the step for an input, without secrets.
    fn step_of_input(&self, gesture: &Gesture, session: &str) -> Option<Step> {
        let verb = self.catalog.get(&gesture.verb)?;
        let sensitive = self.sensitive();
        let excluded = self.learning_policy().excluded;
        let mut redactor = lock(&self.conversations.of(session)).secrets.clone();
        gesture.arguments.values().for_each(|value| redactor.learn_from(value));
        let subjects: Vec<_> = gesture.subject.iter().cloned().collect();
        let command = Observed {
            verb: &gesture.verb,
            is_visit: false,
            parameters: &verb.signature().parameters,
            given: &gesture.arguments,
            subjects: &subjects,
            said: &[],
            place: Some(gesture.place.clone()),
        };
        Some(observed(
            &command,
            &Discretion { sensitive: &sensitive, excluded: &excluded, redactor: &redactor },
        ))
    }

    /// Returns a proposal for a recording. Written and selected values become parameters.
    fn shown_once(&self, recording: &Recording) -> Option<Proposal> {
        let is_open = |step: &Step, argument: &str| {
            let Some(signature) = self.catalog.get(&step.verb).map(|verb| verb.signature()) else {
                return false;
            };
            let is_written = signature.handling.as_ref().is_some_and(|it| it.value == Some(argument));
            is_written || signature.find(argument).is_some_and(|parameter| !parameter.recorded)
        };
        demonstration(&recording.steps(), &is_open)
    }

    fn step_lines(&self, proposal: &Proposal) -> Vec<String> {
        proposal.step_lines(|verb| self.catalog.get(verb).map(|verb| verb.signature()))
    }

    /// Returns the name, with a number appended if it is taken.
    fn free_name(&self, name: &str, session: &str) -> String {
        let numbered = (2..1000).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        names.find(|name| !self.is_taken(name, session)).unwrap_or_else(|| name.to_string())
    }
}

fn not_recorded() -> Failure {
    Failure::new(Cause::Unavailable, "this session is not being recorded")
        .hint("`learn record` begins a recording.")
}
