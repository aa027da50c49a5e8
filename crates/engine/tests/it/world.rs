//! An engine with a separate home, and helpers for sending lines to it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lemmascope_desktop::files;
use lemmascope_engine::configuration::{Configuration, Origin};
use lemmascope_engine::{Engine, Given, Grant, Reply, Request, Setup, ShippedPack, to_json, to_text};
use lemmascope_intent::{Cancellation, Event, Failure, Report, Secret, Source, Status};
use lemmascope_store::Store;

use crate::lab::{self, Lab};
use crate::page::{self, Heard};

pub(crate) const CORE: &[Source] = &[
    Source { name: "new_project.yaml", text: include_str!("../../../../intents/core/new_project.yaml") },
    Source { name: "rename_safely.yaml", text: include_str!("../../../../intents/core/rename_safely.yaml") },
    Source { name: "copy_files.yaml", text: include_str!("../../../../intents/core/copy_files.yaml") },
];

pub(crate) struct World {
    pub(crate) engine: Engine,
    pub(crate) lab: Arc<Lab>,
    /// The calls of the page domain.
    pub(crate) heard: Arc<Heard>,
    pub(crate) place: Place,
    pub(crate) events: Arc<Mutex<Vec<Event>>>,
    /// All responses, as text and as JSON.
    pub(crate) said: Mutex<String>,
}

/// The persistent environment of an engine, which survives a restart.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) folder: Arc<tempfile::TempDir>,
    pub(crate) configuration: Configuration,
    pub(crate) core: &'static [Source],
    pub(crate) shipped: &'static [ShippedPack],
    /// The built-in intents of the first domain.
    pub(crate) builtin: &'static [Source],
    /// The calls of the page domain, if it is present.
    pages: Option<Arc<Heard>>,
}

