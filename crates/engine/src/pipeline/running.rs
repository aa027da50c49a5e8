//! One intent from its name to its report: prepare, agree, execute, verify, tell.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::definition::{Options, Scope};
use lemmascope_intent::{
    Cause, Definition, Effect, Event, EventSink, Failure, Node, Plan, Report, Status, Value,
};

use super::confirmation::unconfirmed;
use super::observing::CarriedOut;
use super::preparing::planned;
use crate::engine::Engine;
use crate::execution::{Frame, Keeping, Moment, Named, RunHooks, Runner, Trace};
use crate::ledger::RunRecord;
use crate::lock::lock;
use crate::plan::{Invocation, Position, Prepared};
use crate::report::{Masked, mask_report, not_recorded, tell, to_json};
use crate::request::Request;
use crate::vault::SEALED_REPORT;

/// Recovery steps are not part of the plan; this keeps their records apart from the plan's.
const RECOVERY: usize = 1_000_000;

/// The time after which a run that only looks is recorded before it ends, so that others can see and cancel it.
const SHORT: Duration = Duration::from_millis(100);

/// The family of the verbs that people know as intents.
const INTENTS: &str = "intents";

/// A report that is longer than this is not stored.
const LONGEST_REPORT: usize = 256 << 10;

impl Engine {
    /// Carries out an intent, or one verb, and says how it went.
    pub(crate) async fn invoke(&self, invocation: Invocation, request: &Request) -> Report {
        self.invoke_planned(invocation, None, request).await.0
    }

    /// The same by a plan that was made before, where there is one. The plan comes back where it is only shown or asked about.
    pub(crate) async fn invoke_planned(
        &self,
        invocation: Invocation,
        held: Option<Prepared>,
        request: &Request,
    ) -> (Report, Option<Prepared>) {
        let intent = invocation.said.clone();
        let again = invocation.clone();
        let prepared = match held {
            Some(held) => Ok(held),
            None => self.prepare(invocation, &request.session).await,
        };
        let (report, plan) = match prepared {
            Err(failure) => (Report::error("", &failure), None),
            Ok(prepared) => self.show_or_carry_out(prepared, request).await,
        };
        let report = self.fall_back(again, report, request).await;
        (Report { intent, ..report }, plan)
    }

    /// Shows a plan, asks about it, or carries it out. It comes back where it is not carried out.
    pub(crate) async fn show_or_carry_out(
        &self,
        prepared: Prepared,
        request: &Request,
    ) -> (Report, Option<Prepared>) {
        if prepared.options.dry_run {
            let mut shown = prepared.clone();
            self.hide_unrecorded(&mut shown);
            return (mask_report(planned(&shown), &shown.redactor), Some(prepared));
        }
        if let Err(failure) = self.permit(&prepared.plan, request) {
            return (mask_report(Report::error("", &failure), &prepared.redactor), None);
        }
        match self.question(&prepared) {
            Err(failure) => (mask_report(Report::error("", &failure), &prepared.redactor), None),
            Ok(Some(report)) => match self.check_before_confirmation(&prepared.plan, request).await {
                Ok(()) => (mask_report(report, &prepared.redactor), Some(prepared)),
                Err(failure) => (mask_report(unconfirmed(&failure), &prepared.redactor), None),
            },
            // Boxed: the state of a run is large, and a sentence runs it deep inside its own.
            Ok(None) => (Box::pin(self.carry_out(prepared, request)).await, None),
        }
    }

    /// Refuses a plan with a call that needs a permission which the request does not have.
    fn permit(&self, plan: &Plan, request: &Request) -> Result<(), Failure> {
        let verbs = plan.calls().into_iter().filter_map(|call| self.catalog.get(&call.capability));
        verbs
            .map(|verb| verb.signature())
            .filter(|it| !it.internal)
            .try_for_each(|it| request.permissions.check(it))
    }

    /// A report as the store keeps it: masked, sealed, and without what there was to see, which may be large and is soon out of
    /// date. Nothing where it is too long or there is no key.
    fn sealed(&self, report: &Report, runner: &Runner<'_>) -> Option<Vec<u8>> {
        let run = &runner.journal.run.id;
        let report = Report { view: None, run: Some(run.clone()), ..report.clone() };
        let text = to_json(&mask_report(report, &lock(&runner.redactor))).to_string();
        let sealed =
            (text.len() <= LONGEST_REPORT).then(|| self.vault.seal(&[SEALED_REPORT, run], text.as_bytes()));
        sealed.and_then(Result::ok)
    }

