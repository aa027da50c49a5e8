use std::ffi::OsString;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use command_fds::{CommandFdExt, FdMapping};
use lemmascope_intent::{Cause, Context, Event, Failure};
use rustix::fs::MemfdFlags;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};

use super::child::JOB;
use super::job::{Allowance, Handed, Job};
use super::message::Said;

/// The maximum size of a response; a rendered page is the largest one.
const LONGEST: u64 = 256 << 20;

/// The command that starts a child: this program in reader mode.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The program.
    pub program: PathBuf,
    /// The arguments that select the reader mode.
    pub arguments: Vec<OsString>,
    /// The memory limit of a child, in bytes.
    pub memory: u64,
}

impl Reader {
    /// Runs a job on the file in a child process, within the time limit of the call.
    pub(crate) async fn run<T: DeserializeOwned>(
        &self,
        file: File,
        job: Job,
        cx: &Context,
    ) -> Result<T, Failure> {
        let seconds = cx.limit.as_secs().max(1);
        let allowance = Allowance { memory: self.memory, seconds };
        let mut child = self.start(file, &Handed { allowance, job }).map_err(|error| {
            Failure::new(Cause::Failed, format!("a process to read it in could not be started: {error}"))
        })?;
        let Some(out) = child.stdout.take() else { return Err(broke_off()) };
        let mut lines = BufReader::new(out.take(LONGEST)).lines();
        loop {
            let line = tokio::select! {
                line = lines.next_line() => line,
                () = cx.cancellation.cancelled() => {
                    return Err(Failure::new(Cause::Cancelled, "it was called off"));
                }
            };
            let Some(line) = line.map_err(|_| broke_off())? else {
                let ended = child.wait().await.map_err(|_| broke_off())?;
                return Err(self.ended(ended, allowance));
            };
            match serde_json::from_str(&line).ok() {
                Some(Said::Progress { what, done, total }) => {
                    cx.events.emit(Event::Progress { what, done, total });
                }
                Some(Said::Found(found)) => return serde_json::from_value(found).map_err(|_| broke_off()),
                Some(Said::Refused(refusal)) => return Err(refusal.failure()),
                // Dropping the child kills it after an invalid response.
                None => return Err(broke_off()),
            }
        }
    }

    fn start(&self, file: File, handed: &Handed) -> std::io::Result<Child> {
        let mut job = File::from(rustix::fs::memfd_create("job", MemfdFlags::CLOEXEC)?);
        job.write_all(&serde_json::to_vec(handed)?)?;
        job.seek(SeekFrom::Start(0))?;
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            // The child inherits no environment that it could leak.
            .env_clear()
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(file)))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command
            .fd_mappings(vec![FdMapping { parent_fd: job.into(), child_fd: JOB }])
            .map_err(|error| std::io::Error::other(error.to_string()))?;
        command.spawn()
    }

    /// Returns the failure for a child that ended without a response.
    fn ended(&self, status: ExitStatus, allowance: Allowance) -> Failure {
        use rustix::process::Signal;
        let signal = status.signal().and_then(Signal::from_named_raw);
        match signal {
            Some(Signal::XCPU) => Failure::new(
                Cause::Timeout,
                format!("reading the file took more than {} seconds of the processor", allowance.seconds),
            )
            .hint("Give it more time with --timeout, or a smaller file."),
            // A process that cannot allocate memory aborts.
            Some(Signal::ABORT | Signal::KILL | Signal::SEGV | Signal::BUS) => Failure::new(
                Cause::InvalidParameter,
                format!("reading the file took more than {} MB of memory", allowance.memory >> 20),
            )
            .hint(
                "It expands to more than its size, perhaps on purpose. Save it again with the program that created it.",
            ),
            _ => broke_off(),
        }
        .about("path")
    }
}

fn broke_off() -> Failure {
    Failure::new(Cause::InvalidParameter, "the file is damaged in a way that its reader could not tell")
        .hint("Open it with the program that created it and save it again.")
        .about("path")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a child with this script.
    async fn child(script: &str) -> Result<String, Failure> {
        let reader = Reader {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            memory: 1 << 30,
        };
        let file = tempfile::tempfile().unwrap();
        reader
            .run(file, Job::Read { name: "it".into(), milliseconds: 1000 }, &Context::new("test", "/"))
            .await
    }

    #[tokio::test]
    async fn accepts_result_of_child_process() {
        let found =
            child(r#"echo '{"progress":{"what":"it","done":1,"total":2}}'; echo '{"found":"yes"}'"#).await;
        assert_eq!(found.unwrap(), "yes");
    }

    #[tokio::test]
    async fn failed_or_invalid_child_output_is_a_damaged_file() {
        let nonsense = [
            "",
            "exit 0",
            "exit 101",
            "echo nonsense; sleep 60",
            r#"echo '{"found":7}'"#,
            "printf '\\377\\n'",
        ];
        for script in nonsense {
            let failure = child(script).await.unwrap_err();
            assert!(failure.message.starts_with("the file is damaged"), "{script}: {failure:?}");
            assert_eq!(failure.field.as_deref(), Some("path"));
        }
    }

    #[tokio::test]
    async fn reports_exhausted_memory_and_cpu_limits() {
        let failure = child("kill -ABRT $$").await.unwrap_err();
        assert_eq!(failure.message, "reading the file took more than 1024 MB of memory");
        let failure = child("kill -XCPU $$").await.unwrap_err();
        assert_eq!(failure.cause, Cause::Timeout);
    }

    #[tokio::test]
    async fn kills_child_with_endless_output() {
        // The response is a single endless line, of which only a bounded part is read; the child is killed
        // with the call.
        let failure = child("exec cat /dev/zero").await.unwrap_err();
        assert!(failure.message.starts_with("the file is damaged"), "{failure:?}");
    }
}