/// The response to a line.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) text: String,
    pub(crate) json: serde_json::Value,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let mut place = Self {
            folder,
            configuration: Configuration::default(),
            core: CORE,
            shipped: &[],
            builtin: &[],
            pages: None,
        };
        for folder in [place.intents(), place.workspace(), place.packs()] {
            std::fs::create_dir_all(folder).unwrap();
        }
        // Short delays keep the tests fast.
        place.configure("intent_engine.execution.retry_delay", "1ms");
        place.configure("intent_engine.packs.pack_paths", &place.packs().display().to_string());
        place
    }

    pub(crate) fn configure(&mut self, key: &str, text: &str) {
        let setting = self.configuration.find(key).unwrap();
        let (key, value) = (setting.key, setting.read(text).unwrap());
        self.configuration.put(key, Origin::File, value);
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub(crate) fn intents(&self) -> PathBuf {
        self.home().join("intents")
    }

    pub(crate) fn packs(&self) -> PathBuf {
        self.folder.path().join("packs")
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(crate) async fn open(&self, lab: &Arc<Lab>) -> Result<(Engine, Vec<String>), Failure> {
        let mut domains = lab::domains(lab);
        if let Some(first) = domains.first_mut().filter(|_| !self.builtin.is_empty()) {
            first.definitions = self.builtin;
        }
        if let Some(heard) = &self.pages {
            domains.retain(|domain| domain.name != "web");
            domains.push(page::domain(heard));
        }
        domains.push(files::domain(files::Settings {
            roots: vec![".".into()],
            protected: vec![self.home()],
            home: self.folder.path().to_path_buf(),
            trash: self.folder.path().join("trash"),
            versions: self.home().join("versions"),
            programs: Vec::new(),
        }));
        Engine::open(Setup {
            configuration: self.configuration.clone(),
            home: self.home(),
            program: "/proc/self/exe".into(),
            user_home: self.folder.path().to_path_buf(),
            started_in: self.folder.path().to_path_buf(),
            domains,
            core: self.core,
            packs: self.shipped,
            places: lemmascope_language::goal::Places::default(),
        })
        .await
    }
}

impl World {
    pub(crate) async fn on_sqlite() -> Self {
        Self::at(Place::new()).await
    }

    pub(crate) async fn on_postgres() -> Self {
        let mut place = Place::new();
        let url = tokio::task::spawn_blocking(crate::cluster::database).await.unwrap();
        place.configure("store.url", &url);
        Self::at(place).await
    }

    pub(crate) async fn at(place: Place) -> Self {
        let lab = Arc::new(Lab::default());
        let (engine, notices) = place.open(&lab).await.unwrap();
        assert_eq!(notices, [""; 0]);
        Self { engine, lab, heard: Arc::default(), place, events: Arc::default(), said: Mutex::default() }
    }

    /// Opens another engine on the same store, with the same lab.
    pub(crate) async fn beside(&self) -> Self {
        let (engine, _) = self.place.open(&self.lab).await.unwrap();
        let (lab, place) = (Arc::clone(&self.lab), self.place.clone());
        Self { engine, lab, heard: Arc::default(), place, events: Arc::default(), said: Mutex::default() }
    }

    /// Waits for a warning that contains these words.
    pub(crate) async fn warned(&self, words: &str) {
        let is_it = |event: &Event| matches!(event, Event::Warning { message } if message.contains(words));
        while !self.events.lock().unwrap().iter().any(is_it) {
            tokio::task::yield_now().await;
        }
    }

    /// Returns the report of a request.
    #[track_caller]
    pub(crate) fn report(&self, reply: Reply) -> Answer {
        match reply {
            Reply::Report(report) | Reply::Moved { report, .. } => self.answer(*report),
            other => panic!("{other:?}"),
        }
    }

    /// Adds a page domain that records its calls.
    pub(crate) async fn with_pages(mut self) -> Self {
        self.place.pages = Some(Arc::clone(&self.heard));
        self.reopen().await;
        self
    }

    /// Closes the engine, and opens another one on the same state.
    pub(crate) async fn reopen(&mut self) -> Vec<String> {
        self.engine.close().await;
        self.replace().await
    }

    /// Replaces the engine by another one without closing it.
    pub(crate) async fn replace(&mut self) -> Vec<String> {
        let (engine, notices) = self.place.open(&self.lab).await.unwrap();
        self.engine = engine;
        notices
    }

    /// Writes a definition to the user's folder.
    pub(crate) fn intent(&self, name: &str, body: &str) {
        write_intent(&self.place.intents().join(format!("{name}.yaml")), name, body);
    }

    pub(crate) async fn say(&self, line: &str) -> Answer {
        self.say_as("main", line).await
    }

    pub(crate) async fn say_as(&self, session: &str, line: &str) -> Answer {
        match self.submit(session, line, &Cancellation::default()).await {
            Reply::Report(report) | Reply::Moved { report, .. } => self.answer(*report),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Sends a line that must lead to a question.
    pub(crate) async fn ask(&self, line: &str) {
        let reply = self.submit("main", line, &Cancellation::default()).await;
        assert!(matches!(reply, Reply::Refused { exit: 4, .. }), "{line}: {reply:?}");
    }

    /// Sends a line that can be cancelled.
    pub(crate) async fn say_until(&self, line: &str, cancellation: &Cancellation) -> Answer {
        match self.submit("main", line, cancellation).await {
            Reply::Report(report) => self.answer(*report),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Sends a line with credentials outside of it, as a person does.
    pub(crate) async fn give(
        &self,
        line: &str,
        username: &str,
        password: &str,
        totp: Option<&str>,
    ) -> Answer {
        let secret = |text: &str| Secret::new(text.to_string());
        let given = Given { username: username.into(), password: secret(password), totp: totp.map(secret) };
        let mut request = self.request("main", line, &Cancellation::default());
        request.given = Some(given);
        match self.engine.submit(request).await {
            Reply::Report(report) => self.answer(*report),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Sends a line as a program does.
    pub(crate) async fn say_by_program(&self, line: &str) -> Answer {
        let mut request = self.request("main", line, &Cancellation::default());
        (request.by_person, request.at_terminal) = (false, false);
        match self.engine.submit(request).await {
            Reply::Report(report) => self.answer(*report),
            other => panic!("{line}: {other:?}"),
        }
    }

    pub(crate) async fn submit(&self, session: &str, line: &str, cancellation: &Cancellation) -> Reply {
        self.engine.submit(self.request(session, line, cancellation)).await
    }

    pub(crate) fn request(&self, session: &str, line: &str, cancellation: &Cancellation) -> Request {
        let events = Arc::clone(&self.events);
        let mut request = Request::new(line, &Grant::local(), session, self.place.workspace());
        request.events = Arc::new(move |event| events.lock().unwrap().push(event));
        request.cancellation = cancellation.clone();
        request.by_person = true;
        request.at_terminal = true;
        request
    }

    /// Opens the store as another program would.
    pub(crate) async fn store(&self) -> Store {
        let url = match self.place.configuration.text("store.url") {
            url if url.is_empty() => format!("sqlite:{}", self.place.home().join("state.db").display()),
            url => url,
        };
        Store::open(&url, &[]).await.unwrap().store
    }

    fn answer(&self, report: Report) -> Answer {
        let (text, json) = (to_text(&report), to_json(&report));
        self.said.lock().unwrap().push_str(&format!("{text}\n{json}\n{report:?}\n"));
        Answer { report, text, json }
    }

    /// Returns the events since the last call.
    pub(crate) fn take_events(&self) -> Vec<Event> {
        std::mem::take(&mut self.events.lock().unwrap())
    }
}

pub(crate) fn write_intent(path: &Path, name: &str, body: &str) {
    let version = if body.contains("version:") { "" } else { "version: 1.0\n" };
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, format!("intent: {name}\n{version}{}", undent(body))).unwrap();
}

fn undent(text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let indent = lines().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines().map(|line| format!("{}\n", &line[indent..])).collect()
}

impl Answer {
    pub(crate) fn status(&self) -> &'static str {
        self.report.status.as_str()
    }

    pub(crate) fn code(&self) -> &'static str {
        self.report.code.map_or("", |code| code.as_str())
    }

    pub(crate) fn message(&self) -> &str {
        self.report.summary.as_deref().unwrap_or_default()
    }

    pub(crate) fn hint(&self) -> String {
        self.report.hints.join("\n")
    }

    pub(crate) fn actions(&self) -> Vec<&str> {
        self.report.actions.iter().map(|action| action.line.as_str()).collect()
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.report.status, Status::Ok, "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn fails(self, code: &str) -> Self {
        assert_eq!((self.status(), self.code()), ("error", code), "{}", self.text);
        self
    }
}