    pub(crate) async fn carry_out(&self, prepared: Prepared, request: &Request) -> Report {
        let digest = prepared.digest();
        let place = self.place(&request.session);
        let Prepared { plan, definition, recovery, options, redactor, resumed, show, bound, .. } = prepared;
        let mut recorded = plan.parameters.clone();
        if let (None, Some(verb)) = (&definition, self.catalog.get(&plan.intent)) {
            let unrecorded = verb.signature().parameters.iter().filter(|parameter| !parameter.recorded);
            unrecorded.for_each(|parameter| drop(recorded.shift_remove(&parameter.name)));
        }
        let stored = redactor.mask_value(&Value::Object(recorded));
        let kept = match &resumed {
            Some(resumed) => match self.ledger.kept(&resumed.run, &resumed.checkpoint).await {
                Ok(kept) => kept,
                Err(failure) => return mask_report(Report::error("", &failure), &redactor),
            },
            None => Vec::new(),
        };
        let (earlier, resumed_at) = resumed.map(|it| (it.latest, it.position)).unzip();
        let only_looks = plan.calls().into_iter().all(|call| call.effect == Effect::Observe);
        let lease = match !only_looks {
            true => match self.lease(request).await {
                Ok(lease) => Some(lease),
                Err(failure) if failure.cause == Cause::Cancelled => {
                    return mask_report(Report::error("", &failure), &redactor);
                }
                // A store that cannot be written to is reported when the run has to record something.
                Err(_) => None,
            },
            false => None,
        };
        let settled = match &lease {
            // A recovery that fails here is tried again, and reported, by the next undo.
            Some(lease) => self.settle_broken(lease, request).await.unwrap_or_default(),
            None => Vec::new(),
        };
        let id = new_run_id();
        let origin = match &earlier {
            Some(earlier) => match self.ledger.origin(earlier).await {
                Ok(origin) => origin,
                Err(failure) => return mask_report(Report::error("", &failure), &redactor),
            },
            None => id.clone(),
        };
        let run = RunRecord {
            id: id.clone(),
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
        let is_look = only_looks && recovery.is_empty() && run.continues.is_none();
        let journal = match is_look {
            true => self.ledger.journal_of_look(run),
            false => self.ledger.journal(run),
        };
        let journal = Arc::new(journal);
        let live = self.live_runs.begin(
            Arc::clone(&journal),
            Arc::clone(&request.events),
            request.cancellation.clone(),
        );
        let runner = Runner {
            catalog: &self.catalog,
            journal,
            origin,
            policy: prepared.policy,
            checks: prepared.checks,
            sensitive: prepared.sensitive,
            settings: self.lookup(),
            patterns: self.patterns(&request.session),
            permissions: request.permissions,
            language: request.language(),
            credentials: self.credentials(request.owner.clone()),
            model: self.model(&request.session),
            events: Arc::new(Masked {
                listener: Arc::clone(&live.events) as Arc<dyn EventSink>,
                redactor: Arc::clone(&redactor),
            }),
            cancellation: request.cancellation.clone(),
            is_lone: matches!(plan.nodes.as_slice(), [Node::Call(_)]),
            resumed_at,
            hooks: RunHooks::new(&self.state, &self.catalog, &request.session, &id, &plan.intent),
            keeping: Keeping { vault: self.vault.clone(), earlier: kept, whole: AtomicBool::new(false) },
            redactor,
            named: Mutex::new(Named::default()),
            trace: Mutex::new(Trace::default()),
        };
        let run = runner.journal.run.id.clone();
        runner.journal.begin().await;
        let steps = plan.calls().len();
        runner.events.emit(Event::RunStarted { run: run.clone(), intent: plan.intent.clone(), steps });
        let frame = Frame::new(Scope::new(plan.parameters.clone()), own, limit, plan.sandbox.clone());
        let frame = lease.as_ref().map_or(frame.clone(), |lease| frame.stoppable(lease.lost()));
        let outcome = match &bound {
            Some(definition) => runner.admit(definition, &frame).await,
            None => Ok(()),
        };
        let is_intent = definition.is_some() || self.is_called_an_intent(&plan.intent);
        if is_intent && outcome.is_ok() {
            runner.hook(Moment::BeforeIntent, &frame).await;
        }
        let (outcome, frame) = match outcome {
            Ok(()) => {
                // Boxed: its state is large, and the stack of a thread is not.
                let mut work = Box::pin(run_and_verify(&runner, &plan, definition.as_deref(), frame));
                tokio::select! {
                    biased;
                    ended = &mut work => ended,
                    () = tokio::time::sleep(SHORT), if is_look => {
                        runner.journal.surface();
                        work.await
                    }
                }
            }
            Err(failure) => (Err(failure), frame),
        };
        if outcome.as_ref().is_err_and(|failure| failure.cause != Cause::Unavailable) && !recovery.is_empty()
        {
            // It has time of its own, since the intent's may be what has run out.
            runner.recover(&recovery, &frame.with_limit(limit), &Position::default().child(RECOVERY)).await;
        }
        if is_intent && outcome.as_ref().is_err_and(|failure| !failure.asks) {
            runner.hook(Moment::OnError, &frame.with_limit(limit)).await;
        }
        let (changed, passed, subjects, said) = {
            let mut trace = runner.trace();
            let (subjects, said) = (std::mem::take(&mut trace.subjects), std::mem::take(&mut trace.said));
            (trace.changed, trace.checkpoint.is_some(), subjects, said)
        };
        let mut report = tell(&runner, &plan, definition.as_deref(), &frame, outcome).await;
        if changed {
            runner.journal.forget_redo().await;
        }
        if lease.as_ref().is_some_and(|lease| lease.lost().is_cancelled()) {
            report.context.push("another process has taken the session over meanwhile".into());
        }
        runner.journal.finish(recorded_status(&report), self.sealed(&report, &runner)).await;
        runner.events.emit(Event::RunFinished { run: run.clone(), status: report.status });
        match runner.journal.conclude().await {
            Ok(None) => {}
            Ok(Some(receipt)) => request.unsettled.add_run(receipt, live),
            Err(failure) => not_recorded(&mut report, failure, changed),
        }
        if let Err(failure) = self.ledger.prune_at_times().await {
            request.events.emit(Event::Warning { message: failure.to_string() });
        }
        if passed && report.status == Status::Ok {
            // It is of no more use; should it stay, it goes when it is old.
            let _stays = self.ledger.forget_kept(&run).await;
        }
        report.context.extend(settled);
        if !show.actions && report.status == Status::Ok {
            report.actions.clear();
        }
        if !show.changes {
            report.changes.clear();
        }
        self.load_here(&mut report, &request.session);
        if let Some(view) = &mut report.view {
            self.offer_intents(view, &request.session);
        }
        report.run = Some(run);
        report.digest = Some(digest);
        if !only_looks {
            let known = lock(&runner.redactor).clone();
            let is_definition = definition.is_some();
            let carried_out = CarriedOut { plan: &plan, is_definition, place, subjects, said };
            self.learn(&carried_out, &known, &mut report, request).await;
        }
        let redactor = lock(&runner.redactor);
        lock(&self.conversations.of(&request.session)).secrets.learn_all(&redactor);
        mask_report(report, &redactor)
    }
}

impl Engine {
    /// Whether people know a verb as an intent, although no definition says what it does.
    fn is_called_an_intent(&self, name: &str) -> bool {
        let verb = self.catalog.get(name).map(|verb| verb.signature());
        verb.is_some_and(|verb| verb.family == INTENTS && verb.effect != Effect::Observe)
    }
}

/// The status of a run as it is recorded. A run that was cancelled failed at nothing.
fn recorded_status(report: &Report) -> &'static str {
    match (report.status, report.cause) {
        (Status::Error, Some(Cause::Cancelled)) => "cancelled",
        (status, _) => status.as_str(),
    }
}

