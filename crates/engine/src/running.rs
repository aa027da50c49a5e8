//! One intent from its name to its report: resolve, bind, plan, agree, execute, verify.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use lemmascope_intent::definition::{Options, Scope};
use lemmascope_intent::{
    Cause, Definition, Effect, Event, Failure, MASK, Node, Object, Plan, Redactor, Report, Status, Value,
};

use crate::engine::{Engine, Request, State};
use crate::execution::{Checks, Frame, Policy, Position, Runner, Trace, lock};
use crate::invocation::{Invocation, RunOptions};
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
    default_timeout: std::time::Duration,
    resumed: Option<SavedCheckpoint>,
    show: Show,
}

/// Which parts of the log a response has.
#[derive(Clone, Copy)]
struct Show {
    actions: bool,
    changes: bool,
}

impl Engine {
    /// Carries out an intent, or one verb, and says how it went.
    pub(crate) async fn invoke(&self, invocation: Invocation, request: &Request) -> Report {
        let name = invocation.name.clone();
        match self.prepare(invocation, &request.session).await {
            Err(failure) => Report::error(name, &failure),
            Ok(prepared) if prepared.options.dry_run => planned(&prepared.plan),
            Ok(prepared) => match question(&prepared) {
                Some(report) => report,
                None => self.carry_out(prepared, request).await,
            },
        }
    }

    async fn prepare(&self, mut invocation: Invocation, session: &str) -> Result<Prepared, Failure> {
        let (parameters, sensitive) = self.read(|state| {
            let parameters = match state.resolve(&invocation.name) {
                Some(entry) => entry.parameters(),
                None => match self.catalog.get(&invocation.name).map(|it| it.signature()) {
                    Some(signature) if !signature.internal => signature.parameters.clone(),
                    _ => return Err(state.unknown(&invocation.name, &self.catalog)),
                },
            };
            Ok((parameters, state.configuration.sensitive()))
        })?;
        let options = invocation.take_run_options(&parameters)?;
        let resumed = match &options.resume {
            Some(name) => Some(self.saved_checkpoint(&invocation.name, session, name).await?),
            None => None,
        };
        let earlier = resumed.as_ref().map(remembered).unwrap_or_default();
        let bound = invocation.bind(&parameters, &sensitive, &earlier)?;
        self.read(|state| self.plan(state, &invocation.name, bound, options, resumed))
    }

