use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lemmascope_intent::{
    ActionLine, Cancellation, Cause, Context, Failure, Object, Outcome, Promise, Report, Signature, Status,
};

use crate::engine::Engine;
use crate::execution::{Ended, attempt, called_off};
use crate::ledger::{Direction, Lasting, Reversal};
use crate::lock::lock;
use crate::plan::Invocation;
use crate::request::Request;

pub(super) fn signatures() -> Vec<Signature> {
    vec![
        Signature::change("engine.undo", "Undo the last change.")
            .command("undo")
            .known_as(&["revert", "rollback"])
            .everyday("engine"),
        Signature::change("engine.redo", "Redo the last undone change.").command("redo").everyday("engine"),
    ]
}

impl Engine {
    /// Undoes or redoes the last run, step by step.
    pub(crate) async fn reverse(&self, direction: Direction, request: &Request) -> Result<Report, Failure> {
        let word = direction.word();
        let lease = self.lease(request).await?;
        let settled = self.settle_broken(&lease, request).await?;
        let steps = match direction {
            Direction::Undo => self.ledger.undoable(&request.session).await?,
            Direction::Redo => self.ledger.redoable(&request.session).await?,
        };
        if let Direction::Undo = direction {
            self.refuse_lasting(&steps, request).await?;
        }
        if steps.is_empty() {
            let result = format!("Nothing to {word}.").into();
            return Ok(Report { result, context: settled, ..Report::ok(word) });
        }
        let mut report = Report { context: settled, ..Report::ok(word) };
        if let (Direction::Undo, Some(step)) = (direction, steps.first()) {
            let kept = self.ledger.without_undo_in(&step.run).await?;
            let kept = kept.iter().filter(|step| self.is_lasting(step));
            report.context.extend(kept.map(|step| format!("not undone: {}", step.line)));
        }
        for step in &steps {
            match self.reverse_step(direction, step, request).await {
                Ok(outcome) => {
                    let line = outcome.line.unwrap_or_else(|| format!("{word} {}", step.line));
                    report.actions.push(ActionLine { line, ok: true });
                    report.changes.extend(outcome.changes);
                }
                Err(failure) => {
                    let done = report.actions.len();
                    report.status = if done == 0 { Status::Error } else { Status::Partial };
                    report.summary = Some(match done {
                        0 => failure.message.clone(),
                        _ => format!("{done} of {} steps; then: {}", steps.len(), failure.message),
                    });
                    report.code = Some(failure.code());
                    let line = format!("{word} {}", step.line);
                    report.actions.push(ActionLine { line, ok: false });
                    report.context.extend(failure.context);
                    report.hints.extend(failure.hint);
                    break;
                }
            }
        }
        if let (Status::Ok, Some(step)) = (report.status, steps.first()) {
            if direction == Direction::Undo {
                lock(&self.conversations.of(&request.session)).took_back(&step.run);
            }
            self.unlearn(direction, &step.run, request).await?;
        }
        Ok(report)
    }

    /// Redoes the steps of an undo, regardless of later actions.
    pub(crate) async fn do_again(&self, steps: &[Reversal], request: &Request) -> Result<(), Failure> {
        for step in steps {
            self.reverse_step(Direction::Redo, step, request).await?;
        }
        Ok(())
    }

    /// Reports irreversible last changes instead of undoing an earlier change. The next undo continues with
    /// the earlier one.
    async fn refuse_lasting(&self, steps: &[Reversal], request: &Request) -> Result<(), Failure> {
        let next = steps.first();
        let mut lasting = self.ledger.without_undo(&request.session).await?;
        lasting.retain(|step| self.is_lasting(step) && next.is_none_or(|next| next.run != step.run));
        let Some(last) = lasting.first() else { return Ok(()) };
        let mut failure = Failure::new(Cause::Failed, format!("{} cannot be undone", last.line));
        failure.context.extend(lasting.iter().skip(1).take(9).map(|step| format!("nor can {}", step.line)));
        self.ledger.pass_over(&lasting).await?;
        Err(match next {
            Some(next) => failure.hint(format!("Repeat `undo` to undo the change before: {}", next.line)),
            None => failure.hint("There is nothing to undo before it."),
        })
    }

    /// Whether a step without an undo call is irreversible, rather than a step without changes.
    pub(crate) fn is_lasting(&self, step: &Lasting) -> bool {
        self.catalog.get(&step.capability).is_some_and(|it| !it.signature().reversible)
    }

    async fn reverse_step(
        &self,
        direction: Direction,
        step: &Reversal,
        request: &Request,
    ) -> Result<Outcome, Failure> {
        let promised = Arc::new(AtomicBool::new(false));
        let promise: Promise = {
            let (ledger, step, promised) = (self.ledger.clone(), step.clone(), Arc::clone(&promised));
            Arc::new(move |back| {
                let (ledger, step, promised) = (ledger.clone(), step.clone(), Arc::clone(&promised));
                Box::pin(async move {
                    promised.store(true, Ordering::Relaxed);
                    ledger.promise(direction, &step, &back).await
                })
            })
        };
        let (outcome, late) = match self.call_again(step, step.unsettled, promise, request).await? {
            Ended::Done(outcome) => (outcome, None),
            Ended::Late(outcome, failure) => (outcome, Some(failure)),
            Ended::Failed(failure) => {
                // A step that may have taken effect is examined the next time; one that certainly has not is
                // withdrawn.
                if promised.load(Ordering::Relaxed) && !failure.effect_unknown {
                    self.ledger.withdraw(direction, step, None).await?;
                }
                return Err(failure);
            }
        };
        match direction {
            Direction::Undo => self.ledger.mark_undone(step, outcome.undo.as_ref()).await?,
            Direction::Redo => self.ledger.mark_redone(step, outcome.undo.as_ref()).await?,
        }
        late.map_or(Ok(outcome), Err)
    }

    /// Executes the reversing call of a step. `unsettled` states that the effect to reverse may never have
    /// happened; `promise` records the call that reverses this one.
    pub(super) async fn call_again(
        &self,
        step: &Reversal,
        unsettled: bool,
        promise: Promise,
        request: &Request,
    ) -> Result<Ended, Failure> {
        let call = &step.call;
        if request.cancellation.is_cancelled() {
            return Err(called_off());
        }
        let capability = self.catalog.get(&call.capability).ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("there is no verb \"{}\" any more", call.capability))
        })?;
        let invocation = Invocation {
            name: call.capability.clone(),
            said: call.capability.clone(),
            positional: Vec::new(),
            options: call.arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
            secrets: Vec::new(),
        };
        let arguments =
            invocation.bind(&capability.signature().parameters, &self.sensitive(), &Object::new())?;
        let limit = self.duration("intent_engine.execution.step_timeout");
        let cx = Context {
            // Each reversal is a separate action, with an idempotency key of its own.
            idempotency_key: format!("{}/{}/{}", step.run, step.position, self.ledger.tick()),
            unsettled,
            promise,
            cancellation: Cancellation::default(),
            events: Arc::clone(&request.events),
            limit,
            settings: self.lookup(),
            patterns: self.patterns(&request.session),
            credentials: self.credentials(request.owner.clone()),
            seals: self.seals(&request.owner),
            workspace: (&step.workspace).into(),
            ..request.context()
        };
        Ok(attempt(capability, arguments, &cx, limit, request.cancellation.cancelled()).await)
    }
}
