use std::io;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::{LARGEST_MESSAGE, too_large};

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) struct SocketReader {
    stream: SplitStream<Stream>,
}

pub(crate) struct SocketWriter {
    sink: SplitSink<Stream, Message>,
}

/// Connects to a running browser by the address of its WebSocket or of its HTTP server, which returns the
/// former.
pub(crate) async fn connect(url: &str) -> io::Result<(SocketReader, SocketWriter)> {
    let address = if url.starts_with("http://") { fetch_websocket_url(url).await? } else { url.to_string() };
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let (stream, _) =
        connect_async_with_config(address.as_str(), Some(config), true).await.map_err(connection_error)?;
    let (sink, stream) = stream.split();
    Ok((SocketReader { stream }, SocketWriter { sink }))
}

/// Keeps I/O errors such as a refused connection; any other response means that the server is not a browser.
fn connection_error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::Http(_) | Error::Protocol(_) => not_a_browser_error(),
        other => io::Error::other(other),
    }
}

impl SocketReader {
    pub(crate) async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            return match self.stream.next().await {
                None | Some(Ok(Message::Close(_))) => Ok(None),
                Some(Ok(Message::Text(text))) => Ok(Some(text.as_bytes().to_vec())),
                Some(Ok(Message::Binary(bytes))) => Ok(Some(bytes.to_vec())),
                Some(Ok(_)) => continue,
                Some(Err(Error::Capacity(_))) => Err(too_large()),
                Some(Err(error)) => Err(io::Error::other(error)),
            };
        }
    }
}

impl SocketWriter {
    pub(crate) async fn send(&mut self, message: String) -> io::Result<()> {
        self.sink.send(Message::text(message)).await.map_err(io::Error::other)
    }
}

/// Queries `/json/version`. A single small request does not need an HTTP library.
async fn fetch_websocket_url(url: &str) -> io::Result<String> {
    let url = url::Url::parse(url).map_err(io::Error::other)?;
    let host = url.host_str().ok_or_else(|| io::Error::other("the address has no host"))?;
    let port = url.port_or_known_default().unwrap_or(80);
    let mut stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await?;
    let question = format!("GET /json/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(question.as_bytes()).await?;
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    // Some servers keep the connection open all the same, so the end of the JSON object ends the response.
    loop {
        let count = stream.read(&mut part).await?;
        answer.extend_from_slice(&part[..count]);
        if let Some(address) = websocket_url(&answer) {
            // Uses the host and port that the caller gave, because the response may name a different host.
            let mut address = url::Url::parse(&address).map_err(io::Error::other)?;
            let moved = address.set_host(Some(host)).is_ok() && address.set_port(Some(port)).is_ok();
            return match moved && matches!(address.scheme(), "ws" | "wss") {
                true => Ok(address.into()),
                false => Err(not_a_browser_error()),
            };
        }
        if count == 0 || answer.len() > 1 << 16 || is_whole(&answer) {
            return Err(not_a_browser_error());
        }
    }
}

/// Whether an HTTP response is complete according to its stated length.
fn is_whole(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        // Every HTTP response begins with `HTTP/`; anything else is another protocol.
        return !answer.starts_with(&b"HTTP/"[..answer.len().min(5)]);
    };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    length.is_some_and(|length| body.len() >= length)
}

fn not_a_browser_error() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the server at this address is not a browser with remote debugging",
    )
}

fn websocket_url(answer: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(answer);
    let (_, body) = text.split_once("\r\n\r\n")?;
    let object = &body[body.find('{')?..=body.rfind('}')?];
    let object: serde_json::Value = serde_json::from_str(object).ok()?;
    Some(object.get("webSocketDebuggerUrl")?.as_str()?.to_string())
}
