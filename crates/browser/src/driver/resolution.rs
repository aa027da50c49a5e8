//! Names of hosts and the addresses behind them.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use futures_util::future::select_ok;
use tokio::net::{TcpStream, lookup_host};

use crate::address::is_inner;

/// How long a name may take to be resolved.
const RESOLVING: Duration = Duration::from_secs(5);

/// How long one address is tried until the next is tried beside it.
const STAGGER: Duration = Duration::from_millis(250);

/// The addresses that a host has: of a literal that one, of a name what the system says.
pub(super) async fn addresses_of(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    let host = host.trim_matches(['[', ']']).trim_end_matches('.');
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    // Browsers do not ask anybody for these, and neither may we.
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

/// Names that look like anybody's and lead to this machine, for tests.
#[cfg(test)]
pub(super) const INWARD: &str = ".inward.test";

/// Whether a host is, or may be, on this machine or in its network. One that has no address leads nowhere.
pub(super) async fn leads_inward(host: &str) -> bool {
    let found = addresses_of(host, 0).await.unwrap_or_default();
    found.iter().any(|address| is_inner(address.ip()))
}

/// Connects to the first of these that answers. They are tried one after the other, without waiting long for one that
/// does not.
pub(super) async fn connect(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let tries = addresses.iter().zip(0..).map(|(address, place)| {
        Box::pin(async move {
            tokio::time::sleep(STAGGER * place).await;
            TcpStream::connect(address).await
        })
    });
    match addresses {
        [] => Err(io::ErrorKind::NotFound.into()),
        _ => select_ok(tries).await.map(|(stream, _)| stream),
    }
}
