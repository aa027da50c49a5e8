//! The commands for proposals of the learner: show, save, discard, replay and refine them; and recording.

mod recording;
mod refining;
mod testing;

use lemmascope_intent::{Cause, Failure, Notation, Parameter, Permission, Report, Signature, Type, usage};
use lemmascope_language::command::{self, Command};
use lemmascope_learner::Proposal;

use super::define::refused;
use crate::catalog::{Entry, Tier};
use crate::engine::Engine;
use crate::learning::{Draft, LEARNED, Policy, Reach, Verdict};
use crate::pipeline::proposal_data;
use crate::request::Request;

pub(super) fn signatures() -> Vec<Signature> {
    let name = || Parameter::required("name", Type::String, "The proposal.").written(Notation::Name);
    let optional = |parameter: Parameter| Parameter { required: false, ..parameter };
    let mut all = vec![
        Signature::observe("engine.learn_status", "Show the state of the learner.").command("learn status"),
        Signature::observe("engine.learn_show", "Show a proposal, or all of them.")
            .command("learn show [name]")
            .parameter(optional(name())),
        Signature::change("engine.learn_save", "Accept a proposal as an intent.")
            .command("learn save <name>")
            .parameter(name()),
        Signature::change("engine.learn_discard", "Reject a proposal, or all of them.")
            .command("learn discard [name]")
            .parameter(optional(name())),
        Signature::change("engine.learn_test", "Replay a proposal in a new session; its steps are executed.")
            .command("learn test <name>")
            .parameter(name())
            .parameter(
                Parameter::optional(
                    "values",
                    Type::Object,
                    "The values of its parameters, as JSON; else those seen last.",
                )
                .written(Notation::Json)
                .unrecorded(),
            )
            .parameter(Parameter::defaulted("here", false, Type::Boolean, "In this session, on its page.")),
    ];
    all.extend(recording::signatures());
    all.extend(refining::signatures());
    all
}

/// Whether a command belongs to the learner.
pub(super) fn is_command(name: &str) -> bool {
    name == "refine" || name.starts_with("learn ") || name.starts_with("refine ")
}

impl Engine {
    /// Executes a command of the learner.
    pub(super) async fn learning_command(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let argument =
            |name: &str| command.argument(name).and_then(command::Value::as_str).unwrap_or_default();
        match command.name() {
            "learn status" => self.learn_status(request).await,
            "learn show" => self.learn_show(argument("name"), request).await,
            "learn save" => self.learn_save(argument("name"), request).await,
            "learn discard" => self.learn_discard(argument("name"), request).await,
            "learn test" => self.learn_test(command, argument("name"), request).await,
            "learn record" => self.start_recording(request),
            "learn record show" => self.show_recording(request),
            "learn record stop" => self.stop_recording(argument("name"), request).await,
            "learn record cancel" => self.cancel_recording(request),
            _ => self.refining_command(command, request).await,
        }
    }

    /// Reports the number of observations, and the open proposals.
    async fn learn_status(&self, request: &Request) -> Result<Report, Failure> {
        let policy = self.learning_policy();
        if !policy.is_enabled {
            let mut report = Report::ok("learn status").section("learning", vec!["off".into()]);
            report.hints.push("`config set intent_learner.enabled true` switches it on.".into());
            return Ok(report);
        }
        let proposals = self.open_proposals(&policy, request).await;
        let student = self.student(&policy, &request.owner).await;
        let ((steps, sequences), (saved, discarded)) = (student.extent(), student.decided());
        let lines = vec![
            format!("steps observed: {steps}"),
            format!("sequences that came more than once: {sequences}"),
            format!("proposals: {} open, {saved} saved, {discarded} discarded", proposals.len()),
        ];
        let told = |proposal: &Proposal| {
            format!(
                "{} (confidence {:.2}, observations {})",
                proposal.name, proposal.confidence, proposal.observations
            )
        };
        Ok(Report::ok("learn status")
            .section("learning", lines)
            .section("proposals", proposals.iter().map(told).collect()))
    }

    /// Shows a proposal, or all of them.
    async fn learn_show(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let policy = self.learning_policy();
        let proposals = match name {
            "" => self.open_proposals(&policy, request).await,
            name => vec![self.proposal(&policy, name, request).await?],
        };
        let mut report = Report::ok("learn show");
        let is_one = proposals.len() == 1;
        for proposal in &proposals {
            let mut lines = self.proposal_lines(proposal);
            if is_one {
                lines.extend([String::new(), "  Accept? [yes / no / refine]".into()]);
                self.learning.offer(&request.session, &proposal.name);
            }
            let data = proposal_data(proposal, &lines);
            let heading = match is_one {
                true => "discovered intent proposal".to_string(),
                false => format!("discovered intent proposal {}", proposal.name),
            };
            report = report.section_of(&heading, lines, data);
        }
        if proposals.is_empty() {
            report = report.section("proposals", vec!["Nothing is proposed.".into()]);
        }
        Ok(report)
    }

    /// Accepts a proposal without changes.
    async fn learn_save(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let policy = self.learning_policy();
        let proposal = self.proposal(&policy, name, request).await?;
        self.save_draft("learn save", &self.draft_of(&proposal), &policy, request).await
    }

