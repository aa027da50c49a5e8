use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use lemmascope_intent::definition::{Options, Scope};
use lemmascope_intent::{Cancellation, Object, Sandbox, Value};

/// Longer than any run takes, and short enough to be added to the present moment.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// What surrounds a node: the values its references stand for, how its definition wants it run, and
/// until when.
#[derive(Clone)]
pub(crate) struct Frame<'a> {
    /// The values.
    pub scope: Scope,
    /// The options of the definition.
    pub options: &'a Options,
    /// When it must be over.
    pub deadline: Instant,
    /// Whether it is run from its beginning, although the run continues an earlier one.
    pub afresh: bool,
    /// The bounds of what it looks at, where that is done for a definition that is not trusted.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The places that it is done at, where these are not the ones that the session is at, by the words for them.
    pub blocks: BTreeMap<String, String>,
    /// The names in braces of a hook, where it is done for one.
    hook: Option<Arc<BTreeMap<&'static str, String>>>,
    /// Set when this part of the run is not wanted any more, and the ones around it.
    stops: Vec<Cancellation>,
}

impl<'a> Frame<'a> {
    /// The outermost frame.
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

    /// Of a hook that is done beside what `other` surrounds: it stops with that.
    pub(super) fn of_hook(mut self, other: &Frame<'_>, names: BTreeMap<&'static str, String>) -> Self {
        self.hook = Some(Arc::new(names));
        self.stops.clone_from(&other.stops);
        self.afresh = true;
        self
    }

    /// Whether it is of a hook.
    pub(super) fn is_hook(&self) -> bool {
        self.hook.is_some()
    }

    /// What the names in braces of a hook stand for.
    pub(super) fn hook_names(&self) -> Option<&BTreeMap<&'static str, String>> {
        self.hook.as_deref()
    }

    /// Inside a loop.
    pub(super) fn with(&self, variable: &str, item: Value) -> Self {
        Self { scope: self.scope.with(variable, item), ..self.clone_without_scope() }
    }

    /// Inside another intent: it may take as long as it says, but not longer than what is around it.
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

    /// With what was named since.
    pub(crate) fn with_all(&self, named: &Object) -> Self {
        let scope =
            named.iter().fold(self.scope.clone(), |scope, (name, value)| scope.with(name, value.clone()));
        Self { scope, ..self.clone_without_scope() }
    }

    /// At another place.
    pub(super) fn in_block(&self, keyword: &str, place: String) -> Self {
        let mut frame = self.clone();
        frame.blocks.insert(keyword.into(), place);
        frame
    }

    /// A part that can be called off by itself.
    pub(crate) fn stoppable(&self, stop: &Cancellation) -> Self {
        let mut frame = self.clone();
        frame.stops.push(stop.clone());
        frame
    }

    /// A part that is run from its beginning.
    pub(super) fn afresh(&self) -> Self {
        Self { afresh: true, ..self.clone() }
    }

    /// The same with so much time from now on.
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
            // Nothing can stop it.
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

/// The moment after that time; any length is allowed.
pub(crate) fn after(limit: Duration) -> Instant {
    Instant::now() + limit.min(FOREVER)
}
