use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::context::BrowserContext;
use super::frame::FrameId;
use super::tab::Tab;
use super::visited_origins::origin_of;

/// The timeout for opening an empty page.
const EMPTY_PAGE_TIMEOUT: Duration = Duration::from_secs(15);

/// The two web storages of an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageArea {
    /// `localStorage`.
    Local,
    /// `sessionStorage`.
    Session,
}

impl StorageArea {
    /// The name of the JavaScript property.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "localStorage",
            Self::Session => "sessionStorage",
        }
    }
}

/// The stored values by key.
pub type StorageItems = BTreeMap<String, String>;

const READ: &str = "(shelf) => Object.fromEntries(Object.entries(globalThis[shelf]))";
const WRITE: &str = "(shelf, items) => {
  for (const [key, value] of Object.entries(items)) globalThis[shelf].setItem(key, value);
}";

impl BrowserContext {
    /// The origins that the pages of this context have visited.
    pub fn origins(&self) -> Vec<String> {
        self.visited().origins().iter().cloned().collect()
    }

    /// Takes the origins that pages have visited since the last call.
    pub(crate) fn take_unsaved_origins(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.visited().unsaved())
    }

    /// Marks the storage of these origins as changed since the last save.
    pub(crate) fn mark_unsaved(&self, origins: impl IntoIterator<Item = String>) {
        self.visited().unsaved().extend(origins);
    }

    /// Reads the local storages of these origins. Leaves out empty ones.
    pub async fn local_storage(&self, origins: &[String]) -> Result<Vec<(String, StorageItems)>, Failure> {
        let mut found = Vec::new();
        if origins.is_empty() {
            return Ok(found);
        }
        let tab = self.open_blank_tab().await?;
        let reading = async {
            for origin in origins {
                tab.open_placeholder_page(origin).await?;
                let stored = tab.read_storage(StorageArea::Local).await?;
                if !stored.is_empty() {
                    found.push((origin.clone(), stored));
                }
            }
            Ok(())
        };
        let read: Result<(), Failure> = reading.await;
        tab.close().await?;
        read.map(|()| found)
    }

    /// Writes values into the local storages of origins, which need not be open.
    pub async fn set_local_storage(&self, values: &[(String, StorageItems)]) -> Result<(), Failure> {
        if values.is_empty() {
            return Ok(());
        }
        let tab = self.open_blank_tab().await?;
        let writing = async {
            for (origin, stored) in values {
                tab.open_placeholder_page(origin).await?;
                tab.write_storage(StorageArea::Local, stored).await?;
            }
            Ok(())
        };
        let written: Result<(), Failure> = writing.await;
        tab.close().await?;
        written
    }

    /// Clears the local storages of all visited origins.
    pub async fn clear_local_storage(&self) -> Result<(), Failure> {
        for origin in self.origins() {
            self.clear_local_storage_of(&origin).await?;
            self.mark_unsaved([origin]);
        }
        Ok(())
    }
}

impl Tab {
    /// Opens an empty page of an origin, without a request to its server.
    pub(crate) async fn open_placeholder_page(&self, origin: &str) -> Result<(), Failure> {
        let url = placeholder_url(origin)?;
        self.stand_in(&url, true).await?;
        let gone = self.navigate(&url, None, EMPTY_PAGE_TIMEOUT).await;
        self.stand_in(&url, false).await?;
        gone
    }

    /// Reads a storage of the main frame's origin.
    pub(crate) async fn read_storage(&self, shelf: StorageArea) -> Result<StorageItems, Failure> {
        let main = self.main_frame()?;
        let read =
            self.call(&main, READ, json!([shelf.as_str()]), EMPTY_PAGE_TIMEOUT).await.map_err(no_storage)?;
        Ok(stored(&read))
    }

    /// Writes values into a storage of the main frame's origin.
    pub(crate) async fn write_storage(
        &self,
        shelf: StorageArea,
        values: &StorageItems,
    ) -> Result<(), Failure> {
        self.write_frame_storage(&self.main_frame()?, shelf, values).await
    }

    /// Writes values into a storage of a frame's origin.
    pub(super) async fn write_frame_storage(
        &self,
        frame: &FrameId,
        shelf: StorageArea,
        values: &StorageItems,
    ) -> Result<(), Failure> {
        self.call(frame, WRITE, json!([shelf.as_str(), values]), EMPTY_PAGE_TIMEOUT)
            .await
            .map_err(no_storage)?;
        Ok(())
    }
}

/// Returns a unique address on an origin for an empty page.
pub(super) fn placeholder_url(origin: &str) -> Result<String, Failure> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let origin = origin_of(origin).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, "that is not the origin of a site")
            .hint("Origins are written as https://example.com.")
    })?;
    Ok(format!("{origin}/.lemmascope-{}", COUNT.fetch_add(1, Ordering::Relaxed)))
}

pub(super) fn stored(read: &Value) -> StorageItems {
    let items = read.as_object().into_iter().flatten();
    items.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_string()))).collect()
}

/// The failure for a page without storage (no origin) or with a full one.
fn no_storage(failure: Failure) -> Failure {
    if failure.message.contains("QuotaExceeded") {
        return Failure::new(Cause::DiskFull, "the page's storage is full");
    }
    if failure.cause == Cause::Failed {
        return Failure::new(Cause::Unavailable, "this page has no storage")
            .hint("Open a page of a site first: goto <url>.")
            .context(failure.message);
    }
    failure
}
