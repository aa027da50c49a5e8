use std::io::{BufRead, BufReader as StdBufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use lemmascope_engine::Callable;
use lemmascope_intent::{Cause, Code, Failure};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::message::{Ask, Say, Started, read, write};
use super::socket;
use crate::answer::{Answer, notice};
use crate::credential_prompt::Beside;
use crate::environment::Environment;
use crate::mcp::ToolProfile;
use crate::progress::Progress;

/// A connection to the background engine.
pub(crate) struct Client {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
}

/// The state of the background engine.
pub(crate) struct Running {
    /// The process id.
    pub(crate) pid: u32,
    /// The number of registered intents.
    pub(crate) intents: usize,
    /// The uptime, in seconds.
    pub(crate) seconds: u64,
    /// The number of requests in progress.
    pub(crate) busy: usize,
    /// The address of its HTTP interface, if it has one.
    pub(crate) serving: Option<String>,
    build: String,
}

/// Connects to the running engine, if there is one.
pub(crate) async fn running(place: &Environment) -> Result<Option<Client>, Failure> {
    let stream = socket::connect(place).await.map_err(|error| {
        Failure::new(Cause::PermissionDenied, format!("the background engine is not spoken to: {error}"))
            .hint("Set LEMMASCOPE_HOME to a folder that is yours alone, or use --foreground.")
    })?;
    Ok(stream.map(|stream| {
        let (reader, writer) = stream.into_split();
        Client { reader: BufReader::new(reader), writer }
    }))
}

/// Connects to the engine. Starts it if none is running, or if the running one is an older build.
pub(crate) async fn connect_or_start(place: &Environment) -> Result<Client, Failure> {
    for _attempt in 0..50 {
        if let Some(mut client) = running(place).await? {
            match client.status().await {
                Ok(status) if status.build == place.build() => return Ok(client),
                Ok(_) => client.stop().await?,
                Err(failure) if failure.cause == Cause::Unavailable => return Err(failure),
                // The engine was shutting down.
                Err(_) => {}
            }
        }
        match start(place)? {
            Started::Ready { notices } => notices.iter().for_each(|text| notice(text)),
            // Another process's engine is starting or shutting down.
            Started::Busy => tokio::time::sleep(Duration::from_millis(50)).await,
            Started::Failed { message, hint, context, code } => {
                let cause = match code {
                    code if code == Code::DefinitionInvalid.as_str() => Cause::DefinitionInvalid,
                    _ => Cause::Failed,
                };
                let failure = Failure { hint, context, ..Failure::new(cause, message) };
                return Err(failure);
            }
        }
    }
    Err(Failure::new(Cause::Unavailable, "the background engine does not answer")
        .hint("Try `lemmascope stop`, or --foreground."))
}

/// Starts an engine, and waits until it reports the result.
fn start(place: &Environment) -> Result<Started, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::new(Cause::Failed, format!("the background engine could not be started: {error}"))
            .hint("Use --foreground to do without it.")
    };
    let mut child = Command::new(&place.program)
        .arg("__engine")
        .arg(&place.workspace)
        .current_dir("/")
        .env("LEMMASCOPE_HOME", &place.home)
        // The process lives long and is mostly idle, so memory is returned to the system immediately.
        .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
        .env("MIMALLOC_PURGE_DELAY", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(cannot)?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        StdBufReader::new(out).read_line(&mut line).map_err(cannot)?;
    }
    serde_json::from_str(&line).map_err(|error| cannot(error.into()))
}

impl Client {
    /// Relays the Model Context Protocol between the engine and the standard streams, until either side
    /// closes.
    pub(crate) async fn relay_mcp(
        mut self,
        place: &Environment,
        profile: ToolProfile,
    ) -> Result<(), Failure> {
        let ask = Ask::Mcp { workspace: place.workspace.clone(), profile };
        write(&mut self.writer, &ask).await.map_err(lost)?;
        let (mut input, mut output) = (tokio::io::stdin(), tokio::io::stdout());
        let sending = async {
            tokio::io::copy(&mut input, &mut self.writer).await?;
            self.writer.shutdown().await
        };
        let receiving = async {
            tokio::io::copy(&mut self.reader, &mut output).await?;
            output.flush().await
        };
        // After the client has closed its side, the engine still completes its last responses.
        tokio::pin!(sending, receiving);
        tokio::select! {
            received = &mut receiving => received.map_err(lost),
            sent = &mut sending => {
                sent.map_err(lost)?;
                receiving.await.map_err(lost)
            }
        }
    }

