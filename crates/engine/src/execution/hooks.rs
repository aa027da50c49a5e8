//! Hooks: steps of the user or of a pack that run around those of an intent, and after a navigation.
//!
//! A failing hook is reported and stops nothing. Steps of a hook trigger no hooks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lemmascope_intent::definition::{Hooks, Options, Scope, Step};
use lemmascope_intent::{Event, Failure, Value};

use super::{Frame, Position, Runner, lock};
use crate::catalog::{Catalog, Pack, State};
use crate::plan::Planner;

/// The first position of hooks in the journal, beyond those of the plan and of its recovery.
const FIRST_PLACE: usize = 2_000_000;

/// The hooks of a run.
pub(crate) struct RunHooks {
    state: Arc<RwLock<State>>,
    catalog: Arc<Catalog>,
    session: String,
    /// The values of placeholders in their texts.
    names: BTreeMap<&'static str, String>,
    /// The pack of the intent.
    pack: Option<String>,
    /// The address of the session at the last check.
    address: Mutex<Option<String>>,
    done: AtomicUsize,
}

/// The trigger of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The start of an intent.
    BeforeIntent,
    /// A navigation.
    AfterNavigate,
    /// The failure of an intent.
    OnError,
}

impl Moment {
    fn as_str(self) -> &'static str {
        match self {
            Self::BeforeIntent => "before_intent",
            Self::AfterNavigate => "after_navigate",
            Self::OnError => "on_error",
        }
    }

    fn steps(self) -> fn(&Hooks) -> &Vec<Step> {
        match self {
            Self::BeforeIntent => |hooks| &hooks.before_intent,
            Self::AfterNavigate => |hooks| &hooks.after_navigate,
            Self::OnError => |hooks| &hooks.on_error,
        }
    }
}

impl RunHooks {
    /// Creates the hooks for a run of an intent or of a verb in a session.
    pub(crate) fn new(
        state: &Arc<RwLock<State>>,
        catalog: &Arc<Catalog>,
        session: &str,
        run: &str,
        intent: &str,
    ) -> Self {
        let name = |text: &str| -> String {
            // The values are used in file names.
            text.chars()
                .map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' })
                .collect()
        };
        let names = BTreeMap::from([("run", name(run)), ("intent", name(intent))]);
        let hooks = Self {
            state: Arc::clone(state),
            catalog: Arc::clone(catalog),
            session: session.into(),
            names,
            pack: intent.rsplit_once('/').map(|(pack, _)| pack.to_string()),
            address: Mutex::default(),
            done: AtomicUsize::new(0),
        };
        *lock(&hooks.address) = hooks.read(|state| state.address(session));
        hooks
    }

    fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the page has changed since the last check.
    fn has_moved(&self) -> bool {
        let now = self.read(|state| state.address(&self.session));
        let mut known = lock(&self.address);
        let has_moved = now.is_some() && *known != now;
        *known = now;
        has_moved
    }

    /// Returns the plans of the hooks for a trigger, each with the name of its origin.
    fn planned(&self, moment: Moment) -> Vec<(String, Planned)> {
        self.read(|state| {
            let is_own = |pack: &Pack| self.pack.as_deref() == Some(&*pack.name);
            let is_meant = |pack: &Pack| match moment {
                Moment::AfterNavigate => state.takes_part(pack, &self.session),
                Moment::BeforeIntent | Moment::OnError => is_own(pack),
            };
            let planner = |caller| Planner {
                catalog: &self.catalog,
                registry: state.registry(&self.session),
                priority: state.priority(),
                configuration: &state.configuration,
                caller,
            };
            let hookings = state.hooks(moment.steps(), is_meant);
            hookings
                .into_iter()
                .map(|hooking| {
                    let whose = match &hooking.pack {
                        Some(pack) => format!("{} of the pack \"{pack}\"", moment.as_str()),
                        None => moment.as_str().to_string(),
                    };
                    let nodes = planner(hooking.caller.clone()).plan_hook(&hooking);
                    (whose, nodes.map(|nodes| (nodes, hooking.trust.sandbox.clone())))
                })
                .collect()
        })
    }

    fn placeholders(&self) -> BTreeMap<&'static str, String> {
        let now = jiff::Timestamp::now();
        let mut names = self.names.clone();
        names.insert("timestamp", now.strftime("%Y%m%dT%H%M%S%3fZ").to_string());
        names.insert("date", now.strftime("%Y-%m-%d").to_string());
        names
    }
}

type Planned = Result<(Vec<lemmascope_intent::Node>, Option<Arc<lemmascope_intent::Sandbox>>), Failure>;

impl Runner<'_> {
    /// Runs the hooks for a trigger. Does nothing inside a hook or in a cancelled run.
    pub(crate) async fn hook(&self, moment: Moment, frame: &Frame<'_>) {
        if frame.is_hook() || self.is_called_off(frame) {
            return;
        }
        for (whose, planned) in self.hooks.planned(moment) {
            let ended = match planned {
                Ok((nodes, sandbox)) => {
                    let options = Options::default();
                    let limit = self.policy.step_timeout;
                    let inner = Frame::new(Scope::default(), &options, limit, sandbox)
                        .of_hook(frame, self.hooks.placeholders());
                    let place = FIRST_PLACE + self.hooks.done.fetch_add(1, Ordering::Relaxed);
                    let before = self.trace().told_of_calls();
                    let ended = self.nodes(&nodes, &inner, &Position::default().child(place)).await;
                    self.trace().tell_of_calls(before);
                    ended.map(drop)
                }
                Err(failure) => Err(failure),
            };
            if let Err(failure) = ended {
                let message = self.mask(&format!("the hook {whose} failed: {}", failure.message));
                self.events.emit(Event::Warning { message: message.clone() });
                self.trace().hook_failures.push(message);
            }
        }
        // The navigation of a hook does not trigger hooks.
        self.hooks.has_moved();
    }

    /// Runs the hooks for a navigation, if the last call has navigated.
    pub(super) async fn hook_after_call(&self, frame: &Frame<'_>) {
        if !frame.is_hook() && self.hooks.has_moved() {
            // Boxed, because the calls of a hook lead here again.
            Box::pin(self.hook(Moment::AfterNavigate, frame)).await;
        }
    }
}

/// Replaces the placeholders in the texts of a value.
pub(super) fn filled(value: Value, names: &BTreeMap<&'static str, String>) -> Value {
    match value {
        Value::Text(text) => {
            let fill =
                |text: String, (name, value): (&&str, &String)| text.replace(&format!("{{{name}}}"), value);
            Value::Text(names.iter().fold(text, fill))
        }
        Value::List(items) => items.into_iter().map(|item| filled(item, names)).collect::<Vec<_>>().into(),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(key, value)| (key, filled(value, names))).collect())
        }
        other => other,
    }
}
