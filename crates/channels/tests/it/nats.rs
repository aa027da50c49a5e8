//! Tests with a real NATS server on a free port, including outages and duplicate messages.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use lemmascope_channels::gateway::BusSettings;
use lemmascope_intent::{CheckState, Context, Finding};
use serde_json::json;
use tempfile::TempDir;

use crate::desk::Backend;

const STREAM: &str = "lab";
const NOTE: &str = "intent.note.v1";

/// A JetStream server, which is stopped at the end of the test.
pub(crate) struct Nats {
    child: Child,
    folder: TempDir,
    port: u16,
}

impl Nats {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with additional arguments.
    fn start_with(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = run(folder.path(), "-1", arguments);
        let log = BufReader::new(child.stderr.take().unwrap());
        let (ready, port) = mpsc::channel();
        // The log is read to its end, because a server that cannot write it exits.
        std::thread::spawn(move || {
            let mut port = None;
            for line in log.lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once("Listening for client connections on ") {
                    port = address.rsplit(':').next().and_then(|port| port.trim().parse::<u16>().ok());
                }
                if line.contains("Server is ready") {
                    let _test_has_ended = ready.send(port);
                }
            }
        });
        let port = port.recv_timeout(Duration::from_secs(20)).expect("nats-server starts");
        let port = port.expect("nats-server logs its port");
        Self { child, folder, port }
    }

    pub(crate) fn settings(&self) -> BusSettings {
        BusSettings {
            url: format!("nats://127.0.0.1:{}", self.port),
            stream: STREAM.into(),
            authority: None,
            identity: None,
        }
    }

    fn stop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(folder: &Path, port: &str, arguments: &[&str]) -> Child {
    let folder = folder.to_str().unwrap();
    Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", port, "-sd", folder])
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("nats-server is there; `scripts/prepare nats` installs it")
}

/// Intents that are accepted during an outage of the bus are delivered afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delivers_intents_after_bus_outage() {
    let backend = Backend::sqlite();
    let mut bus = Nats::start();
    let settings = bus.settings();
    bus.stop();
    let desk = backend.open_with(|it| lemmascope_channels::Settings { bus: Some(settings.clone()), ..it });
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    assert_eq!(desk.get("ana", &format!("/v1/intents/{id}")).await.1["intent"]["status"], "SUBMITTED");
    bus.child = run(bus.folder.path(), &bus.port.to_string(), &[]);
    desk.until("ana", &id, "DELIVERED").await;
    // The bus is restarted while gateways are connected.
    bus.stop();
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    bus.child = run(bus.folder.path(), &bus.port.to_string(), &[]);
    desk.until("ana", &id, "DELIVERED").await;
    desk.close().await;
}

/// A duplicate message has no effect, and an invalid one does not block others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_bus_messages_are_delivered_once() {
    let backend = Backend::sqlite().with_bus();
    let desk = backend.open();
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    desk.until("ana", &id, "DELIVERED").await;
    let client = async_nats::connect(backend.bus().unwrap().settings().url).await.unwrap();
    for payload in
        [json!({"intent_id": id}).to_string(), json!({"intent_id": "nobody"}).to_string(), "{".into()]
    {
        for _ in 0..3 {
            client.publish(format!("{STREAM}.deliver"), payload.clone().into()).await.unwrap();
        }
    }
    client.flush().await.unwrap();
    let last = desk.submit("ana", NOTE, "bob", json!({})).await;
    desk.until("ana", &last, "DELIVERED").await;
    let delivered = |events: Vec<String>| events.iter().filter(|it| *it == "intent.delivered").count();
    assert_eq!(delivered(desk.events("ana", &id).await), 1);
    assert_eq!(delivered(desk.events("ana", &last).await), 1);
    desk.close().await;
}

/// The check reports whether the bus is usable, without its password.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_reports_whether_bus_is_usable() {
    let mut bus = Nats::start();
    let url = bus.settings().url.replace("nats://", "nats://gate:secret-of-the-bus@");
    let settings = BusSettings { url, ..bus.settings() };
    let found = look(&settings).await;
    assert_eq!(found.state, CheckState::Ok, "{found:?}");
    bus.stop();
    let found = look(&settings).await;
    assert_eq!(found.state, CheckState::Broken);
    assert!(found.remedy.is_some() && !format!("{found:?}").contains("secret-of-the-bus"), "{found:?}");
}

