use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use lemmascope_intent::{
    Args, Capability, Cause, Context, Effect, Failure, Object, Outcome, format_duration,
};

use super::spoken::spoken;

/// How long a call that was told to stop may take to say what it did.
const GRACE: Duration = Duration::from_millis(500);
/// How often a call that takes its time is looked after. The flag by which a run is called off wakes
/// nobody.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// How an attempt at a call ended.
pub(crate) enum Ended {
    /// As it should.
    Done(Outcome),
    /// It was told to stop, and yet had its effect: that is kept, so that it can be undone, but it is
    /// no success.
    Late(Outcome, Failure),
    /// It failed.
    Failed(Failure),
}

/// Calls a capability once. It is told to stop when the time is up or the run was called off. Whatever
/// it does, a panic included, comes back as a value.
pub(crate) async fn attempt(
    capability: &Arc<dyn Capability>,
    arguments: Object,
    cx: &Context,
    limit: Duration,
    is_called_off: impl Fn() -> bool,
) -> Ended {
    let signature = capability.signature();
    let (name, effect) = (spoken(signature), signature.effect);
    // The call itself is inside, since it may panic before there is a future.
    let call = AssertUnwindSafe(async { capability.call(Args::new(arguments), cx).await });
    let mut work = std::pin::pin!(call.catch_unwind());
    let began = Instant::now();
    let failure = loop {
        let left = limit.saturating_sub(began.elapsed());
        match tokio::time::timeout(left.min(TICK), &mut work).await {
            Ok(Ok(Ok(outcome))) => return Ended::Done(outcome),
            Ok(Ok(Err(failure))) => return Ended::Failed(failure),
            // What a panic says may hold a secret; it is not looked at.
            Ok(Err(_)) => {
                let failure = Failure::new(Cause::Failed, format!("{name} broke off"))
                    .hint("This is a fault in Lemmascope, not in what you asked for.");
                return Ended::Failed(perhaps_done(failure, effect));
            }
            Err(_) if is_called_off() => break called_off(),
            Err(_) if began.elapsed() >= limit => {
                let message = format!("{name} took longer than {}", format_duration(limit));
                break Failure::new(Cause::Timeout, message).hint("Give it longer with --timeout.");
            }
            Err(_) => {}
        }
    };
    cx.cancellation.cancel();
    match tokio::time::timeout(GRACE, &mut work).await {
        Ok(Ok(Ok(_))) if effect == Effect::Observe => Ended::Failed(failure),
        Ok(Ok(Ok(outcome))) => Ended::Late(outcome, failure.context(format!("{name} was done nonetheless"))),
        Ok(Ok(Err(told))) if told.cause == Cause::Cancelled && !told.effect_unknown => Ended::Failed(failure),
        Ok(Ok(Err(told))) if !told.effect_unknown => Ended::Failed(failure.context(told.message)),
        _ => Ended::Failed(perhaps_done(failure, effect)),
    }
}

/// The failure of what was called off.
pub(crate) fn called_off() -> Failure {
    Failure::new(Cause::Cancelled, "it was cancelled")
}

/// The failure of what came after the deadline.
pub(super) fn time_is_up() -> Failure {
    Failure::new(Cause::Timeout, "the time for this intent is up")
        .hint("Give it more with --timeout, or set intent_engine.execution.default_timeout.")
}

fn perhaps_done(failure: Failure, effect: Effect) -> Failure {
    if effect == Effect::Observe { failure } else { failure.effect_unknown() }
}
