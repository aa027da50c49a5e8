//! Connections through the configured upstream proxy.

use std::io;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::proxy::{Proxy, ProxyProtocol};
use super::resolution::{connect, resolve_host};

/// The timeout for a response of the proxy.
const ANSWER: Duration = Duration::from_secs(20);
/// The maximum size of the head of an HTTP message.
pub(super) const LONGEST_HEAD: usize = 256 << 10;

const SOCKS: u8 = 5;
const NO_PASSWORD: u8 = 0;
const PASSWORD: u8 = 2;

/// A byte stream over any transport.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Proxy {
    /// Connects to the proxy itself.
    pub(super) async fn connect_to_proxy(&self) -> io::Result<Box<dyn Stream>> {
        let connecting = async {
            let addresses = resolve_host(&self.host, self.port).await?;
            let stream = connect(&addresses).await?;
            stream.set_nodelay(true)?;
            match self.protocol {
                ProxyProtocol::Https => {
                    let name = self.host.trim_matches(['[', ']']).to_string();
                    let name = ServerName::try_from(name).map_err(io::Error::other)?;
                    let connector = TlsConnector::from(system_tls_configuration()?);
                    Ok(Box::new(connector.connect(name, stream).await?) as Box<dyn Stream>)
                }
                ProxyProtocol::Http | ProxyProtocol::Socks5 => Ok(Box::new(stream) as Box<dyn Stream>),
            }
        };
        within(connecting).await
    }

    /// Opens a tunnel to a host through the proxy. The proxy resolves the name.
    pub(super) async fn tunnel(&self, host: &str, port: u16) -> io::Result<Box<dyn Stream>> {
        let mut stream = self.connect_to_proxy().await?;
        let asking = async {
            match self.protocol {
                ProxyProtocol::Http | ProxyProtocol::Https => {
                    self.connect_through_http(&mut stream, host, port).await
                }
                ProxyProtocol::Socks5 => self.connect_through_socks(&mut stream, host, port).await,
            }
        };
        within(asking).await?;
        Ok(stream)
    }

    async fn connect_through_http(
        &self,
        stream: &mut Box<dyn Stream>,
        host: &str,
        port: u16,
    ) -> io::Result<()> {
        let mut head = format!("CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n");
        if let Some(value) = self.authorization() {
            head += &format!("Proxy-Authorization: {}\r\n", value.expose());
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).await?;
        stream.flush().await?;
        let answer = read_head(stream).await?;
        let status = answer.split(' ').nth(1).unwrap_or_default();
        match status.starts_with('2') {
            true => Ok(()),
            false => Err(io::Error::other(format!("the proxy answers with status {status:.3}"))),
        }
    }

    async fn connect_through_socks(
        &self,
        stream: &mut Box<dyn Stream>,
        host: &str,
        port: u16,
    ) -> io::Result<()> {
        let method = if self.identity.is_some() { PASSWORD } else { NO_PASSWORD };
        stream.write_all(&[SOCKS, 1, method]).await?;
        stream.flush().await?;
        let [version, chosen] = read::<2>(stream).await?;
        if version != SOCKS || chosen != method {
            return Err(io::Error::other("the proxy requires another authentication method"));
        }
        if let Some((username, password)) = &self.identity {
            let mut message = vec![1];
            for part in [username.as_str(), password.expose()] {
                message.push(u8::try_from(part.len()).map_err(io::Error::other)?);
                message.extend_from_slice(part.as_bytes());
            }
            stream.write_all(&message).await?;
            stream.flush().await?;
            let [_, status] = read::<2>(stream).await?;
            if status != 0 {
                return Err(io::Error::other("the proxy refuses the user name or the password"));
            }
        }
        let bare = host.trim_matches(['[', ']']);
        let mut message = vec![SOCKS, 1, 0];
        match bare.parse::<std::net::IpAddr>() {
            Ok(std::net::IpAddr::V4(ip)) => {
                message.push(1);
                message.extend_from_slice(&ip.octets());
            }
            Ok(std::net::IpAddr::V6(ip)) => {
                message.push(4);
                message.extend_from_slice(&ip.octets());
            }
            Err(_) => {
                message.extend_from_slice(&[3, u8::try_from(bare.len()).map_err(io::Error::other)?]);
                message.extend_from_slice(bare.as_bytes());
            }
        }
        message.extend_from_slice(&port.to_be_bytes());
        stream.write_all(&message).await?;
        stream.flush().await?;
        let [_, status, _, kind] = read::<4>(stream).await?;
        if status != 0 {
            return Err(io::Error::other(format!("the proxy answers with code {status}")));
        }
        // Skips the bound address in the reply, which is not needed.
        let length = match kind {
            1 => 4,
            4 => 16,
            _ => usize::from(read::<1>(stream).await?[0]),
        };
        let mut bound = vec![0; length + 2];
        stream.read_exact(&mut bound).await?;
        Ok(())
    }
}

/// Reads the head of an HTTP message byte by byte, so that no byte after it is consumed. Each byte becomes
/// one character, since headers may have any encoding; [`head_bytes`] reverses this.
pub(super) async fn read_head(stream: &mut (impl AsyncRead + Unpin + ?Sized)) -> io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= LONGEST_HEAD {
            return Err(io::Error::other("a head of an HTTP message without end"));
        }
        head.push(stream.read_u8().await?);
    }
    Ok(head.into_iter().map(char::from).collect())
}

/// Converts a head back into bytes.
pub(super) fn head_bytes(head: &str) -> Vec<u8> {
    head.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
}

async fn read<const N: usize>(stream: &mut Box<dyn Stream>) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).await?;
    Ok(bytes)
}

async fn within<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(ANSWER, work).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// Returns the TLS configuration with the root certificates of the operating system.
fn system_tls_configuration() -> io::Result<Arc<ClientConfig>> {
    static TRUSTED: LazyLock<Result<Arc<ClientConfig>, String>> = LazyLock::new(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?;
        Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    });
    TRUSTED.clone().map_err(io::Error::other)
}
