use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Args, BoxFuture, Call, Cancellation, Capability, Cause, Context, Failure, Outcome, Promise, Signature,
    parse_duration,
};
use tokio::runtime::Handle;

use super::desk::Desk;
use crate::system::settings::Settings;
use crate::verb::apart;

/// How long a window manager is given to do what it was asked. It answers in milliseconds, or not at all.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// What an act is given: the display, where the parts of this machine are, and the call's surroundings. It may block.
pub(super) struct Visit {
    pub(super) desk: Desk,
    pub(super) settings: Arc<Settings>,
    promise: Promise,
    runtime: Handle,
    limit: Duration,
}

impl Visit {
    /// Has the way back written down before anything is done.
    pub(super) fn promise(&self, undo: &Call) -> Result<(), Failure> {
        self.runtime.block_on((self.promise)(undo.clone()))
    }

    /// How long may be waited: what was asked for, but not longer than the call may take.
    pub(super) fn timeout(&self, args: &Args, otherwise: Duration) -> Result<Duration, Failure> {
        timeout(args, otherwise, self.limit)
    }
}

pub(super) fn timeout(args: &Args, otherwise: Duration, limit: Duration) -> Result<Duration, Failure> {
    let asked = match args.optional_text("timeout") {
        Some(text) => parse_duration(text).ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("\"{text}\" is not a time"))
                .hint("Write it as 5s or 500ms.")
                .about("timeout")
        })?,
        None => otherwise,
    };
    // A little earlier than the engine would break it off, so that there is time to say what was waited for.
    Ok(asked.min(limit.saturating_sub(Duration::from_millis(500))))
}

/// What a verb at the display does.
pub(super) type Act = fn(&Visit, &Args) -> Result<Outcome, Failure>;

/// A verb that works at the display.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    settings: Arc<Settings>,
}

impl Verb {
    /// The capability that it is.
    pub(super) fn made(signature: Signature, act: Act, settings: &Arc<Settings>) -> Arc<dyn Capability> {
        Arc::new(Self { signature, act, settings: Arc::clone(settings) })
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let (act, settings, promise) = (self.act, Arc::clone(&self.settings), Arc::clone(&cx.promise));
            let (limit, cancellation): (_, Cancellation) = (cx.limit, cx.cancellation.clone());
            let runtime = Handle::current();
            // A server that hangs, or a window that is slow to close, must not hold up what else is done.
            apart(move || {
                let desk = Desk::open(&settings, &cancellation)?;
                act(&Visit { desk, settings, promise, runtime, limit }, &args)
            })
            .await
        })
    }
}
