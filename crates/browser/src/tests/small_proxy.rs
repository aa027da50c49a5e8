//! A minimal proxy that supports HTTP with absolute addresses, tunnels and SOCKS, and logs the requests.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

/// A host whose requests go to the test server, wherever it runs.
pub(super) const FAR: &str = "far.example";

pub(super) struct SmallProxy {
    pub(super) port: u16,
    log: Arc<Mutex<Vec<String>>>,
}

impl SmallProxy {
    /// Starts a proxy that connects everything to a local port. Requests without the authorization are
    /// refused.
    pub(super) async fn start(kind: &'static str, server: u16, authorization: Option<&'static str>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let log = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let log = Arc::clone(&kept);
                tokio::spawn(async move {
                    let _over = match kind {
                        "socks5" => serve_socks(stream, server, authorization, &log).await,
                        _ => serve_http(stream, server, authorization, &log).await,
                    };
                });
            }
        });
        Self { port, log }
    }

    /// Returns the logged requests.
    pub(super) fn asked(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

async fn serve_http(
    mut stream: TcpStream,
    server: u16,
    authorization: Option<&str>,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let (first, rest) = head.split_once("\r\n").unwrap();
    let words: Vec<&str> = first.split(' ').collect();
    log.lock().unwrap().push(format!("{} {}", words[0], words[1]));
    let given = rest.lines().find_map(|line| line.strip_prefix("Proxy-Authorization: "));
    if authorization.is_some() && given != authorization {
        let refusal = "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        return stream.write_all(refusal.as_bytes()).await;
    }
    let mut upstream = TcpStream::connect(("127.0.0.1", server)).await?;
    if words[0] == "CONNECT" {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
        copy_bidirectional(&mut stream, &mut upstream).await?;
        return Ok(());
    }
    let path = words[1].splitn(4, '/').nth(3).unwrap_or_default();
    upstream.write_all(format!("{} /{path} HTTP/1.1\r\n{rest}", words[0]).as_bytes()).await?;
    let length = |head: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        found.map_or(0, |(_, value)| value.parse().unwrap())
    };
    let mut body = vec![0; length(rest)];
    stream.read_exact(&mut body).await?;
    upstream.write_all(&body).await?;
    // The test server keeps connections open; this proxy closes them after each response, as announced.
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(upstream.read_u8().await?);
    }
    let mut body = vec![0; length(&String::from_utf8_lossy(&answer))];
    upstream.read_exact(&mut body).await?;
    stream.write_all(&answer).await?;
    stream.write_all(&body).await
}

async fn serve_socks(
    mut stream: TcpStream,
    server: u16,
    authorization: Option<&str>,
    log: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut greeting = [0; 2];
    stream.read_exact(&mut greeting).await?;
    let mut methods = vec![0; usize::from(greeting[1])];
    stream.read_exact(&mut methods).await?;
    let method = if authorization.is_some() { 2 } else { 0 };
    if !methods.contains(&method) {
        return stream.write_all(&[5, 0xff]).await;
    }
    stream.write_all(&[5, method]).await?;
    if let Some(expected) = authorization {
        let _version = stream.read_u8().await?;
        let mut given = Vec::new();
        for _ in 0..2 {
            let mut part = vec![0; usize::from(stream.read_u8().await?)];
            stream.read_exact(&mut part).await?;
            given.push(String::from_utf8_lossy(&part).into_owned());
        }
        let is_right = given.join(":") == expected;
        stream.write_all(&[1, u8::from(!is_right)]).await?;
        if !is_right {
            return Ok(());
        }
    }
    let mut request = [0; 4];
    stream.read_exact(&mut request).await?;
    let host = match request[3] {
        1 => {
            let mut ip = [0; 4];
            stream.read_exact(&mut ip).await?;
            std::net::Ipv4Addr::from(ip).to_string()
        }
        _ => {
            let mut name = vec![0; usize::from(stream.read_u8().await?)];
            stream.read_exact(&mut name).await?;
            String::from_utf8_lossy(&name).into_owned()
        }
    };
    let port = stream.read_u16().await?;
    log.lock().unwrap().push(format!("{host}:{port}"));
    let mut upstream = TcpStream::connect(("127.0.0.1", server)).await?;
    stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    copy_bidirectional(&mut stream, &mut upstream).await?;
    Ok(())
}
