//! One intent from its name to its report: resolve, bind, plan, agree, execute, verify.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::definition::{Options, Scope, Template};
use lemmascope_intent::{
    Cause, Definition, Effect, Event, Failure, Node, Object, Plan, Redactor, Report, Secret, SensitiveFields,
    Status, Value,
};

use crate::engine::{Engine, Request, State};
use crate::execution::{Checks, Frame, Policy, Position, Runner, Trace, lock};
use crate::invocation::{Invocation, RunOptions, is_masked};
use crate::ledger::{RunRecord, SavedCheckpoint};
use crate::planning::Planner;

/// Recovery steps are not part of the plan; this keeps their records apart from the plan's.
const RECOVERY: usize = 1_000_000;

/// An invocation that was understood completely: what will be done, and how.
struct Prepared {
    plan: Plan,
    definition: Option<Arc<Definition>>,
    recovery: Vec<Node>,
    options: RunOptions,
    policy: Policy,
    checks: Checks,
    default_timeout: Duration,
    resumed: Option<Resumed>,
    sensitive: SensitiveFields,
    redactor: Redactor,
    show: Show,
}

/// Where a run goes on that continues another.
struct Resumed {
    run: String,
    position: Position,
}

/// Which parts of the log a response has.
#[derive(Clone, Copy)]
struct Show {
    actions: bool,
    changes: bool,
}

impl Engine {
    /// What is not to be kept is not to be shown either: a plan is copied into chats and logs.
    fn hide_unrecorded(&self, prepared: &mut Prepared) {
        for call in prepared.plan.calls() {
            let Some(verb) = self.catalog.get(&call.capability) else { continue };
            for parameter in verb.signature().parameters.iter().filter(|parameter| !parameter.recorded) {
                if let Some(Template::Literal(Value::Text(text))) = call.arguments.get(&parameter.name) {
                    prepared.redactor.learn(&Secret::new(text.clone()));
                }
            }
        }
    }

    /// Carries out an intent, or one verb, and says how it went.
    pub(crate) async fn invoke(&self, invocation: Invocation, request: &Request) -> Report {
        let intent = invocation.said.clone();
        let report = match self.prepare(invocation, &request.session).await {
            Err(failure) => Report::error("", &failure),
            Ok(mut prepared) if prepared.options.dry_run => {
                self.hide_unrecorded(&mut prepared);
                mask_report(planned(&prepared), &prepared.redactor)
            }
            Ok(prepared) => match question(&prepared) {
                Some(report) => mask_report(report, &prepared.redactor),
                None => self.carry_out(prepared, request).await,
            },
        };
        Report { intent, ..report }
    }

