use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use lemmascope_intent::definition::{Options, Scope};
use lemmascope_intent::{Cancellation, Object, Sandbox, Value};

/// A time limit longer than any run, and short enough to be added to the current time.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// The context of a node: the values of its references, the options of its definition, and its deadline.
#[derive(Clone)]
pub(crate) struct Frame<'a> {
    /// The values of references.
    pub scope: Scope,
    /// The options of the definition.
    pub options: &'a Options,
    /// The deadline.
    pub deadline: Instant,
    /// Whether the node runs from its beginning, even if the run resumes an earlier one.
    pub afresh: bool,
    /// The sandbox of observations for an untrusted definition.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The locations in which the node is executed, by block keyword, if they differ from those of the
    /// session.
    pub blocks: BTreeMap<String, String>,
    /// The values of placeholders in a hook, if the frame is one of a hook.
    hook: Option<Arc<BTreeMap<&'static str, String>>>,
    /// The cancellation tokens of this part of the run and of the enclosing ones.
    stops: Vec<Cancellation>,
}

impl<'a> Frame<'a> {
    /// Creates the outermost frame.
    pub(crate) fn new(
        scope: Scope,
        options: &'a Options,
        limit: Duration,
        sandbox: Option<Arc<Sandbox>>,
    ) -> Self {
        Self {
            scope,
            options,
            deadline: after(limit),
            afresh: false,
            sandbox,
            blocks: BTreeMap::new(),
            hook: None,
            stops: Vec::new(),
        }
    }

    /// Turns the frame into one of a hook beside `other`, with which it stops.
    pub(super) fn of_hook(mut self, other: &Frame<'_>, names: BTreeMap<&'static str, String>) -> Self {
        self.hook = Some(Arc::new(names));
        self.stops.clone_from(&other.stops);
        self.afresh = true;
        self
    }

    /// Whether the frame belongs to a hook.
    pub(super) fn is_hook(&self) -> bool {
        self.hook.is_some()
    }

    /// Returns the values of placeholders in a hook.
    pub(super) fn hook_names(&self) -> Option<&BTreeMap<&'static str, String>> {
        self.hook.as_deref()
    }

    /// Returns the frame for a loop iteration.
    pub(super) fn with(&self, variable: &str, item: Value) -> Self {
        Self { scope: self.scope.with(variable, item), ..self.clone_without_scope() }
    }

    /// Returns the frame for a nested intent. Its own time limit applies, but not beyond the enclosing
    /// deadline.
    pub(super) fn of_intent<'b>(
        &self,
        scope: Scope,
        options: &'b Options,
        sandbox: Option<Arc<Sandbox>>,
    ) -> Frame<'b> {
        let own = options.timeout.as_ref().map(|limit| after(limit.value));
        let deadline = own.map_or(self.deadline, |own| own.min(self.deadline));
        let (blocks, hook, stops) = (self.blocks.clone(), self.hook.clone(), self.stops.clone());
        Frame { scope, options, deadline, afresh: self.afresh, sandbox, blocks, hook, stops }
    }

    /// Returns the frame with additional named values.
    pub(crate) fn with_all(&self, named: &Object) -> Self {
        let scope =
            named.iter().fold(self.scope.clone(), |scope, (name, value)| scope.with(name, value.clone()));
        Self { scope, ..self.clone_without_scope() }
    }

    /// Returns the frame for another location.
    pub(super) fn in_block(&self, keyword: &str, place: String) -> Self {
        let mut frame = self.clone();
        frame.blocks.insert(keyword.into(), place);
        frame
    }

    /// Returns a frame that can be stopped separately.
    pub(crate) fn stoppable(&self, stop: &Cancellation) -> Self {
        let mut frame = self.clone();
        frame.stops.push(stop.clone());
        frame
    }

    /// Returns a frame that runs from its beginning.
    pub(super) fn afresh(&self) -> Self {
        Self { afresh: true, ..self.clone() }
    }

    /// Returns the frame with a time limit that starts now.
    pub(crate) fn with_limit(&self, limit: Duration) -> Self {
        Self { deadline: after(limit), ..self.clone() }
    }

    pub(super) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    pub(super) fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stops.iter().any(Cancellation::is_cancelled)
    }

    /// Waits until this part of the run is stopped.
    pub(super) async fn stopped(&self) {
        let stops = self.stops.iter().map(|stop| Box::pin(stop.cancelled()));
        let mut stops: FuturesUnordered<_> = stops.collect();
        if stops.next().await.is_none() {
            // No token can stop it.
            std::future::pending().await
        }
    }

    fn clone_without_scope(&self) -> Self {
        Self {
            scope: Scope::default(),
            options: self.options,
            deadline: self.deadline,
            afresh: self.afresh,
            sandbox: self.sandbox.clone(),
            blocks: self.blocks.clone(),
            hook: self.hook.clone(),
            stops: self.stops.clone(),
        }
    }
}

/// Returns the time after a duration of any length.
pub(crate) fn after(limit: Duration) -> Instant {
    Instant::now() + limit.min(FOREVER)
}
