use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lemmascope_intent::{Cause, Failure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::allow_list::AllowList;
use super::confinement::Confinement;
use super::http_proxy;
use super::proxy::Proxy;
use super::resolution::{connect, resolve_host};
use crate::address::is_inner;

const VERSION: u8 = 5;
const NO_PASSWORD: u8 = 0;
const CONNECT: u8 = 1;
const IPV4: u8 = 1;
const NAME: u8 = 3;
const IPV6: u8 = 4;
const GRANTED: u8 = 0;
const NOT_ALLOWED: u8 = 2;
const UNREACHABLE: u8 = 4;
const REFUSED: u8 = 5;

/// Restricts connections to the allowed domains, and keeps them away from this machine while an untrusted
/// definition runs.
///
/// Request interception misses WebSockets, and sometimes the first requests of a shared worker. So all
/// connections pass through this SOCKS or HTTP proxy, which connects only to permitted hosts. It resolves
/// names itself and connects to the addresses that it has checked, so that a DNS change in between has no
/// effect.
pub(super) struct SocketFilter {
    proxy: String,
    gate: Arc<Gate>,
    serving: Option<JoinHandle<()>>,
}

impl SocketFilter {
    /// Starts the filter. `is_own` says whether this process started the browser, which can then reach this
    /// machine.
    pub(super) async fn start(
        allow: Option<AllowList>,
        proxy: Option<Proxy>,
        is_own: bool,
    ) -> Result<Self, Failure> {
        let gate = Arc::new(Gate { fault: Mutex::default(), allow, confinement: Mutex::default() });
        if let Some(proxy) = &proxy {
            reach(proxy, is_own).await?;
        }
        // A browser on another machine cannot reach this proxy. It connects directly for pages, and its
        // WebSockets are sent to a port on which nothing listens.
        if !is_own {
            let proxy = "http=direct://;https=direct://;socks=socks5://127.0.0.1:9".into();
            return Ok(Self { proxy, gate, serving: None });
        }
        let start_failure = |error: io::Error| {
            Failure::new(
                Cause::Unavailable,
                format!("connections could not be restricted to the allowed domains: {error}"),
            )
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(start_failure)?;
        let port = listener.local_addr().map_err(start_failure)?.port();
        let kept = Arc::clone(&gate);
        // An upstream HTTP proxy needs the requested URL, which SOCKS does not carry.
        let scheme = if proxy.is_some() { "http" } else { "socks5" };
        let proxy = Arc::new(proxy);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (gate, proxy) = (Arc::clone(&kept), Arc::clone(&proxy));
                tokio::spawn(async move {
                    let served = match proxy.as_ref() {
                        Some(proxy) => http_proxy::serve(stream, &gate, proxy).await,
                        None => serve(stream, &gate).await,
                    };
                    if let Err(error) = served {
                        tracing::debug!(%error, "a socket ended");
                    }
                });
            }
        });
        Ok(Self { proxy: format!("{scheme}://127.0.0.1:{port}"), gate, serving: Some(serving) })
    }

    /// Sets the limits that apply while an untrusted definition runs.
    pub(super) fn confine(&self, confinement: Option<Confinement>) {
        *self.gate.confinement() = confinement;
    }

    /// Takes the last error of the upstream proxy, because the browser reports only a missing response.
    pub(super) fn take_upstream_error(&self) -> Option<String> {
        self.gate.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The proxy rules for the browser.
    pub(super) fn proxy(&self) -> &str {
        &self.proxy
    }
}

impl Drop for SocketFilter {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
    }
}

/// Fails early, with a more precise message than the page would show, when the upstream proxy is not usable.
async fn reach(proxy: &Proxy, is_own: bool) -> Result<(), Failure> {
    if !is_own {
        return Err(Failure::new(
            Cause::Unavailable,
            format!("the proxy {proxy} cannot be used by a browser that was started elsewhere"),
        )
        .hint("Start that browser with the proxy, and leave web.proxy empty."));
    }
    proxy.connect_to_proxy().await.map(drop).map_err(|error| {
        Failure::new(Cause::Unavailable, format!("the proxy {proxy} does not answer: {error}"))
            .hint("Start the proxy, or correct web.proxy or --proxy.")
    })
}

