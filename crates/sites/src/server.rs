use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A server on a free port whose responses the test defines.
#[derive(Debug)]
pub struct Server {
    /// The port on which it listens.
    pub port: u16,
    log: Arc<Mutex<Vec<Request>>>,
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The path with the query.
    pub path: String,
    /// The headers by lower case name.
    pub headers: BTreeMap<String, String>,
}

/// The response to a request.
#[derive(Debug)]
pub enum Answer {
    /// An HTML document.
    Page(String),
    /// Status, further headers, body.
    Raw(u16, Vec<(String, String)>, Vec<u8>),
    /// No response on an open connection.
    Silence,
}

impl Answer {
    /// Creates a page with this body.
    pub fn page(body: &str) -> Self {
        Self::Page(format!("<!doctype html><meta charset=utf-8>{body}"))
    }

    /// Creates a redirect to this URL.
    pub fn redirect(to: &str) -> Self {
        Self::Raw(302, vec![("Location".into(), to.into())], Vec::new())
    }
}

impl Server {
    /// Starts the server on the caller's runtime. A path without a response is not found (404).
    pub async fn start(answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let log = Arc::new(Mutex::new(Vec::new()));
        let requests = Arc::clone(&log);
        let answer = Arc::new(answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&answer), Arc::clone(&requests)));
            }
        });
        Ok(Self { port, log })
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Returns the URL under another host name, which a browser considers a different site.
    pub fn elsewhere(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// Whether any request path begins with this text.
    pub fn was_asked(&self, beginning: &str) -> bool {
        locked(&self.log).iter().any(|request| request.path.starts_with(beginning))
    }

    /// Returns the requests for a path, in order.
    pub fn requests(&self, path: &str) -> Vec<Request> {
        locked(&self.log).iter().filter(|request| request.path == path).cloned().collect()
    }
}

fn locked(log: &Mutex<Vec<Request>>) -> MutexGuard<'_, Vec<Request>> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve<F: Fn(&str) -> Option<Answer>>(
    stream: TcpStream,
    answer: Arc<F>,
    log: Arc<Mutex<Vec<Request>>>,
) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let path = line.split(' ').nth(1).unwrap_or("/").to_string();
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_lowercase(), value.to_string());
        }
        let length = headers.get("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        if stream.read_exact(&mut body).await.is_err() {
            return;
        }
        locked(&log).push(Request { path: path.clone(), headers });
        let html = || vec![("Content-Type".to_string(), "text/html".to_string())];
        let (status, headers, body) = match answer(&path) {
            Some(Answer::Page(page)) => (200, html(), page.into_bytes()),
            Some(Answer::Raw(status, headers, body)) => (status, headers, body),
            Some(Answer::Silence) => std::future::pending().await,
            None => (404, html(), b"not here".to_vec()),
        };
        let mut head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        if stream.write_all(head.as_bytes()).await.is_err() || stream.write_all(&body).await.is_err() {
            return;
        }
    }
}
