//! The engine as a value: its services, and the questions that every room asks of them. The rooms above carry requests out.

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

/// The time that a domain has to close what it has opened.
const CLOSING: std::time::Duration = std::time::Duration::from_secs(10);

/// Something that can be called, as much of it as completion needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Callable {
    /// Its name.
    pub name: String,
    /// What it does.
    pub summary: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Whether one of them is a secret, so that a call must not be written down.
    pub guarded: bool,
}

/// The engine: everything that is registered, and what carries it out.
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
    /// What people say for the verbs.
    pub(crate) sentences: Vec<Source>,
    /// Where the places are that sentences speak of, but for where each session works.
    pub(crate) places: Places,
    /// The engine's own folder.
    pub(crate) home: PathBuf,
    /// The program.
    pub(crate) program: PathBuf,
    pub(crate) state: Arc<RwLock<State>>,
    /// Whether the files that definitions are read from have changed.
    pub(crate) watch: Watch,
    /// What the domains want done at the end.
    pub(crate) closing: Vec<Close>,
}

impl Engine {
    /// Reads a line with the names of everything that the session can call.
    pub(crate) fn parse(&self, line: &str, session: &str) -> Result<Option<Line>, ParseError> {
        self.read(|state| {
            let intents = state.registry(session).names();
            let verbs = self.catalog.signatures().map(|signature| signature.name);
            command::parse(line, &Vocabulary::new(self.catalog.grammar(), intents.chain(verbs)))
        })
    }

    /// Everything that anybody can call: intents and verbs, sorted by name.
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

    /// Which names are secret.
    pub(crate) fn sensitive(&self) -> SensitiveFields {
        self.read(|state| state.configuration.sensitive())
    }

    /// Seals what domains store for an owner.
    pub fn seals(&self, owner: &Owner) -> Seals {
        seals(self.vault.clone(), owner.clone())
    }

    /// What a verb asks when it wants to know a setting: the answer is the one at the moment of asking.
    pub fn lookup(&self) -> Lookup {
        let state = Arc::clone(&self.state);
        Arc::new(move |key| {
            let state = state.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            state.configuration.find(key).map(|setting| state.configuration.get(setting).0)
        })
    }

    /// What the packs of a session and the user have described of pages.
    pub(crate) fn patterns(&self, session: &str) -> Arc<[SitePattern]> {
        self.read(|state| state.patterns(session))
    }

    /// A setting that is a duration.
    pub fn duration(&self, key: &str) -> std::time::Duration {
        self.read(|state| state.configuration.duration(key))
    }

    /// How many intents are registered.
    pub fn intent_count(&self) -> usize {
        self.read(|state| state.shared.names().count())
    }

    /// Has the domains stored what they have opened, waits until everything that was noted is written, and
    /// closes the store. The last thing that is asked of an engine.
    pub async fn close(&self) {
        // One that does not come to an end must not keep the engine from ending.
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
