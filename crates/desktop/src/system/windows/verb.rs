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

/// The timeout for the window manager, which responds within milliseconds or not at all.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// The context of a verb: the display, the settings, and the properties of the call. The implementation may
/// block.
pub(super) struct Visit {
    pub(super) desk: Desk,
    pub(super) settings: Arc<Settings>,
    promise: Promise,
    runtime: Handle,
    limit: Duration,
}

impl Visit {
    /// Records the undo call before a change.
    pub(super) fn promise(&self, undo: &Call) -> Result<(), Failure> {
        self.runtime.block_on((self.promise)(undo.clone()))
    }

    /// Returns the requested timeout, limited to that of the call.
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
    // Slightly earlier than the engine's timeout, so that there is time to report the reason.
    Ok(asked.min(limit.saturating_sub(Duration::from_millis(500))))
}

/// The implementation of a verb at the display.
pub(super) type Act = fn(&Visit, &Args) -> Result<Outcome, Failure>;

/// A verb that uses the display.
pub(super) struct Verb {
    signature: Signature,
    act: Act,
    settings: Arc<Settings>,
}

impl Verb {
    /// Creates the capability.
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
            // Runs on a blocking thread, because the X server may hang and windows may be slow to close.
            apart(move || {
                let desk = Desk::open(&settings, &cancellation)?;
                act(&Visit { desk, settings, promise, runtime, limit }, &args)
            })
            .await
        })
    }
}
