//! The HTTP proxy front end of the socket filter, used when an upstream proxy is configured.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader, copy, copy_bidirectional};
use tokio::net::TcpStream;
use url::Url;

use super::proxy::{Proxy, ProxyProtocol};
use super::socket_filter::Gate;
use super::upstream_proxy::{Stream, head_bytes, read_head};

/// Headers that concern only the connection between the browser and this proxy.
const HOP_BY_HOP: [&str; 5] = ["connection", "proxy-connection", "proxy-authorization", "keep-alive", "te"];

/// Serves one connection of the browser: a `CONNECT` tunnel, or a single request. Further requests need new
/// connections, so that each is checked.
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
    // An HTTP proxy gets the absolute URL in the request line; on any other connection the request has the
    // form that the origin server expects.
    let is_whole = proxy.protocol != ProxyProtocol::Socks5 && !proxy.is_bypassed(host, port);
    let upstream = match is_whole {
        true => {
            gate.check_proxied_host(host, port).await?;
            proxy.connect_to_proxy().await.inspect_err(|error| gate.record_upstream_error(proxy, error))?
        }
        false => open(gate, proxy, host, port).await?,
    };
    let mut upstream = BufReader::new(upstream);
    let place = if is_whole { target } else { &url[url::Position::BeforePath..url::Position::AfterQuery] };
    let mut own = String::new();
    if let Some(value) = proxy.authorization().filter(|_| is_whole) {
        own = format!("Proxy-Authorization: {}\r\n", value.expose());
    }
    let request = format!("{method} {place} HTTP/1.1\r\n{}{own}\r\n", closing(headers));
    upstream.write_all(&head_bytes(&request)).await?;
    // Forwards no bytes beyond the body, because they could be a second request that was not checked.
    copy(&mut (&mut browser).take(content_length(headers)?), &mut upstream).await?;
    upstream.flush().await?;
    loop {
        let head = read_head(&mut upstream).await?;
        let (first, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
        let is_final = !first.split(' ').nth(1).is_some_and(|status| status.starts_with('1'));
        // A server may keep the connection open although it was asked to close it. The browser must not.
        let answer = if is_final { format!("{first}\r\n{}\r\n", closing(headers)) } else { head };
        browser.write_all(&head_bytes(&answer)).await?;
        if is_final {
            break;
        }
    }
    browser.flush().await?;
    let (mut from_browser, mut to_browser) = tokio::io::split(browser);
    tokio::select! {
        copied = copy(&mut upstream, &mut to_browser) => {
            copied?;
            to_browser.shutdown().await
        }
        // The browser closes the connection once it has the response.
        _ = from_browser.read_u8() => Ok(()),
    }
}

/// Removes the hop-by-hop headers and adds `Connection: close`.
fn closing(headers: &str) -> String {
    let is_own = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        !line.is_empty() && !HOP_BY_HOP.iter().any(|own| name.eq_ignore_ascii_case(own))
    };
    let kept: String = headers.split("\r\n").filter(is_own).map(|line| format!("{line}\r\n")).collect();
    format!("{kept}Connection: close\r\n")
}

/// The length of the body. Browsers state it in every HTTP/1.1 request that has a body.
fn content_length(headers: &str) -> io::Result<u64> {
    let mut named = headers.split("\r\n").filter_map(|line| line.split_once(':'));
    let length = named.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.map_or(Ok(0), |(_, value)| value.trim().parse().map_err(io::Error::other))
}

/// Connects to a host, through the proxy unless the host is bypassed.
pub(super) async fn open(gate: &Gate, proxy: &Proxy, host: &str, port: u16) -> io::Result<Box<dyn Stream>> {
    if proxy.is_bypassed(host, port) {
        return Ok(Box::new(gate.connect(host, port).await?));
    }
    gate.check_proxied_host(host, port).await?;
    proxy.tunnel(host, port).await.inspect_err(|error| gate.record_upstream_error(proxy, error))
}
