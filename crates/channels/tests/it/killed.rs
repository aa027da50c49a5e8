//! Kills the process at each fault point, and starts it again. Afterwards, every accepted intent ends, each
//! is delivered once, and none is executed twice.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lemmascope_channels::gateway::BusSettings;
use lemmascope_channels::{Fault, Settings, Step};
use serde_json::{Value as Json, json};

use crate::desk::{Backend, Desk, quick};
use crate::engine::Recorder;
use crate::receiver::{Receiver, header};

/// The arguments of a process: the database, the journal of its engine, the fault point at which it kills
/// itself, and on which pass.
const TOLD: &str = "LEMMASCOPE_TEST_KILLED";

#[test]
fn recovers_from_kill_on_sqlite() {
    check(Backend::sqlite, |step| !step.requires_bus());
}

#[test]
fn recovers_from_kill_on_postgres() {
    check(Backend::postgres, |step| !step.requires_bus());
}

#[test]
fn recovers_from_kill_with_nats() {
    let delivers =
        |step: Step| step.requires_bus() || [Step::BeforeDelivering, Step::AfterDelivering].contains(&step);
    check(|| Backend::sqlite().with_bus(), delivers);
}

/// The process that is killed: it reads lines with keys, and submits an intent for each.
#[test]
fn as_a_process() {
    let Ok(told) = std::env::var(TOLD) else {
        // Without the variable this test does nothing, because other tests start it as a process.
        assert!(std::env::var(TOLD).is_err());
        return;
    };
    let mut told = told.split('\n');
    let (url, journal) = (told.next().unwrap().to_string(), told.next().unwrap().to_string());
    let (point, times) = (told.next().unwrap().to_string(), told.next().unwrap().parse::<usize>().unwrap());
    let bus = told.next().zip(told.next());
    let bus = bus.map(|(url, stream)| BusSettings {
        url: url.into(),
        stream: stream.into(),
        authority: None,
        identity: None,
    });
    let passed = AtomicUsize::new(0);
    let fault = Fault::new(move |step: Step| {
        if format!("{step:?}") == point && passed.fetch_add(1, Ordering::SeqCst) + 1 == times {
            let _killed =
                rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
            // Blocks until the signal arrives.
            std::thread::park();
        }
    });
    let settings = Settings {
        fault,
        rate: 0,
        pace: quick(),
        private_callbacks: vec!["127.0.0.1".into()],
        bus,
        ..Settings::at(url)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let desk = Desk::new(settings, Arc::new(Recorder::new(std::path::Path::new(&journal))));
        let (sender, mut lines) = tokio::sync::mpsc::unbounded_channel();
        std::thread::spawn(move || std::io::stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        while let Some(key) = lines.recv().await {
            let payload = match key.split_once('-').unwrap().0 {
                "macro" => json!({"workflow": {"workflow_macro_id": "twice", "workflow_macro_params": {"key": key}}}),
                _ => json!({"line": key}),
            };
            let to = if key.starts_with("plain") { "agent://bob" } else { "agent://lemmascope/work" };
            let body = json!({"intent_type": "board.do.v1", "to_agent": to, "payload": payload, "idempotency_key": key});
            let (status, accepted) = desk.post("ana", "/v1/intents", body).await;
            assert_eq!(status, 200, "{accepted}");
            println!("\naccepted {key} {}", accepted["intent_id"].as_str().unwrap());
            std::io::stdout().flush().unwrap();
        }
    });
}

