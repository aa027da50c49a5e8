use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use lemmascope_intent::{
    Cancellation, Cause, Close, Domain, Event, EventSink, Failure, Here, Lookup, Owner, Parameter, Report,
    SensitiveFields, SitePattern, Source, nearest,
};
use lemmascope_language::command::{self, Command, ErrorCode, Line, ParseError, Vocabulary};
use lemmascope_language::goal::Places;
use lemmascope_store::Store;
use serde::{Deserialize, Serialize};

use crate::catalog::Catalog;
use crate::commands;
use crate::configuration::{Configuration, Origin};
use crate::credentials::Given;
use crate::document::document_of;
use crate::leases::Leases;
use crate::ledger::{self, Ledger, REMEMBERED};
use crate::loading::{FaultyFile, Folder, Loader};
use crate::registry::{Caller, Entry, Priority, Registry, Tier};
use crate::run_events::LiveRuns;
use crate::session::Sessions;
use crate::understanding::{Conversations, Saying};
use crate::vault::Vault;

/// How long a domain may take to put its things away.
const CLOSING: std::time::Duration = std::time::Duration::from_secs(10);

/// What an engine is made of.
pub struct Setup {
    /// All settings, as far as they are known before the store is open.
    pub configuration: Configuration,
    /// The engine's own folder, `~/.lemmascope`.
    pub home: PathBuf,
    /// The program. What was learnt by one is not for another.
    pub program: PathBuf,
    /// The user's home folder, which `~` stands for.
    pub user_home: PathBuf,
    /// The folder that relative pack folders start from.
    pub started_in: PathBuf,
    /// The domains, each with its verbs and built-in intents.
    pub domains: Vec<Domain>,
    /// The definitions that are shipped.
    pub core: &'static [Source],
    /// Where the places are that sentences speak of.
    pub places: Places,
}

/// Something that is asked for.
pub struct Request {
    /// A line of the command language, under which `define` may bring others, or a document.
    pub line: String,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner has for it.
    pub session: String,
    /// Where: relative paths start here.
    pub workspace: PathBuf,
    /// Who wants to know how it goes.
    pub events: Arc<dyn EventSink>,
    /// By which it can be called off.
    pub cancellation: Cancellation,
    /// Whether a person has said it at a terminal, and not a program in a script or through a connection.
    pub by_person: bool,
    /// Whether the line was typed at a terminal. Only there may a line that is no command be a sentence.
    pub at_terminal: bool,
    /// What the person gave beside the line, because it must not stand in one.
    pub given: Option<Given>,
}

