//! Connections to a server of NATS, with TLS where the server or the settings ask for it.

use std::path::{Path, PathBuf};

use async_nats::{Client, ConnectOptions};

use super::{BusSettings, PATIENCE};

/// Connects. Gives what went wrong, without the password of the URL.
pub(super) async fn connect(settings: &BusSettings) -> Result<Client, String> {
    // Someone else in this process may have installed it.
    let _already = rustls::crypto::ring::default_provider().install_default();
    let mut options = ConnectOptions::new().name("lemmascope").connection_timeout(PATIENCE);
    if let Some(authority) = &settings.authority {
        // Whoever names an authority does not want to speak to a server that offers no TLS.
        options = options.add_root_certificates(readable(authority).await?).require_tls(true);
    }
    if let Some(identity) = &settings.identity {
        let file = readable(identity).await?;
        options = options.add_client_certificate(file.clone(), file).require_tls(true);
    }
    options.connect(&settings.url).await.map_err(|error| reasons(&error))
}

/// The file, if it can be read and has something in the form of PEM: the client takes a file without certificates for an empty list.
async fn readable(path: &Path) -> Result<PathBuf, String> {
    let text = tokio::fs::read_to_string(path).await;
    let text = text.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    match text.contains("-----BEGIN CERTIFICATE-----") {
        true => Ok(path.to_owned()),
        false => Err(format!("{} has no certificate in the form of PEM", path.display())),
    }
}

/// An error with its causes: that of a handshake says more than the error that it ends in.
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
