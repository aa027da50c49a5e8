//! What the parts of the domain share: its settings and its database.

use lemmascope_store::{Store as Database, StoreError};
use tokio::sync::OnceCell;

use crate::settings::Settings;
use crate::store;

/// What the parts of the domain share.
pub struct Site {
    settings: Settings,
    database: OnceCell<Database>,
}

impl Site {
    /// A site whose database is not open yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, database: OnceCell::new() }
    }

    /// The database, with the tables of all parts. The first call opens it.
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

    /// Closes the database, if it was opened.
    pub async fn close(&self) {
        if let Some(database) = self.database.get() {
            database.close().await;
        }
    }
}
