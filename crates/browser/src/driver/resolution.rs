//! Resolution of host names, and connections to the resolved addresses.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use futures_util::future::select_ok;
use tokio::net::{TcpStream, lookup_host};

use crate::address::is_inner;

/// The timeout for resolving a name.
const RESOLVING: Duration = Duration::from_secs(5);

/// The delay after which the next address is tried in parallel.
const NEXT_ADDRESS_DELAY: Duration = Duration::from_millis(250);

/// Resolves a host: a literal address to itself, a name through the operating system.
pub(super) async fn resolve_host(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    let host = host.trim_matches(['[', ']']).trim_end_matches('.');
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    // Browsers resolve these names without DNS, so the filter must do the same.
    if host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost") {
        let own = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        return Ok(own.map(|ip| SocketAddr::new(ip, port)).into());
    }
    #[cfg(test)]
    if host.ends_with(INWARD) {
        return Ok(vec![SocketAddr::from(([127, 0, 0, 1], port))]);
    }
    match tokio::time::timeout(RESOLVING, lookup_host((host, port))).await {
        Ok(found) => Ok(found?.collect()),
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

/// A suffix for tests: public-looking names that resolve to this machine.
#[cfg(test)]
pub(super) const INWARD: &str = ".inward.test";

/// Whether any address of a host is on this machine or in its network. A host that does not resolve counts as
/// neither.
pub(super) async fn resolves_to_local_address(host: &str) -> bool {
    let found = resolve_host(host, 0).await.unwrap_or_default();
    found.iter().any(|address| is_inner(address.ip()))
}

/// Connects to the first address that accepts. Attempts start one after the other with a short delay and run
/// in parallel.
pub(super) async fn connect(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let tries = addresses.iter().zip(0..).map(|(address, place)| {
        Box::pin(async move {
            tokio::time::sleep(NEXT_ADDRESS_DELAY * place).await;
            TcpStream::connect(address).await
        })
    });
    match addresses {
        [] => Err(io::ErrorKind::NotFound.into()),
        _ => select_ok(tries).await.map(|(stream, _)| stream),
    }
}
