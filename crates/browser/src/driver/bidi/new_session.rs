//! Sessions of a WebDriver server: geckodriver, ChromeDriver, or a Selenium Grid.

use std::io;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

use super::super::options::Engine;
use super::preferences::preferences;

/// The timeout for a new session. The server may have to start a browser first, or wait for a free node of a
/// Grid.
const OPEN: Duration = Duration::from_secs(120);

/// The maximum length of a response.
const LONGEST: usize = 1 << 20;

/// A session of a WebDriver server.
#[derive(Debug, Clone)]
pub(super) struct RemoteSession {
    server: Url,
    id: String,
    /// The address of the WebDriver BiDi WebSocket.
    pub(super) address: String,
    pub(super) capabilities: Value,
}

impl RemoteSession {
    /// Requests a session from the server.
    pub(super) async fn open(
        server: &Url,
        engine: Engine,
        headed: bool,
        proxied_only: bool,
    ) -> Result<Self, Failure> {
        let headless = |argument: &str| if headed { json!([]) } else { json!([argument]) };
        let mut wanted = json!({
            "browserName": match engine { Engine::Firefox => "firefox", Engine::Chromium => "chrome" },
            "webSocketUrl": true,
            "unhandledPromptBehavior": "ignore",
        });
        match engine {
            Engine::Firefox => {
                wanted["moz:firefoxOptions"] =
                    json!({"args": headless("-headless"), "prefs": preferences(proxied_only)});
            }
            Engine::Chromium => wanted["goog:chromeOptions"] = json!({"args": headless("--headless=new")}),
        }
        let body = json!({"capabilities": {"alwaysMatch": wanted}});
        let asking = tokio::time::timeout(OPEN, request(server, "POST", "session", Some(&body)));
        let answer = match asking.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return Err(session_not_created(server, &error.to_string())),
            Err(_) => return Err(session_not_created(server, "it took too long")),
        };
        let value = &answer["value"];
        if let Some(error) = value["error"].as_str() {
            let message = value["message"].as_str().unwrap_or_default();
            let line: String = message.lines().next().unwrap_or_default().chars().take(300).collect();
            return Err(session_not_created(server, &format!("{error}: {line}")));
        }
        let capabilities = value["capabilities"].clone();
        let id = value["sessionId"].as_str().map(str::to_string);
        let Some(id) = id.filter(|id| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')) else {
            return Err(session_not_created(server, "the server at this address is not a WebDriver server"));
        };
        let address = capabilities["webSocketUrl"].as_str().unwrap_or_default().to_string();
        let session = Self { server: server.clone(), id, address, capabilities };
        if session.address.is_empty() {
            session.end().await;
            return Err(session_not_created(server, "its browser does not speak WebDriver BiDi"));
        }
        Ok(session)
    }

    /// Ends the session, so that the server closes the browser.
    pub(super) async fn end(&self) {
        let path = format!("session/{}", self.id);
        let ending = tokio::time::timeout(OPEN, request(&self.server, "DELETE", &path, None));
        if let Ok(Err(error)) = ending.await {
            tracing::debug!(%error, "a session of WebDriver could not be ended");
        }
    }
}

/// Sends a JSON request on a separate connection and returns the JSON response, without an HTTP library.
async fn request(server: &Url, method: &str, path: &str, body: Option<&Value>) -> io::Result<Value> {
    let host = server.host_str().ok_or_else(|| io::Error::other("the address has no host"))?;
    let port = server.port_or_known_default().unwrap_or(80);
    let base = server.path().trim_end_matches('/');
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut identity = String::new();
    if !server.username().is_empty() {
        let pair = format!("{}:{}", server.username(), server.password().unwrap_or_default());
        identity = format!("Authorization: Basic {}\r\n", STANDARD.encode(pair));
    }
    let question = format!(
        "{method} {base}/{path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json; charset=utf-8\r\n\
         Content-Length: {}\r\n{identity}Connection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await?;
    stream.write_all(question.as_bytes()).await?;
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    loop {
        let count = stream.read(&mut part).await?;
        answer.extend_from_slice(&part[..count]);
        if let Some(object) = parse_json_body(&answer) {
            return Ok(object);
        }
        if count == 0 || answer.len() > LONGEST {
            return Err(io::Error::other("the server at this address is not a WebDriver server"));
        }
    }
}

/// Returns the JSON of a response once it is complete. Servers keep connections open, and some use chunked
/// encoding.
fn parse_json_body(answer: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { decode_chunked(body)? } else { body.to_string() };
    serde_json::from_str(&body).ok().filter(Value::is_object)
}

fn decode_chunked(mut body: &str) -> Option<String> {
    let mut whole = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n")?;
        let length = usize::from_str_radix(length.split(';').next()?.trim(), 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        whole.push_str(rest.get(..length)?);
        body = rest.get(length..)?.strip_prefix("\r\n")?;
    }
}

fn session_not_created(server: &Url, why: &str) -> Failure {
    let (host, port) = (server.host_str().unwrap_or_default(), server.port_or_known_default().unwrap_or(80));
    Failure::new(Cause::Unavailable, format!("no browser could be had from {host}:{port}: {why}"))
        .hint("Start geckodriver or a Selenium Grid there, or correct web.webdriver_url.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_complete_http_responses() {
        let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\": 1}\n";
        assert_eq!(parse_json_body(plain), Some(json!({"a": 1})));
        assert_eq!(parse_json_body(&plain[..plain.len() - 3]), None);
        let chunked =
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n4\r\n: 1}\r\n0\r\n\r\n";
        assert_eq!(parse_json_body(chunked), Some(json!({"a": 1})));
        assert_eq!(parse_json_body(&chunked[..chunked.len() - 7]), None);
        assert_eq!(parse_json_body(b"SSH-2.0"), None);
    }
}
