//! Connections to a NATS server, with TLS if the server or the settings require it.

use std::path::{Path, PathBuf};

use async_nats::{Client, ConnectOptions};

use super::{BusSettings, PATIENCE};

/// Connects. An error does not contain the password of the URL.
pub(super) async fn connect(settings: &BusSettings) -> Result<Client, String> {
    // Another client in this process may have installed it already.
    let _already = rustls::crypto::ring::default_provider().install_default();
    let mut options = ConnectOptions::new().name("lemmascope").connection_timeout(PATIENCE);
    if let Some(authority) = &settings.authority {
        // A configured authority implies TLS, so a server without it is rejected.
        options = options.add_root_certificates(readable(authority).await?).require_tls(true);
    }
    if let Some(identity) = &settings.identity {
        let file = readable(identity).await?;
        options = options.add_client_certificate(file.clone(), file).require_tls(true);
    }
    options.connect(&settings.url).await.map_err(|error| reasons(&error))
}

/// Checks that a file is readable and contains PEM: the client treats a file without certificates as an empty
/// list.
async fn readable(path: &Path) -> Result<PathBuf, String> {
    let text = tokio::fs::read_to_string(path).await;
    let text = text.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    match text.contains("-----BEGIN CERTIFICATE-----") {
        true => Ok(path.to_owned()),
        false => Err(format!("{} has no certificate in the form of PEM", path.display())),
    }
}

/// Formats an error with its causes, because the cause of a failed handshake is more specific.
fn reasons(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}