    /// Executes a line, and shows its progress. In a conversation, an interrupt cancels the line, and not
    /// this process.
    pub(crate) async fn submit(
        &mut self,
        line: &str,
        beside: Beside,
        session: &str,
        place: &Environment,
        json: bool,
        is_conversation: bool,
    ) -> Result<Answer, Failure> {
        let mut interrupts = match is_conversation {
            true => Some(signal(SignalKind::interrupt()).map_err(lost)?),
            false => None,
        };
        let mut is_cancelled = false;
        let ask = Ask::Submit {
            line: line.into(),
            session: session.into(),
            workspace: place.workspace.clone(),
            json,
            beside,
        };
        write(&mut self.writer, &ask).await.map_err(lost)?;
        let progress = Progress::new();
        loop {
            // Waits for both at once, because a partially read message must not be lost.
            let heard = hear(&mut self.reader);
            tokio::pin!(heard);
            let said = loop {
                tokio::select! {
                    said = &mut heard => break said?,
                    () = interrupted(&mut interrupts) => {
                        if std::mem::replace(&mut is_cancelled, true) {
                            return Err(abandoned_command_failure());
                        }
                        write(&mut self.writer, &Ask::Cancel).await.map_err(lost)?;
                    }
                }
            };
            match said {
                Say::Event(event) => progress.show(&event),
                Say::Answer(answer) => return Ok(answer),
                _ => {}
            }
        }
    }

    /// Returns the names of everything callable.
    pub(crate) async fn callables(&mut self) -> Result<Vec<Callable>, Failure> {
        write(&mut self.writer, &Ask::Callables).await.map_err(lost)?;
        match self.hear().await? {
            Say::Callables(callables) => Ok(callables),
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the state of the engine.
    pub(crate) async fn status(&mut self) -> Result<Running, Failure> {
        write(&mut self.writer, &Ask::Status).await.map_err(lost)?;
        match self.hear().await? {
            Say::Status { pid, build, intents, seconds, busy, serving } => {
                Ok(Running { pid, intents, seconds, busy, serving, build })
            }
            _ => Err(gone()),
        }
    }

    /// Requests the engine to stop, and waits until it has.
    pub(crate) async fn stop(&mut self) -> Result<(), Failure> {
        write(&mut self.writer, &Ask::Stop).await.map_err(lost)?;
        while self.hear().await.is_ok() {}
        Ok(())
    }

    async fn hear(&mut self) -> Result<Say, Failure> {
        hear(&mut self.reader).await
    }
}

async fn hear(reader: &mut BufReader<OwnedReadHalf>) -> Result<Say, Failure> {
    match read(reader).await.map_err(lost)?.ok_or_else(gone)? {
        Say::Exhausted => {
            Err(Failure::new(Cause::Unavailable, "the background engine has no file descriptors left").hint(
                "Close what is open in it with `session close`, or raise the limit (`ulimit -n`) and start it anew.",
            ))
        }
        said => Ok(said),
    }
}

/// Waits for the next interrupt, or forever if interrupts are not handled.
async fn interrupted(interrupts: &mut Option<Signal>) {
    match interrupts {
        Some(interrupts) => drop(interrupts.recv().await),
        None => std::future::pending().await,
    }
}

/// Returns the failure for a command that was interrupted twice, which is abandoned.
fn abandoned_command_failure() -> Failure {
    Failure::new(Cause::Cancelled, "the command does not end although it is cancelled, and is not waited for")
        .hint("Its changes are in the journal: `undo` reverts them.")
        .effect_unknown()
}

fn lost(error: std::io::Error) -> Failure {
    gone().context(error.to_string())
}

fn gone() -> Failure {
    Failure::new(Cause::Failed, "the background engine ended before it answered")
        .hint("Its changes are in the journal: `undo` reverts them, --resume continues from a checkpoint.")
        .effect_unknown()
}
