//! Several engines on one database: none repairs, undoes or resumes a run in progress of another.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

use lemmascope_engine::{Grant, Request};
use lemmascope_intent::{Cancellation, Cause, Event, Owner, Permissions, Status};

use crate::lab::Act;
use crate::world::{Place, World};

/// The name of the test below that serves as the other process.
const OTHER: &str = "sharing::other_process";
/// The variable with the database for the other process.
const STORE: &str = "LEMMASCOPE_TEST_STORE";
/// The variable with the working directory of the other process.
const WORKSPACE: &str = "LEMMASCOPE_TEST_WORKSPACE";

const PATIENT: &str = "
    steps:
      - { action: files.create_file, path: a.txt, content: one }
      - checkpoint: half
      - { action: wait, condition: { files.exists: { path: go.txt } }, timeout: 60s }
      - { action: files.create_file, path: b.txt, content: two }
";

pub(crate) async fn an_undo_that_is_under_way_is_not_repaired_by_another_engine(world: World) {
    let other = world.beside().await;
    world.say("lab.change a").await.ok();
    world.lab.take_calls();
    world.lab.script("a", &[Act::Promised]);
    let (stop_undo, stop_change) = (Cancellation::default(), Cancellation::default());
    tokio::select! {
        _ = world.submit("main", "undo", &stop_undo) => panic!("it cannot end"),
        () = async {
            world.lab.called("unchange a", 1).await;
            // The other engine sees that an undo has begun, and waits instead of treating it as interrupted.
            let (report, ()) = tokio::join!(other.say_until("lab.change b", &stop_change), async {
                other.warned("another process works in this session").await;
                stop_change.cancel();
            });
            assert_eq!(report.message(), "it was cancelled");
            assert_eq!(world.lab.take_calls(), ["unchange a"]);
        } => {}
    }
    // Now the undo is interrupted permanently: the next change rolls it back first.
    let answer = other.say("lab.change b").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a", "change b"]);
    assert!(answer.text.contains("the undo of change \"a\" was interrupted before"), "{}", answer.text);
    assert_eq!(world.lab.things(), ["a", "b"]);
}

