//! What client and engine say to each other: a JSON object a line.

use std::path::PathBuf;

use lemmascope_engine::Callable;
use lemmascope_intent::Event;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use zeroize::Zeroizing;

use crate::answer::Answer;
use crate::credential_prompt::Beside;
use crate::mcp::ToolProfile;

/// A line longer than this is not read. A document may bring the content of a file, each character of it escaped twice.
const LONGEST: u64 = 128 << 20;

/// What a client asks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ask {
    /// To execute a line.
    Submit { line: String, session: String, workspace: PathBuf, json: bool, beside: Beside },
    /// To cancel the line that is being executed, and answer what was done.
    Cancel,
    /// To speak the Model Context Protocol from here on.
    Mcp { workspace: PathBuf, profile: ToolProfile },
    /// For everything that can be called.
    Callables,
    /// How it is.
    Status,
    /// To leave.
    Stop,
}

impl Ask {
    /// The beginning of the message that cancels a line.
    pub(crate) const CANCEL: &[u8] = b"\"cancel\"";
}

/// What the engine says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Say {
    /// Something that happens while a line is executed.
    Event(Event),
    /// The answer to a line.
    Answer(Answer),
    /// Everything that can be called.
    Callables(Vec<Callable>),
    /// How it is.
    Status { pid: u32, build: String, intents: usize, seconds: u64, busy: usize, serving: Option<String> },
    /// It leaves.
    Leaving,
    /// It has no file descriptors left to listen with.
    Exhausted,
}

/// What an engine says when it has started, on its standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Started {
    /// It listens.
    Ready { notices: Vec<String> },
    /// Another one does already.
    Busy,
    /// It cannot.
    Failed { message: String, hint: Option<String>, context: Vec<String>, code: String },
}

/// Writes one message.
pub(crate) async fn write<W, M>(writer: &mut W, message: &M) -> std::io::Result<()>
where
    W: AsyncWrite + Unpin,
    M: Serialize,
{
    // A message may have a password in it; nothing of it is left in memory that is given back.
    let mut line = Zeroizing::new(serde_json::to_vec(message)?);
    line.push(b'\n');
    writer.write_all(&line).await?;
    writer.flush().await
}

/// Reads one message; nothing when the other side is gone.
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
