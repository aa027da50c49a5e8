//! A Kanboard server for tests: a real one whose exchanges are recorded, or a replay of the recording.
//!
//! If `LEMMASCOPE_KANBOARD` names a folder with the source of Kanboard, each test starts a separate server
//! with PHP, and records all requests and responses on a tape. Otherwise the tape is replayed, and an
//! unexpected request fails.

mod real;
mod tape;

use std::sync::Arc;

use lemmascope_board::kanboard::{Connection, Kanboard};
use lemmascope_intent::Secret;
use serde_json::{Value as Json, json};

pub(crate) use tape::Tape;

use real::Real;

/// A server with a project that has members.
pub(crate) struct Served {
    folder: tempfile::TempDir,
    tape: Arc<Tape>,
    _real: Option<Real>,
}

impl Served {
    pub(crate) async fn new(name: &str) -> Self {
        let _already = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let real = std::env::var_os("LEMMASCOPE_KANBOARD").map(|source| Real::start(&source, folder.path()));
        let tape = Tape::serve(name, real.as_ref()).await;
        let served = Self { folder, tape, _real: real };
        served.furnish().await;
        served
    }

    /// Creates the project of the tests, and its members.
    async fn furnish(&self) {
        assert_eq!(self.ask("createProject", json!({"name": "Main"})).await, json!(1));
        for (id, name, shown) in [(2, "ana", "Ana Silva"), (3, "rui", "Rui Costa")] {
            let user = json!({"username": name, "password": "not-a-secret", "name": shown});
            assert_eq!(self.ask("createUser", user).await, json!(id));
            let member = json!({"project_id": 1, "user_id": id, "role": "project-member"});
            assert_eq!(self.ask("addProjectUser", member).await, json!(true));
        }
    }

    /// Makes a call on the server as another user.
    pub(crate) async fn ask(&self, method: &str, parameters: Json) -> Json {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
        let client = reqwest::Client::new();
        let answer =
            client.post(self.tape.url()).basic_auth("jsonrpc", Some(self.tape.token())).json(&request);
        let answer: Json = answer.send().await.unwrap().json().await.unwrap();
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }

    /// Executes the next call of this method, but reports a failure.
    pub(crate) fn fail_after(&self, method: &str) {
        self.tape.fail_after(method);
    }

    /// Rejects all further calls of this method.
    pub(crate) fn refuse(&self, method: &str) {
        self.tape.refuse(method);
    }

    pub(crate) fn connection(&self) -> Connection {
        Connection {
            url: self.tape.url(),
            user: "jsonrpc".into(),
            token: Secret::new(self.tape.token()),
            done: "Done".into(),
            beside: format!("sqlite:{}", self.folder.path().join("beside.db").display()),
        }
    }

    pub(crate) async fn open(&self, history: u64) -> Kanboard {
        let (store, notice) = Kanboard::open(self.connection(), history).await.unwrap();
        assert_eq!(notice, None);
        store
    }
}
