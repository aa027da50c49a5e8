//! The domain on a database, and agents that send requests.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_channels::Settings;
use lemmascope_channels::gateway::TaskTiming;
use lemmascope_intent::{
    Cancellation, Domain, Owner, Permissions, Route, RouteAnswer, RouteCall, RouteEvents, RouteMethod, Submit,
};
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::engine::Recorder;
use crate::nats::Nats;

/// The timeout of a test for an expected event.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Backend {
    pub(crate) url: String,
    folder: TempDir,
    bus: Option<Nats>,
}

impl Backend {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { url: format!("sqlite:{}", folder.path().join("channels.db").display()), folder, bus: None }
    }

    pub(crate) fn postgres() -> Self {
        Self { url: crate::cluster::database(), folder: tempfile::tempdir().unwrap(), bus: None }
    }

    /// Adds a separate bus.
    pub(crate) fn with_bus(self) -> Self {
        Self { bus: Some(Nats::start()), ..self }
    }

    /// Returns the bus.
    pub(crate) fn bus(&self) -> Option<&Nats> {
        self.bus.as_ref()
    }

    /// Returns the file in which the engine records its executions.
    pub(crate) fn journal(&self) -> PathBuf {
        self.folder.path().join("journal")
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            rate: 0,
            pace: quick(),
            private_callbacks: vec!["127.0.0.1".into()],
            bus: self.bus.as_ref().map(|bus| bus.settings()),
            ..Settings::at(&self.url)
        }
    }

    pub(crate) fn open(&self) -> Desk {
        self.open_with(|settings| settings)
    }

    pub(crate) fn open_with(&self, change: impl FnOnce(Settings) -> Settings) -> Desk {
        Desk::new(change(self.settings()), Arc::new(Recorder::new(&self.journal())))
    }
}

/// Returns the timing for fast tests.
pub(crate) fn quick() -> TaskTiming {
    TaskTiming {
        lease: Duration::from_millis(1500),
        first_pause: Duration::from_millis(20),
        longest_pause: Duration::from_millis(50),
        attempts: 3,
        poll: Duration::from_millis(20),
        ..TaskTiming::default()
    }
}

/// The domain, as a server runs it.
pub(crate) struct Desk {
    domain: Domain,
    engine: Arc<dyn Submit>,
    cancellation: Cancellation,
    working: Option<JoinHandle<()>>,
}

impl Desk {
    pub(crate) fn new(settings: Settings, engine: Arc<dyn Submit>) -> Self {
        let domain = lemmascope_channels::domain(settings);
        let cancellation = Cancellation::default();
        let work = domain.background.as_ref().unwrap()(Arc::clone(&engine), cancellation.clone());
        Self { domain, engine, cancellation, working: Some(tokio::spawn(work)) }
    }

    /// Sends a request of an agent.
    pub(crate) async fn send(
        &self,
        agent: &str,
        method: RouteMethod,
        path: &str,
        headers: &[(&str, &str)],
        body: Json,
    ) -> (u16, Json, HashMap<&'static str, String>) {
        match self.answer(agent, method, path, headers, body).await {
            Ok(RouteAnswer::Json { status, body, headers }) => (status, body, headers.into_iter().collect()),
            Ok(_) => panic!("{path} is no JSON document"),
            Err((status, body)) => (status, body, HashMap::new()),
        }
    }

