use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{Call, Cancellation, Cause, Context, Event, EventSink, Failure, Promise};
use tokio::runtime::Handle;

use super::protected::Protected;
use super::resolved_path::{Root, expand, normalise};
use super::screening::{Rest, Screening};
use super::settings::Settings;

/// The environment of one call: the current roots, the protected paths, and the context of the call.
pub(super) struct CallScope {
    pub(super) settings: Arc<Settings>,
    pub(super) roots: Vec<Root>,
    pub(super) protected: Protected,
    pub(super) surroundings: Surroundings,
    pub(super) rest: Arc<Rest>,
    /// The time of the call with its time zone, determined outside the sandbox, because the implementation
    /// cannot read the time zone files.
    pub(super) now: jiff::Zoned,
}

/// The parts of the context that a verb needs, owned, so that they can move to a blocking thread.
pub(super) struct Surroundings {
    pub(super) workspace: PathBuf,
    pub(super) key: String,
    pub(super) repeated: bool,
    pub(super) unsettled: bool,
    pub(super) promise: Promise,
    /// The runtime for tasks outside the sandboxed thread; `None` in tests without one.
    pub(super) runtime: Option<Handle>,
    pub(super) screening: Screening,
    pub(super) cancellation: Cancellation,
    pub(super) events: Arc<dyn EventSink>,
}

impl From<&Context> for Surroundings {
    fn from(cx: &Context) -> Self {
        Self {
            workspace: cx.workspace.clone(),
            key: cx.idempotency_key.clone(),
            repeated: cx.repeated,
            unsettled: cx.unsettled,
            promise: Arc::clone(&cx.promise),
            runtime: Handle::try_current().ok(),
            screening: Screening::read(cx),
            cancellation: cx.cancellation.clone(),
            events: Arc::clone(&cx.events),
        }
    }
}

impl CallScope {
    /// Resolves roots and protected paths anew for each call, since either may have been created, moved or
    /// replaced since the last one.
    pub(super) fn open(settings: Arc<Settings>, rest: Arc<Rest>, surroundings: Surroundings) -> Self {
        let roots = settings
            .roots
            .iter()
            .map(|root| normalise(&surroundings.workspace.join(expand(root, &settings.home))))
            .map(Root::new)
            .collect();
        let protected = Protected::survey(&settings);
        Self { settings, roots, protected, surroundings, rest, now: jiff::Zoned::now() }
    }

    /// Whether the call is a repetition, in which an existing effect counts as success.
    pub(super) fn repeated(&self) -> bool {
        self.surroundings.repeated
    }

    /// Whether the call that is being undone may never have been executed.
    pub(super) fn unsettled(&self) -> bool {
        self.surroundings.unsettled
    }

    /// Records the undo call in the journal before the change. From then on the process may crash at any
    /// point, and the change can still be found and undone.
    pub(super) fn promise(&self, undo: Option<&Call>) -> Result<(), Failure> {
        if let (Some(undo), Some(runtime)) = (undo, &self.surroundings.runtime) {
            let written = runtime.spawn((self.surroundings.promise)(undo.clone()));
            runtime.block_on(written).unwrap_or_else(|_| {
                Err(Failure::new(Cause::Failed, "the engine ended before anything was done"))
            })?;
        }
        // No change begins after a cancellation.
        self.go_on()
    }

    /// Fails if the call was cancelled.
    pub(super) fn go_on(&self) -> Result<(), Failure> {
        if self.surroundings.cancellation.is_cancelled() {
            return Err(Failure::new(Cause::Cancelled, "it was called off; nothing was changed"));
        }
        Ok(())
    }

    /// Reports the progress of a long operation.
    pub(super) fn progress(&self, what: &str, done: u64, total: Option<u64>) {
        self.surroundings.events.emit(Event::Progress { what: what.into(), done, total });
    }
}

#[cfg(test)]
impl CallScope {
    /// Creates a scope without protected paths.
    pub(super) fn unguarded(base: &std::path::Path, roots: Vec<PathBuf>) -> Self {
        let settings = Settings {
            roots,
            protected: Vec::new(),
            home: base.join("home"),
            trash: base.join("Trash"),
            versions: base.join("versions"),
            programs: Vec::new(),
        };
        let surroundings = Surroundings {
            workspace: base.into(),
            key: "step".into(),
            repeated: false,
            unsettled: false,
            promise: Arc::new(|_| Box::pin(async { Ok(()) })),
            runtime: None,
            screening: Screening::default(),
            cancellation: Cancellation::default(),
            events: Arc::new(()),
        };
        Self {
            protected: Protected::nothing(),
            ..Self::open(Arc::new(settings), Arc::default(), surroundings)
        }
    }
}
