use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Cause, Context, Failure, Outcome, Signature};

/// The implementation of a verb, which gets the settings of its domain and checked arguments.
pub(crate) type Act<S> = for<'a> fn(&'a S, Args, &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;

/// A verb with its signature and asynchronous implementation.
pub(crate) struct Verb<S> {
    signature: Signature,
    act: Act<S>,
    settings: Arc<S>,
}

impl<S: Send + Sync + 'static> Verb<S> {
    /// Creates the capability.
    pub(crate) fn made(signature: Signature, act: Act<S>, settings: &Arc<S>) -> Arc<dyn Capability> {
        Arc::new(Self { signature, act, settings: Arc::clone(settings) })
    }
}

impl<S: Send + Sync> Capability for Verb<S> {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        (self.act)(&self.settings, args, cx)
    }
}

/// Runs blocking work on a blocking thread.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Failure::new(Cause::Failed, "it broke off").effect_unknown()))
}
