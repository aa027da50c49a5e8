use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use tokio::process::Command;

use super::super::options::Launch;
use super::super::process::Process;
use super::super::profile::Profile;
use super::super::program;
use super::preferences::user_file;

/// The timeout for starting a browser, long enough for a busy machine.
pub(super) const START: Duration = Duration::from_secs(60);

/// The interval between checks for the port.
const BETWEEN: Duration = Duration::from_millis(20);

/// A shell script that runs the browser and kills its process group as soon as standard input closes, which
/// the operating system ensures even when the engine is killed.
const KEEPER: &str = r#"exec 3<&0; "$@" 3<&- </dev/null & browser=$!; { cat <&3 >/dev/null; kill -KILL 0; } & wait "$browser"; kill -KILL 0"#;

/// A started browser that accepts connections.
pub(super) struct LaunchedBrowser {
    pub(super) process: Process,
    pub(super) profile: Profile,
    /// The standard input of the shell script. The browser runs for as long as it stays open.
    pub(super) keeper: Arc<Mutex<Option<tokio::process::ChildStdin>>>,
    /// The address of the browser's WebSocket.
    pub(super) address: String,
}

/// Starts Firefox with a separate profile, and waits until it accepts connections.
///
/// It listens on a port of this machine, since Firefox accepts no commands through a pipe. It accepts only
/// one session, which the engine opens, and refuses all others.
pub(super) async fn launch(launch: &Launch) -> Result<LaunchedBrowser, Failure> {
    let program = program::find(launch)?;
    let profile = Profile::make(&launch.profiles).map_err(|error| {
        Failure::new(
            Cause::Unavailable,
            format!("no folder could be made for the browser's profile: {error}"),
        )
        .context(launch.profiles.display().to_string())
    })?;
    std::fs::write(profile.path().join("user.js"), user_file(launch.proxied_only))
        .map_err(|error| start_failure(&program, &error.to_string()))?;
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(KEEPER).arg("lemmascope").arg(&program);
    command.args(["--remote-debugging-port", "0", "--no-remote", "--profile"]).arg(profile.path());
    if !launch.headed {
        command.arg("--headless");
    }
    command.args(["--width", &launch.viewport.0.to_string(), "--height", &launch.viewport.1.to_string()]);
    command.args(&launch.extra);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.process_group(0).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| start_failure(&program, &error.to_string()))?;
    let keeper = Arc::new(Mutex::new(child.stdin.take()));
    let process = Process::watch(child).ok_or_else(|| start_failure(&program, "it ended at once"))?;
    let listening = async {
        loop {
            if let Some(address) = read_websocket_address(profile.path()) {
                return address;
            }
            tokio::time::sleep(BETWEEN).await;
        }
    };
    let address = tokio::select! {
        address = tokio::time::timeout(START, listening) => {
            address.map_err(|_| start_failure(&program, "it does not listen"))?
        }
        () = process.ended() => return Err(process.startup_failure().await),
    };
    Ok(LaunchedBrowser { process, profile, keeper, address })
}

/// Reads the port that Firefox writes into the profile once it listens.
fn read_websocket_address(profile: &Path) -> Option<String> {
    let text = std::fs::read_to_string(profile.join("WebDriverBiDiServer.json")).ok()?;
    let server: serde_json::Value = serde_json::from_str(&text).ok()?;
    let (host, port) = (server["ws_host"].as_str()?, server["ws_port"].as_u64()?);
    Some(format!("ws://{host}:{port}/session"))
}

/// Closes the standard input that keeps the browser running.
pub(super) fn let_go(keeper: &Mutex<Option<tokio::process::ChildStdin>>) {
    keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
}

fn start_failure(program: &Path, why: &str) -> Failure {
    Failure::new(
        Cause::Unavailable,
        format!("the browser \"{}\" could not be started: {why}", program.display()),
    )
    .hint("Set web.browser to a Firefox that runs, or web.engine to chromium.")
}
