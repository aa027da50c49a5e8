//! The shared state of the domain: its settings, its database and the gateway.

use std::sync::Arc;

use lemmascope_store::{Store as Database, StoreError};
use tokio::sync::OnceCell;

use crate::contacts::Registry;
use crate::gateway::{Gateway, GatewayFailure};
use crate::settings::Settings;
use crate::store;

/// The shared state of the domain.
pub struct Site {
    settings: Settings,
    database: OnceCell<Database>,
    gateway: OnceCell<Arc<Gateway>>,
    contacts: Registry,
}

impl Site {
    /// Creates a site without opening the database.
    pub fn new(settings: Settings) -> Self {
        Self { settings, database: OnceCell::new(), gateway: OnceCell::new(), contacts: Registry::default() }
    }

    /// Returns the database, with the tables of all modules. The first call opens it.
    pub async fn database(&self) -> Result<&Database, StoreError> {
        self.database
            .get_or_try_init(|| async {
                let opened = Database::open(&self.settings.url, &store::migrations()).await?;
                if let Some(notice) = opened.notice {
                    tracing::warn!(%notice, "the database of channels was damaged");
                }
                Ok(opened.store)
            })
            .await
    }

    /// Returns the gateway. The first call opens it.
    pub(crate) async fn gateway(&self) -> Result<Arc<Gateway>, GatewayFailure> {
        let database = self.database().await?;
        let gateway = self
            .gateway
            .get_or_try_init(|| async { Gateway::open(database.clone(), &self.settings).map(Arc::new) })
            .await?;
        Ok(Arc::clone(gateway))
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the in-memory contacts.
    pub fn contacts(&self) -> &Registry {
        &self.contacts
    }

    /// Closes the database, if it was opened.
    pub async fn close(&self) {
        if let Some(database) = self.database.get() {
            database.close().await;
        }
    }
}
