use lemmascope_browser::driver::{BrowserContext, StorageContents, Tab};
use lemmascope_intent::Failure;

use super::state_file::{FrameStorage, Origin, stored};

/// Writes values back into their storages. Session storage can only be written from within its tab, so the
/// tab visits each origin. Returns whether the tab was navigated for that.
pub(super) async fn put_back(
    context: &BrowserContext,
    tab: &Tab,
    origins: Vec<Origin>,
    frames: Vec<FrameStorage>,
) -> Result<bool, Failure> {
    let mut local = Vec::new();
    let mut of_tab = Vec::new();
    for Origin { origin, local_storage, session_storage } in origins {
        if !local_storage.is_empty() {
            local.push((origin.clone(), stored(local_storage)));
        }
        if !session_storage.is_empty() {
            let session = stored(session_storage);
            of_tab.push(StorageContents { origin, within: Vec::new(), local: Default::default(), session });
        }
    }
    for FrameStorage { within, stored: Origin { origin, local_storage, session_storage } } in frames {
        let (local, session) = (stored(local_storage), stored(session_storage));
        of_tab.push(StorageContents { origin, within, local, session });
    }
    context.set_local_storage(&local).await?;
    for held in &of_tab {
        tab.put_back(held).await?;
    }
    Ok(!of_tab.is_empty())
}
