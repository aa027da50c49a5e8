use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;

use lemmascope_intent::{Cause, Event};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::super::endpoint::Endpoint;
use super::*;
use crate::driver::{Engine, Gap};
use crate::testing::lacks;

fn kill(process: u32) {
    kill_process(Pid::from_raw(i32::try_from(process).unwrap()).unwrap(), Signal::KILL).unwrap();
}

/// Waits until all processes of a browser's process group have ended or are zombies. Child processes may
/// write to the profile slightly longer than the browser.
async fn gone(browser: u32) {
    let ended = async {
        while std::fs::read_dir("/proc").unwrap().flatten().any(|entry| is_of(&entry.path(), browser)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LIMIT, ended).await.unwrap_or_else(|_| panic!("{browser} lives on"));
}

/// Whether this is a living process of the group.
fn is_of(process: &Path, group: u32) -> bool {
    let status = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    // The name in parentheses may contain any character; state, parent and group follow it.
    let mut fields = status.rsplit(')').next().unwrap_or_default().split_whitespace();
    let (state, of) = (fields.next(), fields.nth(1));
    state.is_some_and(|state| state != "Z") && of == Some(group.to_string().as_str())
}

fn profiles(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder.join("profiles")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[tokio::test]
async fn closing_browser_ends_process_and_removes_profile() {
    let scene = scene_of_its_own().await;
    let tab = scene.tab("about:blank").await;
    let process = scene.browser.process_id().unwrap();
    assert!(scene.browser.is_alive());
    assert_eq!(profiles(scene.folder.path()).len(), 1);
    scene.browser.close().await;
    assert!(!scene.browser.is_alive());
    gone(process).await;
    assert!(profiles(scene.folder.path()).is_empty());
    assert!(tab.state().closed);
    let failure = scene.context.new_tab("about:blank").await.err().unwrap();
    assert_eq!(failure.message, "the browser was closed");
}

#[tokio::test]
async fn browser_ends_with_its_last_handle() {
    let scene = scene_of_its_own().await;
    let process = scene.browser.process_id().unwrap();
    let Scene { browser, context, folder } = scene;
    drop(browser);
    drop(context);
    gone(process).await;
    assert!(profiles(folder.path()).is_empty());
}

#[tokio::test]
async fn browser_crash_fails_pending_calls() {
    let scene = scene_of_its_own().await;
    let tab = scene.tab("about:blank").await;
    let main = tab.main_frame().unwrap();
    let process = scene.browser.process_id().unwrap();
    let waiting = tab.evaluate(&main, "new Promise(() => {})", LIMIT);
    let killing = async { kill(process) };
    let (failure, ()) = tokio::join!(waiting, killing);
    let failure = failure.unwrap_err();
    assert_eq!(failure.cause, Cause::Unavailable, "{failure}");
    assert!(!scene.browser.is_alive());
    assert!(tab.wait(LIMIT, |state| state.closed).await);
    let failure = scene.context.new_tab("about:blank").await.err().unwrap();
    assert_eq!(failure.message, "the browser has crashed");
    scene.browser.close().await;
}

#[tokio::test]
async fn crashed_tab_recovers_after_navigation() {
    if lacks(Gap::Crashes) {
        return;
    }
    let server = Server::start(|_| Some(Answer::page("alive"))).await.unwrap();
    let scene = scene().await;
    let tab = scene.tab(&server.url("/")).await;
    let other = scene.tab("about:blank").await;
    let _ = tab.navigate("chrome://crash", None, std::time::Duration::from_secs(5)).await;
    assert!(tab.wait(LIMIT, |state| state.crashed).await);
    let failure = tab.evaluate(&tab.main_frame().unwrap(), "1", LIMIT).await.unwrap_err();
    assert_eq!(failure.message, "the tab has crashed");
    assert!(scene.browser.is_alive() && !other.state().crashed);
    tab.navigate(&server.url("/"), None, LIMIT).await.unwrap();
    assert_eq!(ours(&tab, "lemmascope.text").await, serde_json::json!("alive"));
    scene.end().await;
}

#[tokio::test]
async fn failed_launch_reports_stderr() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("browser");
    std::fs::write(&program, "#!/bin/sh\necho 'cannot open display' >&2\nexit 3\n").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let launch = Launch { program: Some(program), ..launch(folder.path()) };
    let failure = Browser::launch(&launch, &()).await.err().unwrap();
    assert_eq!(failure.cause, Cause::Unavailable);
    assert!(failure.context.iter().any(|line| line.contains("cannot open display")), "{failure:?}");
    assert!(profiles(folder.path()).is_empty());
}

#[tokio::test]
async fn launching_a_non_browser_does_not_panic() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("browser");
    std::fs::write(&program, "#!/bin/sh\nprintf 'hello\\0' >&4\nexec cat <&3 >/dev/null\n").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let launch = Launch { program: Some(program), ..launch(folder.path()) };
    let failure = Browser::launch(&launch, &()).await.err().unwrap();
    assert_eq!(failure.cause, Cause::Unavailable, "{failure:?}");
}

#[tokio::test]
async fn warns_when_running_as_root() {
    let folder = tempfile::tempdir().unwrap();
    let warnings = Mutex::new(Vec::new());
    let listen = |event: Event| warnings.lock().unwrap().push(event);
    let browser = Browser::launch(&launch(folder.path()), &listen).await.unwrap();
    // The sandbox of Firefox works for root too, so it gives no warning.
    let is_root = rustix::process::geteuid().is_root() && crate::testing::engine() == Engine::Chromium;
    assert_eq!(warnings.lock().unwrap().len(), usize::from(is_root));
    browser.close().await;
}

#[tokio::test]
async fn attached_browser_keeps_running_after_close() {
    if lacks(Gap::Attach) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut extra = vec![
        "--headless=new",
        "--remote-debugging-port=0",
        "--no-first-run",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-quic",
    ];
    if rustix::process::geteuid().is_root() {
        extra.push("--no-sandbox");
    }
    let program = super::super::program::find(&launch(folder.path())).unwrap();
    let mut process = tokio::process::Command::new(program)
        .args(extra)
        .arg(format!("--user-data-dir={}", folder.path().join("own").display()))
        .arg("about:blank")
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next_line().await.unwrap().expect("it says where it listens");
        if let Some((_, address)) = line.split_once("listening on ") {
            break address.trim().to_string();
        }
    };
    let port = address.split(':').nth(2).unwrap().split('/').next().unwrap().to_string();
    for url in [address.clone(), format!("http://127.0.0.1:{port}")] {
        let browser = Browser::attach(&Endpoint::parse(&url).unwrap()).await.unwrap();
        let context = browser.open_context(options(&folder)).await.unwrap();
        let tab = context.new_tab("data:text/html,<p>hi").await.unwrap();
        assert_eq!(ours(&tab, "lemmascope.text").await, serde_json::json!("hi"));
        assert_eq!(context.tabs().len(), 1, "tabs of others are not ours");
        browser.close().await;
        assert!(!browser.is_alive());
        assert!(process.try_wait().unwrap().is_none(), "it is not ours to end");
    }
    process.kill().await.unwrap();
    let failure = Browser::attach(&Endpoint::parse(&address).unwrap()).await.err().unwrap();
    assert_eq!(failure.cause, Cause::Unavailable);
}
