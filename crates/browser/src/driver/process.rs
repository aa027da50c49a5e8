use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncReadExt;
use tokio::process::Child;
use tokio::sync::watch;

/// The maximum number of bytes of the browser's standard error that are kept.
const MAX_STDERR_BYTES: usize = 4096;

/// The timeout for the last output of a process that has ended.
const FINAL_OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);

/// A browser process that this process started. Dropping the value ends it.
#[derive(Debug)]
pub(super) struct Process {
    id: u32,
    exited: watch::Receiver<bool>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Whether standard error is closed. Child processes may hold the pipe open after the browser ends.
    silence: watch::Receiver<bool>,
}

impl Process {
    pub(super) fn watch(mut child: Child) -> Option<Self> {
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
                    let excess = kept.len().saturating_sub(MAX_STDERR_BYTES);
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

    /// Waits until the process has ended.
    pub(super) async fn ended(&self) {
        let mut exited = self.exited.clone();
        let _ = exited.wait_for(|over| *over).await;
    }

    /// Kills the process and its descendants.
    pub(super) fn kill(&self) {
        // Once the process has been reaped, its id may belong to another process.
        if *self.exited.borrow() {
            return;
        }
        if let Some(group) = i32::try_from(self.id).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// The failure for a browser that ended at startup, with its error output.
    pub(super) async fn startup_failure(&self) -> Failure {
        let mut silence = self.silence.clone();
        let _ = tokio::time::timeout(FINAL_OUTPUT_TIMEOUT, silence.wait_for(|silent| *silent)).await;
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&complaints).into_owned();
        let failure = Failure::new(Cause::Unavailable, "the browser ended as soon as it was started");
        // The error messages of Chromium and of GTK.
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