struct Process {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Process {
    fn start(backend: &Backend, point: &str, times: usize) -> Self {
        let mut told =
            [backend.url.as_str(), backend.journal().to_str().unwrap(), point, &times.to_string()].join("\n");
        if let Some(bus) = backend.bus().map(|bus| bus.settings()) {
            told = [told, bus.url, bus.stream].join("\n");
        }
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::as_a_process", "--nocapture"])
            .env(TOLD, told)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Submits an intent for each key. Returns the ids of those that were acknowledged before the process
    /// died.
    fn send(&mut self, keys: &[String]) -> Vec<(String, String)> {
        let input = self.child.stdin.as_mut().unwrap();
        for key in keys {
            // The process may already be dead.
            let _dead = writeln!(input, "{key}");
        }
        let mut accepted = Vec::new();
        while accepted.len() < keys.len() {
            let Some(Ok(line)) = self.lines.next() else { break };
            if let Some((key, id)) = line.strip_prefix("accepted ").and_then(|rest| rest.split_once(' ')) {
                accepted.push((key.to_string(), id.to_string()));
            }
        }
        accepted
    }

    fn is_killed(&mut self, patience: Duration) -> bool {
        let began = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return std::os::unix::process::ExitStatusExt::signal(&status) == Some(9);
            }
            if began.elapsed() > patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn check(backend: impl Fn() -> Backend, is_passed: impl Fn(Step) -> bool) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (mut kills, mut intents, mut unknown) = (0, 0, 0);
    let steps: Vec<Step> = Step::ALL.into_iter().filter(|step| is_passed(*step)).collect();
    for step in &steps {
        // The first pass of the point, and a later one.
        for times in [1, 3] {
            let backend = backend();
            let point = format!("{step:?}");
            let about = format!("{point}.{times}");
            let receiver = runtime.block_on(prepare(&backend));
            let keys: Vec<String> = (0..3)
                .flat_map(|number| {
                    ["plain", "engine", "macro"].map(|kind| format!("{kind}-{about}-{number}"))
                })
                .collect();
            let mut process = Process::start(&backend, &point, times);
            let heard = process.send(&keys);
            assert!(process.is_killed(Duration::from_secs(20)), "{about}: nobody passed there");
            kills += 1;
            // The sender does not know the state of the unacknowledged intents, and submits all of them
            // again.
            let mut process = Process::start(&backend, "", 0);
            let again = process.send(&keys);
            assert_eq!(again.len(), keys.len(), "{about}");
            for known in &heard {
                assert!(again.contains(known), "{about}: {known:?} was lost");
            }
            unknown += runtime.block_on(count(&backend, &again, &receiver, &about));
            intents += keys.len();
        }
    }
    println!(
        "{kills} kills at {} points, {intents} intents: lost 0, doubled 0, {unknown} runs of unknown outcome",
        steps.len()
    );
}

/// Waits until an intent has ended, and returns it.
async fn ended(desk: &Desk, id: &str) -> Json {
    let began = std::time::Instant::now();
    loop {
        let (_, body) = desk.get("ana", &format!("/v1/intents/{id}")).await;
        if ["COMPLETED", "FAILED"].contains(&body["intent"]["status"].as_str().unwrap()) {
            return body["intent"].clone();
        }
        if began.elapsed() > Duration::from_secs(60) {
            let events = desk.get("ana", &format!("/v1/intents/{id}/events")).await.1;
            panic!("{body:#} {events:#} {:#}", desk.get("ana", "/v1/dead-letters").await.1);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn prepare(backend: &Backend) -> Receiver {
    let desk = backend.open();
    let receiver = Receiver::answering("200 OK").await;
    let template = json!({
        "parameters": [{"name": "key"}],
        "steps": [
            {"tool": {"intent": "first", "parameters": {"key": "{key}"}}},
            {"notification": {"to": "agent://carl", "message": "{key}"}},
            {"tool": {"intent": "second", "parameters": {"key": "{key}"}}},
        ],
    });
    assert_eq!(
        desk.post("ana", "/v1/macros", json!({"macro_id": "twice", "template": template})).await.0,
        200
    );
    let hook = json!({"callback_url": receiver.url, "event_types": ["intent.delivered"]});
    assert_eq!(desk.post("bob", "/v1/webhooks/subscriptions", hook).await.0, 200);
    desk.close().await;
    receiver
}

/// Checks that nothing is lost or duplicated. Returns the number of interrupted runs that were not repeated.
async fn count(backend: &Backend, sent: &[(String, String)], receiver: &Receiver, about: &str) -> usize {
    let desk = backend.open();
    let mut unknown = 0;
    let mut completed = Vec::new();
    for (key, id) in sent {
        if key.starts_with("plain") {
            desk.until("ana", id, "ACKNOWLEDGED").await;
        } else {
            let intent = ended(&desk, id).await;
            if intent["status"] == "FAILED" {
                let told = intent.to_string();
                assert!(told.contains("is not repeated"), "{about}: {told}");
                // If the end of the run is recorded, the intent ends with the same result.
                let run = intent["run"].as_str().unwrap();
                assert!(!backend.journal().with_file_name(run).exists(), "{about}: {told}");
                unknown += 1;
            } else {
                completed.push(key);
            }
        }
        let events = desk.events("ana", id).await;
        for once in ["intent.created", "intent.submitted", "intent.delivered", "intent.completed"] {
            assert!(events.iter().filter(|event| *event == once).count() <= 1, "{about}: {events:?}");
        }
        assert!(events.contains(&"intent.delivered".to_string()), "{about}: {events:?}");
    }
    assert!(unknown + completed.len() == sent.len() * 2 / 3, "{about}");
    let done = Recorder::done(&backend.journal());
    for (key, _) in sent.iter().filter(|(key, _)| !key.starts_with("plain")) {
        let steps = ["first", "second"].map(|step| format!("{step} {}", json!({"key": key})));
        let lines = if key.starts_with("macro") { steps.to_vec() } else { vec![key.clone()] };
        for line in lines {
            let times = done.iter().filter(|it| **it == format!("ana work {line}")).count();
            let fewest = usize::from(completed.contains(&key));
            assert!((fewest..=1).contains(&times), "{about}: {line} was done {times} times");
        }
    }
    // Duplicate webhook calls have the same id, so the receiver can detect them.
    let mut calls: Vec<(String, String)> =
        receiver.received().iter().map(|(head, body)| (header(head, "webhook-id"), body.clone())).collect();
    calls.sort();
    calls.dedup();
    assert_eq!(calls.len(), sent.iter().filter(|(key, _)| key.starts_with("plain")).count(), "{about}");
    // A notification is a separate intent, sent once per workflow.
    let (_, inbox) = desk.get("carl", "/v1/inbox?limit=200").await;
    let mut told: Vec<&str> = inbox["threads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["payload"]["message"].as_str().unwrap())
        .collect();
    let all = told.len();
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), all, "{about}");
    desk.close().await;
    unknown
}
