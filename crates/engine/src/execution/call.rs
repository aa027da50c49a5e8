use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lemmascope_intent::definition::{ErrorAction, Retry, Template};
use lemmascope_intent::{
    Call, Cancellation, Capability, Cause, Change, Code, Context, Credentials, Effect, Entries, Event,
    Failure, History, Logbook, MASK, Notation, Object, Operation, Outcome, Owner, PlannedCall, Promise,
    Reach, Redactor, Sandbox, Signature, Value,
};

use super::attempt::{called_off, time_is_up};
use super::hooks::filled;
use super::on_error::error_action;
use super::remedy::Remedies;
use super::shorten::{LONGEST, shorten};
use super::spoken::logged;
use super::target_line::target_line;
use super::{Ended, Frame, Position, Runner, attempt, lock};
use crate::catalog::not_trusted;
use crate::ledger::{StepRecord, StepState};
use crate::model::discreet_model;
use crate::vault::seals;

/// What happens after a failed attempt.
pub(super) enum Next {
    Again { after: Duration },
    Skip,
    GiveUp,
}

impl Runner<'_> {
    /// Makes a planned call, as often as the policy allows.
    pub(super) async fn call(
        &self,
        call: &PlannedCall,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<Value, Failure> {
        let capability = self.catalog.get(&call.capability).ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("there is no verb \"{}\"", call.capability))
        })?;
        let signature = capability.signature();
        let began = Instant::now();
        let mut arguments = match self.arguments(&call.arguments, signature, frame) {
            Ok(arguments) => arguments,
            Err(failure) => {
                self.give_up(call, Some(logged(signature)), failure, frame, began)?;
                return Ok(Value::Null);
            }
        };
        let mut record = StepRecord {
            position: position.to_string(),
            capability: call.capability.clone(),
            line: self.default_line(signature, &arguments),
            arguments: match call.effect {
                Effect::Observe => None,
                Effect::Change => Some(self.fingerprint(&arguments)),
                Effect::Send => Some(self.kept(&arguments)),
            },
            undo: None,
        };
        let is_done = match call.effect {
            Effect::Observe => false,
            // Nobody knows what it returned then.
            Effect::Change if call.bind.is_some() => false,
            Effect::Change => self.stays_done(&record).await?,
            Effect::Send => self.was_sent(&record).await?,
        };
        if is_done {
            self.trace().done(format!("{} (already done before)", record.line));
            return Ok(Value::Null);
        }
        self.events.emit(Event::StepStarted { step: call.step.clone(), capability: call.capability.clone() });
        if call.effect == Effect::Send {
            self.journal.announce(&record).await?;
        }
        let promised = Arc::new(AtomicBool::new(false));
        let promise = self.promise(call.effect, &record, &promised);
        let mut attempt = 1;
        let mut remedies = Remedies::new(call.timeout.unwrap_or(self.policy.step_timeout));
        loop {
            let logbook = Logbook::default();
            let ended = self
                .attempt(
                    capability,
                    &arguments,
                    call.sandbox.as_ref(),
                    remedies.limit,
                    frame,
                    position,
                    &logbook,
                    promise.clone(),
                )
                .await;
            let told = logbook.take();
            // What a call tells of the several things that it did is in place of its own line. So does a block of
            // lines, or that there was nothing to do, where it is the only call; among others it has its place in the log.
            let has_blocks = told.sections.iter().chain(&told.standing).any(|block| !block.lines.is_empty());
            let is_told =
                !told.actions.is_empty() || (self.is_lone && (has_blocks || told.result != Value::Null));
            self.enter(&call.step, told, began);
            let (failure, done) = match ended {
                Ended::Done(outcome) => {
                    let value =
                        call.bind.is_some().then(|| outcome.value.clone().guarded("", &self.sensitive));
                    self.keep(call.effect, outcome, &mut record).await;
                    record.line.push_str(remedies.told());
                    if !is_told {
                        self.finish_step(call.step.clone(), record.line, true, began);
                    }
                    if call.effect != Effect::Observe {
                        self.hook_after_call(frame).await;
                    }
                    return Ok(value.unwrap_or_default());
                }
                Ended::Late(outcome, failure) => {
                    self.keep(call.effect, outcome, &mut record).await;
                    (self.masked(failure), true)
                }
                Ended::Failed(failure) => (self.masked(failure), false),
            };
            let repeatable = is_repeatable(&failure, call.effect, done);
            if repeatable
                && self.remedy(&failure, &mut arguments, signature, &mut remedies, call, frame).await
            {
                attempt += 1;
                let reason = failure.message.clone();
                self.events.emit(Event::Retrying { step: call.step.clone(), attempt, reason });
                continue;
            }
            if self.is_as_good(&failure, signature, frame) {
                self.finish_step(call.step.clone(), format!("{} (no effect)", record.line), true, began);
                return Ok(Value::Null);
            }
            match self.next(&failure, repeatable, attempt, began, call.retry.as_ref(), frame) {
                Next::Again { after } => {
                    attempt += 1;
                    let reason = failure.message.clone();
                    self.events.emit(Event::Retrying { step: call.step.clone(), attempt, reason });
                    self.pause(after, frame).await;
                }
                Next::Skip | Next::GiveUp => {
                    let noted = call.effect == Effect::Send || promised.load(Ordering::Relaxed);
                    if noted && !done && !failure.effect_unknown {
                        self.journal.record(&record, StepState::Failed).await;
                    }
                    let line = (!is_told).then_some(record.line.as_str());
                    self.give_up(call, line, failure, frame, began)?;
                    return Ok(Value::Null);
                }
            }
        }
    }

    /// Takes over what a call has told of itself.
    fn enter(&self, step: &str, told: Entries, began: Instant) {
        for action in told.actions {
            self.finish_step(step.into(), self.mask(&action.line), action.ok, began);
        }
        let mut trace = self.trace();
        told.sections.into_iter().for_each(|section| trace.add_section(section));
        told.standing.into_iter().for_each(|section| trace.replace_section(section));
        trace.note_changes(told.changes);
        // What a hook acts on afterwards is no subject of the command.
        if trace.subjects.is_empty() {
            trace.subjects = told.subjects;
        }
        if told.result != Value::Null {
            trace.result = told.result.guarded("", &self.sensitive);
        }
    }

    /// Ends a step that failed: the run goes on when the definition says so.
    fn give_up(
        &self,
        call: &PlannedCall,
        line: Option<&str>,
        failure: Failure,
        frame: &Frame<'_>,
        began: Instant,
    ) -> Result<(), Failure> {
        let skip = self.is_skipped(&failure, frame);
        let what = line.unwrap_or(&call.capability);
        let shown = format!("{what} [{}]", if skip { "skipped" } else { "failed" });
        if line.is_some() || skip {
            self.finish_step(call.step.clone(), shown.clone(), false, began);
        }
        if !skip {
            return Err(failure);
        }
        self.tolerate(&shown, failure);
        Ok(())
    }

    /// Executes an observing operation outside the plan and returns the value that it found.
    pub(crate) async fn observe_by(
        &self,
        operation: Operation,
        arguments: Object,
        frame: &Frame<'_>,
    ) -> Result<Value, Failure> {
        let verb = self.catalog.operation(operation).ok_or_else(|| self.catalog.lacking(operation))?;
        self.observe(verb, arguments, frame).await
    }

    /// Calls an observing capability outside the plan and returns what it found.
    pub(crate) async fn observe(
        &self,
        name: &str,
        arguments: Object,
        frame: &Frame<'_>,
    ) -> Result<Value, Failure> {
        let found = self.catalog.get(name).filter(|capability| !capability.signature().internal);
        let capability = found.ok_or_else(|| self.catalog.unknown(name))?;
        let signature = capability.signature();
        if signature.effect != Effect::Observe {
            return Err(Failure::new(Cause::Forbidden, format!("\"{name}\" does more than look")));
        }
        let arguments = arguments.into_iter().map(|(name, value)| (name, Template::Literal(value))).collect();
        let arguments = self.arguments(&arguments, signature, frame)?;
        match self
            .attempt_aside(capability, &arguments, frame.sandbox.as_ref(), self.policy.step_timeout, frame)
            .await
        {
            Ended::Done(outcome) => {
                let value = outcome.value.guarded("", &self.sensitive);
                lock(&self.redactor).learn_from(&value);
                Ok(value)
            }
            Ended::Late(_, failure) | Ended::Failed(failure) => Err(self.masked(failure)),
        }
    }

    /// The arguments with all references resolved, checked against the signature. What has a sensitive
    /// name is a secret, wherever it comes from.
    fn arguments(
        &self,
        templates: &indexmap::IndexMap<String, Template>,
        signature: &Signature,
        frame: &Frame<'_>,
    ) -> Result<Object, Failure> {
        let mut arguments = Object::with_capacity(signature.parameters.len());
        for parameter in &signature.parameters {
            let given = templates.get(&parameter.name).map(|argument| argument.resolve(&frame.scope));
            let value = match given {
                Some(Value::Null) | None => parameter.default.clone().unwrap_or_default(),
                Some(value) => {
                    let value = parameter.accept(value)?.guarded(&parameter.name, &self.sensitive);
                    lock(&self.redactor).learn_from(&value);
                    // Braces are common in code, and stand for themselves there.
                    let is_code = !parameter.recorded || parameter.notation() == Notation::Script;
                    match frame.hook_names().filter(|_| !is_code) {
                        Some(names) => filled(value, names),
                        None => value,
                    }
                }
            };
            if value == Value::Null && parameter.required {
                let message = format!("{} has no value for \"{}\"", signature.name, parameter.name);
                return Err(Failure::new(Cause::MissingParameter, message));
            }
            arguments.insert(parameter.name.clone(), value);
        }
        Ok(arguments)
    }

    /// Calls a verb that is no step: what it tells of itself is told nobody.
    pub(super) async fn attempt_aside(
        &self,
        capability: &Arc<dyn Capability>,
        arguments: &Object,
        sandbox: Option<&Arc<Sandbox>>,
        limit: Duration,
        frame: &Frame<'_>,
    ) -> Ended {
        let (position, logbook) = (Position::default(), Logbook::default());
        self.attempt(capability, arguments, sandbox, limit, frame, &position, &logbook, None).await
    }

    #[expect(clippy::too_many_arguments, reason = "a call is told all that surrounds it")]
    async fn attempt(
        &self,
        capability: &Arc<dyn Capability>,
        arguments: &Object,
        sandbox: Option<&Arc<Sandbox>>,
        limit: Duration,
        frame: &Frame<'_>,
        position: &Position,
        logbook: &Logbook,
        promise: Option<Promise>,
    ) -> Ended {
        if self.is_called_off(frame) {
            return Ended::Failed(called_off());
        }
        if frame.is_over() {
            return Ended::Failed(time_is_up());
        }
        let signature = capability.signature();
        // The plan was refused already where a step is at fault; what is asked on the way comes through here.
        if sandbox.is_some() && !signature.reach.is_some_and(Reach::is_open) && !signature.internal {
            return Ended::Failed(not_trusted(&format!("use {}", signature.name)));
        }
        let limit = limit.min(frame.left());
        let cx = Context {
            session: self.journal.run.session.clone(),
            blocks: frame.blocks.clone(),
            workspace: self.journal.run.workspace.clone().into(),
            idempotency_key: format!("{}/{position}", self.origin),
            repeated: self.resumed_at.is_some(),
            unsettled: false,
            promise: promise.unwrap_or_else(|| Arc::new(|_| Box::pin(async { Ok(()) }))),
            cancellation: Cancellation::default(),
            events: Arc::clone(&self.events),
            limit,
            sandbox: sandbox.cloned(),
            alone: self.is_lone,
            permissions: self.permissions,
            language: self.language,
            settings: Arc::clone(&self.settings),
            patterns: Arc::clone(&self.patterns),
            logbook: logbook.clone(),
            credentials: self.credentials(sandbox, signature.reach),
            seals: seals(self.keeping.vault.clone(), Owner::of_session(&self.journal.run.session)),
            model: discreet_model(self.model.clone(), {
                let redactor = Arc::clone(&self.redactor);
                move |text| lock(&redactor).mask(text).into_owned()
            }),
            history: self.history(sandbox),
        };
        Box::pin(attempt(capability, arguments.clone(), &cx, limit, self.called_off(frame))).await
    }

    /// Notes how a step is undone before it begins, so that it can be although its end is never noted.
    fn promise(&self, effect: Effect, record: &StepRecord, promised: &Arc<AtomicBool>) -> Option<Promise> {
        if effect == Effect::Observe {
            return None;
        }
        let (journal, redactor) = (Arc::clone(&self.journal), Arc::clone(&self.redactor));
        let (record, promised) = (record.clone(), Arc::clone(promised));
        Some(Arc::new(move |undo| {
            let storable = is_storable(&undo, &lock(&redactor));
            let (journal, promised) = (Arc::clone(&journal), Arc::clone(&promised));
            let record = StepRecord { undo: Some(undo), ..record.clone() };
            Box::pin(async move {
                // What has a secret in it is not written down; the engine says so when the step is done.
                if storable {
                    promised.store(true, Ordering::Relaxed);
                    journal.announce(&record).await?;
                }
                Ok(())
            })
        }))
    }

    /// The history of the session; empty for an untrusted definition.
    fn history(&self, sandbox: Option<&Arc<Sandbox>>) -> History {
        match sandbox {
            Some(_) => Arc::new(|_| Box::pin(async { Ok(Vec::new()) })),
            None => self.journal.history(),
        }
    }

    /// Access to stored credentials, which the run masks from then on. An untrusted definition gets one only through a verb
    /// that the user has confirmed.
    fn credentials(&self, sandbox: Option<&Arc<Sandbox>>, reach: Option<Reach>) -> Credentials {
        if let Some(sandbox) = sandbox.filter(|_| reach != Some(Reach::Credentials)) {
            let refused = format!("{} gets no credentials here", sandbox.subject());
            return Arc::new(move |_| {
                let refused = Failure::new(Cause::Forbidden, refused.clone());
                Box::pin(async move { Err(refused) })
            });
        }
        let (open, redactor) = (Arc::clone(&self.credentials), Arc::clone(&self.redactor));
        Arc::new(move |name| {
            let (opened, redactor) = (open(name), Arc::clone(&redactor));
            Box::pin(async move {
                let credential = opened.await?;
                let mut redactor = lock(&redactor);
                redactor.learn(&credential.password);
                credential.totp.iter().for_each(|secret| redactor.learn(secret));
                Ok(credential)
            })
        })
    }

    /// Keeps what a call did.
    async fn keep(&self, effect: Effect, outcome: Outcome, record: &mut StepRecord) {
        let value = outcome.value.guarded("", &self.sensitive);
        lock(&self.redactor).learn_from(&value);
        if let Some(line) = &outcome.line {
            record.line = self.mask(line);
        }
        if effect != Effect::Observe {
            record.undo = outcome.undo.and_then(|undo| self.storable(undo));
            self.journal.record(record, StepState::Done).await;
        }
        let mut trace = self.trace();
        trace.is_judged |= outcome.verdict.is_some();
        trace.verdict = outcome.verdict;
        trace.said.extend(outcome.said);
        if let Some(view) = outcome.view {
            trace.view = Some(view);
        }
        trace.changed |= effect != Effect::Observe;
        if effect != Effect::Observe {
            trace.complaint = outcome.changes.iter().find_map(Change::complaint);
        }
        trace.undoable |= record.undo.is_some();
        trace.note_changes(outcome.changes);
        trace.value = value;
    }

    /// The call as it can be stored: one that has a secret in it cannot, and is not made later with a
    /// mask in its place.
    fn storable(&self, call: Call) -> Option<Call> {
        let storable = is_storable(&call, &lock(&self.redactor));
        if !storable {
            let message = format!("{} cannot be undone: that would need a secret", call.capability);
            self.events.emit(Event::Warning { message });
        }
        storable.then_some(call)
    }

    /// Arguments as they are stored, to tell a call from another.
    fn kept(&self, arguments: &Object) -> Value {
        lock(&self.redactor).mask_value(&Value::Object(arguments.clone()))
    }

    /// The same of a change, which may be large.
    fn fingerprint(&self, arguments: &Object) -> Value {
        use sha2::Digest;
        let digest = sha2::Sha256::digest(self.kept(arguments).to_string().as_bytes());
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>().into()
    }

    /// Whether an attempt that failed is made again, as the step, the definition, the request and the policy say.
    pub(super) fn next(
        &self,
        failure: &Failure,
        repeatable: bool,
        attempt: u32,
        began: Instant,
        own: Option<&Retry>,
        frame: &Frame<'_>,
    ) -> Next {
        if self.is_skipped(failure, frame) {
            return Next::Skip;
        }
        if !repeatable || self.is_final(failure, frame) {
            return Next::GiveUp;
        }
        let told = error_action(failure, frame.options);
        match told {
            // More time was given already, and was not enough.
            Some(ErrorAction::Fail | ErrorAction::Extend(_)) => return Next::GiveUp,
            Some(ErrorAction::Retry | ErrorAction::RescanAndRetry) if attempt == 1 => {
                return Next::Again { after: Duration::ZERO };
            }
            Some(ErrorAction::Wait(limit)) => {
                return match began.elapsed() < limit {
                    true => Next::Again { after: Duration::from_millis(100) },
                    false => Next::GiveUp,
                };
            }
            _ => {}
        }
        let retry = own.or(frame.options.retry.as_ref());
        let asked = retry.is_some() || self.policy.asked_retries.is_some();
        let named = retry.map(|retry| retry.on.as_slice()).unwrap_or_default();
        let fits = match named {
            [] if asked => matches!(
                failure.code(),
                Code::StepFailed | Code::TargetNotFound | Code::TargetStale | Code::Timeout
            ),
            // What comes with a verdict has been waited for; to wait as long again will not do better.
            [] => failure.cause.is_transient() && failure.verdict.is_none(),
            named => named.contains(&failure.cause),
        };
        let attempts = match (self.policy.asked_retries, retry.and_then(|retry| retry.max_attempts)) {
            (Some(retries), _) => retries.saturating_add(1),
            (None, Some(attempts)) => attempts,
            (None, None) => self.policy.max_retries.saturating_add(1),
        };
        let delay = retry.and_then(|retry| retry.delay).unwrap_or(self.policy.retry_delay);
        if fits && attempt < attempts { Next::Again { after: delay } } else { Next::GiveUp }
    }

    /// Whether the definition says that the run goes on without this step.
    pub(super) fn is_skipped(&self, failure: &Failure, frame: &Frame<'_>) -> bool {
        error_action(failure, frame.options) == Some(ErrorAction::Skip) && !self.is_final(failure, frame)
    }

    /// Whether an earlier run has made this change and it is still there. A domain that keeps what it has open with a checkpoint
    /// puts that back and has the change made again; so has whoever took it back.
    async fn stays_done(&self, step: &StepRecord) -> Result<bool, Failure> {
        let domain = step.capability.split('.').next().unwrap_or_default();
        if self.catalog.named("keep").any(|(known, _)| known == domain) {
            return Ok(false);
        }
        Ok(self.journal.earlier(step).await? == Some(StepState::Done))
    }

    /// Whether an earlier run that this one continues has made this call already. When that is not
    /// certain, the person has to say.
    async fn was_sent(&self, step: &StepRecord) -> Result<bool, Failure> {
        match self.journal.earlier(step).await? {
            Some(StepState::Done) => Ok(true),
            Some(StepState::Started) => Err(Failure::new(
                Cause::CheckpointInvalid,
                format!("{} was begun before and may have been done", step.capability),
            )
            .hint("Look whether it was. If not, run the intent again from the beginning.")
            .effect_unknown()),
            Some(StepState::Failed) | None => Ok(false),
        }
    }

    pub(super) fn masked(&self, mut failure: Failure) -> Failure {
        failure.message = self.mask(&failure.message);
        failure.hint = failure.hint.map(|hint| self.mask(&hint));
        failure.context = failure.context.iter().map(|line| self.mask(line)).collect();
        failure
    }

    /// The verb and its arguments, for calls that do not say themselves how they are told.
    fn default_line(&self, signature: &Signature, arguments: &Object) -> String {
        let mut line = logged(signature).to_string();
        for parameter in signature.parameters.iter().filter(|parameter| parameter.required) {
            let shown = match arguments.get(&parameter.name) {
                // What the verb itself would have shown or masked is not known when it did not get that far.
                Some(_) if !parameter.recorded => " …".to_string(),
                Some(Value::Text(text)) => format!(" {:?}", shorten(text, LONGEST)),
                Some(Value::Secret(_)) => format!(" \"{MASK}\""),
                Some(value) => match target_line(value) {
                    Some(element) => format!(" {element}"),
                    None => format!(" {value}"),
                },
                None => String::new(),
            };
            line.push_str(&shown);
        }
        self.mask(&line)
    }
}

/// Whether a call can be written down without a secret in it.
fn is_storable(call: &Call, redactor: &Redactor) -> bool {
    call.arguments.values().all(|value| *value == redactor.mask_value(value))
}

/// Whether the same call can be made again: what may have happened is not repeated by itself, and what reached a person
/// never is.
fn is_repeatable(failure: &Failure, effect: Effect, done: bool) -> bool {
    match effect {
        Effect::Observe => true,
        Effect::Change => !done && !failure.effect_unknown,
        Effect::Send => false,
    }
}
