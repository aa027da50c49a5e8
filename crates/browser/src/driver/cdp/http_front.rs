//! The side of the socket filter that speaks HTTP to the browser, where a proxy is configured.

use std::io;

use tokio::io::{AsyncWriteExt, BufReader, copy, copy_bidirectional};
use tokio::net::TcpStream;
use url::Url;

use super::super::proxy::{Proxy, ProxyProtocol};
use super::super::upstream::{Stream, read_head};
use super::socket_filter::Gate;

/// Headers that are between the browser and this proxy alone.
const HOP_BY_HOP: [&str; 5] = ["connection", "proxy-connection", "proxy-authorization", "keep-alive", "te"];

/// Serves one connection of the browser: a tunnel, or one request. Further requests come on connections of their own, so that
/// each is checked.
pub(super) async fn serve(stream: TcpStream, gate: &Gate, proxy: &Proxy) -> io::Result<()> {
    let mut browser = BufReader::new(stream);
    let head = read_head(&mut browser).await?;
    let (first, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method == "CONNECT" {
        let (host, port) =
            target.rsplit_once(':').ok_or_else(|| io::Error::other("a tunnel without a port"))?;
        let port = port.parse().map_err(io::Error::other)?;
        return match open(gate, proxy, host, port).await {
            Ok(mut upstream) => {
                browser.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await?;
                copy_bidirectional(&mut browser, &mut upstream).await?;
                Ok(())
            }
            Err(error) => {
                browser.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n").await?;
                Err(error)
            }
        };
    }
    let url = Url::parse(target).map_err(io::Error::other)?;
    let host = url.host_str().ok_or_else(|| io::Error::other("a request without a host"))?;
    let port = url.port_or_known_default().unwrap_or(80);
    // A proxy that speaks HTTP gets requests whole; through every other connection they go as to the server itself.
    let is_whole = proxy.protocol != ProxyProtocol::Socks5 && !proxy.is_bypassed(host, port);
    let mut upstream = match is_whole {
        true => {
            gate.admit_by_proxy(host, port).await?;
            proxy.dial().await?
        }
        false => open(gate, proxy, host, port).await?,
    };
    let place = if is_whole { target } else { &url[url::Position::BeforePath..url::Position::AfterQuery] };
    let mut request = format!("{method} {place} HTTP/1.1\r\n");
    let mut length = 0;
    for line in headers.split("\r\n").filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        if !HOP_BY_HOP.iter().any(|own| name.eq_ignore_ascii_case(own)) {
            request += &format!("{line}\r\n");
        }
    }
    if let Some(value) = proxy.authorization().filter(|_| is_whole) {
        request += &format!("Proxy-Authorization: {}\r\n", value.expose());
    }
    request += "Connection: close\r\n\r\n";
    upstream.write_all(request.as_bytes()).await?;
    // Nothing beyond the body is passed on: what follows would be a request that nobody has checked.
    copy(&mut tokio::io::AsyncReadExt::take(&mut browser, length), &mut upstream).await?;
    upstream.flush().await?;
    copy(&mut upstream, &mut browser).await?;
    browser.shutdown().await
}

/// Connects to a host: through the proxy, or without it where that is configured.
pub(super) async fn open(gate: &Gate, proxy: &Proxy, host: &str, port: u16) -> io::Result<Box<dyn Stream>> {
    if proxy.is_bypassed(host, port) {
        return Ok(Box::new(gate.connect(host, port).await?));
    }
    gate.admit_by_proxy(host, port).await?;
    proxy.tunnel(host, port).await
}
