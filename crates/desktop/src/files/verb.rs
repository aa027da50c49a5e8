use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Cause, Context, Failure, Outcome, Signature};

use super::screening::Rest;
use super::settings::Settings;
use super::site::Site;

/// What a verb does, given where it works and its checked arguments. It may block.
pub(super) type Act = fn(&Site, &Args) -> Result<Outcome, Failure>;

/// A verb made of its signature and its act.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    settings: Arc<Settings>,
    rest: Arc<Rest>,
}

impl Verb {
    pub(super) fn new(signature: Signature, act: Act, settings: Arc<Settings>, rest: Arc<Rest>) -> Self {
        Self { signature, act, settings, rest }
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let (act, surroundings) = (self.act, cx.into());
            let (settings, rest) = (Arc::clone(&self.settings), Arc::clone(&self.rest));
            // Even a small write waits for the disk, and a network file system may hang for minutes.
            let done =
                tokio::task::spawn_blocking(move || act(&Site::open(settings, rest, surroundings), &args));
            done.await.unwrap_or_else(|_| {
                Err(Failure::new(Cause::Failed, format!("{} broke off", self.signature.name))
                    .effect_unknown())
            })
        })
    }
}