impl Request {
    /// The name that the owner has for the session, of a request that is carried out: there `session` is the id.
    pub(crate) fn session_name(&self) -> &str {
        self.owner.session_name(&self.session).unwrap_or(&self.session)
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Reply {
    /// It was understood, and this is how it ended.
    Report(Box<Report>),
    /// The same, and the conversation goes on in another session.
    Moved {
        /// How it ended.
        report: Box<Report>,
        /// The session from here on.
        session: String,
    },
    /// It came as a document, and this document answers it.
    Document {
        /// What came of it, or the error document.
        document: Box<serde_json::Value>,
        /// The exit code of a command that ended like this.
        exit: u8,
    },
    /// It was said in a sentence, and nothing came of it but a question or an error.
    Refused {
        /// What a person is told.
        report: Box<Report>,
        /// What a program is.
        document: Box<serde_json::Value>,
        /// The exit code of a command that ended like this.
        exit: u8,
    },
    /// It was not understood.
    NotUnderstood(ParseError),
    /// The line was blank, or only a comment.
    Nothing,
    /// The session is to end.
    Exit,
}

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
    /// What people say for the verbs.
    pub(crate) sentences: Vec<Source>,
    /// Where the places are that sentences speak of, but for where each session works.
    pub(crate) places: Places,
    /// The engine's own folder.
    pub(crate) home: PathBuf,
    /// The program.
    pub(crate) program: PathBuf,
    pub(crate) state: Arc<RwLock<State>>,
    /// What the domains want done at the end.
    closing: Vec<Close>,
}

/// What changes while the engine runs.
pub(crate) struct State {
    pub(crate) configuration: Configuration,
    /// What was left out when the definitions were loaded.
    pub(crate) faults: Vec<FaultyFile>,
    loader: Loader,
    catalog: Arc<Catalog>,
    /// What packs and the user have described of pages.
    patterns: Arc<[SitePattern]>,
    /// What everybody can call.
    shared: Registry,
    /// What the sessions can call that have defined something.
    own: BTreeMap<String, Own>,
    user_home: PathBuf,
    started_in: PathBuf,
    /// Where sessions are.
    here: Vec<Here>,
}

/// What a session has defined for itself, and the registry with that in it.
#[derive(Default)]
struct Own {
    entries: Vec<Entry>,
    registry: Registry,
}

impl Engine {
    /// Opens the store and loads everything. The texts are notices for the person: a state file that
    /// was set aside, definitions that were left out.
    pub async fn open(setup: Setup) -> Result<(Self, Vec<String>), Failure> {
        let mut configuration = setup.configuration;
        let url = match configuration.text("store.url") {
            url if url.is_empty() => format!("sqlite:{}", setup.home.join("state.db").display()),
            url => url,
        };
        let key = match configuration.text("store.key_file") {
            path if path.is_empty() => setup.home.join("key"),
            path => expand(&path, &setup.user_home, &setup.started_in),
        };
        let opened = Store::open(&url, ledger::MIGRATIONS).await.map_err(ledger::failure)?;
        let mut notices: Vec<String> = opened.notice.into_iter().collect();
        let ledger = Ledger::new(opened.store);
        ledger.resume_count().await?;
        ledger.prune(REMEMBERED).await?;
        for (key, value) in ledger.settings().await? {
            // A setting that a newer or older program kept is none of ours; it stays where it is.
            let setting = configuration.find(&key).filter(|setting| setting.settable);
            if let Some((key, value)) = setting.and_then(|it| Some((it.key, it.accept(value).ok()?))) {
                configuration.put(key, Origin::Runtime, value);
            }
        }
        // A store that cannot be written to is told of when something has to be.
        let _later =
            ledger.purge_now(configuration.duration("intent_engine.execution.checkpoint_retention")).await;
        let catalog = Arc::new(Catalog::new(&setup.domains));
        let compiled_in: Vec<(Tier, Source)> = setup
            .domains
            .iter()
            .flat_map(|domain| domain.definitions)
            .map(|source| (Tier::Builtin, *source))
            .chain(setup.core.iter().map(|source| (Tier::Core, *source)))
            .collect();
        let user = Folder { path: setup.home.join("intents"), tier: Tier::User, pack: None };
        let mut state = State {
            configuration,
            faults: Vec::new(),
            loader: Loader::new(vec![user], compiled_in),
            catalog: Arc::clone(&catalog),
            patterns: Arc::default(),
            shared: Registry::default(),
            own: BTreeMap::new(),
            user_home: setup.user_home,
            started_in: setup.started_in,
            here: setup.domains.iter().filter_map(|domain| domain.here.clone()).collect(),
        };
        state.reread();
        let engine = Self {
            catalog,
            leases: Leases::new(ledger.clone()),
            live_runs: LiveRuns::default(),
            ledger,
            vault: Vault::new(key),
            sessions: Sessions::default(),
            conversations: Conversations::default(),
            sentences: setup.domains.iter().flat_map(|domain| domain.sentences).copied().collect(),
            places: setup.places,
            home: setup.home,
            program: setup.program,
            state: Arc::new(RwLock::new(state)),
            closing: setup.domains.into_iter().filter_map(|domain| domain.close).collect(),
        };
        notices.extend(engine.read(|state| {
            let faults = state.faults.len();
            (faults > 0).then(|| format!("{faults} definition(s) left out; `lemmascope check` shows why"))
        }));
        Ok((engine, notices))
    }