async fn look(settings: &BusSettings) -> Finding {
    let settings = lemmascope_channels::Settings {
        bus: Some(settings.clone()),
        ..lemmascope_channels::Settings::at("sqlite::memory:")
    };
    let domain = lemmascope_channels::domain(settings);
    let [check] = domain.checks.as_slice() else { panic!("one check") };
    (check.probe)(Context::new("default", ".")).await
}

/// Returns the path of a certificate of the test authority, with its key.
fn pem(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

fn with_tls(more: &[&str]) -> Nats {
    let (server, authority) = (pem("server.pem"), pem("authority.pem"));
    let (server, authority) = (server.to_str().unwrap(), authority.to_str().unwrap());
    let arguments = ["--tls", "--tlscert", server, "--tlskey", server, "--tlscacert", authority];
    Nats::start_with(&[&arguments, more].concat())
}

/// The connection is encrypted, and the server's certificate is verified with the authority.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verifies_server_certificate_with_configured_authority() {
    let bus = with_tls(&[]);
    for url in [bus.settings().url, bus.settings().url.replace("nats://", "tls://")] {
        let unknown = BusSettings { url, ..bus.settings() };
        let found = look(&unknown).await;
        assert_eq!(found.state, CheckState::Broken, "{found:?}");
        assert!(format!("{found:?}").contains("UnknownIssuer"), "{found:?}");
        let known = BusSettings { authority: Some(pem("authority.pem")), ..unknown };
        let found = look(&known).await;
        assert_eq!(found.state, CheckState::Ok, "{found:?}");
        assert!(format!("{found:?}").contains("TLS"), "{found:?}");
        let backend = Backend::sqlite();
        let desk = backend.open_with(|it| lemmascope_channels::Settings { bus: Some(known), ..it });
        let id = desk.submit("ana", NOTE, "bob", json!({})).await;
        desk.until("ana", &id, "DELIVERED").await;
        desk.close().await;
    }
}

/// With a configured authority, a server without TLS is rejected, and so is a file without a certificate.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_server_without_tls_if_required() {
    let bus = Nats::start();
    for authority in [pem("authority.pem"), pem("nowhere.pem"), PathBuf::from(file!())] {
        let found = look(&BusSettings { authority: Some(authority), ..bus.settings() }).await;
        assert_eq!(found.state, CheckState::Broken, "{found:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sends_client_certificate_on_request() {
    let bus = with_tls(&["--tlsverify"]);
    let anonymous = BusSettings { authority: Some(pem("authority.pem")), ..bus.settings() };
    let found = look(&anonymous).await;
    assert_eq!(found.state, CheckState::Broken, "{found:?}");
    let found = look(&BusSettings { identity: Some(pem("gateway.pem")), ..anonymous }).await;
    assert_eq!(found.state, CheckState::Ok, "{found:?}");
}

/// The limits of an account are those that the server reports, in any version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_account_limits_too_small_for_stream() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nats.conf");
    let account = "{users: [{user: gate, password: pw}], jetstream: {max_store: 1M, max_streams: 1}}";
    std::fs::write(&file, format!("accounts {{ APP {account} }}\nno_auth_user: gate\n")).unwrap();
    let bus = Nats::start_with(&["-c", file.to_str().unwrap()]);
    let found = look(&bus.settings()).await;
    assert_eq!(found.state, CheckState::Ok, "{found:?}");
    assert!(format!("{found:?}").contains("0 of 1000000 bytes"), "{found:?}");
    let client = async_nats::connect(bus.settings().url).await.unwrap();
    let other = json!({"name": "other", "subjects": ["other"]}).to_string();
    let made = client.request("$JS.API.STREAM.CREATE.other", other.into()).await.unwrap();
    assert!(!String::from_utf8_lossy(&made.payload).contains("error"), "{made:?}");
    let found = look(&bus.settings()).await;
    assert_eq!(found.state, CheckState::Broken);
    assert!(format!("{found:?}").contains("1 streams"), "{found:?}");
}
