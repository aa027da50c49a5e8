use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use lemmascope_intent::{
    Args, Capability, Cause, Context, Effect, Failure, Object, Outcome, format_duration,
};

use super::spoken::spoken;

/// How long a call that was told to stop may take to say what it did.
const GRACE: Duration = Duration::from_millis(500);

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

/// Calls a capability once. The call is stopped when the time is up, or when `stop` is ready. Its end, a panic included, comes
/// back as a value.
pub(crate) async fn attempt(
    capability: &Arc<dyn Capability>,
    arguments: Object,
    cx: &Context,
    limit: Duration,
    stop: impl Future<Output = ()>,
) -> Ended {
    let signature = capability.signature();
    let (name, effect) = (spoken(signature), signature.effect);
    // The call itself is inside, since it may panic before there is a future.
    let call = AssertUnwindSafe(call_permitted(capability.as_ref(), arguments, cx));
    let mut work = std::pin::pin!(call.catch_unwind());
    let failure = tokio::select! {
        // A call that has ended in time counts, even when it is stopped at the same moment.
        biased;
        ended = &mut work => match ended {
            Ok(Ok(outcome)) => return Ended::Done(outcome),
            Ok(Err(failure)) => return Ended::Failed(failure),
            // The message of a panic may hold a secret; it is dropped.
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

/// Calls a capability, if whoever asks has the permission that it needs. Every call of the engine comes through here. Internal verbs
/// are part of a call that was permitted.
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
