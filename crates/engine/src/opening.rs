use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use lemmascope_intent::{Domain, Failure, Source};
use lemmascope_language::goal::Places;
use lemmascope_store::Store;

use crate::approvals::Approvals;
use crate::catalog::{Catalog, Folder, Loader, ShippedPack, Signers, State, Tier, Watch, expand};
use crate::commands;
use crate::configuration::{Configuration, Origin};
use crate::engine::Engine;
use crate::learning::Learning;
use crate::ledger::{self, Ledger, REMEMBERED};
use crate::sessions::{Conversations, Leases, LiveRuns, Sessions};
use crate::vault::Vault;

/// The parts that an engine is built from.
pub struct Setup {
    /// The settings that are known before the store is open.
    pub configuration: Configuration,
    /// The engine's own folder, `~/.lemmascope`.
    pub home: PathBuf,
    /// The path of the program. Traces that were learned with one program are not used for another.
    pub program: PathBuf,
    /// The user's home folder, to which `~` expands.
    pub user_home: PathBuf,
    /// The working directory: relative pack folders are resolved against it.
    pub started_in: PathBuf,
    /// The domains, each with its verbs and built-in intents.
    pub domains: Vec<Domain>,
    /// The core definitions, compiled into the program.
    pub core: &'static [Source],
    /// The packs that are compiled into the program.
    pub packs: &'static [ShippedPack],
    /// The locations that sentences can refer to.
    pub places: Places,
}

/// Composes these domains with the commands of the engine.
pub fn compose(domains: &[Domain]) -> Catalog {
    Catalog::new(domains, &commands::signatures())
}

/// Returns the URL of the configured database, or of the file in the home folder.
pub(crate) fn store_url(configuration: &Configuration, home: &Path) -> String {
    match configuration.text("store.url") {
        url if url.is_empty() => format!("sqlite:{}", home.join("state.db").display()),
        url => url,
    }
}

/// Returns the file of the key that seals credentials.
pub(crate) fn key_file(
    configuration: &Configuration,
    home: &Path,
    user_home: &Path,
    started_in: &Path,
) -> PathBuf {
    match configuration.text("store.key_file") {
        path if path.is_empty() => home.join("key"),
        path => expand(&path, user_home, started_in),
    }
}

impl Engine {
    /// Opens the store and loads all definitions. Returns the engine and notices for the user, e.g. a state
    /// file that was moved aside, or definition files that were not loaded.
    pub async fn open(setup: Setup) -> Result<(Self, Vec<String>), Failure> {
        let mut configuration = setup.configuration;
        let url = store_url(&configuration, &setup.home);
        let key = key_file(&configuration, &setup.home, &setup.user_home, &setup.started_in);
        let opened = Store::open(&url, ledger::MIGRATIONS).await.map_err(ledger::failure)?;
        let mut notices: Vec<String> = opened.notice.into_iter().collect();
        let ledger = Ledger::new(opened.store);
        ledger.resume_count().await?;
        ledger.prune(REMEMBERED).await?;
        for (key, value) in ledger.settings().await? {
            // A setting that a newer or older version stored is unknown here. It is ignored and stays in the
            // store.
            let setting = configuration.find(&key).filter(|setting| setting.settable);
            if let Some((key, value)) = setting.and_then(|it| Some((it.key, it.accept(value).ok()?))) {
                configuration.put(key, Origin::Runtime, value);
            }
        }
        // If the store is not writable, the first request that has to write reports it.
        let _later =
            ledger.purge_now(configuration.duration("intent_engine.execution.checkpoint_retention")).await;
        let catalog = Arc::new(compose(&setup.domains));
        let compiled_in: Vec<(Tier, Source)> = setup
            .domains
            .iter()
            .flat_map(|domain| domain.definitions)
            .map(|source| (Tier::Builtin, *source))
            .chain(setup.core.iter().map(|source| (Tier::Core, *source)))
            .collect();
        let user = Folder { path: setup.home.join("intents"), tier: Tier::User };
        let loader = Loader::new(vec![user], setup.home.join("hooks.yaml"), compiled_in, setup.packs)
            .trusting(Signers::of_home(&setup.home));
        let here = setup.domains.iter().filter_map(|domain| domain.here.clone()).collect();
        let folders = (setup.user_home, setup.started_in);
        let state = State::new(configuration, loader, Arc::clone(&catalog), here, folders);
        let live_runs = LiveRuns::default();
        let engine = Self {
            catalog,
            leases: Leases::new(ledger.clone(), live_runs.clone()),
            live_runs,
            ledger,
            vault: Vault::new(key),
            sessions: Sessions::default(),
            conversations: Conversations::default(),
            approvals: Approvals::default(),
            learning: Learning::default(),
            sentences: setup.domains.iter().flat_map(|domain| domain.sentences).copied().collect(),
            places: setup.places,
            home: setup.home,
            program: setup.program,
            state: Arc::new(RwLock::new(state)),
            watch: Watch::default(),
            closing: setup.domains.into_iter().filter_map(|domain| domain.close).collect(),
        };
        notices.extend(engine.read(|state| {
            let faults = state.faults.len();
            (faults > 0).then(|| format!("{faults} definition(s) left out; `lemmascope check` shows why"))
        }));
        Ok((engine, notices))
    }
}
