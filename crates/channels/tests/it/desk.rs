//! The routes of the domain, called as the server calls them.

use std::collections::HashMap;
use std::sync::Arc;

use lemmascope_channels::{Settings, domain};
use lemmascope_intent::{
    BoxFuture, Cancellation, Cause, Domain, Failure, Owner, Permissions, RouteAnswer, RouteCall, RouteMethod,
    Seals, Submission, Submit, Value,
};
use serde_json::Value as Json;

pub(crate) struct Backend {
    pub(crate) url: String,
    _folder: Option<tempfile::TempDir>,
}

impl Backend {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("channels.db").display());
        Backend { url, _folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Self {
        Backend { url: crate::cluster::database(), _folder: None }
    }

    pub(crate) fn open(&self) -> Desk {
        Desk { domain: domain(Settings { rate: 0, ..Settings::at(&self.url) }) }
    }
}

/// A domain whose routes are called without a server.
pub(crate) struct Desk {
    domain: Domain,
}

/// The settings that a test has: none.
struct Unset;

impl Submit for Unset {
    fn submit(&self, _: Submission) -> BoxFuture<'static, Result<Json, Failure>> {
        Box::pin(async { Err(Failure::new(Cause::Unavailable, "there is no engine here")) })
    }

    fn setting(&self, _: &str) -> Option<Value> {
        None
    }

    fn seals(&self, _: &Owner) -> Option<Seals> {
        None
    }
}

impl Desk {
    /// Calls a route; gives the status and the document.
    pub(crate) async fn call(&self, owner: &str, method: RouteMethod, path: &str, body: Json) -> (u16, Json) {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let query = query.split('&').filter_map(|pair| pair.split_once('='));
        let (route, parts) = self
            .domain
            .routes
            .iter()
            .filter(|route| route.method == method)
            .filter_map(|route| Some((route, parts(route.path, path)?)))
            // The server prefers a path without parameters, too.
            .min_by_key(|(_, parts)| parts.len())
            .unwrap_or_else(|| panic!("there is no {method:?} {path}"));
        let call = RouteCall {
            owner: Owner::new(owner).unwrap(),
            permissions: Permissions::all(),
            headers: HashMap::from([("host".to_string(), "example.org".to_string())]),
            path: parts,
            query: query.map(|(name, value)| (name.into(), value.into())).collect(),
            body,
            engine: Arc::new(Unset),
            cancellation: Cancellation::default(),
        };
        match (route.handle)(call).await {
            Ok(RouteAnswer::Json { status, body, .. }) => (status, body),
            Ok(_) => panic!("{path} answers with no document"),
            Err(refusal) => (refusal.status.unwrap(), refusal.body.unwrap()),
        }
    }

    pub(crate) async fn get(&self, owner: &str, path: &str) -> Json {
        let (status, body) = self.call(owner, RouteMethod::Get, path, Json::Null).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    pub(crate) async fn post(&self, owner: &str, path: &str, body: Json) -> (u16, Json) {
        self.call(owner, RouteMethod::Post, path, body).await
    }

    pub(crate) async fn delete(&self, owner: &str, path: &str) -> (u16, Json) {
        self.call(owner, RouteMethod::Delete, path, Json::Null).await
    }

    pub(crate) async fn close(self) {
        if let Some(close) = &self.domain.close {
            close().await;
        }
    }
}

fn parts(pattern: &str, path: &str) -> Option<HashMap<String, String>> {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    if pattern.len() != path.len() {
        return None;
    }
    let mut parts = HashMap::new();
    for (pattern, part) in pattern.iter().zip(path) {
        match pattern.strip_prefix('{').and_then(|it| it.strip_suffix('}')) {
            Some(name) => drop(parts.insert(name.to_string(), part.to_string())),
            None if *pattern == part => {}
            None => return None,
        }
    }
    Some(parts)
}