    /// Registers a draft as an intent, for the scope that the settings define.
    pub(super) async fn save_draft(
        &self,
        command: &str,
        draft: &Draft,
        policy: &Policy,
        request: &Request,
    ) -> Result<Report, Failure> {
        let entry = self.learned_entry(draft, &request.session)?;
        let call = usage(&draft.name, &entry.parameters());
        let source = entry.source.to_string();
        let mut student = self.student(policy, &request.owner).await;
        let mut report = Report::ok(command);
        report.summary = Some(draft.name.clone());
        match policy.reach {
            Reach::Session => {
                self.write(|state| state.define(&request.session, entry))
                    .map_err(|fault| refused(&fault.diagnostics))?;
            }
            // A single owner must not decide what all owners get.
            Reach::Global if !request.permissions.includes(Permission::Admin) => {
                let message = "only an administrator saves an intent for all owners";
                return Err(Failure::new(Cause::Forbidden, message)
                    .hint("Set intent_learner.persistence to user, or ask the administrator to save it."));
            }
            reach if student.was_replayed(&source) => {
                student.keep_definition(&draft.name, &source);
                let owner = (reach == Reach::User).then_some(&request.owner);
                self.write(|state| state.discover(owner, entry))
                    .map_err(|fault| refused(&fault.diagnostics))?;
            }
            _ => return Err(not_replayed(&draft.name)),
        }
        if let Some(key) = &draft.key {
            student.decide(key, Verdict::Saved);
        }
        self.store_decisions(policy, &request.owner, &student).await?;
        report =
            report.section("saved", vec![format!("Intent '{}' saved to discovered intents.", draft.name)]);
        report = report.section("usage", vec![call]);
        report.hints.push(format!("`export {}` writes it to a file.", draft.name));
        Ok(report)
    }

    /// Discards a proposal, or all of them.
    async fn learn_discard(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let policy = self.learning_policy();
        let proposals = match name {
            "" => self.open_proposals(&policy, request).await,
            name => vec![self.proposal(&policy, name, request).await?],
        };
        let mut student = self.student(&policy, &request.owner).await;
        proposals.iter().for_each(|proposal| student.decide(&proposal.key, Verdict::Discarded));
        self.store_decisions(&policy, &request.owner, &student).await?;
        let names: Vec<String> = proposals.into_iter().map(|proposal| proposal.name).collect();
        let lines = if names.is_empty() { vec!["Nothing is proposed.".into()] } else { names };
        let mut report = Report::ok("learn discard").section("discarded", lines);
        report.summary = Some(name.to_string()).filter(|name| !name.is_empty());
        Ok(report)
    }

    /// Returns the undecided proposals.
    async fn open_proposals(&self, policy: &Policy, request: &Request) -> Vec<Proposal> {
        let mut student = self.student(policy, &request.owner).await;
        let mut proposals =
            student.proposals(policy.thresholds, |name| self.is_taken(name, &request.session));
        proposals.retain(|proposal| policy.learns(proposal));
        proposals
    }

    /// Returns the proposal with a name.
    pub(super) async fn proposal(
        &self,
        policy: &Policy,
        name: &str,
        request: &Request,
    ) -> Result<Proposal, Failure> {
        let proposals = self.open_proposals(policy, request).await;
        let names: Vec<String> = proposals.iter().map(|proposal| proposal.name.clone()).collect();
        proposals.into_iter().find(|proposal| proposal.name == name).ok_or_else(|| {
            let failure = Failure::new(Cause::TargetNotFound, format!("there is no proposal \"{name}\""));
            match names.is_empty() {
                true => failure.hint("There are no proposals; `learn status` shows the observations."),
                false => failure.hint(format!("There are {}.", names.join(", "))),
            }
        })
    }

    /// Registers a learned draft for a session. Returns its usage.
    pub(crate) fn define_learned(&self, draft: &Draft, session: &str) -> Result<String, Failure> {
        let entry = self.learned_entry(draft, session)?;
        let call = usage(&draft.name, &entry.parameters());
        self.write(|state| state.define(session, entry)).map_err(|fault| refused(&fault.diagnostics))?;
        Ok(call)
    }

    /// Returns the registry entry of a draft.
    fn learned_entry(&self, draft: &Draft, session: &str) -> Result<Entry, Failure> {
        self.session_entry(self.definition_source(&draft.name, &draft.body(), session)?)
    }

    /// Registers the stored learned intents when the owner's learner is first used.
    pub(crate) async fn recall_learned(&self, request: &Request) {
        let policy = self.learning_policy();
        if policy.reach == Reach::Session || !policy.is_enabled {
            return;
        }
        let sources = self.student(&policy, &request.owner).await.take_restored();
        let owner = (policy.reach == Reach::User).then(|| request.owner.clone());
        // Definitions that are no longer valid are skipped.
        for entry in sources.into_iter().filter_map(|source| self.session_entry(source).ok()) {
            let _valid = self.write(|state| state.discover(owner.as_ref(), entry));
        }
    }

    /// Refuses to export a learned definition that was never replayed.
    pub(super) async fn admit_export(&self, entry: &Entry, request: &Request) -> Result<(), Failure> {
        if !entry.definition.tags.iter().any(|tag| tag == LEARNED) || entry.tier == Tier::User {
            return Ok(());
        }
        let policy = self.learning_policy();
        let student = self.student(&policy, &request.owner).await;
        match student.was_replayed(&entry.source) {
            true => Ok(()),
            false => Err(not_replayed(&entry.definition.intent.value)),
        }
    }
}

fn not_replayed(name: &str) -> Failure {
    Failure::new(Cause::Unavailable, format!("\"{name}\" was learned, and has not been replayed yet"))
        .hint(format!("`learn test {name}` replays it in a new session and extends its retention."))
}
