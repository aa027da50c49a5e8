use std::path::PathBuf;

use serde::Deserialize;

use super::super::super::download::{Download, DownloadState};
use super::super::super::download_file::claim_file;
use super::super::browser::{Inner, Registry};
use super::super::connection::ProtocolEvent;
use super::super::tab::Tab;

/// The maximum number of downloads per tab; later ones are ignored.
const MOST_DOWNLOADS: usize = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    context: String,
    navigation: Option<String>,
    url: String,
    #[serde(default)]
    suggested_filename: String,
}

#[derive(Deserialize)]
struct Ended {
    context: String,
    navigation: Option<String>,
    url: String,
    status: String,
    filepath: Option<PathBuf>,
}

/// Handles the start of a download.
pub(super) fn begun(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(begun) = protocol_event.read::<Begun>() else { return };
    let id = begun.navigation.unwrap_or_else(|| format!("{} {}", begun.context, begun.url));
    let tab = {
        let mut registry = inner.registry();
        let found = registry.frames.get(&begun.context).cloned();
        let Some(tab) = found.map(|tab| requesting_tab(&registry, tab)) else { return };
        if tab.state().downloads.len() >= MOST_DOWNLOADS {
            return;
        }
        registry.downloads.insert(id.clone(), tab.clone());
        tab
    };
    let download = Download {
        id,
        url: begun.url,
        suggested: begun.suggested_filename,
        path: None,
        state: DownloadState::Running,
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

/// Handles the completion or failure of a download.
pub(super) fn ended(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(ended) = protocol_event.read::<Ended>() else { return };
    let id = ended.navigation.unwrap_or_else(|| format!("{} {}", ended.context, ended.url));
    let Some(tab) = inner.registry().downloads.remove(&id) else { return };
    let folder = tab.context_state().options.downloads.clone();
    let arriving = tab.context_state().arriving.clone();
    tokio::task::spawn_blocking(move || {
        let suggested = tab
            .state()
            .downloads
            .iter()
            .find(|one| one.id == id)
            .map(|one| one.suggested.clone())
            .unwrap_or_default();
        // A path outside the download folder is on another machine, or is not a file of this session.
        let written = ended.filepath.filter(|path| ended.status == "complete" && path.starts_with(&arriving));
        let claimed = written.and_then(|path| {
            let received = path.metadata().map(|data| data.len()).unwrap_or_default();
            match claim_file(&path, &folder, &suggested) {
                Ok(path) => Some((path, received)),
                Err(error) => {
                    tracing::debug!(%error, "a download could not be given its name");
                    None
                }
            }
        });
        tab.change(|state| {
            let Some(download) = state.downloads.iter_mut().find(|one| one.id == id) else { return };
            match claimed {
                Some((path, received)) => {
                    download.path = Some(path);
                    download.received = received;
                    download.total = received;
                    download.state = DownloadState::Complete;
                }
                None => download.state = DownloadState::Failed,
            }
        });
    });
}