/// The access rules of the filter.
pub(super) struct Gate {
    /// The last error of the upstream proxy.
    fault: Mutex<Option<String>>,
    allow: Option<AllowList>,
    confinement: Mutex<Option<Confinement>>,
}

impl Gate {
    pub(super) fn record_upstream_error(&self, proxy: &Proxy, error: &io::Error) {
        let fault = format!("the proxy {proxy} failed: {error}");
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
    }

    fn confinement(&self) -> MutexGuard<'_, Option<Confinement>> {
        self.confinement.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admits_host(&self, host: &str, port: u16) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.admits(&format!("ws://{host}:{port}/")))
    }

    fn admits_address(&self, host: &str, address: SocketAddr) -> bool {
        let confinement = self.confinement();
        confinement.as_ref().is_none_or(|it| it.is_page_host(host) || !is_inner(address.ip()))
    }

    /// Connects to a host, provided that the host and all of its addresses are permitted.
    pub(super) async fn connect(&self, host: &str, port: u16) -> io::Result<TcpStream> {
        connect(&self.admitted(host, port).await?).await
    }

    /// Whether the upstream proxy may be asked to connect to a host. The upstream proxy resolves the name;
    /// while an untrusted definition runs, a name that also resolves here must not lead to this machine.
    pub(super) async fn check_proxied_host(&self, host: &str, port: u16) -> io::Result<()> {
        let is_confined = self.confinement().is_some();
        match is_confined {
            true => self.admitted(host, port).await.map(drop),
            false if self.admits_host(host, port) => Ok(()),
            false => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }

    async fn admitted(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if !self.admits_host(host, port) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let addresses = resolve_host(host, port).await.unwrap_or_default();
        match addresses.iter().all(|address| self.admits_address(host, *address)) {
            true => Ok(addresses),
            false => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }
}

async fn serve(mut stream: TcpStream, gate: &Gate) -> io::Result<()> {
    let [version, methods] = read::<2>(&mut stream).await?;
    if version != VERSION {
        return Err(io::Error::other("not the protocol that was agreed on"));
    }
    let mut offered = vec![0; usize::from(methods)];
    stream.read_exact(&mut offered).await?;
    stream.write_all(&[VERSION, NO_PASSWORD]).await?;
    let [_, command, _, kind] = read::<4>(&mut stream).await?;
    let host = match kind {
        IPV4 => std::net::Ipv4Addr::from(read::<4>(&mut stream).await?).to_string(),
        IPV6 => format!("[{}]", std::net::Ipv6Addr::from(read::<16>(&mut stream).await?)),
        NAME => {
            let [length] = read::<1>(&mut stream).await?;
            let mut name = vec![0; usize::from(length)];
            stream.read_exact(&mut name).await?;
            String::from_utf8(name).map_err(io::Error::other)?
        }
        _ => return Err(io::Error::other("an address of no known kind")),
    };
    let port = u16::from_be_bytes(read::<2>(&mut stream).await?);
    if command != CONNECT {
        return answer(&mut stream, NOT_ALLOWED).await;
    }
    match gate.connect(&host, port).await {
        Ok(mut upstream) => {
            answer(&mut stream, GRANTED).await?;
            tokio::io::copy_bidirectional(&mut stream, &mut upstream).await?;
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            answer(&mut stream, NOT_ALLOWED).await
        }
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => answer(&mut stream, REFUSED).await,
        Err(_) => answer(&mut stream, UNREACHABLE).await,
    }
}

async fn read<const N: usize>(stream: &mut TcpStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).await?;
    Ok(bytes)
}

async fn answer(stream: &mut TcpStream, code: u8) -> io::Result<()> {
    stream.write_all(&[VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0]).await
}