    async fn answer(
        &self,
        agent: &str,
        method: RouteMethod,
        path: &str,
        headers: &[(&str, &str)],
        body: Json,
    ) -> Result<RouteAnswer, (u16, Json)> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (route, parts) = self
            .domain
            .routes
            .iter()
            .filter(|route| route.method == method)
            .find_map(|route| Some((route, fit(route, path)?)))
            .unwrap_or_else(|| panic!("no route for {path}"));
        let call = RouteCall {
            owner: Owner::new(agent).unwrap(),
            permissions: Permissions::all(),
            headers: headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            path: parts,
            query: pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            body,
            engine: Arc::clone(&self.engine),
            cancellation: Cancellation::default(),
        };
        let answered = (route.handle)(call).await;
        let refused = match &answered {
            Ok(RouteAnswer::Json { status, body, .. }) if *status >= 400 => Some(body),
            Err(refusal) => refusal.body.as_ref(),
            Ok(_) => None,
        };
        if let Some(body) = refused {
            let form =
                &route.refusal.as_ref().expect("a route that refuses in its own form describes it").schema;
            assert!(jsonschema::is_valid(form, body), "{path}: {body} is no {form}");
        }
        answered.map_err(|refusal| (refusal.status.unwrap(), refusal.body.unwrap()))
    }

    pub(crate) async fn post(&self, agent: &str, path: &str, body: Json) -> (u16, Json) {
        let (status, body, _) = self.send(agent, RouteMethod::Post, path, &[], body).await;
        (status, body)
    }

    pub(crate) async fn get(&self, agent: &str, path: &str) -> (u16, Json) {
        let (status, body, _) = self.send(agent, RouteMethod::Get, path, &[], Json::Null).await;
        (status, body)
    }

    pub(crate) async fn delete(&self, agent: &str, path: &str) -> (u16, Json) {
        let (status, body, _) = self.send(agent, RouteMethod::Delete, path, &[], Json::Null).await;
        (status, body)
    }

    /// Returns a stream of events.
    pub(crate) async fn follow(&self, agent: &str, path: &str, headers: &[(&str, &str)]) -> RouteEvents {
        match self.answer(agent, RouteMethod::Get, path, headers, Json::Null).await {
            Ok(RouteAnswer::Events(events)) => events,
            _ => panic!("{path} is no stream"),
        }
    }

    /// Submits an intent, and returns its id.
    pub(crate) async fn submit(&self, agent: &str, intent_type: &str, to: &str, payload: Json) -> String {
        let body = json!({"intent_type": intent_type, "to_agent": to, "payload": payload});
        let (status, body) = self.post(agent, "/v1/intents", body).await;
        assert_eq!(status, 200, "{body}");
        body["intent_id"].as_str().unwrap().to_string()
    }

    /// Waits until an intent has a status, and returns it.
    pub(crate) async fn until(&self, agent: &str, id: &str, status: &str) -> Json {
        let began = Instant::now();
        loop {
            let (code, body) = self.get(agent, &format!("/v1/intents/{id}")).await;
            assert_eq!(code, 200, "{body}");
            let intent = &body["intent"];
            if intent["status"] == status || intent["waiting_reason"] == status {
                return intent.clone();
            }
            assert!(began.elapsed() < PATIENCE, "waiting for {status}: {intent:#}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Returns the types of the events of an intent.
    pub(crate) async fn events(&self, agent: &str, id: &str) -> Vec<String> {
        let (status, body) = self.get(agent, &format!("/v1/intents/{id}/events")).await;
        assert_eq!(status, 200, "{body}");
        let events = body["events"].as_array().unwrap();
        let numbers: Vec<i64> = events.iter().map(|event| event["seq"].as_i64().unwrap()).collect();
        assert_eq!(numbers, (1..=i64::try_from(events.len()).unwrap()).collect::<Vec<_>>());
        events.iter().map(|event| event["event_type"].as_str().unwrap().to_string()).collect()
    }

    /// Waits for a condition.
    pub(crate) async fn wait_for<T, F: Future<Output = Option<T>>>(
        &self,
        about: &str,
        look: impl Fn() -> F,
    ) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "waiting for {about}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Shuts the domain down like a server.
    pub(crate) async fn close(mut self) {
        self.cancellation.cancel();
        self.working.take().unwrap().await.unwrap();
        self.domain.close.as_ref().unwrap()().await;
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// Returns the parameters of a path, if it matches a route.
fn fit(route: &Route, path: &str) -> Option<HashMap<String, String>> {
    let (pattern, path): (Vec<&str>, Vec<&str>) =
        (route.path.split('/').collect(), path.split('/').collect());
    if pattern.len() != path.len() {
        return None;
    }
    let mut parts = HashMap::new();
    for (expected, given) in pattern.into_iter().zip(path) {
        match expected.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => drop(parts.insert(name.to_string(), given.to_string())),
            None if expected == given => {}
            None => return None,
        }
    }
    route
        .shapes
        .iter()
        .all(|(name, shape)| parts.get(*name).is_some_and(|value| shape(value)))
        .then_some(parts)
}