    /// Carries out one request.
    pub async fn submit(&self, mut request: Request) -> Reply {
        let admitted = commands::admit(&request.session);
        request.session = request.owner.session(&request.session);
        if self.reload() {
            let (intents, faults) = self.read(|state| (state.shared.count(), state.faults.len()));
            request.events.emit(Event::Reloaded { intents, faults });
        }
        if let Some(document) = document_of(&request.line) {
            return self.answer_document(document, &request).await;
        }
        let (header, body) = request.line.split_once('\n').unwrap_or((&request.line, ""));
        let line = match self.parse_known(header, &request).await {
            Ok(Some(line)) => line,
            Ok(None) => return Reply::Nothing,
            Err(error) => {
                return self.hear(header, self.explain(error, header), admitted.is_ok(), &request).await;
            }
        };
        let Some(command) = line.into_command() else { return Reply::Nothing };
        if command.name() == "exit" {
            return Reply::Exit;
        }
        if let Err(failure) = admitted {
            return Reply::Report(Box::new(Report::error(command.name(), &failure)));
        }
        let _turn = self.sessions.turn(&request.session).await;
        self.recall_session(&request).await;
        let reply = self.obey(&command, body, &request).await;
        self.keep_session(&request).await;
        reply
    }

    /// Carries out a command.
    async fn obey(&self, command: &Command, body: &str, request: &Request) -> Reply {
        // Boxed: the states of these are large, and the stack of a thread is not.
        let words = || command.argument("words").and_then(command::Value::as_str).unwrap_or_default();
        match command.name() {
            "say" => return Box::pin(self.say(&Saying::of(command), request)).await,
            "goal" => return Box::pin(self.plan_goal(words(), request)).await,
            "modify" => return Box::pin(self.modify_goal(words(), request)).await,
            // A yes is one to what was asked last, and that is over now.
            _ => self.forget_question(&request.session).await,
        }
        let report = Box::new(Box::pin(self.dispatch(command, body, request)).await);
        match commands::moved_to(command, &report, request) {
            Some(session) => Reply::Moved { report, session },
            None => Reply::Report(report),
        }
    }

    /// A line that is no command may be a sentence, where a person has typed it at a terminal. From a program, a script or a
    /// pipe a command is expected: sentences are said with `say`, and a command that is misspelt is not guessed at.
    async fn hear(&self, line: &str, error: ParseError, is_admitted: bool, request: &Request) -> Reply {
        // Two words that begin almost like a command are that command, misspelt.
        let is_misspelt = error.hint.is_some() && line.split_whitespace().nth(2).is_none();
        if error.code != ErrorCode::UnknownCommand || is_misspelt {
            return Reply::NotUnderstood(error);
        }
        if !request.at_terminal {
            return Reply::NotUnderstood(hint_at_say(error));
        }
        if !is_admitted {
            return Reply::NotUnderstood(error);
        }
        let _turn = self.sessions.turn(&request.session).await;
        self.recall_session(request).await;
        let reply = Box::pin(self.say(&Saying { sentence: line.into(), ..Saying::default() }, request)).await;
        self.keep_session(request).await;
        match reply {
            // One word that means nothing is a command that was misspelt.
            Reply::Refused { exit: 2, .. } if line.split_whitespace().nth(1).is_none() => {
                Reply::NotUnderstood(error)
            }
            reply => reply,
        }
    }

