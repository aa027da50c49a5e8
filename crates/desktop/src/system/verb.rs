use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Context, Failure, Outcome, Signature};

use super::settings::Settings;

/// What a verb does, given where the parts of this machine are and its checked arguments.
pub(super) type Act = for<'a> fn(&'a Settings, Args, &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;

/// A verb made of its signature and its act, which waits and does not block.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    settings: Arc<Settings>,
}

impl Verb {
    /// What is made is only ever used as a capability.
    #[allow(clippy::new_ret_no_self)]
    pub(super) fn new(signature: Signature, act: Act, settings: &Arc<Settings>) -> Arc<dyn Capability> {
        Arc::new(Self { signature, act, settings: Arc::clone(settings) })
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        (self.act)(&self.settings, args, cx)
    }
}
