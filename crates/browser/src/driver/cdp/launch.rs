use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use lemmascope_intent::{Cause, Event, EventSink, Failure};
use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::sync::watch;

use super::super::options::Launch;
use super::profile::Profile;
use super::program;
use super::transport::{PipeReader, PipeWriter, pipes};

/// How much of what the browser complains of is kept.
const COMPLAINTS: usize = 4096;

/// How long its last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Without these a browser asks for things that nobody is there to answer, or talks to its maker.
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
    // Without it, maps and other drawings in three dimensions are empty on a machine without a graphics card.
    "--enable-unsafe-swiftshader",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// A page that is kept alive in the back, or rendered before it is asked for, has no place in the model of a tab. The list below
/// the address bar is two pages of the browser's own for every window, which nobody sees.
const FEATURES_OFF: &str = "--disable-features=Translate,BackForwardCache,Prerender2,MediaRouter,OptimizationHints,\
InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,\
PasswordLeakDetection,HttpsUpgrades,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup";

/// What would go around the proxy: names that are resolved before anybody asks for a page, and everything that travels
/// in datagrams.
const PROXIED_ONLY: [&str; 5] = [
    "--dns-prefetch-disable",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-blink-features=WebTransport",
];

/// A browser process that we started. It ends with this value.
#[derive(Debug)]
pub(super) struct Process {
    id: u32,
    exited: watch::Receiver<bool>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Whether it can complain no more. Its children may hold the pipe for longer than it lives.
    silence: watch::Receiver<bool>,
}

/// A browser that has been started but not yet spoken to.
pub(super) struct Launched {
    pub(super) process: Process,
    pub(super) profile: Profile,
    pub(super) reader: PipeReader,
    pub(super) writer: PipeWriter,
}

/// Starts a browser with a profile of its own.
///
/// It is spoken to through a pipe: no port is open that others could connect to, and the browser leaves when the pipe
/// closes, which the system sees to even when this process is killed.
pub(super) fn launch(launch: &Launch, events: &dyn EventSink) -> Result<Launched, Failure> {
    let program = program::find(launch)?;
    let profile = Profile::make(&launch.profiles).map_err(|error| {
        Failure::new(
            Cause::Unavailable,
            format!("no folder could be made for the browser's profile: {error}"),
        )
        .context(launch.profiles.display().to_string())
    })?;
    let pipes = pipes().map_err(|error| not_started(&program, &error.to_string()))?;
    let mut command = Command::new(&program);
    command.args(arguments(launch, profile.path(), events));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.process_group(0).kill_on_drop(true);
    command
        .fd_mappings(vec![
            FdMapping { parent_fd: pipes.for_reading, child_fd: 3 },
            FdMapping { parent_fd: pipes.for_writing, child_fd: 4 },
        ])
        .map_err(|error| not_started(&program, &error.to_string()))?;
    let child = command.spawn().map_err(|error| not_started(&program, &error.to_string()))?;
    // The command holds the browser's ends of the pipes, which must close here so that the end is seen.
    drop(command);
    let process = Process::watch(child).ok_or_else(|| not_started(&program, "it ended at once"))?;
    Ok(Launched { process, profile, reader: pipes.reader, writer: pipes.writer })
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
    // Without an address it would open a window of its own in headed mode.
    arguments.push("--no-startup-window".into());
    arguments
}

impl Process {
    fn watch(mut child: Child) -> Option<Self> {
        let id = child.id()?;
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        let stderr = child.stderr.take();
        let (over, exited) = watch::channel(false);
        let (silent, silence) = watch::channel(false);
        tokio::spawn(async move {
            if let Some(mut stderr) = stderr {
                let mut part = [0; 1024];
                while let Ok(count @ 1..) = stderr.read(&mut part).await {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.extend_from_slice(&part[..count]);
                    let excess = kept.len().saturating_sub(COMPLAINTS);
                    kept.drain(..excess);
                }
            }
            let _ = silent.send(true);
        });
        tokio::spawn(async move {
            let _ = child.wait().await;
            let _ = over.send(true);
        });
        Some(Self { id, exited, complaints, silence })
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Returns when the process has ended.
    pub(super) async fn ended(&self) {
        let mut exited = self.exited.clone();
        let _ = exited.wait_for(|over| *over).await;
    }

    /// Ends it and everything that it started.
    pub(super) fn kill(&self) {
        // Once it has ended and been waited for, its number may belong to somebody else.
        if *self.exited.borrow() {
            return;
        }
        if let Some(group) = i32::try_from(self.id).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// A failure that tells what the browser said before it ended.
    pub(super) async fn ended_at_start(&self) -> Failure {
        let mut silence = self.silence.clone();
        let _ = tokio::time::timeout(LAST_WORDS, silence.wait_for(|silent| *silent)).await;
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&complaints).into_owned();
        let failure = Failure::new(Cause::Unavailable, "the browser ended as soon as it was started");
        // Chromium's own words, and those of GTK.
        let failure = match ["Missing X server", "cannot open display"].iter().any(|it| text.contains(it)) {
            true => failure.hint("The display in DISPLAY cannot be used. Start one (`xvfb-run lemmascope …`), or use --headless."),
            false => failure.hint("Run it by hand to see why, or set web.browser to another one."),
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(5)..].iter().fold(failure, |failure, line| failure.context(*line))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn not_started(program: &Path, why: &str) -> Failure {
    Failure::new(
        Cause::Unavailable,
        format!("the browser \"{}\" could not be started: {why}", program.display()),
    )
    .hint("Set web.browser to a browser that runs.")
}
