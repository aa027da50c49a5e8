use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{Call, Cancellation, Cause, Context, Event, EventSink, Failure, Promise};
use tokio::runtime::Handle;

use super::protected::Protected;
use super::resolved_path::{Root, expand, normalise};
use super::screening::{Rest, Screening};
use super::settings::Settings;

/// Where one call works: the roots as they are now, what is protected, and the call's surroundings.
pub(super) struct CallScope {
    pub(super) settings: Arc<Settings>,
    pub(super) roots: Vec<Root>,
    pub(super) protected: Protected,
    pub(super) surroundings: Surroundings,
    pub(super) rest: Arc<Rest>,
    /// The moment of the call. Which time this place has is written in files that an act cannot read.
    pub(super) now: jiff::Zoned,
}

/// What an act needs of its context, owned, so that it can move to a thread that may block.
pub(super) struct Surroundings {
    pub(super) workspace: PathBuf,
    pub(super) key: String,
    pub(super) repeated: bool,
    pub(super) unsettled: bool,
    pub(super) promise: Promise,
    /// Where what must not happen on the thread of an act happens; nothing where nobody runs anything.
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
    /// Looks around. Roots and protected places are looked up again for each call, since either may have
    /// been made, moved or replaced since the last one.
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

    /// Whether an effect that is there already counts as done.
    pub(super) fn repeated(&self) -> bool {
        self.surroundings.repeated
    }

    /// Whether what a call takes back may never have been done.
    pub(super) fn unsettled(&self) -> bool {
        self.surroundings.unsettled
    }

    /// Has the way back written down before the act. From then on a process may die at any point, and what
    /// it did is found and undone all the same.
    pub(super) fn promise(&self, undo: Option<&Call>) -> Result<(), Failure> {
        if let (Some(undo), Some(runtime)) = (undo, &self.surroundings.runtime) {
            let written = runtime.spawn((self.surroundings.promise)(undo.clone()));
            runtime.block_on(written).unwrap_or_else(|_| {
                Err(Failure::new(Cause::Failed, "the engine ended before anything was done"))
            })?;
        }
        // Nothing begins after a person has said stop.
        self.go_on()
    }

    /// Stops a long act once a person has said so.
    pub(super) fn go_on(&self) -> Result<(), Failure> {
        if self.surroundings.cancellation.is_cancelled() {
            return Err(Failure::new(Cause::Cancelled, "it was called off; nothing was changed"));
        }
        Ok(())
    }

    /// Tells how far a long act has come.
    pub(super) fn progress(&self, what: &str, done: u64, total: Option<u64>) {
        self.surroundings.events.emit(Event::Progress { what: what.into(), done, total });
    }
}

#[cfg(test)]
impl CallScope {
    /// A site in which nothing is protected.
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