    async fn prepare(&self, mut invocation: Invocation, session: &str) -> Result<Prepared, Failure> {
        let (parameters, version, sensitive) = self.read(|state| {
            let (parameters, version) = match state.resolve(&invocation.name, session) {
                Some(entry) => (entry.parameters(), Some(entry.definition.version.value.clone())),
                None => match self.catalog.get(&invocation.name).map(|it| it.signature()) {
                    Some(signature) if !signature.internal => (signature.parameters.clone(), None),
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
            self.read(|state| self.plan(state, &invocation.name, session, bound, options, saved))?;
        invocation.secrets.iter().for_each(|secret| prepared.redactor.learn_from(secret));
        Ok(prepared)
    }

    fn plan(
        &self,
        state: &State,
        name: &str,
        session: &str,
        bound: Object,
        options: RunOptions,
        saved: Option<SavedCheckpoint>,
    ) -> Result<Prepared, Failure> {
        let configuration = &state.configuration;
        let priority = state.priority();
        let registry = state.registry(session);
        let planner = Planner { catalog: &self.catalog, registry, priority: &priority, configuration };
        let (plan, definition, recovery) = match registry.resolve(name, &priority) {
            Some(entry) => {
                let plan = planner.plan(entry, bound.clone())?;
                let recovery = planner.plan_recovery(entry, bound)?;
                (plan, Some(Arc::clone(&entry.definition)), recovery)
            }
            None => (planner.plan_call(name, bound, options.timeout)?, None, Vec::new()),
        };
        let resumed = saved.map(|saved| place_in(&plan, saved)).transpose()?;
        let mut redactor = Redactor::default();
        plan.parameters.values().for_each(|value| redactor.learn_from(value));
        let arguments = plan.calls().into_iter().flat_map(|call| call.arguments.values());
        arguments.for_each(|argument| {
            if let Template::Literal(value) = argument {
                redactor.learn_from(value);
            }
        });
        // Who asks for one call gets one: whether to try again is for the person to say.
        let max_retries = match definition {
            Some(_) => configuration.count("intent_engine.execution.max_retries"),
            None => 0,
        };
        Ok(Prepared {
            plan,
            definition,
            recovery,
            policy: Policy {
                step_timeout: configuration.duration("intent_engine.execution.step_timeout"),
                max_retries,
                retry_delay: configuration.duration("intent_engine.execution.retry_delay"),
                parallel: configuration.switch("intent_engine.execution.parallel_steps"),
                asked_retries: options.retry,
            },
            checks: Checks {
                success: options.verify && configuration.switch("intent_engine.verification.verify_success"),
                failure: options.verify && configuration.switch("intent_engine.verification.verify_failure"),
            },
            default_timeout: configuration.duration("intent_engine.execution.default_timeout"),
            options,
            resumed,
            sensitive: configuration.sensitive(),
            redactor,
            show: Show {
                actions: configuration.switch("intent_engine.logging.log_actions"),
                changes: configuration.switch("intent_engine.logging.log_changes"),
            },
        })
    }

    async fn saved_checkpoint(
        &self,
        intent: &str,
        version: &str,
        session: &str,
        name: &str,
    ) -> Result<SavedCheckpoint, Failure> {
        let Some(saved) = self.ledger.find_checkpoint(intent, session, name).await? else {
            let known = self.ledger.checkpoint_names(intent).await?;
            let failure = Failure::new(
                Cause::CheckpointInvalid,
                format!("{intent} has passed no checkpoint \"{name}\""),
            );
            return Err(match known.as_slice() {
                [] => failure.hint("Run it from the beginning; no checkpoint of it is stored."),
                known => failure.hint(format!("It has passed: {}.", known.join(", "))),
            });
        };
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

    async fn carry_out(&self, prepared: Prepared, request: &Request) -> Report {
        let digest = prepared.digest();
        let Prepared { plan, definition, recovery, options, redactor, resumed, show, .. } = prepared;
        let mut recorded = plan.parameters.clone();
        if let (None, Some(verb)) = (&definition, self.catalog.get(&plan.intent)) {
            let unrecorded = verb.signature().parameters.iter().filter(|parameter| !parameter.recorded);
            unrecorded.for_each(|parameter| drop(recorded.shift_remove(&parameter.name)));
        }
        let stored = redactor.mask_value(&Value::Object(recorded));
        let (earlier, resumed_at) = resumed.map(|it| (it.run, it.position)).unzip();
        let run = RunRecord {
            id: new_run_id(),
            session: request.session.clone(),
            intent: plan.intent.clone(),
            version: plan.version.clone(),
            parameters: stored.as_object().cloned().unwrap_or_default(),
            workspace: request.workspace.to_string_lossy().into_owned(),
            continues: earlier,
        };
        let defaults = Options::default();
        let own = definition.as_ref().map_or(&defaults, |definition| &definition.options);
        let own_limit = own.timeout.as_ref().map(|limit| limit.value);
        let mut limit = options.timeout.or(own_limit).unwrap_or(prepared.default_timeout);
        if let ([Node::Call(call)], None) = (plan.nodes.as_slice(), &definition) {
            limit = limit.max(call.timeout.unwrap_or_default());
        }
        let redactor = Arc::new(Mutex::new(redactor));
        let runner = Runner {
            catalog: &self.catalog,
            journal: self.ledger.journal(run),
            policy: prepared.policy,
            checks: prepared.checks,
            sensitive: prepared.sensitive,
            settings: self.lookup(),
            patterns: self.patterns(),
            events: Arc::new(Masked {
                listener: Arc::clone(&request.events),
                redactor: Arc::clone(&redactor),
            }),
            cancellation: request.cancellation.clone(),
            resumed_at,
            redactor,
            trace: Mutex::new(Trace::default()),
        };
        let run = runner.journal.run.id.clone();
        runner.journal.begin().await;
        let steps = plan.calls().len();
        runner.events.emit(Event::RunStarted { run: run.clone(), intent: plan.intent.clone(), steps });
        let frame = Frame::new(Scope::new(plan.parameters.clone()), own, limit, plan.sandboxed);
        let outcome = run_and_verify(&runner, &plan, definition.as_deref(), &frame).await;
        if outcome.is_err() && !recovery.is_empty() {
            // Recovery is best effort: what matters is why the intent failed, not why its recovery did. It
            // has time of its own, since the intent's may be what has run out.
            let frame = frame.with_limit(limit);
            if let Err(failure) = runner.run_aside(&recovery, &frame, RECOVERY).await {
                let message = format!("recovery failed: {failure}");
                runner.events.emit(Event::Warning { message });
            }
        }
        let changed = runner.trace().changed;
        let mut report = tell(&runner, &plan, definition.as_deref(), &frame, outcome).await;
        if changed {
            runner.journal.forget_redo().await;
        }
        runner.journal.finish(report.status.as_str()).await;
        if let Err(failure) = runner.journal.settle().await {
            not_recorded(&mut report, failure, changed);
        }
        if !show.actions && report.status == Status::Ok {
            report.actions.clear();
        }
        if !show.changes {
            report.changes.clear();
        }
        if let Some(view) = &mut report.view {
            self.offer_intents(view, &request.session);
        }
        report.run = Some(run.clone());
        report.digest = Some(digest);
        runner.events.emit(Event::RunFinished { run, status: report.status.as_str() });
        mask_report(report, &lock(&runner.redactor))
    }
}

impl Prepared {
    /// The digest of everything that may be done, recovery included.
    fn digest(&self) -> String {
        match self.recovery.is_empty() {
            true => self.plan.digest(),
            false => self.whole().digest(),
        }
    }

    fn whole(&self) -> Plan {
        let mut plan = self.plan.clone();
        plan.nodes.extend(self.recovery.iter().cloned());
        plan
    }

    /// The report with the plan in it.
    fn shown(&self, report: Report) -> Report {
        let report = report.section("plan", self.plan.lines());
        match self.recovery.is_empty() {
            true => report,
            false => {
                let recovery = Plan { nodes: self.recovery.clone(), ..self.plan.clone() };
                report.section("recovery", recovery.lines())
            }
        }
    }
}

/// Where the plan has the checkpoint that was saved.
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
    Ok(Resumed { run: saved.run.id, position })
}

async fn run_and_verify(
    runner: &Runner<'_>,
    plan: &Plan,
    definition: Option<&Definition>,
    frame: &Frame<'_>,
) -> Result<(), Failure> {
    runner.run(plan, frame).await?;
    match definition {
        Some(definition) => runner.verify(definition, frame).await,
        None => Ok(()),
    }
}

/// The report of a run that is over.
async fn tell(
    runner: &Runner<'_>,
    plan: &Plan,
    definition: Option<&Definition>,
    frame: &Frame<'_>,
    outcome: Result<(), Failure>,
) -> Report {
    let mut report = match &outcome {
        Ok(()) => Report::ok(&plan.intent),
        Err(failure) => Report::error(&plan.intent, failure),
    };
    if outcome.is_ok() {
        report.summary = summary(plan, definition);
        {
            let mut trace = runner.trace();
            report.result = std::mem::take(&mut trace.value);
            if definition.is_none() {
                report.verdict = trace.verdict;
                report.view = trace.view.take();
            }
        }
        if let Some(view) = &mut report.view {
            view.alone = plan.calls().iter().all(|call| call.effect == Effect::Observe);
        }
        if let Some(definition) = definition {
            let extracted = runner.extract(definition, frame).await;
            report.result =
                if extracted.values.is_empty() { Value::Null } else { Value::Object(extracted.values) };
            for (name, failure) in extracted.missing {
                let line = format!("extract {name}");
                runner.tolerate(&line, failure);
                runner.trace().failed(line);
            }
        }
    }
    let mut trace = std::mem::take(&mut *runner.trace());
    if outcome.is_ok() && !trace.tolerated.is_empty() {
        report.status = Status::Partial;
        let (total, failed) = (trace.actions.len(), trace.tolerated.len());
        report.summary = Some(format!("{failed} of {total} steps failed"));
        report.code = trace.tolerated.first().map(|(_, failure)| failure.code());
    }
    for (what, failure) in &trace.tolerated {
        report.context.push(format!("{what}: {}", failure.message));
        report.hints.extend(failure.hint.clone().filter(|hint| !report.hints.contains(hint)));
    }
    if outcome.is_err_and(|failure| failure.effect_unknown) {
        report.context.push("It may have had its effect all the same; look before it is repeated.".into());
    }
    report.actions = std::mem::take(&mut trace.actions);
    report.changes = std::mem::take(&mut trace.changes);
    if report.status != Status::Ok {
        if let Some(checkpoint) = trace.checkpoint {
            report.hints.push(format!(
                "Continue with: {} --resume {checkpoint}{}",
                plan.intent,
                secrets_again(plan)
            ));
            report.checkpoint = Some(checkpoint);
        }
        if trace.undoable {
            report.hints.push("`undo` takes back what was done.".into());
        }
    }
    report
}

/// The parameters that are not stored and have to be given again, as options.
fn secrets_again(plan: &Plan) -> String {
    let secret = plan.parameters.iter().filter(|(_, value)| is_masked(value));
    secret.map(|(name, _)| format!(" --{name} {{...}}")).collect()
}

/// What was done is done, but neither undo nor resume can be promised.
fn not_recorded(report: &mut Report, failure: Failure, changed: bool) {
    if changed && report.status == Status::Ok {
        report.status = Status::Partial;
        report.summary = Some("it was done, but could not be recorded, so that undo will not find it".into());
        report.code = Some(failure.code());
    }
    report.context.push(failure.message);
    report.hints.extend(failure.hint);
}

/// The plan, told and not carried out.
fn planned(prepared: &Prepared) -> Report {
    let digest = prepared.digest();
    let mut report = prepared.shown(Report::ok(&prepared.plan.intent));
    report.summary = Some("(dry run)".into());
    report.digest = Some(digest.clone());
    report.section("digest", vec![digest])
}

/// The question to the person, when something may be done that cannot be taken back.
fn question(prepared: &Prepared) -> Option<Report> {
    let Prepared { plan, recovery, options, .. } = prepared;
    let asks = |plan: &Plan| plan.calls().into_iter().any(|call| call.asks);
    let asked = asks(plan) || (!recovery.is_empty() && asks(&prepared.whole()));
    if !asked || options.agreed {
        return None;
    }
    let digest = prepared.digest();
    if options.confirm.as_ref() == Some(&digest) {
        return None;
    }
    let mut report = prepared.shown(Report::new(Status::Ask, &plan.intent));
    report.summary = Some(match options.confirm {
        Some(_) => "the plan is not the one that was agreed to; carry this one out?".into(),
        None => "this cannot be taken back; carry it out?".into(),
    });
    report.hints.push(format!("To agree to exactly this plan, add --confirm {digest}"));
    report.digest = Some(digest);
    Some(report)
}

/// What follows the name in the first line: the first thing that was asked for, unless it is a secret.
fn summary(plan: &Plan, definition: Option<&Definition>) -> Option<String> {
    let named = definition.and_then(|definition| {
        definition
            .parameters
            .iter()
            .find(|parameter| parameter.value.required)
            .map(|it| it.value.name.clone())
    });
    let value = match named {
        Some(name) => plan.parameters.get(&name),
        None => plan.parameters.values().next(),
    };
    match value {
        Some(Value::Text(text)) if !text.contains('\n') && text.chars().count() <= 80 => {
            Some(format!("\"{text}\""))
        }
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

fn mask_report(mut report: Report, redactor: &Redactor) -> Report {
    if redactor.is_empty() {
        return report;
    }
    let mask = |text: &mut String| *text = redactor.mask(text).into_owned();
    report.summary.iter_mut().for_each(mask);
    report.actions.iter_mut().for_each(|action| mask(&mut action.line));
    report.context.iter_mut().for_each(mask);
    report.hints.iter_mut().for_each(mask);
    report.sections.iter_mut().flat_map(|section| &mut section.lines).for_each(mask);
    report.result = redactor.mask_value(&report.result);
    if let Some(view) = &mut report.view {
        mask(&mut view.head);
        view.lines.iter_mut().for_each(mask);
        view.sections.iter_mut().flat_map(|section| &mut section.lines).for_each(mask);
        view.data = redactor.mask_value(&view.data);
    }
    for change in &mut report.changes {
        match change {
            lemmascope_intent::Change::Added(what) | lemmascope_intent::Change::Removed(what) => mask(what),
            lemmascope_intent::Change::Altered { what, before, after } => {
                [what, before, after].into_iter().for_each(mask);
            }
        }
    }
    report
}

/// Passes events on with the run's secrets masked: what a capability tells of its progress comes from
/// outside, and may hold what was typed into it.
struct Masked {
    listener: Arc<dyn lemmascope_intent::EventSink>,
    redactor: Arc<Mutex<Redactor>>,
}

impl lemmascope_intent::EventSink for Masked {
    fn emit(&self, mut event: Event) {
        let redactor = lock(&self.redactor);
        if !redactor.is_empty() {
            let text = match &mut event {
                Event::StepFinished { line: text, .. }
                | Event::Retrying { reason: text, .. }
                | Event::Progress { what: text, .. }
                | Event::Warning { message: text } => Some(text),
                _ => None,
            };
            if let Some(text) = text {
                *text = redactor.mask(text).into_owned();
            }
        }
        drop(redactor);
        self.listener.emit(event);
    }
}

/// A name that no other run has: the moment, and something random for runs of the same moment.
fn new_run_id() -> String {
    use std::hash::{BuildHasher, RandomState};
    let moment = jiff::Timestamp::now().as_microsecond();
    let random = RandomState::new().hash_one(moment) as u32;
    format!("{moment:x}-{random:08x}")
}
