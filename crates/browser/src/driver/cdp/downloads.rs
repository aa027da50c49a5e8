use std::fs;

use super::super::download::{Download, DownloadState};
use super::super::download_file::claim;
use super::browser::{Inner, Registry};
use super::connection::ProtocolEvent;
use super::protocol::browser;
use super::tab::Tab;
use crate::files::file_of;

/// The maximum number of downloads per tab, which stops a page that downloads without end.
const MOST_DOWNLOADS: usize = 500;

/// Handles the start of a download.
pub(super) fn begun(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(begun) = protocol_event.read::<browser::DownloadWillBegin>() else { return };
    let tab = {
        let mut registry = inner.registry();
        let found = registry.tabs.iter().find(|tab| tab.has_frame(&begun.frame_id)).cloned();
        let Some(tab) = found.map(|tab| requesting_tab(&registry, tab)) else { return };
        if tab.state().downloads.len() >= MOST_DOWNLOADS {
            inner.connection.tell(None, &browser::CancelDownload { guid: &begun.guid });
            return;
        }
        registry.downloads.insert(begun.guid.clone(), tab.clone());
        tab
    };
    // A `file:` page could otherwise copy any other file by a link to it.
    let is_file = file_of(&begun.url).is_some();
    if is_file {
        inner.connection.tell(None, &browser::CancelDownload { guid: &begun.guid });
    }
    let download = Download {
        id: begun.guid,
        url: begun.url,
        suggested: begun.suggested_filename,
        path: None,
        state: if is_file { DownloadState::Failed } else { DownloadState::Running },
        received: 0,
        total: 0,
    };
    tab.change(|state| state.downloads.push(download));
}

/// Returns the tab to which a download belongs. A window that was opened only for the download closes at
/// once, so the download belongs to its opener.
fn requesting_tab(registry: &Registry, tab: Tab) -> Tab {
    let opener = {
        let state = tab.state();
        let is_empty = state.url.is_empty() || state.url == "about:blank";
        state.opener.clone().filter(|_| is_empty)
    };
    let opener = opener.and_then(|id| registry.tabs.iter().find(|tab| tab.id() == id).cloned());
    opener.unwrap_or(tab)
}

/// Handles the progress, completion or failure of a download.
pub(super) fn progressed(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(progress) = protocol_event.read::<browser::DownloadProgress>() else { return };
    let is_over = progress.state != "inProgress";
    let tab = {
        let mut registry = inner.registry();
        let tab = registry.downloads.get(&progress.guid).cloned();
        if is_over {
            registry.downloads.remove(&progress.guid);
        }
        tab
    };
    let Some(tab) = tab else { return };
    let (mut suggested, mut is_refused) = (String::new(), false);
    tab.change(|state| {
        let Some(download) = state.downloads.iter_mut().find(|download| download.id == progress.guid) else {
            return;
        };
        download.received = progress.received_bytes.max(0.0) as u64;
        download.total = progress.total_bytes.max(0.0) as u64;
        if progress.state == "canceled" {
            download.state = DownloadState::Failed;
        }
        suggested.clone_from(&download.suggested);
        is_refused = download.state == DownloadState::Failed;
    });
    if progress.state != "completed" {
        return;
    }
    let folder = tab.context_state().options.downloads.clone();
    tokio::task::spawn_blocking(move || {
        if is_refused {
            let _ = fs::remove_file(folder.join(&progress.guid));
            return;
        }
        let claimed = claim(&folder, &progress.guid, &suggested);
        tab.change(|state| {
            let found = state.downloads.iter_mut().find(|download| download.id == progress.guid);
            let Some(download) = found else { return };
            match claimed {
                Ok(path) => {
                    download.path = Some(path);
                    download.state = DownloadState::Complete;
                }
                Err(error) => {
                    tracing::debug!(%error, "a download could not be given its name");
                    download.state = DownloadState::Failed;
                }
            }
        });
    });
}