    /// A name that is unknown because its definition was left out is told so.
    fn explain(&self, mut error: ParseError, line: &str) -> ParseError {
        let word = line.split_whitespace().next().unwrap_or_default();
        let left_out = self.read(|state| {
            let named = |path: &str| std::path::Path::new(path).file_stem().is_some_and(|stem| stem == word);
            state.faults.iter().find(|fault| named(&fault.path)).map(|fault| fault.path.clone())
        });
        let begins = |at: usize, word: &str| {
            line.split_whitespace().nth(at).is_some_and(|said| said.eq_ignore_ascii_case(word))
        };
        if begins(0, "credentials") && begins(1, "add") && error.code == ErrorCode::UnexpectedInput {
            // What does not belong there may well be the password.
            error.message = "there is something in the line that does not belong there".into();
            error.hint = Some(
                "a password never stands in a line: the shell remembers lines, and others on this machine can see them. \
                 Leave it out, and you are asked for it"
                    .into(),
            );
        }
        if let (ErrorCode::UnknownCommand, Some(path)) = (error.code, left_out) {
            error.hint = Some(format!("its definition has faults; `lemmascope check {path}` shows them"));
        }
        error
    }

    /// Reads a line. A name that is not known here may have been defined in the session before a restart, or by another process.
    async fn parse_known(&self, line: &str, request: &Request) -> Result<Option<Line>, ParseError> {
        match self.parse(line, &request.session) {
            Err(error) if error.code == ErrorCode::UnknownCommand => {
                self.recall_session(request).await;
                self.parse(line, &request.session)
            }
            parsed => parsed,
        }
    }

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
            let winners = state.shared.winners(&state.priority());
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

    /// What a verb asks when it wants to know a setting: the answer is the one at the moment of asking.
    pub(crate) fn lookup(&self) -> Lookup {
        let state = Arc::clone(&self.state);
        Arc::new(move |key| {
            let state = state.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            state.configuration.find(key).map(|setting| state.configuration.get(setting).0)
        })
    }

    /// What packs and the user have described of pages.
    pub(crate) fn patterns(&self) -> Arc<[SitePattern]> {
        self.read(|state| Arc::clone(&state.patterns))
    }

    /// A setting that is a duration.
    pub fn duration(&self, key: &str) -> std::time::Duration {
        self.read(|state| state.configuration.duration(key))
    }

    /// How many intents are registered.
    pub fn intent_count(&self) -> usize {
        self.read(|state| state.shared.names().count())
    }

    /// Has the domains put away what they have opened, waits until everything that was noted is written, and
    /// closes the store. The last thing that is asked of an engine.
    pub async fn close(&self) {
        // One that does not come to an end must not keep the engine from ending.
        let closing = self.closing.iter().map(|close| tokio::time::timeout(CLOSING, close()));
        futures_util::future::join_all(closing).await;
        self.ledger.close().await;
    }

