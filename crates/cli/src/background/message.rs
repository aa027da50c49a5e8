//! The messages between client and engine: one JSON object per line.

use std::path::PathBuf;

use lemmascope_engine::Callable;
use lemmascope_intent::Event;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use zeroize::Zeroizing;

use crate::answer::Answer;
use crate::credential_prompt::Beside;
use crate::mcp::ToolProfile;

/// The maximum length of a line. A document may contain the content of a file, each character of it escaped
/// twice.
const LONGEST: u64 = 128 << 20;

/// A message of the client.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Executes a line.
    Submit { line: String, session: String, workspace: PathBuf, json: bool, beside: Beside },
    /// Cancels the line in progress, and requests its result so far.
    Cancel,
    /// Switches the connection to the Model Context Protocol.
    Mcp { workspace: PathBuf, profile: ToolProfile },
    /// Requests the names of everything callable.
    Callables,
    /// Requests the state of the engine.
    Status,
    /// Stops the engine.
    Stop,
}

impl Ask {
    /// The prefix of the message that cancels a line.
    pub(crate) const CANCEL: &[u8] = b"\"cancel\"";
}

/// A message of the engine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Say {
    /// An event of the line in progress.
    Event(Event),
    /// The answer to a line.
    Answer(Answer),
    /// The names of everything callable.
    Callables(Vec<Callable>),
    /// The state of the engine.
    Status { pid: u32, build: String, intents: usize, seconds: u64, busy: usize, serving: Option<String> },
    /// The engine is stopping.
    Leaving,
    /// The engine has no free file descriptors.
    Exhausted,
}

/// The message of a started engine, on its standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Started {
    /// It is listening.
    Ready { notices: Vec<String> },
    /// Another engine is already running.
    Busy,
    /// It cannot start.
    Failed { message: String, hint: Option<String>, context: Vec<String>, code: String },
}

/// Writes a message.
pub(crate) async fn write<W, M>(writer: &mut W, message: &M) -> std::io::Result<()>
where
    W: AsyncWrite + Unpin,
    M: Serialize,
{
    // Zeroized, because a message may contain a password.
    let mut line = Zeroizing::new(serde_json::to_vec(message)?);
    line.push(b'\n');
    writer.write_all(&line).await?;
    writer.flush().await
}

/// Reads a message. Returns `None` at the end of the stream.
pub(crate) async fn read<R, M>(reader: &mut R) -> std::io::Result<Option<M>>
where
    R: AsyncBufRead + Unpin,
    M: for<'de> Deserialize<'de>,
{
    let mut line = Zeroizing::new(Vec::new());
    reader.take(LONGEST).read_until(b'\n', &mut line).await?;
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}
