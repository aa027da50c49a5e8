use std::path::Path;
use std::process::Stdio;

use command_fds::{CommandFdExt, FdMapping};
use lemmascope_intent::{Cause, Event, EventSink, Failure};
use rustix::process::geteuid;
use tokio::process::Command;

use super::super::options::Launch;
use super::super::process::Process;
use super::super::profile::Profile;
use super::super::program;
use super::super::transport::{PipeReader, PipeWriter, pipes};

/// Flags without which the browser shows prompts that no user can answer, or contacts its vendor.
const FLAGS: [&str; 24] = [
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-infobars",
    "--disable-popup-blocking",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    // Without it, WebGL content is empty on a machine without a GPU.
    "--enable-unsafe-swiftshader",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// A cached or prerendered page does not fit the model of a tab. The WebUI omnibox popups are two internal
/// pages per window, which nobody sees.
const FEATURES_OFF: &str = "--disable-features=Translate,BackForwardCache,Prerender2,MediaRouter,OptimizationHints,\
InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,\
PasswordLeakDetection,HttpsUpgrades,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup";

/// Flags that prevent traffic around the proxy: DNS prefetching, and UDP (WebRTC, QUIC).
const PROXIED_ONLY: [&str; 5] = [
    "--dns-prefetch-disable",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-blink-features=WebTransport",
];

/// A started browser to which no command was sent yet.
pub(super) struct LaunchedBrowser {
    pub(super) process: Process,
    pub(super) profile: Profile,
    pub(super) reader: PipeReader,
    pub(super) writer: PipeWriter,
}

/// Starts a browser with a separate profile.
///
/// The browser is controlled through a pipe: no port is open to other processes, and the browser exits when
/// the pipe closes, which the operating system ensures even when this process is killed.
pub(super) fn launch(launch: &Launch, events: &dyn EventSink) -> Result<LaunchedBrowser, Failure> {
    let program = program::find(launch)?;
    let profile = Profile::make(&launch.profiles).map_err(|error| {
        Failure::new(
            Cause::Unavailable,
            format!("no folder could be made for the browser's profile: {error}"),
        )
        .context(launch.profiles.display().to_string())
    })?;
    let pipes = pipes().map_err(|error| start_failure(&program, &error.to_string()))?;
    let mut command = Command::new(&program);
    command.args(arguments(launch, profile.path(), events));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.process_group(0).kill_on_drop(true);
    command
        .fd_mappings(vec![
            FdMapping { parent_fd: pipes.for_reading, child_fd: 3 },
            FdMapping { parent_fd: pipes.for_writing, child_fd: 4 },
        ])
        .map_err(|error| start_failure(&program, &error.to_string()))?;
    let child = command.spawn().map_err(|error| start_failure(&program, &error.to_string()))?;
    // `Command` holds the browser's pipe ends, which must be closed here so that the end of the stream is
    // detected.
    drop(command);
    let process = Process::watch(child).ok_or_else(|| start_failure(&program, "it ended at once"))?;
    Ok(LaunchedBrowser { process, profile, reader: pipes.reader, writer: pipes.writer })
}

fn arguments(launch: &Launch, profile: &Path, events: &dyn EventSink) -> Vec<String> {
    let mut arguments: Vec<String> = FLAGS.iter().map(|flag| flag.to_string()).collect();
    arguments.push(FEATURES_OFF.into());
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push(format!("--window-size={},{}", launch.viewport.0, launch.viewport.1));
    if !launch.headed {
        arguments.push("--headless=new".into());
        arguments.push("--hide-scrollbars".into());
        arguments.push("--mute-audio".into());
    }
    if launch.proxied_only {
        arguments.extend(PROXIED_ONLY.iter().map(|flag| flag.to_string()));
    }
    if geteuid().is_root() {
        arguments.push("--no-sandbox".into());
    }
    if geteuid().is_root() && !launch.warned {
        events.emit(Event::Warning {
            message:
                "the browser runs as root, which it does only without its sandbox: pages are less confined"
                    .into(),
        });
    }
    arguments.extend(launch.extra.iter().cloned());
    // Otherwise the browser would open a separate window in headed mode.
    arguments.push("--no-startup-window".into());
    arguments
}

fn start_failure(program: &Path, why: &str) -> Failure {
    Failure::new(
        Cause::Unavailable,
        format!("the browser \"{}\" could not be started: {why}", program.display()),
    )
    .hint("Set web.browser to a browser that runs.")
}
