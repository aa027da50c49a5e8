use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use lemmascope_intent::{
    Args, Capability, Cause, Context, Effect, Failure, Object, Outcome, format_duration,
};

use super::spoken::spoken;

/// The time that a stopped call has to return its outcome.
const GRACE: Duration = Duration::from_millis(500);

/// The result of an attempt at a call.
pub(crate) enum Ended {
    /// A success.
    Done(Outcome),
    /// A call that was stopped but still had its effect. The outcome is recorded, so that it can be undone,
    /// but the call counts as failed.
    Late(Outcome, Failure),
    /// A failure.
    Failed(Failure),
}

/// Calls a capability once. Stops it at its timeout, or when `stop` is ready. Returns a panic as a failure.
pub(crate) async fn attempt(
    capability: &Arc<dyn Capability>,
    arguments: Object,
    cx: &Context,
    limit: Duration,
    stop: impl Future<Output = ()>,
) -> Ended {
    let signature = capability.signature();
    let (name, effect) = (spoken(signature), signature.effect);
    // The call itself is inside, because it may panic before it returns a future.
    let call = AssertUnwindSafe(call_permitted(capability.as_ref(), arguments, cx));
    let mut work = std::pin::pin!(call.catch_unwind());
    let failure = tokio::select! {
        // A call that ends in time counts, even if it is stopped at the same moment.
        biased;
        ended = &mut work => match ended {
            Ok(Ok(outcome)) => return Ended::Done(outcome),
            Ok(Err(failure)) => return Ended::Failed(failure),
            // The message of a panic may contain a secret, so it is dropped.
            Err(_) => {
                let failure = Failure::new(Cause::Failed, format!("{name} broke off"))
                    .hint("This is a bug in Lemmascope, not an error in your request.");
                return Ended::Failed(perhaps_done(failure, effect));
            }
        },
        () = stop => called_off(),
        () = tokio::time::sleep(limit) => {
            let message = format!("{name} took longer than {}", format_duration(limit));
            Failure::new(Cause::Timeout, message).hint("Give it longer with --timeout.")
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

/// Calls a capability if the caller has the permission for it. Every call of the engine passes through here.
/// Internal verbs are part of a permitted call.
pub(crate) async fn call_permitted(
    capability: &dyn Capability,
    arguments: Object,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let signature = capability.signature();
    if !signature.internal {
        cx.permissions.check(signature)?;
    }
    capability.call(Args::new(arguments), cx).await
}

/// Returns the failure for a cancellation.
pub(crate) fn called_off() -> Failure {
    Failure::new(Cause::Cancelled, "it was cancelled")
}

/// Returns the failure for an expired deadline.
pub(super) fn time_is_up() -> Failure {
    Failure::new(Cause::Timeout, "the time for this intent is up")
        .hint("Give it more with --timeout, or set intent_engine.execution.default_timeout.")
}

fn perhaps_done(failure: Failure, effect: Effect) -> Failure {
    if effect == Effect::Observe { failure } else { failure.effect_unknown() }
}
