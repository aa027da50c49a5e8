use std::io;
use std::os::fd::OwnedFd;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::pipe;

use super::{LARGEST_MESSAGE, too_large};

/// The NUL byte that ends each message. It does not occur in JSON.
const END: u8 = 0;

/// The engine's ends of the two pipes, and the ends from which the browser reads and to which it writes.
pub(crate) struct Pipes {
    pub(crate) reader: PipeReader,
    pub(crate) writer: PipeWriter,
    pub(crate) for_reading: OwnedFd,
    pub(crate) for_writing: OwnedFd,
}

pub(crate) fn pipes() -> io::Result<Pipes> {
    let (for_reading, ours) = io::pipe()?;
    let writer = pipe::Sender::from_owned_fd(ours.into())?;
    let (ours, for_writing) = io::pipe()?;
    let reader = pipe::Receiver::from_owned_fd(ours.into())?;
    Ok(Pipes {
        reader: PipeReader { pipe: BufReader::with_capacity(1 << 16, reader) },
        writer: PipeWriter { pipe: writer },
        for_reading: for_reading.into(),
        for_writing: for_writing.into(),
    })
}

pub(crate) struct PipeReader {
    pipe: BufReader<pipe::Receiver>,
}

pub(crate) struct PipeWriter {
    pipe: pipe::Sender,
}

impl PipeReader {
    pub(super) async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        loop {
            let part = self.pipe.fill_buf().await?;
            if part.is_empty() {
                return Ok(None);
            }
            let end = part.iter().position(|byte| *byte == END);
            let taken = end.unwrap_or(part.len());
            if message.len() + taken > LARGEST_MESSAGE {
                return Err(too_large());
            }
            message.extend_from_slice(&part[..taken]);
            self.pipe.consume(end.map_or(taken, |end| end + 1));
            if end.is_some() {
                return Ok(Some(message));
            }
        }
    }
}

impl PipeWriter {
    pub(super) async fn send(&mut self, message: String) -> io::Result<()> {
        let mut message = message.into_bytes();
        message.push(END);
        self.pipe.write_all(&message).await
    }
}
