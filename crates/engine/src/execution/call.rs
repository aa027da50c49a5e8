use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_intent::definition::{ErrorAction, Template};
use lemmascope_intent::{
    Args, Cancellation, Capability, Cause, Code, Context, Effect, Event, Failure, MASK, Object, Outcome,
    PlannedCall, Signature, Value,
};

use super::{Frame, Position, Runner, lock};
use crate::ledger::StepRecord;

/// How long a call that was told to stop may take to say what it did.
const GRACE: Duration = Duration::from_millis(500);

/// What happens after a failed attempt.
enum Next {
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
    ) -> Result<(), Failure> {
        let capability = self.catalog.get(&call.capability).ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("there is no verb \"{}\"", call.capability))
        })?;
        let signature = capability.signature();
        let arguments = self.arguments(call, signature, frame)?;
        let mut record = StepRecord {
            run: self.run.id.clone(),
            position: position.to_string(),
            session: self.run.session.clone(),
            capability: call.capability.clone(),
            line: self.default_line(signature, &arguments),
            undo: None,
        };
        if call.effect == Effect::Send && self.was_sent(&record).await? {
            self.trace().done(format!("{} (already done before)", record.line));
            return Ok(());
        }
        self.events.emit(Event::StepStarted { step: call.step.clone(), capability: call.capability.clone() });
        if call.effect == Effect::Send {
            self.ledger.announce(&record).await?;
        }
        let began = Instant::now();
        let mut attempt = 1;
        loop {
            let failure = match self.attempt(capability, &arguments, call, position).await {
                Ok(outcome) => {
                    self.succeeded(call, outcome, &mut record, began).await;
                    return Ok(());
                }
                Err(failure) => self.masked(failure),
            };
            match self.next(&failure, call.effect, attempt, began, frame) {
                Next::Again { after } => {
                    attempt += 1;
                    let reason = failure.message.clone();
                    self.events.emit(Event::Retrying { step: call.step.clone(), attempt, reason });
                    tokio::time::sleep(after).await;
                }
                Next::Skip => {
                    self.finish_step(call.step.clone(), format!("{} [skipped]", record.line), false, began);
                    self.tolerate(&record.line, failure);
                    return Ok(());
                }
                Next::GiveUp => {
                    self.finish_step(call.step.clone(), format!("{} [failed]", record.line), false, began);
                    return Err(failure);
                }
            }
        }
    }

    /// Calls an observing capability outside the plan and returns what it found.
    pub(crate) async fn observe(&self, name: &str, arguments: Object) -> Result<Value, Failure> {
        let capability = self.catalog.get(name).ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("\"{name}\" is not available"))
                .hint("Pages are driven by a part of Lemmascope that this build does not have yet.")
        })?;
        let signature = capability.signature();
        if signature.effect != Effect::Observe {
            return Err(Failure::new(Cause::Forbidden, format!("\"{name}\" does more than look")));
        }
        let templates = arguments.into_iter().map(|(name, value)| (name, Template::Literal(value))).collect();
        let call = PlannedCall {
            step: String::new(),
            capability: signature.name.into(),
            effect: Effect::Observe,
            reversible: true,
            arguments: templates,
            timeout: None,
        };
        let options = lemmascope_intent::definition::Options::default();
        let frame = Frame { scope: Default::default(), options: &options };
        let arguments = self.arguments(&call, signature, &frame)?;
        let outcome = self.attempt(capability, &arguments, &call, &Position::default()).await;
        outcome.map(|outcome| outcome.value).map_err(|failure| self.masked(failure))
    }

    /// The arguments with all references resolved, checked against the signature.
    fn arguments(
        &self,
        call: &PlannedCall,
        signature: &Signature,
        frame: &Frame<'_>,
    ) -> Result<Object, Failure> {
        let mut arguments = Object::with_capacity(signature.parameters.len());
        for parameter in &signature.parameters {
            let given = call.arguments.get(&parameter.name).map(|argument| argument.resolve(&frame.scope));
            let value = match given {
                Some(Value::Null) | None => parameter.default.clone().unwrap_or_default(),
                Some(value) => parameter.accept(value)?,
            };
            if value == Value::Null && parameter.required {
                let message = format!("{} has no value for \"{}\"", call.capability, parameter.name);
                return Err(Failure::new(Cause::MissingParameter, message));
            }
            lock(&self.redactor).learn_from(&value);
            arguments.insert(parameter.name.clone(), value);
        }
        Ok(arguments)
    }

    async fn attempt(
        &self,
        capability: &Arc<dyn Capability>,
        arguments: &Object,
        call: &PlannedCall,
        position: &Position,
    ) -> Result<Outcome, Failure> {
        if self.cancellation.is_cancelled() {
            return Err(Failure::new(Cause::Cancelled, "it was called off"));
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Failure::new(Cause::Timeout, "the time for this intent is up")
                .hint("Give it more with --timeout, or set intent_engine.execution.default_timeout."));
        }
        let limit = call.timeout.unwrap_or(self.policy.step_timeout).min(left);
        let cancellation = Cancellation::default();
        let cx = Context {
            session: self.run.session.clone(),
            workspace: self.run.workspace.clone().into(),
            idempotency_key: format!("{}/{position}", self.run.id),
            repeated: self.resumed.is_some(),
            cancellation: cancellation.clone(),
            events: Arc::clone(&self.events),
        };
        let mut work = capability.call(Args::new(arguments.clone()), &cx);
        if let Ok(outcome) = tokio::time::timeout(limit, &mut work).await {
            return outcome;
        }
        // The call is told to stop and gets a moment to say what it did; after that nobody knows.
        cancellation.cancel();
        if let Ok(Ok(outcome)) = tokio::time::timeout(GRACE, &mut work).await {
            return Ok(outcome);
        }
        let message =
            format!("{} took longer than {}", call.capability, lemmascope_intent::format_duration(limit));
        let failure = Failure::new(Cause::Timeout, message);
        Err(if call.effect == Effect::Observe { failure } else { failure.effect_unknown() })
    }

    async fn succeeded(&self, call: &PlannedCall, outcome: Outcome, record: &mut StepRecord, began: Instant) {
        lock(&self.redactor).learn_from(&outcome.value);
        if let Some(line) = &outcome.line {
            record.line = self.mask(line);
        }
        if call.effect != Effect::Observe {
            record.undo = outcome.undo;
            self.ledger.record(record).await;
            self.trace().changed = true;
        }
        let mut trace = self.trace();
        trace.note_changes(outcome.changes);
        trace.value = outcome.value;
        drop(trace);
        self.finish_step(call.step.clone(), record.line.clone(), true, began);
    }

    fn next(
        &self,
        failure: &Failure,
        effect: Effect,
        attempt: u32,
        began: Instant,
        frame: &Frame<'_>,
    ) -> Next {
        // What may have happened is not repeated by itself, and what reached somebody never is.
        let repeatable = effect == Effect::Observe || (effect == Effect::Change && !failure.effect_unknown);
        let in_time = Instant::now() < self.deadline && !self.cancellation.is_cancelled();
        let on_error = &frame.options.on_error;
        let action = on_error.causes.get(&failure.cause).copied().or(on_error.default);
        let again = |after: Duration| match repeatable && in_time {
            true => Next::Again { after },
            false => Next::GiveUp,
        };
        match action {
            Some(ErrorAction::Skip) if in_time => return Next::Skip,
            Some(ErrorAction::Fail) => return Next::GiveUp,
            Some(ErrorAction::Retry | ErrorAction::RescanAndRetry) if attempt == 1 => {
                return again(Duration::ZERO);
            }
            Some(ErrorAction::Wait(limit)) => {
                return if began.elapsed() < limit {
                    again(Duration::from_millis(100))
                } else {
                    Next::GiveUp
                };
            }
            _ => {}
        }
        let retry = frame.options.retry.as_ref();
        let asked = retry.is_some() || self.policy.asked_retries.is_some();
        let named = retry.map(|retry| retry.on.as_slice()).unwrap_or_default();
        let fits = match named {
            [] if asked => matches!(failure.code(), Code::StepFailed | Code::TargetNotFound | Code::Timeout),
            [] => failure.cause.is_transient(),
            named => named.contains(&failure.cause),
        };
        let attempts = match (self.policy.asked_retries, retry.and_then(|retry| retry.max_attempts)) {
            (Some(retries), _) => retries.saturating_add(1),
            (None, Some(attempts)) => attempts,
            (None, None) => self.policy.max_retries.saturating_add(1),
        };
        let delay = retry.and_then(|retry| retry.delay).unwrap_or(self.policy.retry_delay);
        if fits && attempt < attempts { again(delay) } else { Next::GiveUp }
    }

    /// Whether an earlier run that this one continues has made this call already. When that is not
    /// certain, the person has to say.
    async fn was_sent(&self, step: &StepRecord) -> Result<bool, Failure> {
        let Some(earlier) = &self.resumed else { return Ok(false) };
        match self.ledger.state_of(earlier, &step.position).await?.as_deref() {
            Some("done") => Ok(true),
            Some(_) => Err(Failure::new(
                Cause::Conflict,
                format!("{} was begun before and may have been done", step.capability),
            )
            .hint("Look whether it was. If not, run the intent again from the beginning.")
            .effect_unknown()),
            None => Ok(false),
        }
    }

    fn masked(&self, mut failure: Failure) -> Failure {
        failure.message = self.mask(&failure.message);
        failure.hint = failure.hint.map(|hint| self.mask(&hint));
        failure.context = failure.context.iter().map(|line| self.mask(line)).collect();
        failure
    }

    /// The verb and its arguments, for calls that do not say themselves how they are told.
    fn default_line(&self, signature: &Signature, arguments: &Object) -> String {
        let mut line = signature.verb().to_string();
        for parameter in signature.parameters.iter().filter(|parameter| parameter.required) {
            let shown = match arguments.get(&parameter.name) {
                Some(Value::Text(text)) => format!(" {:?}", shorten(text)),
                Some(Value::Secret(_)) => format!(" \"{MASK}\""),
                Some(value) => format!(" {value}"),
                None => String::new(),
            };
            line.push_str(&shown);
        }
        self.mask(&line)
    }
}

/// A log line is for reading; a text of any length is told by its beginning.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
