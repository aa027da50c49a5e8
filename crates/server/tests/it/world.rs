use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lemmascope_desktop::files;
use lemmascope_engine::configuration::{Configuration, Origin};
use lemmascope_engine::{Engine, Grant, Reply, Request, Setup as EngineSetup};
use lemmascope_intent::{Cancellation, Doors, Secret};
use lemmascope_language::goal::Places;
use lemmascope_server::{Limits, Service, Setup, Token, serve};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::lab;

pub(crate) const TOKEN: &str = "the-token-of-the-person-at-this-machine";

/// A server with its engine, on a free port.
pub(crate) struct World {
    pub(crate) engine: Arc<Engine>,
    pub(crate) url: String,
    client: reqwest::Client,
    shutdown: Cancellation,
    serving: JoinHandle<()>,
    folder: TempDir,
    pictures: Arc<AtomicU64>,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(|limits| limits).await
    }

    /// Starts a server that sends traces to a collector.
    pub(crate) async fn traced(collector: &str) -> Self {
        Self::open(|limits| limits, collector, &[]).await
    }

    /// Starts a server with changed limits.
    pub(crate) async fn with(change: impl FnOnce(Limits) -> Limits) -> Self {
        Self::open(change, "", &[]).await
    }

    /// Starts two servers on one PostgreSQL database with one key.
    pub(crate) async fn pair() -> (Self, Self) {
        let url = tokio::task::spawn_blocking(crate::cluster::database).await.unwrap();
        let first = Self::open(|limits| limits, "", &[("store.url", url.clone())]).await;
        let key = first.folder.path().join("home/key").display().to_string();
        let second = Self::open(|limits| limits, "", &[("store.url", url), ("store.key_file", key)]).await;
        (first, second)
    }

    async fn open(
        change: impl FnOnce(Limits) -> Limits,
        telemetry: &str,
        settings: &[(&'static str, String)],
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (home, work) = (folder.path().join("home"), folder.path().join("work"));
        for path in [&home, &work] {
            std::fs::create_dir(path).unwrap();
        }
        let files = files::Settings {
            roots: vec![work.clone()],
            protected: vec![home.clone()],
            home: work.clone(),
            trash: folder.path().join("trash"),
            versions: home.join("versions"),
            programs: Vec::new(),
        };
        let mut configuration =
            Configuration::new([lemmascope_desktop::settings(), lemmascope_server::settings()].concat());
        for (key, value) in settings {
            configuration.put(key, Origin::File, value.clone().into());
        }
        // A short drain period, because some requests never end.
        let drain = std::time::Duration::from_millis(200);
        let limits = change(Limits { max_body: 100_000, drain, ..Limits::of(&configuration) });
        let pictures = Arc::<AtomicU64>::default();
        let mut domains = vec![files::domain(files::Access::from(files)), lab::domain(&pictures)];
        let doors = Doors::take(&mut domains);
        let setup = EngineSetup {
            configuration,
            home: home.clone(),
            program: "/proc/self/exe".into(),
            user_home: work.clone(),
            started_in: work.clone(),
            domains,
            core: &[],
            packs: &[],
            places: Places::default(),
        };
        let engine = Arc::new(Engine::open(setup).await.unwrap().0);
        let service = Service::new(Setup {
            engine: Arc::clone(&engine),
            doors,
            token: Token::new(Secret::new(TOKEN.into())),
            workspace: work,
            version: "0.0.0",
            limits,
            telemetry: telemetry.into(),
        })
        .unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shutdown = Cancellation::default();
        let serving = tokio::spawn(serve(listener, service, shutdown.clone()));
        // The first test that installs it wins.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { engine, url, client, shutdown, serving, folder, pictures }
    }

    /// Returns the number of the last picture in a stream.
    pub(crate) fn last_picture(&self) -> u64 {
        self.pictures.load(Ordering::Relaxed)
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// Returns a request without a key.
    pub(crate) fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// Returns a request of the person at this machine.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.bare(method, path).bearer_auth(TOKEN)
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        read(self.request(Method::GET, path).send().await.unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        read(
            self.request(Method::POST, path)
                .body(body.to_string())
                .header("content-type", "application/json")
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    /// Creates a key of an agent.
    pub(crate) async fn key(&self, agent: &str, scopes: &str) -> String {
        let line = format!("keys create {agent} --scopes {scopes}");
        let request = Request::new(line, &Grant::local(), "default", self.work());
        let Reply::Report(report) = self.engine.submit(request).await else { panic!("no report") };
        lemmascope_engine::to_json(&report)["key"].as_str().unwrap().to_string()
    }

    /// Stops the server, and waits until it has stopped.
    pub(crate) async fn stop(self) {
        self.shutdown.cancel();
        self.serving.await.unwrap();
    }
}

pub(crate) async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
