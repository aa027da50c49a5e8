//! The background engine: it is started automatically, is shared, and survives the death of other processes.
//! After it is killed, the next engine continues its work.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::desk::Desk;

pub(crate) fn pid(desk: &Desk) -> Option<i32> {
    let status = desk.lemmascope(&["status", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&status.out).unwrap();
    json["result"]["pid"].as_i64().and_then(|pid| i32::try_from(pid).ok())
}

/// Waits until a condition holds; fails after a timeout.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        std::thread::yield_now();
    }
}

fn tell(pid: i32, signal: Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), signal).unwrap();
}

pub(crate) fn kill(pid: i32) {
    tell(pid, Signal::KILL);
    until("the killed engine is gone", || !std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
}

#[test]
fn commands_share_one_engine_private_to_the_user() {
    let desk = Desk::new();
    assert_eq!(pid(&desk), None);
    desk.lemmascope(&["files.create_folder", "a"]);
    let first = pid(&desk).unwrap();
    desk.lemmascope(&["files.create_folder", "b"]);
    assert_eq!(pid(&desk), Some(first));
    let mode = |path: &str| std::fs::metadata(desk.home().join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("run"), 0o700);
    assert_eq!(mode("run/engine.sock"), 0o600);
    assert_eq!(mode("state.db"), 0o600);
    assert_eq!(mode("."), 0o700);
}

#[test]
fn interactive_script_receives_an_answer_per_line() {
    let desk = Desk::new();
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    command.args(["run", "-", "--json", "--keep-going"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut says, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        BufReader::new(answers).lines().map_while(Result::ok).try_for_each(|line| tell.send(line))
    });
    // Waits for each answer, because the next line depends on it.
    let mut ask = |line: &str| {
        writeln!(says, "{line}").unwrap();
        let answer = told.recv_timeout(Duration::from_secs(30)).expect("an answer to each line");
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        answer["status"].as_str().unwrap().to_string()
    };
    assert_eq!(ask("files.create_folder a"), "ok");
    assert_eq!(ask("files.list_directory nowhere"), "error");
    assert_eq!(ask("files.exists a"), "ok");
    drop(says);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn failed_script_exits_without_waiting_for_input() {
    let desk = Desk::new();
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    command.args(["run", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut says = child.stdin.take().unwrap();
    writeln!(says, "nonsense").unwrap();
    // The pipe is still open.
    until("the script has ended", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(2));
    drop(says);
}

#[test]
fn concurrent_commands_start_one_engine() {
    let desk = Desk::new();
    let children: Vec<_> = (0..12)
        .map(|number| {
            let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
            command.args(["files.create_folder", &format!("folder{number}")]).stdout(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    assert_eq!(std::fs::read_dir(desk.work()).unwrap().count(), 12);
    for _ in 0..12 {
        assert_eq!(desk.lemmascope(&["undo"]).code, 0);
    }
    assert_eq!(std::fs::read_dir(desk.work()).unwrap().count(), 0);
}

/// Returns the child process of the engine: its browser.
fn child_process(engine: i32) -> Option<i32> {
    let threads = std::fs::read_dir(format!("/proc/{engine}/task")).ok()?;
    let children =
        threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok());
    children
        .flat_map(|children| children.split_whitespace().map(str::to_string).collect::<Vec<_>>())
        .find_map(|id| id.parse().ok())
}

#[test]
fn killed_browser_is_restarted_and_ends_with_killed_engine() {
    let sites = lemmascope_sites::Sites::start_at(0).unwrap();
    let desk = Desk::new();
    let shop = sites.url("shop", "/");
    let alive = |pid: i32| std::path::Path::new(&format!("/proc/{pid}/exe")).exists();
    assert_eq!(desk.lemmascope(&["goto", &shop]).code, 0);
    assert_eq!(desk.lemmascope(&["cookies", "set", "theme", "dark"]).code, 0);
    let engine = pid(&desk).unwrap();
    let browser = child_process(engine).unwrap();

    kill(browser);
    let mut after = desk.lemmascope(&["cookies", "get", "theme"]);
    // A command that precedes the detection of the crash reports it; the next one gets a new browser.
    if after.code != 0 {
        assert!(after.out.contains("the browser has crashed"), "{}", after.out);
        after = desk.lemmascope(&["cookies", "get", "theme"]);
    }
    assert_eq!(after.code, 0, "{}", after.out);
    assert!(after.out.contains("dark"), "{}", after.out);
    let url = desk.lemmascope(&["url"]);
    assert!(url.out.contains(&shop), "the page is open again: {}", url.out);
    let next = child_process(engine).unwrap();
    assert_ne!(next, browser);

    let profiles =
        || std::fs::read_dir(desk.home().join("browsers")).unwrap().flatten().map(|entry| entry.path());
    let left: Vec<_> = profiles().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    kill(engine);
    until("the browser goes with its engine", || !alive(next));
    assert!(left[0].exists(), "nobody was there to remove it");
    // The helper processes of a browser may write to its profile shortly after its death.
    until("the next browser removes what the killed one left", || {
        desk.lemmascope(&["goto", &shop]);
        desk.lemmascope(&["stop"]);
        !left[0].exists()
    });
}

#[test]
fn undo_and_redo_work_after_engine_was_killed() {
    let desk = Desk::new();
    desk.lemmascope(&["files.create_file", "a.txt", "--content", "one"]);
    desk.lemmascope(&["files.write_file", "a.txt", "two", "--overwrite"]);
    kill(pid(&desk).unwrap());
    desk.lemmascope(&["undo"]);
    assert_eq!(std::fs::read_to_string(desk.work().join("a.txt")).unwrap(), "one");
    kill(pid(&desk).unwrap());
    desk.lemmascope(&["redo"]);
    assert_eq!(std::fs::read_to_string(desk.work().join("a.txt")).unwrap(), "two");
}

#[test]
fn killed_run_resumes_from_its_checkpoint() {
    let desk = Desk::new();
    let files: Vec<String> = (0..400).map(|number| format!("file{number}.txt")).collect();
    for file in &files {
        desk.write(file, file);
    }
    let list = serde_json::to_string(&files).unwrap();
    desk.lemmascope(&["status"]);
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    command.args(["copy_files", &list, "backup"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let copied = || std::fs::read_dir(desk.work().join("backup")).map_or(0, Iterator::count);
    until("some files are copied", || copied() >= 20);
    kill(pid(&desk).unwrap());
    let cut_off = child.wait_with_output().unwrap();
    let before = copied();
    assert!(before < files.len(), "the run was over before it was killed");
    assert_eq!(cut_off.status.code(), Some(1), "{}", String::from_utf8_lossy(&cut_off.stdout));

    let resumed = desk.lemmascope(&["copy_files", "--resume", "copied", "--json"]);
    assert_eq!(resumed.code, 0, "{}", resumed.out);
    assert_eq!(copied(), files.len());
    let json: serde_json::Value = serde_json::from_str(&resumed.out).unwrap();
    let actions = json["actions"].as_array().unwrap().len();
    // Only the steps after the last checkpoint are executed; the interrupted step may be repeated.
    assert!(actions <= files.len() - before + 2, "{actions} actions after {before} copies");
    for file in &files {
        assert_eq!(std::fs::read_to_string(desk.work().join("backup").join(file)).unwrap(), *file);
    }
}

const BUY: &str = r##"intent: buy
version: 1
description: Buy an aloe, from the shelf to the order
parameters:
  - { name: shop, type: string, required: true }
  - { name: payment, type: object, required: true }
steps:
  - action: goto
    url: $shop/p/aloe-vera
  - action: click
    target: { text: Buy now }
  - action: wait
    condition: { visible: { selector: "#first-name" } }
  - checkpoint: shipping_started
  - action: type
    target: { selector: "#first-name" }
    text: Ann
  - action: type
    target: { selector: "#last-name" }
    text: Lee
  - action: type
    target: { selector: "#email" }
    text: ann@example.com
  - action: type
    target: { selector: "#street" }
    text: Main Street 1
  - action: type
    target: { selector: "#postcode" }
    text: "12345"
  - action: type
    target: { selector: "#city" }
    text: Porto
  - action: select
    target: { selector: "#country" }
    value: Portugal
  - action: click
    target: { text: Continue to payment }
  - action: wait
    condition: { visible: { selector: "#number" } }
  - checkpoint: payment_started
  - action: type
    target: { selector: "#number" }
    text: $payment.card_number
  - action: type
    target: { selector: "#expiry" }
    text: $payment.expiry
  - action: type
    target: { selector: "#cvc" }
    text: $payment.cvv
  - action: click
    target: { text: Review order }
  - action: wait
    condition: { url_contains: /checkout/review }
    timeout: 3s
  - checkpoint: review_started
  - action: files.create_file
    path: $payment.mark
  - action: wait
    condition: { files.exists: { path: go } }
    timeout: 2m
  - action: click
    target: { text: Place order }
success:
  conditions:
    - url_contains: /order/
  extract:
    order: { from: url, pattern: "FF-\\d+" }
options:
  timeout: 5m
"##;

/// The payment data. The file is created when the run has reached its last checkpoint.
const CARD: &str =
    r#"{"card_number": "4111111111111111", "expiry": "12/30", "cvv": "123", "mark": "reached"}"#;

/// Starts a purchase, and kills the engine and its browser before the order is placed.
fn buy_until_killed(desk: &Desk, shop: &str) {
    desk.define("buy", BUY);
    desk.lemmascope(&["status"]);
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    command.args(["buy", shop, "--payment", CARD]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let reached = desk.work().join("reached");
    until("the last checkpoint is passed", || reached.exists() || child.try_wait().unwrap().is_some());
    assert!(reached.exists(), "{}", String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout));
    let engine = pid(desk).unwrap();
    let browser = child_process(engine).unwrap();
    kill(engine);
    until("the browser goes with its engine", || {
        !std::path::Path::new(&format!("/proc/{browser}/exe")).exists()
    });
    child.wait().unwrap();
    std::fs::remove_file(reached).unwrap();
    desk.write("go", "");
}

#[test]
fn resumed_purchase_places_one_order_in_a_new_browser() {
    let sites = lemmascope_sites::Sites::start_at(0).unwrap();
    let desk = Desk::new();
    buy_until_killed(&desk, &sites.url("shop", ""));
    let resumed = desk.lemmascope(&["buy", "--resume", "review_started", "--payment", CARD]);
    assert_eq!(resumed.code, 0, "{}", resumed.out);
    assert!(resumed.out.contains("/checkout/review (1 cookie)"), "{}", resumed.out);
    // The shop numbers the orders of a customer: this is the first one.
    assert!(resumed.out.contains("order: FF-20418"), "{}", resumed.out);
    assert!(!resumed.out.contains("Continue to payment"), "nothing is done twice: {}", resumed.out);
    let again = desk.lemmascope(&["buy", "--resume", "review_started", "--payment", CARD]);
    assert_eq!(again.code, 1, "{}", again.out);
    assert!(again.out.contains("CHECKPOINT_INVALID") && !again.out.contains("FF-20419"), "{}", again.out);
}

#[test]
fn purchase_with_emptied_basket_is_not_resumed() {
    let sites = lemmascope_sites::Sites::start_at(0).unwrap();
    let desk = Desk::new();
    let shop = sites.url("shop", "");
    buy_until_killed(&desk, &shop);
    // Another session resumes the run up to the point where it could place the order, and then empties the
    // basket.
    std::fs::remove_file(desk.work().join("go")).unwrap();
    // A file that an earlier run created is not created again, so this name differs.
    let payment = CARD.replace("reached", "reached_again");
    let reached = desk.work().join("reached_again");
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    command.args(["--session", "other", "buy", "--resume", "payment_started", "--payment", &payment]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("it is there in the other session", || reached.exists() || child.try_wait().unwrap().is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(reached).unwrap();
    let removed =
        desk.feed(&["--session", "other", "run", "-"], &format!("goto {shop}/cart\nclick Remove\n"));
    assert_eq!(removed.code, 0, "{}", removed.out);
    kill(pid(&desk).unwrap());
    desk.write("go", "");
    let resumed = desk.lemmascope(&["buy", "--resume", "review_started", "--payment", CARD]);
    assert_eq!(resumed.code, 1, "{}", resumed.out);
    assert!(resumed.out.contains("CHECKPOINT_INVALID"), "{}", resumed.out);
    assert!(resumed.out.contains("/checkout/review leads to"), "{}", resumed.out);
    assert!(resumed.out.contains("Run it from the beginning."), "{}", resumed.out);
}

#[test]
fn idle_engine_exits_after_timeout() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.home()).unwrap();
    std::fs::write(desk.home().join("config.yaml"), "background:\n  idle_timeout: 200ms\n").unwrap();
    assert_eq!(desk.lemmascope(&["files.create_folder", "a"]).code, 0);
    let socket = desk.home().join("run/engine.sock");
    until("the engine leaves", || !socket.exists());
    assert_eq!(desk.lemmascope(&["undo"]).code, 0);
    assert!(!desk.work().join("a").exists());
}

#[test]
fn engine_exits_cleanly_on_signals() {
    let desk = Desk::new();
    for signal in [Signal::TERM, Signal::INT] {
        assert_eq!(desk.lemmascope(&["files.exists", "x"]).code, 0);
        let socket = desk.home().join("run/engine.sock");
        assert!(socket.exists());
        tell(pid(&desk).unwrap(), signal);
        until("the engine leaves", || !socket.exists());
    }
}

#[test]
fn killed_command_is_cancelled() {
    let desk = Desk::new();
    desk.define(
        "wait_long",
        "intent: wait_long\nversion: 1\nsteps:\n  - action: files.create_folder\n    path: begun\n  - action: wait\n    condition: { files.exists: { path: never } }\n    timeout: 10m\noptions:\n  timeout: 10m\n",
    );
    let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
    let mut child = command.arg("wait_long").stdout(Stdio::null()).spawn().unwrap();
    until("the run has begun", || desk.work().join("begun").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    // The session is free again; the wait would otherwise last ten minutes.
    assert_eq!(desk.lemmascope(&["undo"]).code, 0);
    assert!(!desk.work().join("begun").exists());
}

#[test]
fn malformed_messages_do_not_stop_the_engine() {
    use std::io::{Read, Write};
    let desk = Desk::new();
    desk.lemmascope(&["files.exists", "x"]);
    let first = pid(&desk).unwrap();
    for message in [&b"\n"[..], b"{}\n", b"[[[[[[\n", &[0xff; 4096], b"{\"submit\":{}}\n", b"\"stop"] {
        let mut stream =
            std::os::unix::net::UnixStream::connect(desk.home().join("run/engine.sock")).unwrap();
        stream.write_all(message).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
    }
    assert_eq!(pid(&desk), Some(first));
}

#[test]
fn reports_exhausted_file_descriptors() {
    let desk = Desk::new();
    let started = desk.shell("ulimit -n 48; lemmascope files.create_folder a");
    assert_eq!(started.code, 0, "{started:?}");
    let path = desk.home().join("run/engine.sock");
    let mut held: Vec<std::os::unix::net::UnixStream> = Vec::new();
    // As many connections as it can accept, and as many as the backlog holds.
    let done = loop {
        held.extend((0..8).filter_map(|_| std::os::unix::net::UnixStream::connect(&path).ok()));
        let done = desk.lemmascope(&["files.exists", "a"]);
        if done.out.contains("no file descriptors left") || held.len() > 400 {
            break done;
        }
    };
    assert!(done.out.contains("no file descriptors left"), "{done:?}");
    assert!(done.out.contains("# hint"), "{done:?}");
    held.clear();
    until("it answers again", || desk.lemmascope(&["files.exists", "a"]).code == 0);
}

#[test]
fn long_home_path_contains_its_socket() {
    let mut desk = Desk::new();
    let home = desk.user_home().join("x".repeat(120));
    desk.know("LEMMASCOPE_HOME", home.display().to_string());
    let done = desk.lemmascope(&["files.create_folder", "a"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(home.join("run/engine.sock").exists());
}

#[test]
fn rejects_socket_accessible_to_other_users() {
    let desk = Desk::new();
    desk.lemmascope(&["files.create_folder", "a"]);
    let socket = desk.home().join("run/engine.sock");
    std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o666)).unwrap();
    let refused = desk.lemmascope(&["files.create_folder", "b"]);
    assert!(refused.code != 0 && refused.out.contains("open to other users"), "{refused:?}");
    assert!(!desk.work().join("b").exists());
    std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(desk.lemmascope(&["files.create_folder", "b"]).code, 0);
}