    /// Reads definitions that have changed. Says whether any had.
    fn reload(&self) -> bool {
        self.write(|state| {
            let changed = state.loader.refresh(&state.configuration, &self.catalog);
            if changed {
                state.rebuild();
            }
            changed
        })
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    pub(crate) fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.write().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// An unknown command may have been meant as a sentence; the hint says how one is said. Where it is unknown for a reason of its
/// own, the hint keeps that reason; it drops suggestions of commands that are merely spelled alike.
fn hint_at_say(mut error: ParseError) -> ParseError {
    let say = "a sentence is said with `say`: lemmascope say \"…\"";
    let reason = error.hint.filter(|hint| !hint.starts_with("did you mean"));
    error.hint = Some(reason.map_or_else(|| say.into(), |reason| format!("{reason}; {say}")));
    error
}

impl State {
    /// Reads all definitions anew, as the configuration has it now.
    pub(crate) fn reread(&mut self) {
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        let packs = paths.iter().map(|path| expand(path, &self.user_home, &self.started_in)).collect();
        self.loader.reread(packs, &self.configuration, &self.catalog);
        self.rebuild();
    }

    /// Builds the registries anew from what was loaded and what was defined since.
    fn rebuild(&mut self) {
        let priority = self.priority();
        self.patterns = self.loader.patterns();
        (self.shared, self.faults) = self.loader.build(&self.catalog, &priority, &[]);
        for own in self.own.values_mut() {
            own.registry = self.loader.build(&self.catalog, &priority, &own.entries).0;
        }
    }

    /// Registers an intent for a session, unless it closes a circle.
    pub(crate) fn define(&mut self, session: &str, entry: Entry) -> Result<(), FaultyFile> {
        let known = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        let named = |other: &Entry| other.definition.intent.value == entry.definition.intent.value;
        let mut entries: Vec<Entry> = known.iter().filter(|known| !named(known)).cloned().collect();
        entries.push(entry);
        let (registry, mut faults) = self.loader.build(&self.catalog, &self.priority(), &entries);
        let closed = faults.len() > self.faults.len();
        match faults.pop().filter(|_| closed) {
            Some(fault) => Err(fault),
            None => {
                self.own.insert(session.into(), Own { entries, registry });
                Ok(())
            }
        }
    }

    /// The sources of the intents that a session has defined, in the order in which they were.
    pub(crate) fn sources_of(&self, session: &str) -> Vec<String> {
        let entries = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        entries.iter().map(|entry| entry.source.to_string()).collect()
    }

    /// Forgets what a session has defined: the intent of that name, or all. Says how many there were.
    pub(crate) fn undefine(&mut self, session: &str, name: Option<&str>) -> usize {
        let Some(own) = self.own.get_mut(session) else { return 0 };
        let before = own.entries.len();
        own.entries.retain(|entry| name.is_some_and(|name| entry.definition.intent.value != name));
        let removed = before - own.entries.len();
        if own.entries.is_empty() {
            self.own.remove(session);
        }
        self.rebuild();
        removed
    }

    pub(crate) fn priority(&self) -> Priority {
        Priority::new(
            &self.configuration.texts("intent_engine.resolution.tier_priority"),
            self.configuration.switch("intent_engine.resolution.allow_discovered"),
        )
    }

    /// What a session can call.
    pub(crate) fn registry(&self, session: &str) -> &Registry {
        self.own.get(session).map_or(&self.shared, |own| &own.registry)
    }

    pub(crate) fn resolve(&self, name: &str, session: &str) -> Option<&Entry> {
        self.registry(session).resolve(name, &self.caller(session), &self.priority())
    }

    /// From where the person of a session calls: the page that is open in it.
    pub(crate) fn caller(&self, session: &str) -> Caller {
        Caller::at(self.here.iter().find_map(|here| here(session)).as_deref())
    }

    /// Whether a page is open in a session.
    pub(crate) fn has_place(&self, session: &str) -> bool {
        self.here.iter().any(|here| here(session).is_some())
    }

    /// The failure for a name that nothing has.
    pub(crate) fn unknown(&self, name: &str, session: &str, catalog: &Catalog) -> Failure {
        if catalog.grammar().form(name).is_some() {
            return Failure::new(Cause::Unavailable, format!("\"{name}\" is not available"))
                .hint("The command is known, but what carries it out is not part of this build.");
        }
        let verbs = catalog.signatures().map(|signature| signature.name);
        let names = self.registry(session).names().chain(verbs);
        let failure = Failure::new(Cause::UnknownIntent, format!("there is no intent \"{name}\""));
        let in_packs: Vec<String> = self.registry(session).in_packs(name).map(Entry::full_name).collect();
        if !in_packs.is_empty() {
            let failure =
                failure.context("an intent of a pack goes by its name alone on the pack's own pages");
            return failure.hint(format!("Call it as {}.", in_packs.join(" or ")));
        }
        match nearest(name, names) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`intents` lists what there is."),
        }
    }
}

/// A path as the configuration writes it: `~` is the user's home, and relative ones start somewhere.
fn expand(path: &str, user_home: &Path, start: &Path) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => user_home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => user_home.join(rest.trim_start_matches('/')),
        _ => start.join(path),
    }
}
