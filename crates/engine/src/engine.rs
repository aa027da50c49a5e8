//! The engine as a value: its services, and the queries that every module makes to them. The modules above it
//! execute requests.

use std::path::PathBuf;
use std::sync::{Arc, RwLock};

use lemmascope_intent::{Close, Lookup, Owner, Parameter, Seals, SensitiveFields, SitePattern, Source};
use lemmascope_language::command::{self, Line, ParseError, Vocabulary};
use lemmascope_language::goal::Places;
use serde::{Deserialize, Serialize};

use crate::approvals::Approvals;
use crate::catalog::{Catalog, State, Watch};
use crate::learning::Learning;
use crate::ledger::Ledger;
use crate::sessions::{Conversations, Leases, LiveRuns, Sessions};
use crate::vault::{Vault, seals};

/// The time that a domain has to close its resources.
const CLOSING: std::time::Duration = std::time::Duration::from_secs(10);

/// A callable intent or verb, with the data that completion needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Callable {
    /// The name.
    pub name: String,
    /// The one-line summary.
    pub summary: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Whether a parameter is a secret, so that a call must not be recorded.
    pub guarded: bool,
}

/// The engine: everything that is registered, and the services that execute it.
pub struct Engine {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) ledger: Ledger,
    pub(crate) leases: Leases,
    pub(crate) live_runs: LiveRuns,
    pub(crate) vault: Vault,
    pub(crate) sessions: Sessions,
    pub(crate) conversations: Conversations,
    pub(crate) approvals: Approvals,
    pub(crate) learning: Learning,
    /// The sentence patterns of the verbs.
    pub(crate) sentences: Vec<Source>,
    /// The locations that sentences can refer to, except for the working directory of each session.
    pub(crate) places: Places,
    /// The engine's own folder.
    pub(crate) home: PathBuf,
    /// The path of the program.
    pub(crate) program: PathBuf,
    pub(crate) state: Arc<RwLock<State>>,
    /// Detects changes to definition files.
    pub(crate) watch: Watch,
    /// The functions that close the resources of the domains.
    pub(crate) closing: Vec<Close>,
}

impl Engine {
    /// Parses a line with the names of everything that the session can call.
    pub(crate) fn parse(&self, line: &str, session: &str) -> Result<Option<Line>, ParseError> {
        self.read(|state| {
            let intents = state.registry(session).names();
            let verbs = self.catalog.signatures().map(|signature| signature.name);
            command::parse(line, &Vocabulary::new(self.catalog.grammar(), intents.chain(verbs)))
        })
    }

    /// Returns everything that any session can call: intents and verbs, sorted by name.
    pub fn callables(&self) -> Vec<Callable> {
        self.read(|state| {
            let sensitive = state.configuration.sensitive();
            let callable = |name: &str, summary: &str, parameters: &[Parameter]| Callable {
                name: name.into(),
                summary: summary.into(),
                parameters: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
                guarded: parameters.iter().any(|it| !it.recorded || sensitive.matches(&it.name)),
            };
            let winners = state.shared.winners(state.priority());
            let intents = winners.iter().map(|entry| {
                let definition = &entry.definition;
                callable(&entry.full_name(), &definition.description, &entry.parameters())
            });
            let verbs = self.catalog.signatures().map(|it| callable(it.name, it.summary, &it.parameters));
            let mut callables: Vec<Callable> = intents.chain(verbs).collect();
            callables.sort_by(|a, b| a.name.cmp(&b.name));
            callables
        })
    }

    /// Returns the fields whose values are secret, by name.
    pub(crate) fn sensitive(&self) -> SensitiveFields {
        self.read(|state| state.configuration.sensitive())
    }

    /// Returns the cipher with which domains seal the data that they store for an owner.
    pub fn seals(&self, owner: &Owner) -> Seals {
        seals(self.vault.clone(), owner.clone())
    }

    /// Returns a function with which verbs read settings. It returns the value at the time of the call.
    pub fn lookup(&self) -> Lookup {
        let state = Arc::clone(&self.state);
        Arc::new(move |key| {
            let state = state.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            state.configuration.find(key).map(|setting| state.configuration.get(setting).0)
        })
    }

    /// Returns the page patterns of the session's packs and of the user.
    pub(crate) fn patterns(&self, session: &str) -> Arc<[SitePattern]> {
        self.read(|state| state.patterns(session))
    }

    /// Returns a setting that is a duration.
    pub fn duration(&self, key: &str) -> std::time::Duration {
        self.read(|state| state.configuration.duration(key))
    }

    /// Returns the number of registered intents.
    pub fn intent_count(&self) -> usize {
        self.read(|state| state.shared.names().count())
    }

    /// Lets the domains store and close their resources, waits until all records are written, and closes the
    /// store. No other method may be called afterwards.
    pub async fn close(&self) {
        // A domain that does not finish must not block the shutdown.
        let closing = self.closing.iter().map(|close| tokio::time::timeout(CLOSING, close()));
        futures_util::future::join_all(closing).await;
        self.ledger.close().await;
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    pub(crate) fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.write().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
