//! Preparation of an invocation before it is executed: name resolution, argument binding and planning.

use std::borrow::Cow;
use std::sync::Arc;

use lemmascope_intent::definition::Template;
use lemmascope_intent::{Cause, Failure, Node, Object, Owner, Plan, Redactor, Report, Secret, Value};

use crate::catalog::{Entry, State, Tier, is_bound_to_pages};
use crate::engine::Engine;
use crate::ledger::{RunFate, SavedCheckpoint};
use crate::lock::lock;
use crate::plan::{Checks, Invocation, Planner, Policy, Position, Prepared, Resumed, RunOptions, Show};

/// Returns the definition with a name: that of a tier, or the one with the highest precedence.
fn resolve<'s>(state: &'s State, name: &str, session: &str, tier: Option<Tier>) -> Option<&'s Entry> {
    match tier {
        Some(tier) => state.registry(session).of_tier(name, tier, None),
        None => state.resolve(name, session),
    }
}

impl Engine {
    /// Prepares an invocation: resolves, binds and plans it, and finds the position at which a resumed run
    /// continues.
    pub(crate) async fn prepare(&self, invocation: Invocation, session: &str) -> Result<Prepared, Failure> {
        self.prepare_of(invocation, session, None).await
    }

    /// Like [`prepare`](Self::prepare), for the built-in intent with this name, regardless of precedence.
    pub(crate) async fn prepare_builtin(
        &self,
        invocation: Invocation,
        session: &str,
    ) -> Result<Prepared, Failure> {
        self.prepare_of(invocation, session, Some(Tier::Builtin)).await
    }

    async fn prepare_of(
        &self,
        mut invocation: Invocation,
        session: &str,
        tier: Option<Tier>,
    ) -> Result<Prepared, Failure> {
        let (parameters, version, sensitive) = self.read(|state| {
            let (parameters, version) = match resolve(state, &invocation.name, session, tier) {
                Some(entry) => (Cow::Owned(entry.parameters()), Some(entry.definition.version.value.clone())),
                None => match self.catalog.get(&invocation.name).map(|it| it.signature()) {
                    Some(signature) if !signature.internal => {
                        (Cow::Borrowed(signature.parameters.as_slice()), None)
                    }
                    _ => return Err(state.unknown(&invocation.name, session, &self.catalog)),
                },
            };
            Ok((parameters, version, state.configuration.sensitive()))
        })?;
        let options = invocation.take_run_options(&parameters, version.is_none())?;
        let version = version.unwrap_or_default();
        let saved = match &options.resume {
            Some(name) => Some(self.saved_checkpoint(&invocation.name, &version, session, name).await?),
            None => None,
        };
        let earlier = saved.as_ref().map(|saved| &saved.run.parameters).cloned().unwrap_or_default();
        let bound = invocation.bind(&parameters, &sensitive, &earlier)?;
        let mut prepared =
            self.read(|state| self.plan(state, (&invocation.name, tier), session, bound, options, saved))?;
        invocation.secrets.iter().for_each(|secret| prepared.redactor.learn_from(secret));
        self.recall_secrets(&mut prepared, session);
        Ok(prepared)
    }

    fn plan(
        &self,
        state: &State,
        (name, tier): (&str, Option<Tier>),
        session: &str,
        bound: Object,
        options: RunOptions,
        saved: Option<SavedCheckpoint>,
    ) -> Result<Prepared, Failure> {
        let configuration = &state.configuration;
        let priority = state.priority();
        let registry = state.registry(session);
        let caller = state.caller(session);
        let planner =
            Planner { catalog: &self.catalog, registry, priority, configuration, caller: caller.clone() };
        let mut bound_to_page = None;
        let (plan, definition, recovery) = match resolve(state, name, session, tier) {
            Some(entry) => {
                // A built-in intent observes the page itself, and a resumed run restores its page.
                let asks = entry.tier != Tier::Builtin && options.verify && saved.is_none();
                bound_to_page = Some(Arc::clone(&entry.definition))
                    .filter(|definition| asks && is_bound_to_pages(definition, &self.catalog));
                let plan = planner.plan(entry, bound.clone())?;
                let recovery = planner.plan_recovery(entry, bound)?;
                (plan, Some(Arc::clone(&entry.definition)), recovery)
            }
            None => (planner.plan_call(name, bound, options.timeout)?, None, Vec::new()),
        };
        let is_definition = definition.is_some();
        let resumed = saved.map(|saved| place_in(&plan, saved)).transpose()?;
        Ok(Prepared {
            definition,
            bound: bound_to_page,
            recovery,
            resumed,
            ..self.prepared(state, plan, options, is_definition)
        })
    }

