use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Change, Context, Failure, Outcome, Signature};

use super::visit::Visit;
use crate::session::Sessions;

/// What a verb does, given where it is called and its checked arguments.
pub(super) type Act = for<'a> fn(&'a Visit<'a>, &'a Args) -> BoxFuture<'a, Result<Outcome, Failure>>;

/// A verb made of its signature and its act.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    sessions: Arc<Sessions>,
}

impl Verb {
    pub(super) fn new(signature: Signature, act: Act, sessions: &Arc<Sessions>) -> Self {
        Self { signature, act, sessions: Arc::clone(sessions) }
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let visit = Visit::new(&self.sessions, cx, &args)?;
            let outcome = (self.act)(&visit, &args).await;
            // What a person should know besides comes first: that the browser was started again, that another element
            // than the described one was used.
            let notices = self.sessions.take_notices(&cx.session).await;
            match outcome {
                Ok(mut outcome) => {
                    outcome.changes.splice(0..0, notices.into_iter().map(Change::Added));
                    Ok(outcome)
                }
                Err(failure) => Err(notices.into_iter().fold(failure, Failure::context)),
            }
        })
    }
}

/// The verbs that are named: modules with `signature() -> Signature` and
/// `async act(&Visit, &Args) -> Result<Outcome, Failure>`.
macro_rules! table {
    ($sessions:ident: $($verb:ident)+) => {
        vec![$(Verb::new($verb::signature(), |visit, args| Box::pin($verb::act(visit, args)), $sessions)),+]
    };
}
pub(super) use table;
