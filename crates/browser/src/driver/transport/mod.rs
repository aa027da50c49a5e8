//! The message transport: a pipe to a browser that this process started, a WebSocket to any other.

mod pipe;
mod socket;

use std::io;

pub(super) use pipe::{PipeReader, PipeWriter, pipes};
pub(super) use socket::{SocketReader, SocketWriter, connect};

/// The maximum size of a message. Larger ones could only be an attempt of a page to exhaust memory.
pub(super) const LARGEST_MESSAGE: usize = 256 << 20;

pub(super) enum Reader {
    Pipe(PipeReader),
    Socket(Box<SocketReader>),
}

pub(super) enum Writer {
    Pipe(PipeWriter),
    Socket(Box<SocketWriter>),
}

impl Reader {
    /// Returns the next message, or `None` when the other side has closed the connection.
    pub(super) async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        match self {
            Self::Pipe(pipe) => pipe.next().await,
            Self::Socket(socket) => socket.next().await,
        }
    }
}

impl Writer {
    pub(super) async fn send(&mut self, message: String) -> io::Result<()> {
        match self {
            Self::Pipe(pipe) => pipe.send(message).await,
            Self::Socket(socket) => socket.send(message).await,
        }
    }
}

fn too_large() -> io::Error {
    io::Error::other(format!("a message of the browser is larger than {} MB", LARGEST_MESSAGE >> 20))
}