    fn plan(
        &self,
        state: &State,
        name: &str,
        bound: Object,
        options: RunOptions,
        resumed: Option<SavedCheckpoint>,
    ) -> Result<Prepared, Failure> {
        let configuration = &state.configuration;
        let priority = state.priority();
        let planner =
            Planner { catalog: &self.catalog, registry: &state.registry, priority: &priority, configuration };
        let (plan, definition, recovery) = match state.resolve(name) {
            Some(entry) => {
                let plan = planner.plan(entry, bound.clone())?;
                let recovery = planner.plan_recovery(entry, bound)?;
                (plan, Some(Arc::clone(&entry.definition)), recovery)
            }
            None => (planner.plan_call(name, bound)?, None, Vec::new()),
        };
        if let (Some(saved), Some(definition)) = (&resumed, &definition)
            && saved.run.version != definition.version.value
        {
            return Err(Failure::new(
                Cause::CheckpointInvalid,
                format!(
                    "the checkpoint was made by version {} of {name}, and this is version {}",
                    saved.run.version, definition.version.value
                ),
            )
            .hint("Run it from the beginning."));
        }
        Ok(Prepared {
            plan,
            definition,
            recovery,
            policy: Policy {
                step_timeout: configuration.duration("intent_engine.execution.step_timeout"),
                max_retries: configuration.count("intent_engine.execution.max_retries"),
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
            show: Show {
                actions: configuration.switch("intent_engine.logging.log_actions"),
                changes: configuration.switch("intent_engine.logging.log_changes"),
            },
        })
    }

    async fn saved_checkpoint(
        &self,
        intent: &str,
        session: &str,
        name: &str,
    ) -> Result<SavedCheckpoint, Failure> {
        if let Some(saved) = self.ledger.find_checkpoint(intent, session, name).await? {
            return Ok(saved);
        }
        let known = self.ledger.checkpoint_names(intent).await?;
        let failure =
            Failure::new(Cause::CheckpointInvalid, format!("{intent} has passed no checkpoint \"{name}\""));
        Err(match known.as_slice() {
            [] => failure.hint("Run it from the beginning; no checkpoint of it is stored."),
            known => failure.hint(format!("It has passed: {}.", known.join(", "))),
        })
    }

    async fn carry_out(&self, prepared: Prepared, request: &Request) -> Report {
        let Prepared { plan, definition, recovery, options, policy, checks, default_timeout, resumed, show } =
            prepared;
        let mut redactor = Redactor::default();
        plan.parameters.values().for_each(|value| redactor.learn_from(value));
        let run = RunRecord {
            id: new_run_id(),
            session: request.session.clone(),
            intent: plan.intent.clone(),
            version: plan.version.clone(),
            parameters: plan.parameters.clone(),
            workspace: request.workspace.to_string_lossy().into_owned(),
        };
        let defaults = Options::default();
        let own = definition.as_ref().map_or(&defaults, |definition| &definition.options);
        let limit =
            options.timeout.or(own.timeout.as_ref().map(|limit| limit.value)).unwrap_or(default_timeout);
        let catch_up = resumed.as_ref().and_then(|saved| Position::parse(&saved.position));
        let redactor = Arc::new(Mutex::new(redactor));
        let runner = Runner {
            catalog: &self.catalog,
            ledger: &self.ledger,
            policy,
            checks,
            run: &run,
            events: Arc::new(Masked {
                listener: Arc::clone(&request.events),
                redactor: Arc::clone(&redactor),
            }),
            cancellation: request.cancellation.clone(),
            deadline: Instant::now() + limit,
            resumed: resumed.map(|saved| saved.run.id),
            redactor,
            trace: Mutex::new(Trace::default()),
            catching_up: Mutex::new(catch_up),
        };
        self.ledger.begin(&run).await;
        let steps = plan.calls().len();
        runner.events.emit(Event::RunStarted { run: run.id.clone(), intent: plan.intent.clone(), steps });
        let frame = Frame { scope: Scope::new(plan.parameters.clone()), options: own };
        let outcome = run_and_verify(&runner, &plan, definition.as_deref(), &frame).await;
        if outcome.is_err() && !recovery.is_empty() {
            // Recovery is best effort: what matters is why the intent failed, not why its recovery did.
            if let Err(failure) = runner.run_aside(&recovery, &frame, RECOVERY).await {
                let message = format!("recovery failed: {failure}");
                runner.events.emit(Event::Warning { message });
            }
        }
        let mut report = tell(&runner, &plan, definition.as_deref(), &frame, outcome).await;
        if runner.trace().changed {
            self.ledger.forget_redo(&run.session).await;
        }
        self.ledger.finish(&run.id, report.status.as_str()).await;
        if let Err(failure) = self.ledger.settle().await {
            // What was done is done, but neither undo nor resume can be promised.
            report.context.push(failure.message.clone());
            report.hints.extend(failure.hint);
        }
        if !show.actions && report.status == Status::Ok {
            report.actions.clear();
        }
        if !show.changes {
            report.changes.clear();
        }
        report.run = Some(run.id.clone());
        report.digest = Some(plan.digest());
        runner.events.emit(Event::RunFinished { run: run.id.clone(), status: report.status.as_str() });
        mask_report(report, &lock(&runner.redactor))
    }
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
        report.result = std::mem::take(&mut runner.trace().value);
        if let Some(definition) = definition {
            let extracted = runner.extract(definition, frame).await;
            report.result =
                if extracted.values.is_empty() { Value::Null } else { Value::Object(extracted.values) };
            for (name, failure) in extracted.missing {
                runner.tolerate(&format!("extract {name}"), failure);
            }
        }
    }
    let mut trace = std::mem::take(&mut *runner.trace());
    if outcome.is_ok() && !trace.tolerated.is_empty() {
        report.status = Status::Partial;
        let (total, failed) = (trace.actions.len(), trace.tolerated.len());
        report.summary = Some(format!("{failed} of {total} steps failed"));
        report.code = trace.tolerated.first().map(|(_, failure)| failure.code());
        for (what, failure) in &trace.tolerated {
            report.context.push(format!("{what}: {}", failure.message));
            report.hints.extend(failure.hint.clone().filter(|hint| !report.hints.contains(hint)));
        }
    }
    report.actions = std::mem::take(&mut trace.actions);
    report.changes = std::mem::take(&mut trace.changes);
    if report.status != Status::Ok {
        if let Some(checkpoint) = trace.checkpoint {
            report.hints.push(format!("Continue with: {} --resume {checkpoint}", plan.intent));
            report.checkpoint = Some(checkpoint);
        }
        if trace.changed {
            report.hints.push("`undo` takes back what was done.".into());
        }
    }
    report
}

/// The plan, told and not carried out.
fn planned(plan: &Plan) -> Report {
    let mut report = Report::ok(&plan.intent).section("plan", plan.lines());
    report.summary = Some("(dry run)".into());
    report.digest = Some(plan.digest());
    report.section("digest", vec![plan.digest()])
}

/// The question to the person, when the plan does something that cannot be taken back.
fn question(prepared: &Prepared) -> Option<Report> {
    let Prepared { plan, options, .. } = prepared;
    let digest = plan.digest();
    let lasting = plan.calls().into_iter().any(|call| call.effect != Effect::Observe && !call.reversible);
    if !lasting || options.agreed || options.confirm.as_deref() == Some(digest.as_str()) {
        return None;
    }
    let mut report = Report::new(Status::Ask, &plan.intent).section("plan", plan.lines());
    report.summary = Some("this cannot be taken back; carry it out?".into());
    report.hints.push(format!("To agree to exactly this plan, add --confirm {digest}"));
    report.digest = Some(digest);
    Some(report)
}

/// The parameters of the run that is continued. Its secrets were never stored, so they must be given
/// again.
fn remembered(saved: &SavedCheckpoint) -> Object {
    let masked = |value: &Value| serde_json::to_string(value).is_ok_and(|text| text.contains(MASK));
    let known = saved.run.parameters.iter().filter(|(_, value)| !masked(value));
    known.map(|(name, value)| (name.clone(), value.clone())).collect()
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