    /// Prepares a plan that does not come from a definition: that of several goals.
    pub(crate) fn prepare_plan(
        &self,
        state: &State,
        session: &str,
        options: RunOptions,
        plan: impl FnOnce(&Planner<'_>) -> Plan,
    ) -> Prepared {
        let priority = state.priority();
        let planner = Planner {
            catalog: &self.catalog,
            registry: state.registry(session),
            priority,
            configuration: &state.configuration,
            caller: state.caller(session),
        };
        let mut prepared = self.prepared(state, plan(&planner), options, false);
        self.recall_secrets(&mut prepared, session);
        prepared
    }

    /// Adds the earlier secrets of the session to the redactor, because a page may show one much later.
    fn recall_secrets(&self, prepared: &mut Prepared, session: &str) {
        prepared.redactor.learn_all(&lock(&self.conversations.of(session)).secrets);
    }

    /// Returns a plan with its execution policy.
    fn prepared(&self, state: &State, plan: Plan, options: RunOptions, is_definition: bool) -> Prepared {
        let configuration = &state.configuration;
        let mut redactor = Redactor::default();
        let masks_by_look = configuration.switch("intent_engine.logging.redact_sensitive");
        let mut learn = |value: &Value| {
            redactor.learn_from(value);
            if masks_by_look {
                redactor.learn_by_look(value);
            }
        };
        plan.parameters.values().for_each(&mut learn);
        let arguments = plan.calls().into_iter().flat_map(|call| call.arguments.values());
        arguments.for_each(|argument| {
            if let Template::Literal(value) = argument {
                learn(value);
            }
        });
        // A direct call of a verb is not retried; the caller decides about a retry.
        let max_retries = match is_definition {
            true => configuration.count("intent_engine.execution.max_retries"),
            false => 0,
        };
        Prepared {
            plan,
            definition: None,
            bound: None,
            recovery: Vec::new(),
            policy: Policy {
                step_timeout: configuration.duration("intent_engine.execution.step_timeout"),
                max_retries,
                retry_delay: configuration.duration("intent_engine.execution.retry_delay"),
                remedies: is_definition,
                parallel: configuration.switch("intent_engine.execution.parallel_steps"),
                asked_retries: options.retry,
                checkpoint_retention: configuration.duration("intent_engine.execution.checkpoint_retention"),
            },
            checks: Checks {
                success: options.verify && configuration.switch("intent_engine.verification.verify_success"),
                failure: options.verify && configuration.switch("intent_engine.verification.verify_failure"),
            },
            default_timeout: configuration.duration("intent_engine.execution.default_timeout"),
            options,
            resumed: None,
            sensitive: configuration.sensitive(),
            redactor,
            show: Show {
                actions: configuration.switch("intent_engine.logging.log_actions"),
                changes: configuration.switch("intent_engine.logging.log_changes"),
            },
        }
    }

    async fn saved_checkpoint(
        &self,
        intent: &str,
        version: &str,
        session: &str,
        name: &str,
    ) -> Result<SavedCheckpoint, Failure> {
        let Some(saved) = self.ledger.find_checkpoint(intent, session, name).await? else {
            let known = self.ledger.checkpoint_names(intent, &Owner::of_session(session)).await?;
            let failure = Failure::new(
                Cause::CheckpointInvalid,
                format!("{intent} has passed no checkpoint \"{name}\""),
            );
            return Err(match known.as_slice() {
                [] => failure.hint("Run it from the beginning; no checkpoint of it is stored."),
                known => failure.hint(format!("It has passed: {}.", known.join(", "))),
            });
        };
        if let Some(fate) = saved.fate {
            let (message, hint) = match fate {
                RunFate::Ended => (
                    format!("{intent} was completed after \"{name}\"; nothing is left to resume"),
                    "If it is to be done once more, run it from the beginning.",
                ),
                RunFate::UnderWay => (
                    format!("{intent} is already being executed beyond \"{name}\""),
                    "Wait until it has ended.",
                ),
            };
            return Err(Failure::new(Cause::CheckpointInvalid, message).hint(hint));
        }
        if saved.run.version != version {
            return Err(Failure::new(
                Cause::CheckpointInvalid,
                format!(
                    "the checkpoint was made by version {} of {intent}, and this is version {version}",
                    saved.run.version
                ),
            )
            .hint("Run it from the beginning."));
        }
        Ok(saved)
    }

    /// Masks unrecorded values in a plan, because shown plans are copied into chats and logs.
    pub(crate) fn hide_unrecorded(&self, prepared: &mut Prepared) {
        for call in prepared.plan.calls() {
            let Some(verb) = self.catalog.get(&call.capability) else { continue };
            for parameter in verb.signature().parameters.iter().filter(|parameter| !parameter.recorded) {
                if let Some(Template::Literal(Value::Text(text))) = call.arguments.get(&parameter.name) {
                    prepared.redactor.learn(&Secret::new(text.clone()));
                }
            }
        }
    }
}

/// Returns the position of the saved checkpoint in the plan.
fn place_in(plan: &Plan, saved: SavedCheckpoint) -> Result<Resumed, Failure> {
    let position = Position::parse(&saved.position).filter(
        |position| matches!(position.find(&plan.nodes), Some(Node::Checkpoint(name)) if *name == saved.name),
    );
    let position = position.ok_or_else(|| {
        Failure::new(
            Cause::CheckpointInvalid,
            format!("with what is given now, \"{}\" is no longer where it was passed", saved.name),
        )
        .hint("Run it from the beginning, or give it the same as before.")
    })?;
    Ok(Resumed { run: saved.run.id, latest: saved.latest, position, checkpoint: saved.name })
}

/// Returns the report of a dry run.
pub(crate) fn planned(prepared: &Prepared) -> Report {
    let digest = prepared.digest();
    let mut report = prepared.shown(Report::ok(&prepared.plan.intent));
    report.summary = Some("(dry run)".into());
    report.digest = Some(digest.clone());
    report.section("digest", vec![digest])
}