/// Carries out and verifies. The frame that comes back knows what the steps have named.
async fn run_and_verify<'f>(
    runner: &Runner<'_>,
    plan: &Plan,
    definition: Option<&Definition>,
    frame: Frame<'f>,
) -> (Result<(), Failure>, Frame<'f>) {
    let frame = match runner.run(plan, &frame).await {
        Ok(named) => frame.with_all(&named),
        Err(failure) => return (Err(in_its_own_words(runner, failure, &frame).await), frame),
    };
    let outcome = match definition {
        Some(definition) => runner.verify(definition, &frame).await,
        None => Ok(()),
    };
    match outcome {
        Ok(()) => (Ok(()), frame),
        Err(failure) => (Err(in_its_own_words(runner, failure, &frame).await), frame),
    }
}

/// What was waited for in vain did not come because something was refused, where that is so: what it was refused with says
/// more than what did not come.
async fn in_its_own_words(runner: &Runner<'_>, failure: Failure, frame: &Frame<'_>) -> Failure {
    if failure.cause == Cause::Timeout {
        runner.listen_again(frame).await;
    }
    let complaint = runner.trace().complaint.clone();
    match (failure.cause, complaint) {
        (Cause::Timeout | Cause::VerificationFailed, Some(complaint)) => {
            let in_vain = failure.message.clone();
            Failure { message: runner.mask(&complaint), ..failure }.context(in_vain)
        }
        _ => failure,
    }
}

/// A name that no other run has: the moment, and something random for runs of the same moment.
fn new_run_id() -> String {
    use std::hash::{BuildHasher, RandomState};
    let moment = jiff::Timestamp::now().as_microsecond();
    let random = RandomState::new().hash_one(moment) as u32;
    format!("{moment:x}-{random:08x}")
}