pub(crate) async fn an_undo_waits_until_another_engine_is_done(world: World) {
    let other = world.beside().await;
    world.intent("trip", "steps: [{ action: lab.change, name: a }, { action: lab.change, name: b }]");
    world.lab.script("b", &[Act::Heed]);
    let (stop, free) = (Cancellation::default(), Cancellation::default());
    let (trip, undo) = tokio::join!(world.say_until("trip", &stop), async {
        world.lab.called("change b", 1).await;
        let (undo, ()) = tokio::join!(other.say_until("undo", &free), async {
            other.warned("another process works in this session").await;
            assert_eq!(world.lab.calls(), ["change a", "change b"], "nothing is undone meanwhile");
            stop.cancel();
        });
        undo
    });
    assert_eq!(trip.message(), "it was cancelled");
    assert_eq!(undo.ok().actions(), ["undo change \"a\""]);
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn other_sessions_and_looks_wait_for_nobody(world: World) {
    let other = world.beside().await;
    world.lab.script("a", &[Act::Heed]);
    let stop = Cancellation::default();
    let ((), answer) = tokio::join!(
        async {
            world.lab.called("change a", 1).await;
            other.say_as("elsewhere", "lab.change b").await.ok();
            other.say("lab.look c").await.ok();
            stop.cancel();
        },
        world.say_until("lab.change a", &stop)
    );
    assert_eq!(answer.message(), "it was cancelled");
}

pub(crate) async fn an_approval_is_decided_once_by_whichever_engine(world: World) {
    let other = world.beside().await;
    let local = Grant::local();
    let decider = || Request::new("", &local, "main", world.place.workspace());
    let waiting = async |world: &World| world.engine.approvals(&local).await.unwrap();

    assert_eq!(world.say("lab.send a").await.report.status, Status::Ask);
    let seen = waiting(&other).await;
    assert_eq!(seen, waiting(&world).await);
    assert_eq!((seen.len(), seen[0].intent.as_str(), seen[0].session.as_str()), (1, "lab.send", "main"));
    assert!(seen[0].question.contains("lab.send name=\"a\""), "{}", seen[0].question);
    let reply = other.engine.decide(&seen[0].id, true, decider()).await.unwrap();
    assert_eq!(reply.report().unwrap().status, Status::Ok, "{reply:?}");
    assert_eq!(world.lab.take_calls(), ["send a"]);
    for world in [&world, &other] {
        assert!(waiting(world).await.is_empty());
        let again = world.engine.decide(&seen[0].id, true, decider()).await.unwrap_err();
        assert_eq!(again.cause, Cause::TargetNotFound);
    }

    // A declined approval and one that is confirmed by a command are no longer pending.
    world.say("lab.send b").await;
    let id = waiting(&other).await[0].id.clone();
    other.engine.decide(&id, false, decider()).await.unwrap();
    assert!(world.engine.decide(&id, true, decider()).await.is_err());
    let digest = world.say("lab.send c").await.report.digest.unwrap();
    other.say(&format!("lab.send c --confirm {digest}")).await.ok();
    assert!(waiting(&world).await.is_empty() && waiting(&other).await.is_empty());
    assert_eq!(world.lab.take_calls(), ["send c"]);

    // Other owners cannot see it.
    world.say("lab.send d").await;
    let scout = Grant {
        owner: Owner::new("scout").unwrap(),
        permissions: Permissions::parse("act").unwrap(),
        key: None,
    };
    assert!(other.engine.approvals(&scout).await.unwrap().is_empty());
    // With another key, they can be neither read nor decided.
    std::fs::remove_file(world.place.home().join("key")).unwrap();
    let stranger = world.beside().await;
    assert!(waiting(&stranger).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_share_one_database() {
    let world = World::on_postgres().await;
    world.intent("patient", PATIENT);
    let url = world.place.configuration.text("store.url");
    let file = |name: &str| world.place.workspace().join(name);

    // While the other process works in the session, none of its runs can be undone or resumed.
    let mut other = start(&url, &world.place);
    assert!(file("a.txt").exists() && !file("b.txt").exists());
    let resumed = world.say("patient --resume half").await.fails("CHECKPOINT_INVALID");
    assert!(resumed.message().contains("is already being executed"), "{}", resumed.text);
    let (undo, ()) = tokio::join!(world.say("undo"), async {
        world.warned("another process works in this session").await;
        assert!(file("a.txt").exists(), "it is not undone yet");
        std::fs::write(file("go.txt"), "").unwrap();
    });
    let mut said = String::new();
    other.out.read_to_string(&mut said).unwrap();
    assert!(other.child.wait().unwrap().success(), "{said}");
    assert_eq!(undo.ok().report.actions.len(), 2, "the whole run of the other process is undone");
    assert!(!file("a.txt").exists() && !file("b.txt").exists());
    std::fs::remove_file(file("go.txt")).unwrap();

    // When it is killed, its session is free immediately, and its run can be resumed.
    let mut other = start(&url, &world.place);
    other.child.kill().unwrap();
    other.child.wait().unwrap();
    std::fs::write(file("go.txt"), "").unwrap();
    let resumed = world.say("patient --resume half").await.ok();
    assert!(file("b.txt").exists(), "{}", resumed.text);
    world.say("undo").await.ok();
    world.say("undo").await.ok();
    assert!(!file("a.txt").exists() && !file("b.txt").exists());
}

/// The other process. Its output must stay open while it lives.
struct Other {
    child: Child,
    out: BufReader<ChildStdout>,
}

/// Starts another process on the same database, and waits until it is in the middle of its run.
fn start(url: &str, place: &Place) -> Other {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", OTHER, "--nocapture"])
        .env(STORE, url)
        .env(WORKSPACE, place.workspace())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while out.read_line(&mut said).unwrap() > 0 && !said.contains("it waits") {}
    assert!(child.try_wait().unwrap().is_none(), "{said}");
    Other { child, out }
}

/// Not a test itself, but the process that [`start`] starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_process() {
    let (Ok(url), Ok(workspace)) = (std::env::var(STORE), std::env::var(WORKSPACE)) else { return };
    let mut place = Place::new();
    place.configure("store.url", &url);
    let world = World::at(place).await;
    world.intent("patient", PATIENT);
    let mut request = world.request("main", "patient", &Cancellation::default());
    request.workspace = workspace.into();
    request.events = std::sync::Arc::new(|event: Event| {
        if matches!(&event, Event::StepStarted { capability, .. } if capability == "wait") {
            println!("it waits");
        }
    });
    world.report(world.engine.submit(request).await).ok();
    world.engine.close().await;
}
