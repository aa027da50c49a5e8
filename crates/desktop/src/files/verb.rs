use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Cause, Context, Effect, Failure, Outcome, Signature};

use super::call_scope::{CallScope, Surroundings};
use super::screening::Rest;
use super::settings::Settings;
use super::wall::{self, Power};

/// The stack size, sufficient for the maximum depth of a tree.
const STACK: usize = 8 << 20;

/// The implementation of a verb, which gets its scope and checked arguments. It may block.
pub(super) type Act = fn(&CallScope, &Args) -> Result<Outcome, Failure>;

/// A verb with its signature and implementation.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    power: Power,
    settings: Arc<Settings>,
    rest: Arc<Rest>,
}

impl Verb {
    pub(super) fn new(signature: Signature, act: Act, settings: Arc<Settings>, rest: Arc<Rest>) -> Self {
        let power = if signature.effect == Effect::Observe { Power::Look } else { Power::Change };
        Self { signature, act, power, settings, rest }
    }

    /// Marks it as a verb that moves files to the trash.
    pub(super) fn taking(self) -> Self {
        Self { power: Power::Take, ..self }
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let (settings, rest) = (Arc::clone(&self.settings), Arc::clone(&self.rest));
            let act = self.act;
            let done =
                behind_a_wall(self.power, settings, rest, cx.into(), move |site| act(site, &args)).await;
            done.unwrap_or_else(|| {
                Err(Failure::new(Cause::Failed, format!("{} broke off", self.signature.name))
                    .effect_unknown())
            })
        })
    }
}

/// Runs a function on a thread that is sandboxed to the folders in the settings. Returns nothing if the
/// function panics.
pub(super) async fn behind_a_wall<T: Send + 'static>(
    power: Power,
    settings: Arc<Settings>,
    rest: Arc<Rest>,
    surroundings: Surroundings,
    act: impl FnOnce(&CallScope) -> Result<T, Failure> + Send + 'static,
) -> Option<Result<T, Failure>> {
    let (tell, told) = tokio::sync::oneshot::channel();
    // A separate thread, because even a small write waits for the disk, and a network file system may hang
    // for minutes.
    let thread = std::thread::Builder::new().name("files".into()).stack_size(STACK).spawn(move || {
        let site = CallScope::open(settings, rest, surroundings);
        // If the kernel does not support the sandbox, the directory handles alone confine the function.
        let _stands = wall::raise(&site, power);
        // The caller may have stopped waiting.
        let _ = tell.send(act(&site));
    });
    match thread {
        Ok(_) => told.await.ok(),
        Err(error) => Some(Err(Failure::new(Cause::Failed, "there is no thread left to work on files")
            .context(error.to_string()))),
    }
}
