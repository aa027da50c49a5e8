use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A server for pages, on a free port of this machine.
pub(crate) struct Server {
    pub(crate) port: u16,
    requests: Arc<Mutex<Vec<Request>>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
}

pub(crate) enum Answer {
    Page(String),
    /// Status, further headers, body.
    Raw(u16, Vec<(String, String)>, Vec<u8>),
    /// The connection stays open and nothing comes.
    Silence,
}

impl Answer {
    pub(crate) fn page(body: &str) -> Self {
        Self::Page(format!("<!doctype html><meta charset=utf-8>{body}"))
    }

    pub(crate) fn redirect(to: &str) -> Self {
        Self::Raw(302, vec![("Location".into(), to.into())], Vec::new())
    }
}

impl Server {
    pub(crate) async fn start(answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        let answer = Arc::new(answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&answer), Arc::clone(&log)));
            }
        });
        Self { port, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same server under another name, which is another site to a browser.
    pub(crate) fn elsewhere(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// Whether anything was asked for whose path begins so.
    pub(crate) fn was_asked(&self, beginning: &str) -> bool {
        self.requests.lock().unwrap().iter().any(|request| request.path.starts_with(beginning))
    }

    pub(crate) fn requests(&self, path: &str) -> Vec<Request> {
        self.requests.lock().unwrap().iter().filter(|request| request.path == path).cloned().collect()
    }
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
        log.lock().unwrap().push(Request { path: path.clone(), headers });
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
